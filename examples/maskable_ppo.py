"""MaskablePPO of sb3-contrib on one seat of New York City, against an opponent of your choice.

    pip install sb3-contrib
    python examples/maskable_ppo.py --steps 60000

It needs no wrapper: the environment has `action_masks()`. Rewards are points, divided by 20.
"""

import argparse

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO

from whistlestop.env import SoloEnv


def main() -> None:
    """Train, then play new games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to train on (default: 60000)")
    parser.add_argument("--opponent", default="random", help="who sits in the other seat (default: random)")
    parser.add_argument("--games", type=int, default=400, help="games to play afterwards (default: 400)")
    args = parser.parse_args()
    torch.set_num_threads(1)  # on a busy machine, several threads wait for each other
    env = gymnasium.wrappers.TransformReward(
        SoloEnv("new_york", bots=[args.opponent], rewards="points"), lambda reward: float(reward) / 20
    )
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=2048, batch_size=256, n_epochs=4, gamma=1.0, learning_rate=5e-4, ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]}, seed=1,
    )  # fmt: skip
    model.learn(args.steps)
    rate = share_of_wins(model, args.opponent, args.games)
    print(f"MaskablePPO after {args.steps:,} decisions: {rate:.1%} of {args.games} games against {args.opponent}")


def share_of_wins(model: MaskablePPO, opponent: str, games: int) -> float:
    """The share of wins in games that training has not seen; a shared win counts half."""
    env, wins = SoloEnv("new_york", bots=[opponent]), 0.0
    for game in range(games):
        observation, info = env.reset(seed=1_000_000 + game)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(
                observation, action_masks=info["action_mask"].astype(np.bool_), deterministic=True
            )
            observation, reward, over, _, info = env.step(action)
        wins += (reward + 1) / 2
    return wins / games


if __name__ == "__main__":
    main()
