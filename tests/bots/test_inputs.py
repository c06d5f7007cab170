"""The inputs of networks: every column in its place, from what the seat knows and nothing else, the same everywhere."""

import heapq
import random
from typing import Any

import numpy as np
import pytest
from laws.games import random_game
from positions import TABLES, Position, game_of

from whistlestop.bots import veteran
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.distances import FARTHEST, NEAR, find_distances
from whistlestop.bots.inputs import (
    PHASES,
    PRIOR_BEST,
    PRIOR_UNIT,
    input_fields,
    input_offsets,
    input_scale,
    make_shape,
    write_inputs,
    write_prior,
)
from whistlestop.bots.plan import PLAN
from whistlestop.bots.policy import list_legal
from whistlestop.bots.search_memory import CANDIDATES, MOST
from whistlestop.bots.weights import weights_array
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.state import OVER, STATE, is_chance
from whistlestop.game.view import View, members

EVERY = 11 if TARGET == "cpu" else 97
"""Between two states of a random game that are looked at."""


@entry
def write_both(games: Any, facts: Any, weights: Any, shape: Any, states: Any, i: int, memory: Any, out: Any) -> int:
    """The inputs and the prior of state i; returns how many columns have a meaning."""
    plans, candidates, near, rows, moves, prior = memory
    game, state = games[0], states[i]
    legal = list_legal(game, state, out)
    columns = write_inputs(game, facts[0], weights[0], shape[0], state, legal, out, plans[0], near[0], rows[0])
    write_prior(game, facts[0], weights[0], state, out, plans[0], candidates[0], moves[0], prior[0])
    return columns


@entry
def write_distances_of(games: Any, states: Any, i: int, seat: int, near: Any, row: Any) -> None:
    """The distances of a seat in state i."""
    find_distances(games[0], states[i], seat, near[0], row, 0)


def inputs_of(game: Game, states: Any, i: int) -> tuple[int, Any, Any, Any]:
    """How many columns have a meaning, the row, the candidates and their ratings. The memory is not clean before."""
    shape = make_shape(game, 64, 1)
    rows = np.full((1, int(shape["inputs"][0])), 99, np.uint8)
    moves, prior = np.full((1, MOST), 99, np.int16), np.full((1, MOST), 99, np.uint8)
    memory = (np.zeros(1, PLAN), np.zeros(1, CANDIDATES), np.zeros(1, NEAR), rows, moves, prior)
    weights, out = weights_array(veteran.weights_for(game)), np.zeros(len(game.catalogue), np.int64)
    columns = write_both(game.compiled, board_facts(game), weights, shape, states, i, memory, out)
    return int(columns), rows[0], moves[0], prior[0]


def decisions(game: Game, seed: int) -> tuple[Any, list[int]]:
    """The states of a random game, and those of them in which a seat decides."""
    states = np.asarray(random_game(game, seed).states).view(STATE)
    plies = [n for n in range(len(states)) if states[n].phase != OVER and not is_chance(int(states[n].phase))]
    return states, plies[::EVERY]


def field(game: Game, row: Any, name: str) -> list[int]:
    """The columns of a field."""
    start = input_offsets(game)[name]
    columns = next(field.columns for field in input_fields(game) if field.name == name)
    return [int(column) for column in row[start : start + columns]]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_column_is_written_and_has_a_scale(name: str, seats: int) -> None:
    game = game_of(name, seats)
    states, plies = decisions(game, 3)
    for ply in plies:
        columns, row, moves, prior = inputs_of(game, states, ply)
        assert columns == sum(field.columns for field in input_fields(game)) <= len(input_scale(game)) == len(row)
        assert not row[columns:].any()
        assert sum(field(game, row, "phase")) == 1
        assert PHASES[field(game, row, "phase").index(1)] == states[ply].phase
        assert field(game, row, "seats").index(1) == seats - 1
        assert prior.max() == PRIOR_BEST * PRIOR_UNIT
        view = View(game, states, ply, int(states[ply].seat))
        assert {int(move) for move, rating in zip(moves, prior, strict=True) if rating} <= set(view.legal)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_two_worlds_that_look_the_same_to_a_seat_have_the_same_inputs(name: str, seats: int) -> None:
    """C21, and law 4: a guess has the same view as the truth, and so the same inputs and ratings."""
    game = game_of(name, seats)
    states, plies = decisions(game, 4)
    compared: Any = np.zeros(1, STATE)
    differ = 0
    for ply in plies:
        found = inputs_of(game, states, ply)
        view = View(game, states, ply, int(states[ply].seat))
        for seed in range(3):
            guess(game.compiled, view.views, 0, make_dice(seed), compared, 0)
            differ += compared.tobytes() != states[ply : ply + 1].tobytes()
            for one, other in zip(found, inputs_of(game, compared, 0), strict=True):
                assert np.array_equal(one, other), (ply, seed)
    assert differ > len(plies)


def test_inputs_say_what_a_seat_sees() -> None:
    position = Position("new_york", hand="3 red 1 locomotive", face_up="2 blue 3 green")
    game = position.game
    _, row, _, _ = inputs_of(game, np.asarray(position.states).view(STATE), 0)
    kinds = game.catalogue.kinds
    assert field(game, row, "hand") == [{"red": 3, "locomotive": 1}.get(kind, 0) for kind in kinds]
    assert field(game, row, "face_up") == [{"blue": 2, "green": 3}.get(kind, 0) for kind in kinds]
    assert field(game, row, "cards") == [4, 0, 0, 0]
    assert field(game, row, "cars")[2:] == [0, 0]
    view = View(game, position.states, 0, 0)
    payable = {game.catalogue.moves[move].what for move in view.legal if game.catalogue.moves[move].text[:5] == "claim"}
    assert {n for n, column in enumerate(field(game, row, "payable")) if column} == payable != set()


def shortest(game: Game, state: Any, seat: int, source: int, target: int) -> int:
    """The spaces that a seat lacks between two cities, found in another way: by Dijkstra's algorithm."""
    own, usable = members(state.tracks[seat].tolist()), members(state.open[seat].tolist())
    far = {source: 0}
    queue = [(0, source)]
    while queue:
        distance, city = heapq.heappop(queue)
        if city == target:
            return distance
        for n, track in enumerate(game.board.tracks):
            if city not in (track.a, track.b) or not (n in own or (n in usable and track.length <= state.cars[seat])):
                continue
            there, total = track.a + track.b - city, distance + (0 if n in own else track.length)
            if total < far.get(there, FARTHEST):
                far[there] = total
                heapq.heappush(queue, (total, there))
    return FARTHEST


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_distances_are_those_of_shortest_paths(name: str, seats: int) -> None:
    game = game_of(name, seats)
    states, plies = decisions(game, 5)
    draw = random.Random(seats)
    row, near = np.zeros(len(game.board.tickets), np.uint8), np.zeros(1, NEAR)
    found = set()
    for ply in plies[-8:]:
        seat = draw.randrange(seats)
        write_distances_of(game.compiled, states, ply, seat, near, row)
        for n, ticket in enumerate(game.board.tickets):
            expected = shortest(game, states[ply], seat, ticket.a, ticket.b)
            assert row[n] == (expected if expected <= states[ply].cars[seat] else FARTHEST), (ply, seat, n)
            found.add(int(row[n]))
    assert len(found) > 2
