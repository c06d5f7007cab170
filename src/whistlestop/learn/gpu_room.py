"""A room on a GPU, one game per thread; nothing leaves the device. Import it only with the target `cuda`."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

from typing import Any

import numba
import numpy as np
import torch
from numba import config, cuda

from whistlestop.bots.distances import NEAR
from whistlestop.bots.plan import PLAN
from whistlestop.bots.search_memory import CANDIDATES
from whistlestop.bots.turns import act, begin
from whistlestop.game.gpu import SCORE_SHEET_TYPE, local_type
from whistlestop.game.kernel import cache_folder
from whistlestop.game.score import SCRATCH
from whistlestop.game.state import STATE
from whistlestop.learn.kernels import settle, show
from whistlestop.learn.room import Room

numba.config.CACHE_DIR = str(cache_folder("bots"))
CACHED = {} if config.ENABLE_CUDASIM else {"cache": True}
"""Options of kernels that take long to compile."""
BLOCK = 2 if config.ENABLE_CUDASIM else 64
PLAN_TYPE, CANDIDATES_TYPE, NEAR_TYPE = local_type(PLAN), local_type(CANDIDATES), local_type(NEAR)


@cuda.jit(**CACHED)
def begin_on_gpu(games, states, plays):
    """Start all games."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        begin(games, states[k], plays[k])


@cuda.jit(**CACHED)
def act_on_gpu(games, facts, all_weights, states, plays, actions, out):
    """Make the learner's moves, and let the others move."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        plans = cuda.local.array(1, PLAN_TYPE)
        act(games, facts, all_weights, states[k], plays[k], actions[k], plans[0], out[:, k])


@cuda.jit(**CACHED)
def settle_on_gpu(games, states, plays, step, totals, places, done):
    """Score the games that are over, and start the next ones."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
        scratch = cuda.local.array(SCRATCH, np.int64)
        done[k] = settle(games, states[k], plays[k], step, sheets[0], scratch, totals[k], places[k])


@cuda.jit(**CACHED)
def show_on_gpu(games, facts, all_weights, shape, states, plays, out, seats, rows, mask, moves, prior, hidden):
    """Write what there is to know about all decisions, a column for each game: neighbours write to the same places."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        plans = cuda.local.array(1, PLAN_TYPE)
        candidates = cuda.local.array(1, CANDIDATES_TYPE)
        near = cuda.local.array(1, NEAR_TYPE)
        seats[k] = states[k].seat
        memory = (plans[0], candidates[0], near[0])
        shown = (rows[:, k], mask[:, k], moves[:, k], prior[:, k], hidden[:, k])
        show(games, facts, all_weights, shape[0], states[k], plays[k], memory, out[:, k], shown)


def share(tensor: Any) -> Any:
    """A tensor in a form that kernels accept: the same memory."""
    return tensor.numpy() if config.ENABLE_CUDASIM else cuda.as_cuda_array(tensor)


class GpuRoom(Room):
    """Many games on a GPU. The kernels write into the memory of PyTorch's tensors."""

    device = "cpu" if config.ENABLE_CUDASIM else "cuda"

    def _prepare(self, games: Any, facts: Any, all_weights: Any, plays: Any) -> None:
        self._blocks = -(-self.count // BLOCK)
        self._rules = tuple(cuda.to_device(np.asarray(array)) for array in (games, facts, all_weights))
        self._states, self._plays = cuda.to_device(np.zeros(self.count, STATE)), cuda.to_device(plays)
        self._shape = cuda.to_device(self.shape)
        self._out = cuda.device_array((len(self.games[0].catalogue), self.count), np.int64)
        self._given = share(self._actions)
        self._ended = [share(tensor) for tensor in (self.totals, self.places, self.done)]
        self._seats = share(self.seat)
        self._rows = (self.rows, self.mask, self.moves, self.prior, self.hidden)
        self._columns = [torch.zeros_like(rows.T, memory_format=torch.contiguous_format) for rows in self._rows]
        self._shown = [share(columns) for columns in self._columns]

    def _begin(self) -> None:
        begin_on_gpu[self._blocks, BLOCK](self._rules[0], self._states, self._plays)

    def _act(self) -> None:
        act_on_gpu[self._blocks, BLOCK](*self._rules, self._states, self._plays, self._given, self._out)

    def _settle(self) -> None:
        settle_on_gpu[self._blocks, BLOCK](self._rules[0], self._states, self._plays, self.count, *self._ended)

    def _show(self) -> None:
        where = (*self._rules, self._shape, self._states, self._plays, self._out)
        show_on_gpu[self._blocks, BLOCK](*where, self._seats, *self._shown)
        for rows, columns in zip(self._rows, self._columns, strict=True):
            rows.copy_(columns.T)
