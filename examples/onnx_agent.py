"""A policy in an ONNX file as an agent, for `whistlestop evaluate` and wherever a bot can play.

    pip install onnx onnxruntime onnxscript
    python examples/ppo.py --minutes 3 --save policy.pt
    python examples/onnx_agent.py policy.pt policy.onnx
    whistlestop evaluate examples/onnx_agent.py:OnnxAgent:file=policy.onnx --protocol short

The file has the inputs `observation` (uint8) and `mask` (int8), each with a row for each decision, and the output
`logits`. Any library that writes such a file will do; docs/observation.md describes the observation.
"""

import argparse
import random
import runpy
from pathlib import Path

import numpy as np
import onnxruntime

from whistlestop.env import Observer
from whistlestop.game.view import View


class OnnxAgent:
    """Makes the legal move with the highest logit."""

    def __init__(self, file: str = "policy.onnx") -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        self._observer: Observer | None = None

    def choose(self, view: View, rng: random.Random) -> int:
        """The legal move with the highest logit."""
        if self._observer is None:
            self._observer = Observer(view.game)
        mask = self._observer.mask_of_view(view)
        (logits,) = self._session.run(
            ["logits"], {"observation": self._observer.of_view(view)[None], "mask": mask[None]}
        )
        return int(np.where(mask == 1, logits[0], -np.inf).argmax())


def main() -> None:
    """Write the network of ppo.py as an ONNX file."""
    import torch  # playing needs no PyTorch

    parser = argparse.ArgumentParser(description="Write the network of ppo.py as an ONNX file.")
    parser.add_argument("weights", metavar="POLICY.PT", help="what ppo.py saved")
    parser.add_argument("file", metavar="POLICY.ONNX", help="the file to write")
    args = parser.parse_args()
    weights = torch.load(args.weights, weights_only=True)
    columns, actions = weights["body.0.weight"].shape[1], weights["policy.weight"].shape[0]
    network = runpy.run_path(str(Path(__file__).with_name("ppo.py")))["Network"](columns, actions)
    network.load_state_dict(weights)

    class Logits(torch.nn.Module):
        """The logits alone."""

        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            """The logits of the legal moves."""
            seen = self.network.body(observation.float().clamp(max=16) / 4)
            return self.network.policy(seen).masked_fill(mask == 0, -1e9)

    given = torch.zeros(1, columns, dtype=torch.uint8), torch.ones(1, actions, dtype=torch.int8)
    torch.onnx.export(
        Logits().eval(), given, args.file, input_names=["observation", "mask"], output_names=["logits"],
        external_data=False, verbose=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
