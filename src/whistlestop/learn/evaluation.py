"""Evaluation: how often a network wins against bots, each game counted once."""

import math
from dataclasses import dataclass

import torch

from whistlestop.game.game import Game
from whistlestop.learn.league import Shares, assign
from whistlestop.learn.model import Model
from whistlestop.learn.room import make_room

FIRST_SEED = 1 << 50
"""Seeds of evaluations; training uses lower ones."""
CHECKED = 16
"""After how many steps it is checked whether all games have ended."""


@dataclass(frozen=True)
class WinRate:
    """The share of wins among some games, a shared win counted in parts, and the mean points."""

    opponent: str
    seats: int
    games: int
    share: float
    points: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval (Wilson)."""
        z, n = 1.96, self.games
        middle = (self.share + z * z / 2 / n) / (1 + z * z / n)
        half = z * math.sqrt(self.share * (1 - self.share) / n + z * z / 4 / n / n) / (1 + z * z / n)
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.interval
        rate = f"{100 * self.share:.1f} % ({100 * low:.1f}-{100 * high:.1f})"
        return f"{rate} of {self.games:,} games, {self.points:.1f} points, {self.seats} seats, others {self.opponent}"


@torch.no_grad()
def evaluate(model: Model, games: list[Game], seats: int, opponent: str, count: int, device: str) -> WinRate:
    """Let the model play one seat among bots of one kind, always the move that it rates highest."""
    assignment = assign(games, Shares({opponent: 1.0}, {seats: 1.0}), count, FIRST_SEED)
    room = make_room(games, model.shape, model.priors, assignment.plays, device)
    room.reset()
    own = torch.from_numpy(assignment.seat).to(device)[:, None]
    share = torch.full((count,), -1.0, device=device)
    points = torch.zeros(count, device=device)
    step = 0
    while step % CHECKED or (share < 0).any():
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            opinion = model(model.scaled(room.rows), room.mask, room.moves, room.prior)
        room.step(opinion.log_probs.argmax(1))
        ends = room.done & (share < 0)
        first = (room.places == 1).float()
        won = (first / first.sum(1, keepdim=True).clamp(min=1)).gather(1, own)[:, 0]
        share = torch.where(ends, won, share)
        points = torch.where(ends, room.totals.float().gather(1, own)[:, 0], points)
        step += 1
    return WinRate(opponent, seats, count, share.mean().item(), points.mean().item())
