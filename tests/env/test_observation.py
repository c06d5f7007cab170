"""Observations hold what a view holds, and nothing else; the layout says where."""

import random
from typing import Any

import numpy as np
import pytest
from laws.games import RandomGame, random_game
from positions import TABLES, game_of

from whistlestop.env.observation import PHASES, Layout
from whistlestop.env.observer import Observer
from whistlestop.game.dice import make_dice
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET
from whistlestop.game.state import BY_CHANCE, OVER, PHASE_NAMES, STATE
from whistlestop.game.view import View

POSITIONS = 40 if TARGET == "cpu" else 4


def decisions(walked: RandomGame, count: int, seed: int) -> list[int]:
    """Some plies at which a seat is to move or the game is over."""
    phases = walked.states["phase"]
    plies = [ply for ply, phase in enumerate(phases.tolist()) if not BY_CHANCE >> phase & 1]
    return [*random.Random(seed).sample(plies, min(count, len(plies))), plies[-1]]


def test_fields_follow_each_other_and_fill_the_vector() -> None:
    layout = Layout(game_of("europe", 3))
    at = 0
    for field in layout.fields:
        assert field.start == at
        at = field.stop
    assert at <= layout.size < at + 8
    assert layout.size % 8 == 0
    named = layout.named(np.zeros((5, layout.size), np.uint8))
    assert named["tracks"].shape == (5, 3, 101)
    assert layout.named(np.arange(layout.size))["known"].shape == (3, 9)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_observation_holds_what_the_view_holds(name: str, seats: int) -> None:
    game = game_of(name, seats)
    observer = Observer(game)
    walked = random_game(game, 5)
    for ply in decisions(walked, POSITIONS, seats):
        for viewer in range(seats):
            flat = observer.observation(walked.states, ply, viewer)
            assert not flat[observer.layout.fields[-1].stop :].any()
            assert observer.of_view(View(game, walked.states, ply, viewer)).tobytes() == flat.tobytes()
            compare(observer.layout.named(flat), View(game, walked.states, ply, viewer))


def compare(named: dict[str, Any], view: View) -> None:
    """Named arrays against the view in words."""
    game, viewer, expected = view.game, view.viewer, view.as_dict()
    kinds, board = game.catalogue.kinds, game.board
    order = [(viewer + n) % game.seats for n in range(game.seats)]

    def bag(counts: Any) -> dict[str, int]:
        return {kind: int(count) for kind, count in zip(kinds, counts, strict=True) if count}

    def texts(row: Any, items: Any) -> list[str]:
        return [item.text for item, is_set in zip(items, row, strict=True) if is_set]

    assert [PHASE_NAMES[phase] for phase, on in zip(PHASES, named["phase"], strict=True) if on] == [expected["phase"]]
    movers = [seat for seat, on in zip(order, named["mover"], strict=True) if on]
    assert movers == ([] if view.over else [expected["mover"]])
    assert [seat for seat, on in zip(order, named["first"], strict=True) if on] == [expected["first"]]
    for field in ("face_up", "discards", "laid", "turned", "unseen"):
        assert bag(named[field]) == expected[field]
    assert bag(named["hand"]) == expected["seats"][viewer]["hand"]
    assert texts(named["tickets"], board.tickets) == expected["seats"][viewer]["tickets"]
    assert [texts(row, board.tickets)[0] for row in named["offer"] if row.any()] == expected["offer"]
    assert texts(named["out"], board.tickets) == expected["sent_out"]
    assert sorted(texts(named["under"], board.tickets)) == sorted(ticket for ticket in expected["queue"] if ticket)
    claimed = texts(named["claimed"], board.tracks)
    assert bool(claimed) == (expected["claim"] is not None)
    assert all(f"claim {track} " in expected["claim"] for track in claimed)
    for field, number in {"deck": "deck", "tickets_left": "ticket_deck", "due": "due"}.items():
        assert named[field] == [expected[number]]
    assert named["turns"] == [min(255, expected["turns"])]
    assert named["ending"] == [expected["last_round"] + 1]
    for row, seat in enumerate(order):
        one = expected["seats"][seat]
        for field in ("cars", "points", "cards", "tickets_kept", "tickets_offered"):
            assert named[field][row] == one[field]
        assert bag(named["known"][row]) == one["known"]
        assert texts(named["tracks"][row], board.tracks) == one["tracks"]
        if game.rules.stations:
            built = [city.id for city, on in zip(board.cities, named["stations"][row], strict=True) if on]
            assert built == one["stations"]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_search_sees_nothing_that_its_seat_does_not(name: str, seats: int) -> None:
    """C21: in any world that a seat can't tell from the true one, its observation and mask are the same bytes."""
    game = game_of(name, seats)
    observer = Observer(game)
    other: Any = np.zeros(1, STATE).view(np.recarray)
    differing = 0
    for seed in range(1, 4 if TARGET == "cpu" else 2):
        walked = random_game(game, seed)
        for ply in decisions(walked, POSITIONS, seed):
            for viewer in range(seats):
                view = View(game, walked.states, ply, viewer)
                guess(game.compiled, view.views, 0, make_dice(ply), other, 0)
                differing += walked.states[ply].tobytes() != other[0].tobytes()
                seen, seen_too = (
                    observer.observation(states, i, viewer) for states, i in ((walked.states, ply), (other, 0))
                )
                where = f"seed {seed}, ply {ply}, viewer {viewer}"
                assert seen.tobytes() == seen_too.tobytes(), where
                mask = observer.mask(walked.states, ply, viewer)
                assert mask.tobytes() == observer.mask(other, 0, viewer).tobytes(), where
                assert mask.any() == (view.mover == viewer and walked.states["phase"][ply] != OVER)
    assert differing > POSITIONS // 2
