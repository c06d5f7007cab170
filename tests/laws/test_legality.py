"""Law 2: somebody can always move, every legal move applies, no two read alike, anything else changes nothing."""

import random

import numpy as np
import pytest
from laws.plays import game_of, random_play, record_of
from laws.walk import CELLS, GAMES, LEGALITY, REFUSALS, TRIED, Walker

from whistlestop.game import play
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.state import CHANCE, OVER, PHASE_NAMES

EVERY = 11
"""At every so-manieth move all legal moves are tried."""


@pytest.mark.skipif(TARGET == "none", reason="test_conservation.py checks this in the same walk")
@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_every_legal_move_applies_and_anything_else_is_refused(name: str, seats: int) -> None:
    walker = Walker(game_of(name, seats))
    for seed in range(GAMES):
        walker.check(seed, laws=LEGALITY, every=EVERY)
    assert walker.tally[TRIED] > 5 * GAMES
    assert walker.tally[REFUSALS] > 5 * GAMES


@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_no_two_moves_of_the_catalogue_read_alike(name: str, seats: int) -> None:
    catalogue = game_of(name, seats).catalogue
    assert len(catalogue.numbers) == len(catalogue.moves)
    for text, number in catalogue.numbers.items():
        assert catalogue.moves[number].text == text == " ".join(text.lower().split())


@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_a_record_refuses_what_is_not_legal_and_says_why(name: str, seats: int) -> None:
    """C3: whatever a seat must do next, all else is refused; each refusal has words, and nothing changes by it."""
    game = game_of(name, seats)
    draw = random.Random(seats)
    out = np.zeros(len(game.catalogue), np.int64)
    tried, phases = 0, set()
    for seed in range(10 if TARGET == "cpu" else 1):
        walked = random_play(game, seed)
        for ply in [*draw.sample(range(len(walked.states)), 40), len(walked.states) - 1]:
            record = record_of(game, (), walked.states[ply])
            legal = set(record.legal_moves())
            before = record.states.tobytes()
            phases.add(PHASE_NAMES[int(record.state.phase)])
            for move in draw.sample(range(len(game.catalogue)), 20):
                if move in legal:
                    continue
                with pytest.raises(IllegalMove) as refused:
                    record.play(move)
                assert str(refused.value) == str(refused.value.reason)
                assert "{" not in str(refused.value)
                assert record.states.tobytes() == before
                assert record.entries == []
                assert (refused.value.reason.code == "over") == (record.state.phase == OVER)
                assert (refused.value.reason.code == "not_a_deal") == (record.mover == CHANCE and not record.over)
                tried += 1
            assert play.step(game.tables, record.states, 0, len(game.catalogue), out) == play.ILLEGAL
            assert play.step(game.tables, record.states, 0, -1, out) == play.ILLEGAL
            assert record.states.tobytes() == before
    assert tried > 300
    assert {"turn", "over", "row"} <= phases
