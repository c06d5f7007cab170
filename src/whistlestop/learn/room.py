"""A room: many games at once, of any numbers of seats on one map, each waiting for a decision of the learner.

What a room shows is in PyTorch's tensors, a row for each game. `gpu_room` has the same on a GPU.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.distances import NEAR
from whistlestop.bots.plan import PLAN
from whistlestop.bots.search_memory import CANDIDATES, MOST
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import STATE
from whistlestop.learn import kernels
from whistlestop.learn.league import league_weights


def all_games(name: str, maps: Any = ()) -> list[Game]:
    """The games on a map with each number of seats."""
    rules = Game(name, maps=maps).rules
    return [Game(name, seats, maps) for seats in range(rules.min_seats, rules.max_seats + 1)]


def hidden_columns(game: Game) -> int:
    """How many columns show the others' tickets and hands to the critic."""
    return (game.rules.max_seats - 1) * (len(game.board.tickets) + len(game.catalogue.kinds))


class Room:
    """Many games on the CPU."""

    device = "cpu"

    def __init__(self, games: list[Game], shape: Any, priors: tuple[Weights, ...], plays: Any) -> None:
        count, most = len(plays), games[0].rules.max_seats
        self.games, self.shape, self.count = games, shape, count
        self.seat = self._tensor((count,), torch.int64)
        self.rows = self._tensor((count, int(shape["inputs"][0])), torch.uint8)
        self.mask = self._tensor((count, int(shape["actions"][0])), torch.bool)
        self.moves = self._tensor((count, MOST), torch.int16)
        self.prior = self._tensor((count, MOST), torch.uint8)
        self.hidden = self._tensor((count, hidden_columns(games[0])), torch.uint8)
        self.totals = self._tensor((count, most), torch.int32)
        self.places = self._tensor((count, most), torch.int32)
        self.done = self._tensor((count,), torch.bool)
        self._actions = self._tensor((count,), torch.int64)
        compiled = np.concatenate([game.compiled for game in games])
        self._prepare(compiled, board_facts(games[0]), league_weights(games, priors), plays)

    def reset(self) -> None:
        """Start all games, and play each up to the learner's first decision."""
        self._begin()
        self._actions.fill_(-1)
        self._act()
        self._show()

    def step(self, actions: Tensor) -> None:
        """Make the learner's moves, and play each game up to its next decision.

        `done` says which games have ended, `totals` and `places` how; the next games have started in their place.
        """
        self._actions.copy_(actions)
        self._act()
        self._settle()
        self._actions.fill_(-1)
        self._act()
        self._show()

    def _tensor(self, size: tuple[int, ...], dtype: torch.dtype) -> Tensor:
        return torch.zeros(size, dtype=dtype, device=self.device)

    def _prepare(self, games: Any, facts: Any, all_weights: Any, plays: Any) -> None:
        self._rules = (games, facts, all_weights)
        self._states, self._plays = np.zeros(self.count, STATE), plays.copy()
        self._memory = (np.zeros(1, PLAN), np.zeros(1, CANDIDATES), np.zeros(1, NEAR))
        self._out = np.zeros(len(self.games[0].catalogue), np.int64)
        self._sheets, self._scratch = np.zeros(1, SCORE_SHEET), np.zeros(SCRATCH, np.int64)

    def _begin(self) -> None:
        kernels.begin_all(self._rules[0], self._states, self._plays)

    def _act(self) -> None:
        where = (*self._rules, self._states, self._plays)
        kernels.act_all(*where, self._actions.numpy(), self._memory[0], self._out)

    def _settle(self) -> None:
        ended = (self.totals.numpy(), self.places.numpy(), self.done.numpy())
        where = (self._rules[0], self._states, self._plays)
        kernels.settle_all(*where, self.count, self._sheets, self._scratch, *ended)

    def _show(self) -> None:
        shown = (self.seat, self.rows, self.mask, self.moves, self.prior, self.hidden)
        where = (*self._rules, self.shape, self._states, self._plays)
        kernels.show_all(*where, self._memory, self._out, tuple(tensor.numpy() for tensor in shown))


def make_room(games: list[Game], shape: Any, priors: tuple[Weights, ...], plays: Any, device: str) -> Room:
    """A room on the CPU, or on the GPU with the target `cuda`."""
    if device == "cpu":
        return Room(games, shape, priors, plays)
    from whistlestop.learn.gpu_room import GpuRoom

    return GpuRoom(games, shape, priors, plays)
