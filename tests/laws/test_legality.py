"""Law 2: someone can always move, every legal move applies, no two share a text, anything else changes nothing."""

import random

import numpy as np
import pytest
from laws.games import random_game
from laws.walk import GAMES, LEGALITY, REFUSALS, TRIED, Walker
from positions import TABLES, game_of

from whistlestop.game import engine
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.state import CHANCE, OVER, PHASE_NAMES

EVERY = 11
"""All legal moves are tried at every move whose number is a multiple of this."""


@pytest.mark.skipif(TARGET == "none", reason="test_conservation.py checks this in the same walk")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_legal_move_applies_and_anything_else_is_refused(name: str, seats: int) -> None:
    walker = Walker(game_of(name, seats))
    for seed in range(GAMES):
        walker.check(seed, laws=LEGALITY, every=EVERY)
    assert walker.tally[TRIED] > 5 * GAMES
    assert walker.tally[REFUSALS] > 5 * GAMES


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_two_moves_of_the_catalogue_have_the_same_text(name: str, seats: int) -> None:
    catalogue = game_of(name, seats).catalogue
    assert len(catalogue.numbers) == len(catalogue.moves)
    for text, number in catalogue.numbers.items():
        assert catalogue.moves[number].text == text == " ".join(text.lower().split())


@pytest.mark.no_cover  # uncompiled, tracing takes most of the time
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_record_refuses_what_is_not_legal_and_says_why(name: str, seats: int) -> None:
    """C3: whatever a seat must do next, all else is refused; each refusal has a sentence and changes nothing."""
    game = game_of(name, seats)
    draw = random.Random(seats)
    out = np.zeros(len(game.catalogue), np.int64)
    tried, phases = 0, set()
    for seed in range(GAMES):
        walked = random_game(game, seed)
        for ply in (draw.randrange(len(walked.log)), len(walked.log)):
            record = walked.record(ply)
            legal = set(record.legal_moves())
            before = record.states.tobytes()
            phases.add(PHASE_NAMES[int(record.state.phase)])
            for move in draw.sample(range(len(game.catalogue)), 10):
                if move in legal:
                    continue
                with pytest.raises(IllegalMove) as refused:
                    record.play(move)
                assert str(refused.value) == str(refused.value.reason)
                assert "{" not in str(refused.value)
                assert record.states.tobytes() == before
                assert len(record.entries) == ply
                assert (refused.value.reason.code == "over") == (record.state.phase == OVER)
                assert (refused.value.reason.code == "not_a_deal") == (record.mover == CHANCE and not record.over)
                tried += 1
            assert engine.step(game.compiled, record.states, 0, len(game.catalogue), out) == engine.ILLEGAL
            assert engine.step(game.compiled, record.states, 0, -1, out) == engine.ILLEGAL
            assert record.states.tobytes() == before
    assert tried > 15 * GAMES
    assert {"turn", "over", "face up"} <= phases
