"""Masked PPO by self-play on New York City, in PyTorch on two cores; it beats `random` by far after a few minutes.

    python examples/ppo.py --minutes 3

One network plays both seats of 256 plays at once. Between two seats one's gain is the other's loss: when the other seat
is to move next, the value of what comes next is worth its negative to the seat that moved.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from whistlestop.env import VectorEnv

NUM_ENVS, STEPS = 256, 64  # of one round of experience
EPOCHS, PARTS = 3, 8  # how often it is learned from, and in how many parts
DISCOUNT, TRACE = 0.999, 0.95
CLIP, ENTROPY, RATE = 0.2, 0.01, 5e-4
SCALE = 0.05  # of a point


class Network(nn.Module):
    """Logits of the legal moves, and what a position is worth to the seat to move."""

    def __init__(self, columns: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(columns, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """The policy, and the value."""
        seen = self.body(observation.float().clamp(max=16) / 4)
        logits = self.policy(seen).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(seen)[:, 0]


class Round(NamedTuple):
    """Experience: a row a step, a column a play."""

    observation: Tensor
    mask: Tensor
    action: Tensor
    chance: Tensor  # the logarithm of the chance that the action had
    value: Tensor
    reward: Tensor  # of the seat that moved
    sign: Tensor  # 1 if the same seat moves next, -1 if the other, 0 if the play ended


def make_round(env: VectorEnv) -> Round:
    """Room for a round."""
    seen, mask = torch.from_dlpack(env.batch.observation), torch.from_dlpack(env.batch.mask)
    actions, numbers = torch.zeros(STEPS, NUM_ENVS).long(), [torch.zeros(STEPS, NUM_ENVS) for _ in range(4)]
    return Round(seen.new_zeros(STEPS, *seen.shape), mask.new_zeros(STEPS, *mask.shape), actions, *numbers)


@torch.no_grad()
def experience(env: VectorEnv, network: Network, room: Round) -> Tensor:
    """Play a round, and return the value of where it ends. The env writes into the memory of the tensors here."""
    observation, mask = torch.from_dlpack(env.batch.observation), torch.from_dlpack(env.batch.mask)
    rows = np.arange(NUM_ENVS)
    for step in range(STEPS):
        policy, value = network(observation, mask)
        action = policy.sample()
        room.observation[step], room.mask[step], room.action[step] = observation, mask, action
        room.chance[step], room.value[step] = policy.log_prob(action), value
        mover = env.batch.seat.astype(int)
        batch = env.step(action)
        gain = batch.reward[rows, mover] - batch.reward[rows, 1 - mover]
        room.reward[step] = torch.from_numpy(gain) * SCALE
        room.sign[step] = torch.from_numpy(np.where(batch.done, 0, np.where(batch.seat == mover, 1, -1)))
    return network(observation, mask)[1]


def advantages(room: Round, last: Tensor) -> Tensor:
    """Generalised advantage estimates, from the side of the seat that moved."""
    found = torch.zeros(STEPS, NUM_ENVS)
    after, value = torch.zeros(NUM_ENVS), last
    for step in reversed(range(STEPS)):
        surprise = room.reward[step] + DISCOUNT * room.sign[step] * value - room.value[step]
        after = found[step] = surprise + DISCOUNT * TRACE * room.sign[step] * after
        value = room.value[step]
    return found


def learn(network: Network, optimizer: torch.optim.Optimizer, room: Round, gained: Tensor) -> None:
    """Take steps towards what turned out better than it was valued."""
    observation, mask, action, chance, value, gained = (
        tensor.flatten(0, 1) for tensor in (room.observation, room.mask, room.action, room.chance, room.value, gained)
    )
    target = value + gained
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).chunk(PARTS):
            policy, valued = network(observation[part], mask[part])
            ratio = (policy.log_prob(action[part]) - chance[part]).exp()
            kept = torch.min(ratio * gained[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gained[part])
            loss = (valued - target[part]).pow(2).mean() / 2 - kept.mean() - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def win_rate(network: Network, games: int = 1000, seed: int = 1 << 40) -> float:
    """The part of the win against `random`, in either seat as often."""
    env = VectorEnv("new_york", num_envs=games)
    batch = env.reset(seed)
    own = np.arange(games) % 2
    wins, open_games = 0.0, np.ones(games, np.bool_)
    while open_games.any():
        policy, _ = network(torch.from_dlpack(batch.observation), torch.from_dlpack(batch.mask))
        actions = np.where(batch.seat == own, policy.sample().numpy(), env.sample())
        batch = env.step(actions)
        ended = np.flatnonzero(batch.done & open_games)
        wins += float(((1 + batch.reward[ended, own[ended]]) / 2).sum())
        open_games[ended] = False
    return wins / games


def train(minutes: float, seed: int = 0, rounds: int = 10**9) -> Network:
    """Train for a time, or for some rounds."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # on a busy machine several wait for each other
    env = VectorEnv("new_york", num_envs=NUM_ENVS, rewards="points", threads=2)
    env.reset(seed)
    network = Network(env.layout.size, env.layout.actions)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    room = make_round(env)
    began = time.perf_counter()
    for number in range(rounds):
        last = experience(env, network, room)
        learn(network, optimizer, room, advantages(room, last))
        if number % 10 == 0:
            print(f"round {number}, {time.perf_counter() - began:.0f} s: {win_rate(network, 200):.0%} against random")
        if time.perf_counter() - began > 60 * minutes:
            break
    env.close()
    return network


def main() -> None:
    """Train and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    network = train(args.minutes, args.seed)
    print(f"In the end {win_rate(network):.1%} of the wins against random, of 1,000 plays.")


if __name__ == "__main__":
    main()
