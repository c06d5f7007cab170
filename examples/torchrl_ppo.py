"""PPO of TorchRL on one seat of New York City: collector, advantages and loss are the library's.

    pip install torchrl
    python examples/torchrl_ppo.py --steps 60000

Masks come from `info`, which a reader of TorchRL adds to the data. Rewards are points, divided by 20.
"""

import argparse
import warnings
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.data import Binary
from torchrl.envs import GymWrapper, RewardScaling, SerialEnv, TransformedEnv, default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from whistlestop.env import SoloEnv

NUM_ENVS, FRAMES, EPOCHS, PART = 8, 4096, 4, 512


class Body(nn.Module):
    """Layers from an observation to some outputs."""

    def __init__(self, columns: int, outputs: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(columns, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs)
        )

    def forward(self, observation: Tensor) -> Tensor:
        """The outputs."""
        return self.layers(observation.float().clamp(max=16) / 4)


class Policy(Body):
    """Logits of the moves, and which of them are legal."""

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The logits and the mask as MaskedCategorical wants them."""
        return super().forward(observation), mask.bool()


def make_env(opponent: str) -> TransformedEnv:
    """A seat of New York City for TorchRL."""
    solo = SoloEnv("new_york", bots=[opponent], rewards="points")
    env = GymWrapper(solo, categorical_action_encoding=True)
    spec = Binary(solo.layout.actions, dtype=torch.int8)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec={"action_mask": spec}))
    return TransformedEnv(env, RewardScaling(0.0, 1 / 20))


def main() -> None:
    """Train, then play new games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to train on (default: 60000)")
    parser.add_argument("--opponent", default="random", help="who sits in the other seat (default: random)")
    parser.add_argument("--games", type=int, default=400, help="games to play afterwards (default: 400)")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.manual_seed(1)
    torch.set_num_threads(1)
    layout = SoloEnv("new_york").layout
    policy = Policy(layout.size, layout.actions)
    actor = ProbabilisticActor(
        TensorDictModule(policy, in_keys=["observation", "action_mask"], out_keys=["logits", "mask"]),
        in_keys=["logits", "mask"], distribution_class=MaskedCategorical, return_log_prob=True,
    )  # fmt: skip
    critic = ValueOperator(Body(layout.size, 1), in_keys=["observation"])
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)
    env = SerialEnv(NUM_ENVS, lambda: make_env(args.opponent))
    env.set_seed(1)
    for rows in Collector(env, actor, frames_per_batch=FRAMES, total_frames=args.steps // FRAMES * FRAMES):
        advantage(rows)
        flat = rows.reshape(-1)
        for _ in range(EPOCHS):
            for part in torch.randperm(FRAMES).split(PART):
                losses = loss(flat[part])
                optimizer.zero_grad()
                sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    rate = share_of_wins(policy, args.opponent, args.games)
    print(f"TorchRL's PPO after {args.steps:,} decisions: {rate:.1%} of {args.games} games against {args.opponent}")


@torch.no_grad()
def share_of_wins(policy: Any, opponent: str, games: int) -> float:
    """The share of wins in games that training has not seen; a shared win counts half."""
    env, wins = SoloEnv("new_york", bots=[opponent]), 0.0
    for game in range(games):
        observation, info = env.reset(seed=1_000_000 + game)
        over, reward = False, 0.0
        while not over:
            logits, legal = policy(torch.from_numpy(observation), torch.from_numpy(info["action_mask"]))
            observation, reward, over, _, info = env.step(logits.masked_fill(~legal, -1e9).argmax().numpy())
        wins += (reward + 1) / 2
    return wins / games


if __name__ == "__main__":
    main()
