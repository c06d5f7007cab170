"""The network of ppo.py as an agent, for `whistlestop evaluate` and wherever a bot can play.

python examples/ppo.py --minutes 3 --save policy.pt
whistlestop evaluate examples/ppo_agent.py:PpoAgent:file=policy.pt --protocol short
"""

import random
import runpy
from pathlib import Path

import torch

from whistlestop.env import Observer
from whistlestop.game.view import View

NETWORK = runpy.run_path(str(Path(__file__).with_name("ppo.py")))["Network"]


class PpoAgent:
    """Makes the move that the network finds likeliest."""

    def __init__(self, file: str = "policy.pt") -> None:
        torch.set_num_threads(1)
        self._weights = torch.load(file, weights_only=True)
        self._observer: Observer | None = None

    @torch.no_grad()
    def choose(self, view: View, rng: random.Random) -> int:
        """The likeliest legal move."""
        if self._observer is None:
            self._observer = Observer(view.game)
            self._network = NETWORK(self._observer.layout.size, self._observer.layout.actions)
            self._network.load_state_dict(self._weights)
        observation = torch.from_numpy(self._observer.of_view(view)[None])
        mask = torch.from_numpy(self._observer.mask_of_view(view)[None])
        policy, _ = self._network(observation, mask)
        return int(policy.logits.argmax())
