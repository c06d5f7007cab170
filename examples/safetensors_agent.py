"""A policy in a safetensors file as an agent, for `whistlestop evaluate` and wherever a bot can play, in NumPy.

    pip install safetensors
    python examples/ppo.py --minutes 3 --save policy.pt
    python examples/safetensors_agent.py policy.pt policy.safetensors
    whistlestop evaluate examples/safetensors_agent.py:SafetensorsAgent:file=policy.safetensors --protocol short

A safetensors file holds arrays and no code, so it can be shared safely, and the agent has to know the network: here the
layers `body.0`, `body.2` and `policy` of ppo.py. docs/observation.md describes the observation that goes in.
"""

import argparse
import random

import numpy as np
from safetensors.numpy import load_file, save_file

from whistlestop.env import Observer
from whistlestop.game.view import View


class SafetensorsAgent:
    """Makes the legal move with the highest logit."""

    def __init__(self, file: str = "policy.safetensors") -> None:
        self._arrays = load_file(file)
        self._observer: Observer | None = None

    def choose(self, view: View, rng: random.Random) -> int:
        """The legal move with the highest logit."""
        if self._observer is None:
            self._observer = Observer(view.game)
        seen = self._observer.of_view(view).astype(np.float32).clip(max=16) / 4
        for layer in ("body.0", "body.2"):
            seen = np.tanh(self._linear(layer, seen))
        mask = self._observer.mask_of_view(view)
        return int(np.where(mask == 1, self._linear("policy", seen), -np.inf).argmax())

    def _linear(self, layer: str, given: np.ndarray) -> np.ndarray:
        return self._arrays[f"{layer}.weight"] @ given + self._arrays[f"{layer}.bias"]


def main() -> None:
    """Write the weights that ppo.py saved as a safetensors file."""
    import torch  # playing needs no PyTorch

    parser = argparse.ArgumentParser(description="Write the weights of ppo.py as a safetensors file.")
    parser.add_argument("weights", metavar="POLICY.PT", help="what ppo.py saved")
    parser.add_argument("file", metavar="POLICY.SAFETENSORS", help="the file to write")
    args = parser.parse_args()
    weights = torch.load(args.weights, weights_only=True)
    save_file({name: tensor.numpy() for name, tensor in weights.items()}, args.file)


if __name__ == "__main__":
    main()
