"""Hints: their order, their intervals, and what they say a move is good for."""

import random
from collections import Counter
from pathlib import Path

import pytest
from positions import Position, game_of
from small import tiny_game

from whistlestop.bots import make_bot
from whistlestop.game.catalogue import CLAIM, KEEP
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Record
from whistlestop.game.ticket_status import DONE, ticket_status
from whistlestop.game.view import View
from whistlestop.review.advice import advise, purpose_of
from whistlestop.review.records import PURPOSES

COMPILED = pytest.mark.skipif(TARGET != "cpu", reason="networks take minutes uncompiled")
LAST_CHANCE = {
    "hand": "4 green 4 black",
    "tracks": {0: "amsterdam-bruxelles bruxelles-paris"},
    "tickets": {0: "amsterdam-pamplona"},
    "cars": {0: 8, 1: 2},
}


def last_chance() -> View:
    """The view of a seat that can complete its ticket in the last round, and knows it."""
    position = Position("europe", **LAST_CHANCE)  # type: ignore[arg-type]
    position.state.last = 2
    return View(position.game, position.states, 0, position.mover)


@COMPILED
def test_the_best_hint_completes_the_ticket_and_says_so() -> None:
    view = last_chance()
    hints = advise(view)
    best = hints[0]
    assert view.game.catalogue.moves[best.move].text == "claim pamplona-paris/2 4 green"
    assert str(best.purpose) == "completes amsterdam-pamplona"
    assert 2 <= len(hints) <= 5
    assert [hint.value for hint in hints] == sorted((hint.value for hint in hints), reverse=True)
    for hint in hints:
        assert hint.low is not None
        assert hint.high is not None
        assert 0 <= hint.low <= hint.value <= hint.high <= 1
    assert advise(view) == hints, "a hint doesn't depend on chance"


@COMPILED
def test_the_first_choice_of_tickets_has_hints() -> None:
    record = Record(game_of("nordic", 3), 4)
    hints = advise(record.view(0), rollouts=16)
    assert len(hints) >= 2
    assert all(record.game.catalogue.moves[hint.move].kind == KEEP for hint in hints)
    assert {hint.purpose.code for hint in hints if hint.purpose} == {"points"}


@COMPILED
def test_on_a_map_without_a_network_a_hint_has_no_interval(tmp_path: Path) -> None:
    record = Record(tiny_game(tmp_path, "out"), 1)
    hints = advise(record.view(record.mover))
    assert hints
    assert all(hint.low is hint.high is None and 0 <= hint.value <= 1 for hint in hints)


def test_what_moves_are_good_for_agrees_with_the_game() -> None:
    """In games of planners: completed tickets are done then, points are those that the seat gets."""
    seen: Counter[str] = Counter()
    for name, seats in (("europe", 2), ("nordic", 2)):
        record, rng, planner = Record(game_of(name, seats), 3), random.Random(1), make_bot("planner")
        moves = record.game.catalogue.moves
        while not record.over:
            seat, view = record.mover, record.view(record.mover)
            one_of_each_kind = {moves[move].kind: move for move in view.legal}.values()
            purposes = [purpose_of(view, move) for move in one_of_each_kind]
            seen.update(purpose.code for purpose in purposes if purpose)
            move = planner.choose(view, rng)
            purpose = purpose_of(view, move)
            seen.update([purpose.code] if purpose else [])
            record.play(move)
            if purpose is None or moves[move].kind != CLAIM:
                continue
            status = {
                record.game.board.tickets[ticket].text: one.state
                for ticket, one in ticket_status(record.view(seat)).items()
            }
            track = record.game.board.tracks[moves[move].what]
            if purpose.code == "done" and not (track.tunnel or moves[move].swaps):
                assert status[str(purpose.parameters["ticket"])] == DONE
            if purpose.code == "points":
                assert purpose.parameters["points"] == record.game.rules.points[track.length - 1]
    assert set(PURPOSES) - set(seen) <= {"give_up", "station"}
