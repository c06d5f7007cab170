"""The examples run, and so do those in the documentation."""

import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

from whistlestop.cli.main import main
from whistlestop.env.observation import Layout
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(TARGET != "cpu", reason="examples play whole games, for those who run them compiled")


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("random_agent", "europe, turn .*: nobody, the game is over"),
        ("own_map", "random games with .* moves on average"),
        ("own_bot", r"Spender: win rate [789]\d%"),
    ],
)
def test_examples_run(name: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / f"{name}.py"), run_name="__main__")
    assert re.search(printed, capsys.readouterr().out)


def test_ppo_learns_to_beat_random() -> None:
    """A short version: seven rounds, in which it goes from half of the wins to nearly all."""
    example: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "ppo.py"))
    network = example["train"](minutes=5, rounds=7)
    assert example["win_rate"](network, 400) > 0.8


@pytest.mark.parametrize("page", ["research", "search", "train"])
def test_examples_of_the_documentation_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == "train":
        pytest.importorskip("torch")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    program: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, f"docs/{page}.md", "exec"), program)
    assert program


def test_the_commands_that_show_a_trained_agent_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of docs/train.md, with a network that has learned nothing yet; the notebook rates one."""
    torch = pytest.importorskip("torch")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    layout = Layout(Game("new_york", 2))
    network = runpy.run_path("examples/ppo.py")["Network"](layout.size, layout.actions)
    torch.save(network.state_dict(), "policy.pt")
    text = (ROOT / "docs" / "train.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    whistlestop ((?:play|draw) .*)$", text, re.MULTILINE)
    assert [main(shlex.split(command)) for command in commands] == [0, 0]
    assert "<svg" in Path("game.svg").read_text(encoding="utf-8")
