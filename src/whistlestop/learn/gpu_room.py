"""A room on a GPU, one game per thread; nothing leaves the device. Import it only with the target `cuda`."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

from typing import Any

import numba
import numpy as np
import torch
from numba import config, cuda

from whistlestop.bots.distances import FARTHEST, LEVELS
from whistlestop.bots.inputs import input_offsets, write_numbers, write_own_distances, write_position, write_prior
from whistlestop.bots.plan import PLAN
from whistlestop.bots.search_memory import CANDIDATES
from whistlestop.bots.turns import act, begin
from whistlestop.game.gpu import SCORE_SHEET_TYPE, local_type
from whistlestop.game.kernel import cache_folder, lowest
from whistlestop.game.limits import BITS, CITIES, TRACKS, WORDS
from whistlestop.game.score import SCRATCH
from whistlestop.game.state import STATE, has
from whistlestop.learn.kernels import settle, write_hidden, write_mask
from whistlestop.learn.room import Room

numba.config.CACHE_DIR = str(cache_folder("bots"))
CACHED = {} if config.ENABLE_CUDASIM else {"cache": True}
"""Options of kernels that take long to compile."""
BLOCK = 2 if config.ENABLE_CUDASIM else 64
PLAN_TYPE, CANDIDATES_TYPE = local_type(PLAN), local_type(CANDIDATES)
TEAM = 32
"""How many threads find the distances of one seat."""


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
def show_on_gpu(games, facts, all_weights, shape, states, plays, out, seats, first, rows, mask, moves, prior, hidden):
    """Write what there is to know about all decisions, a column for each game: neighbours write to the same places.

    The distances, which begin in column `first`, are there already.
    """
    k = cuda.grid(1)
    if k < states.shape[0]:
        plans = cuda.local.array(1, PLAN_TYPE)
        candidates = cuda.local.array(1, CANDIDATES_TYPE)
        game, state, plan, row, moves_out = games[plays[k].cell], states[k], plans[0], rows[:, k], out[:, k]
        weights = all_weights[plays[k].prior]
        seats[k] = state.seat
        legal = write_mask(game, state, moves_out, mask[:, k])
        if legal > 0:
            write_position(game, facts[0], weights, shape[0], state, legal, moves_out, plan, row)
            at = write_own_distances(game, state, row, first, first + shape[0].seats * game.tickets)
            write_numbers(game, shape[0], state, plan, row, at)
            write_prior(game, facts[0], weights, state, moves_out, plan, candidates[0], moves[:, k], prior[:, k])
            write_hidden(game, shape[0].seats, state, hidden[:, k])


@cuda.jit
def join_networks_on_gpu(game, state, seat, network):
    """Find the networks that a seat has built, as `join_networks` does."""
    me = cuda.threadIdx.x
    for city in range(me, game.cities, TEAM):
        network[city] = city
    for w in range(WORDS):
        rest = state.tracks[seat, w]
        while rest != 0:
            track = w * BITS + lowest(rest)
            rest &= rest - 1
            cuda.syncthreads()
            kept, joined = network[game.a[track]], network[game.b[track]]
            cuda.syncthreads()
            for city in range(me, game.cities, TEAM):
                if network[city] == joined:
                    network[city] = kept
    cuda.syncthreads()


@cuda.jit
def spread_on_gpu(game, lengths, ends, cities, distance, level):
    """Find the cities within a distance of each network, as `spread_by_one` does."""
    me, previous = cuda.threadIdx.x, level - 1 if level > 0 else LEVELS - 1
    for city in range(me, game.cities, TEAM):
        cities[level, city] = cities[previous, city]
    cuda.syncthreads()
    for track in range(me, game.tracks, TEAM):
        length = lengths[track]
        if length <= distance:
            before = level - length if level >= length else level - length + LEVELS
            a, b = ends[0, track], ends[1, track]
            cuda.atomic.or_(cities, (level, a), cities[before, b])
            cuda.atomic.or_(cities, (level, b), cities[before, a])
    cuda.syncthreads()


@cuda.jit(**CACHED)
def distances_on_gpu(games, states, plays, seats, first, rows):
    """Write the distances that `find_distances` finds: a block for each seat of each game."""
    network = cuda.shared.array(CITIES, np.int64)
    cities = cuda.shared.array((LEVELS, CITIES), np.int64)
    lengths = cuda.shared.array(TRACKS, np.int32)
    ends = cuda.shared.array((2, TRACKS), np.int32)
    me, k, n = cuda.threadIdx.x, cuda.blockIdx.x // seats, cuda.blockIdx.x % seats
    game, state = games[plays[k].cell], states[k]
    at = first + n * game.tickets
    if n >= game.seats:
        for ticket in range(me, game.tickets, TEAM):
            rows[at + ticket, k] = 0
        return
    seat = (state.seat + n) % game.seats
    cars = state.cars[seat]
    join_networks_on_gpu(game, state, seat, network)
    for track in range(me, game.tracks, TEAM):
        usable = game.length[track] <= cars and has(state.open[seat], track)
        lengths[track] = game.length[track] if usable else FARTHEST
        ends[0, track], ends[1, track] = network[game.a[track]], network[game.b[track]]
    for city in range(me, game.cities, TEAM):
        cities[0, city] = 0
    cuda.syncthreads()
    for city in range(me, game.cities, TEAM):
        cuda.atomic.or_(cities, (0, network[city]), 1 << city)
    missing = 0
    for ticket in range(me, game.tickets, TEAM):
        connected = network[game.ticket_a[ticket]] == network[game.ticket_b[ticket]]
        rows[at + ticket, k] = 0 if connected else FARTHEST
        missing += 0 if connected else 1
    level = 0
    for distance in range(1, min(FARTHEST, cars + 1)):
        if cuda.syncthreads_or(np.int32(missing)) == 0:
            break
        level = level + 1 if level < LEVELS - 1 else 0
        spread_on_gpu(game, lengths, ends, cities, distance, level)
        for ticket in range(me, game.tickets, TEAM):
            if rows[at + ticket, k] == FARTHEST:
                if cities[level, network[game.ticket_b[ticket]]] >> game.ticket_a[ticket] & 1 == 1:
                    rows[at + ticket, k] = distance
                    missing -= 1


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
        self._first = input_offsets(self.games[0])["distances"]
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
        self._write(self.count)
        self._copy(self.count)

    def _write(self, count: int) -> None:
        """Write what there is to know about the first games, a column for each."""
        seats, where = self.games[0].rules.max_seats, (self._states, self._plays)
        distances_on_gpu[count * seats, TEAM](self._rules[0], *where, seats, self._first, self._shown[0])
        blocks = -(-count // BLOCK)
        show_on_gpu[blocks, BLOCK](*self._rules, self._shape, *where, self._out, self._seats, self._first, *self._shown)

    def _copy(self, count: int) -> None:
        """Copy it to the rows."""
        for rows, columns in zip(self._rows, self._columns, strict=True):
            rows[:count].copy_(columns[:, :count].T)
