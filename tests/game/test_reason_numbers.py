"""Reasons as numbers: the table of their parameters agrees with the sentences."""

from string import Formatter

import pytest
from positions import game_of

from whistlestop.game.reason_numbers import CODES, NUMBERS, PARAMETERS, REASON_PARAMETERS, WORDS_FOR, reason_of
from whistlestop.game.reasons import MOVES, SCORES


@pytest.mark.parametrize("code", CODES)
def test_a_reason_has_the_parameters_of_its_sentence(code: str) -> None:
    sentence = {**MOVES, **SCORES}[code]
    used = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    parameters = REASON_PARAMETERS[code]
    assert {name for name, _ in parameters} == used
    assert len(parameters) == len(used) <= PARAMETERS
    assert {kind for _, kind in parameters} <= set(WORDS_FOR)


def test_every_line_of_a_score_has_a_number() -> None:
    assert set(SCORES) <= set(NUMBERS)


@pytest.mark.parametrize(
    ("code", "numbers", "sentence"),
    [
        ("win_shared", [0b101, 87, 0], "Seats 0, 2 share the win with 87 points each."),
        ("attractions", [2, 0b11, 0], "Attractions reached: 2 (amsterdam, angora)."),
        ("must_act", [1, 2, 3], "You can pass only when you have no other move."),
    ],
)
def test_numbers_become_words(code: str, numbers: list[int], sentence: str) -> None:
    assert str(reason_of(game_of("europe", 3), NUMBERS[code], numbers)) == sentence


@pytest.mark.parametrize(
    ("move", "cards"),
    [
        ("claim budapest-wien/2 1 white", "1 white"),
        ("pay 1 red 1 locomotive", "1 red 1 locomotive"),
        ("swap red", "red"),
    ],
)
def test_the_cards_of_a_move_follow_its_verb_and_track(move: str, cards: str) -> None:
    game = game_of("europe", 2)
    reason = reason_of(game, NUMBERS["not_in_hand"], [game.catalogue.numbers[move], 0, 0])
    assert reason.parameters == {"cards": cards}
