"""A policy in an ONNX or safetensors file plays as the network that it was made from; `make recipes` runs this too."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from whistlestop.arena.evaluation import evaluate
from whistlestop.arena.protocol import Protocol
from whistlestop.env.observation import Layout
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET

torch: Any = pytest.importorskip("torch")
EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = [
    pytest.mark.skipif(TARGET != "cpu", reason="it plays whole games"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),  # in PyTorch's exporter
]

PROTOCOL = """
name = "one"
deals = 2
seed = 5
move_limit = 10

[[cells]]
map = "new_york"
seats = 2
opponents = [{ bot = "racer", rating = 654 }]
"""


@pytest.mark.parametrize(
    ("kind", "agent", "packages"),
    [
        ("onnx", "OnnxAgent", ["onnxruntime", "onnxscript"]),
        ("safetensors", "SafetensorsAgent", ["safetensors"]),
    ],
)
def test_a_policy_plays_as_its_network(
    kind: str, agent: str, packages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in packages:
        pytest.importorskip(package)
    layout = Layout(Game("new_york", 2))
    torch.manual_seed(1)
    network = runpy.run_path(str(EXAMPLES / "ppo.py"))["Network"](layout.size, layout.actions)
    torch.nn.init.normal_(network.policy.weight)
    weights, file, protocol = tmp_path / "policy.pt", tmp_path / f"policy.{kind}", tmp_path / "one.toml"
    torch.save(network.state_dict(), weights)
    protocol.write_text(PROTOCOL)
    monkeypatch.setattr(sys, "argv", [f"{kind}_agent.py", str(weights), str(file)])
    runpy.run_path(str(EXAMPLES / f"{kind}_agent.py"), run_name="__main__")
    agents = [f"ppo_agent.py:PpoAgent:file={weights}", f"{kind}_agent.py:{agent}:file={file}"]
    lines = [evaluate(f"{EXAMPLES}/{agent}", Protocol.read(str(protocol))).line() for agent in agents]
    assert [line["faults"] for line in lines] == [0, 0]
    assert lines[0]["moves"] == lines[1]["moves"]
