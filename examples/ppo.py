"""Masked PPO by self-play on New York City, in PyTorch on two cores; it clearly beats `random` after a few minutes.

    python examples/ppo.py --minutes 3 --save policy.pt

One network plays both seats of 256 games at once. With two seats, one's gain is the other's loss: when the other seat
moves next, the value of the next position counts negative for the seat that moved.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from whistlestop.env import VectorEnv

NUM_ENVS, STEPS = 256, 64  # in one round of experience
EPOCHS, PARTS = 3, 8  # passes over a round, and minibatches in each
DISCOUNT, TRACE = 0.999, 0.95
CLIP, ENTROPY, RATE = 0.2, 0.01, 5e-4
SCALE = 0.05  # of a point


class Network(nn.Module):
    """Logits of the legal moves, and the value of the position for the seat to move."""

    def __init__(self, columns: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(columns, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """The policy and the value."""
        seen = self.body(observation.float().clamp(max=16) / 4)
        logits = self.policy(seen).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(seen)[:, 0]


class Round(NamedTuple):
    """Experience: one row per step, one column per environment."""

    observation: Tensor
    mask: Tensor
    action: Tensor
    log_prob: Tensor  # of the action when it was chosen
    value: Tensor
    reward: Tensor  # of the seat that moved
    sign: Tensor  # 1 if the same seat moves next, -1 if the other, 0 if the game ended


def make_round(env: VectorEnv) -> Round:
    """An empty round."""
    seen, mask = torch.from_dlpack(env.batch.observation), torch.from_dlpack(env.batch.mask)
    actions, numbers = torch.zeros(STEPS, NUM_ENVS).long(), [torch.zeros(STEPS, NUM_ENVS) for _ in range(4)]
    return Round(seen.new_zeros(STEPS, *seen.shape), mask.new_zeros(STEPS, *mask.shape), actions, *numbers)


@torch.no_grad()
def experience(env: VectorEnv, network: Network, round_: Round) -> Tensor:
    """Play a round and return the value of its last positions. The env writes into the memory of these tensors."""
    observation, mask = torch.from_dlpack(env.batch.observation), torch.from_dlpack(env.batch.mask)
    rows = np.arange(NUM_ENVS)
    for step in range(STEPS):
        policy, value = network(observation, mask)
        action = policy.sample()
        round_.observation[step], round_.mask[step], round_.action[step] = observation, mask, action
        round_.log_prob[step], round_.value[step] = policy.log_prob(action), value
        mover = env.batch.seat.astype(int)
        batch = env.step(action)
        gain = batch.reward[rows, mover] - batch.reward[rows, 1 - mover]
        round_.reward[step] = torch.from_numpy(gain) * SCALE
        round_.sign[step] = torch.from_numpy(np.where(batch.done, 0, np.where(batch.seat == mover, 1, -1)))
    return network(observation, mask)[1]


def advantages(round_: Round, last: Tensor) -> Tensor:
    """Generalised advantage estimates for the seat that moved."""
    advantage = torch.zeros(STEPS, NUM_ENVS)
    after, value = torch.zeros(NUM_ENVS), last
    for step in reversed(range(STEPS)):
        surprise = round_.reward[step] + DISCOUNT * round_.sign[step] * value - round_.value[step]
        after = advantage[step] = surprise + DISCOUNT * TRACE * round_.sign[step] * after
        value = round_.value[step]
    return advantage


def learn(network: Network, optimizer: torch.optim.Optimizer, round_: Round, gained: Tensor) -> None:
    """Make the actions that turned out better than expected more likely."""
    observation, mask, action, log_prob, value, gained = (
        tensor.flatten(0, 1)
        for tensor in (round_.observation, round_.mask, round_.action, round_.log_prob, round_.value, gained)
    )
    target = value + gained
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).chunk(PARTS):
            policy, valued = network(observation[part], mask[part])
            ratio = (policy.log_prob(action[part]) - log_prob[part]).exp()
            kept = torch.min(ratio * gained[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[part])
            loss = (valued - target[part]).pow(2).mean() / 2 - kept.mean() - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def win_rate(network: Network, games: int = 1000, seed: int = 1 << 40) -> float:
    """The share of wins against `random`, in each seat equally often."""
    env = VectorEnv("new_york", num_envs=games)
    batch = env.reset(seed)
    seats = np.arange(games) % 2
    wins, open_games = 0.0, np.ones(games, np.bool_)
    while open_games.any():
        policy, _ = network(torch.from_dlpack(batch.observation), torch.from_dlpack(batch.mask))
        actions = np.where(batch.seat == seats, policy.sample().numpy(), env.sample())
        batch = env.step(actions)
        ended = np.flatnonzero(batch.done & open_games)
        wins += float(((1 + batch.reward[ended, seats[ended]]) / 2).sum())
        open_games[ended] = False
    return wins / games


def train(minutes: float, seed: int = 0, rounds: int = 10**9) -> Network:
    """Train for some minutes, or for some rounds."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # on a busy machine, several threads wait for each other
    env = VectorEnv("new_york", num_envs=NUM_ENVS, rewards="points", threads=2)
    env.reset(seed)
    network = Network(env.layout.size, env.layout.actions)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    round_ = make_round(env)
    began = time.perf_counter()
    for number in range(rounds):
        last = experience(env, network, round_)
        learn(network, optimizer, round_, advantages(round_, last))
        if number % 10 == 0:
            print(f"round {number}, {time.perf_counter() - began:.0f} s: {win_rate(network, 200):.0%} against random")
        if time.perf_counter() - began > 60 * minutes:
            break
    env.close()
    return network


def main() -> None:
    """Train, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3, help="when to stop (default: 3)")
    parser.add_argument("--rounds", type=int, default=10**9, help="stop after so many rounds at the latest")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", metavar="FILE", help="where the weights go, for ppo_agent.py")
    args = parser.parse_args()
    network = train(args.minutes, args.seed, args.rounds)
    if args.save:
        torch.save(network.state_dict(), args.save)
    print(f"Final win rate against random: {win_rate(network):.1%} of 1,000 games.")


if __name__ == "__main__":
    main()
