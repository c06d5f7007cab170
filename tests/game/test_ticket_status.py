"""The status of tickets: what has become of a seat's tickets, and the path of each."""

import random

import pytest
from laws.games import random_game
from positions import TABLES, game_of

from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.result import result
from whistlestop.game.ticket_status import DONE, IMPOSSIBLE, POSSIBLE, ticket_status
from whistlestop.game.view import SPECTATOR, View, members


def joins(game: Game, tracks: list[int], a: int, b: int) -> bool:
    reached = {a}
    for _ in tracks:
        for track in tracks:
            ends = {game.board.tracks[track].a, game.board.tracks[track].b}
            if ends & reached:
                reached |= ends
    return b in reached


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_status_of_tickets_in_random_games(name: str, seats: int) -> None:
    """C16: done is what the score says; a possible ticket has a path that cars last for."""
    game = game_of(name, seats)
    met = set()
    for seed in range(3):
        walked = random_game(game, seed)
        draw = random.Random(seed)
        for ply in [*draw.sample(range(60, len(walked.log)), 12), len(walked.log)]:
            seat = draw.randrange(seats)
            view = View(game, walked.states, ply, seat)
            found = ticket_status(view)
            state = walked.states[ply]
            kept = members(state.tickets[seat])
            lines = result(game, walked.states, ply).seats[seat].lines
            done = {line.reason.parameters["ticket"] for line in lines if line.reason.code.startswith("ticket_comp")}
            for ticket, status in found.items():
                printed = game.board.tickets[ticket]
                met.add(status.state)
                if ticket in kept:
                    assert (status.state == DONE) == (printed.text in done)
                if status.path:
                    assert joins(game, list(status.path), printed.a, printed.b)
                    foreign = [
                        t for t in status.path if any(t in members(state.tracks[o]) for o in range(seats) if o != seat)
                    ]
                    assert len(foreign) <= game.rules.stations
                    cars = sum(
                        game.board.tracks[t].length
                        for t in status.path
                        if t not in foreign and t not in members(state.tracks[seat])
                    )
                    assert cars <= state.cars[seat]
                assert bool(status.path) == (status.state != IMPOSSIBLE)
    assert {DONE, POSSIBLE} & met


def test_a_ticket_becomes_impossible() -> None:
    """With no cars left what is not done can't be done any more."""
    game = game_of("new_york", 2)
    walked = random_game(game, 5)
    states = walked.states[-1:].copy()
    states["phase"] = 5
    states["cars"] = 0
    states["tracks"] = 0
    found = ticket_status(View(game, states, 0, 0))
    assert found
    assert {status.state for status in found.values()} == {IMPOSSIBLE}


def test_offered_tickets_have_a_status_and_a_spectator_has_none() -> None:
    record = Record(game_of("europe", 2), 3)
    assert len(ticket_status(record.view(0))) == 4
    assert {status.state for status in ticket_status(record.view(0)).values()} == {POSSIBLE}
    assert ticket_status(record.view(SPECTATOR)) == {}
