"""PPO of RLlib with its own module for masks, on one seat of New York City.

    pip install 'ray[rllib]'
    python examples/rllib_ppo.py --steps 60000

The module wants the mask beside the observations; `Masked` puts it there. Rewards are points, divided by 20.
"""

import argparse
import logging
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from whistlestop.env import SoloEnv


class Masked(gymnasium.Wrapper):
    """Observations and masks in one dict, as numbers that a network reads."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__(SoloEnv("new_york", **settings))
        size, actions = self.env.layout.size, int(self.env.action_space.n)
        self.observation_space = gymnasium.spaces.Dict(
            observations=gymnasium.spaces.Box(0, 4, (size,), np.float32),
            action_mask=gymnasium.spaces.Box(0, 1, (actions,), np.float32),
        )

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game."""
        observation, info = self.env.reset(seed=seed, options=options)
        return masked(observation, info), info

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move."""
        observation, reward, over, truncated, info = self.env.step(action)
        return masked(observation, info), reward / 20, over, truncated, info


def masked(observation: Any, info: dict[str, Any]) -> dict[str, Any]:
    """An observation with its mask."""
    seen = np.minimum(observation, 16).astype(np.float32) / 4
    return {"observations": seen, "action_mask": info["action_mask"].astype(np.float32)}


def main() -> None:
    """Train, then play new games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60_000, help="decisions to train on (default: 60000)")
    parser.add_argument("--opponent", default="random", help="who sits in the other seat (default: random)")
    parser.add_argument("--games", type=int, default=400, help="games to play afterwards (default: 400)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    config = (
        PPOConfig()
        .environment(Masked, env_config={"bots": [args.opponent], "rewards": "points"})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "tanh"},
            )
        )
        .training(
            train_batch_size_per_learner=4096, minibatch_size=512, num_epochs=4, gamma=1.0, lambda_=0.95, lr=5e-4,
            entropy_coeff=0.01,
        )
        .debugging(seed=1, log_level="ERROR")
    )  # fmt: skip
    algorithm = config.build_algo()
    for _ in range(-(-args.steps // 4096)):
        algorithm.train()
    rate = share_of_wins(algorithm.get_module(), args.opponent, args.games)
    print(f"RLlib's PPO after {args.steps:,} decisions: {rate:.1%} of {args.games} games against {args.opponent}")
    algorithm.stop()


@torch.no_grad()
def share_of_wins(module: Any, opponent: str, games: int) -> float:
    """The share of wins in games that training has not seen; a shared win counts half."""
    env, wins = SoloEnv("new_york", bots=[opponent]), 0.0
    for game in range(games):
        observation, info = env.reset(seed=1_000_000 + game)
        over, reward = False, 0.0
        while not over:
            seen = {name: torch.from_numpy(array)[None] for name, array in masked(observation, info).items()}
            action = module.forward_inference({"obs": seen})["action_dist_inputs"].argmax()
            observation, reward, over, _, info = env.step(int(action))
        wins += (reward + 1) / 2
    return wins / games


if __name__ == "__main__":
    main()
