"""Hints: the best few moves for the seat that decides, by their chances of winning, each with what it is good for.

    for opinion in advise(record.view(0)):
        print(game.catalogue.moves[opinion.move].text, opinion.value, opinion.low, opinion.high, opinion.purpose)

Moves are tried as reviews try them, from what the seat knows, so a hint says the same on every machine. On a map
without a network the bot `explorer` says what it thinks of the moves: 1 is a game won by a large margin, and there is
no interval.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.bots.champion import all_weights_for
from whistlestop.bots.levels import adviser_on, knows
from whistlestop.bots.network import network_for
from whistlestop.bots.network_memory import SLOTS, make_network_scratch
from whistlestop.bots.weights import weights_array
from whistlestop.game.limits import WORDS
from whistlestop.game.reasons import Reason
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.ticket_status import TICKET_PATHS
from whistlestop.game.view import View
from whistlestop.review.calibration import make_review_inputs
from whistlestop.review.losses import grade, try_choices
from whistlestop.review.purposes import find_purpose
from whistlestop.review.records import NOTHING, PURPOSES, STEP, TRIALS, UNIT
from whistlestop.review.words import PURPOSES_IN_WORDS

I = np.int64
ROLLOUTS = 512
"""How many rollouts a hint takes, all moves together."""
SEED = 0
"""The seed of the first guess."""


@dataclass(frozen=True)
class Hint:
    """How good a move is."""

    move: int
    value: float
    """The chance of winning; without a network how good the game looks, from 0 to 1."""
    low: float | None
    """Where the chance is with 95% confidence; None without a network."""
    high: float | None
    tried: int
    """How many rollouts it is based on."""
    purpose: Reason | None
    """What the move is good for."""


def advise(view: View, rollouts: int = ROLLOUTS) -> list[Hint]:
    """The best few moves, best first."""
    if not knows(view.game.board):
        return advise_without_network(view)
    network = network_for(view.game)
    inputs = make_review_inputs(view, network, weights_array(*all_weights_for(view.game)))
    scratch = make_network_scratch(view.game, network.shape, SLOTS)
    trials: Any = np.zeros(1, TRIALS)
    steps: Any = np.zeros(1, STEP)
    steps["reference"] = NOTHING
    try_choices(inputs, scratch, SEED, NOTHING, rollouts, trials)
    grade(trials, steps, 0)
    step = steps[0]
    return [
        Hint(
            int(step.choice_move[k]),
            int(step.choice_chance[k]) / UNIT,
            int(step.choice_low[k]) / UNIT,
            int(step.choice_high[k]) / UNIT,
            int(step.choice_tried[k]),
            purpose_of(view, int(step.choice_move[k])),
        )
        for k in range(step.choices)
    ]


def advise_without_network(view: View) -> list[Hint]:
    """What the adviser thinks of a few moves, best first."""
    opinions = adviser_on(view.game.board).explain(view, random.Random())
    hints = [Hint(one.move, one.value, None, None, one.tried, purpose_of(view, one.move)) for one in opinions]
    return sorted(hints, key=lambda hint: -hint.value)


def purpose_of(view: View, move: int) -> Reason | None:
    """What a move is good for, from what the viewer knows; None if that is unknown."""
    out = np.zeros(2, I)
    find_purpose(
        view.game.compiled, view.views, move, np.zeros(WORDS, I), np.zeros(1, SCORE_SHEET), np.zeros(SCRATCH, I),
        np.zeros(1, TICKET_PATHS), out,
    )  # fmt: skip
    number, parameter = out.tolist()
    if number == NOTHING:
        return None
    code = list(PURPOSES)[number]
    board = view.game.board
    texts: dict[str, Callable[[int], str | int]] = {
        "ticket": lambda number: board.tickets[number].text,
        "track": lambda number: board.tracks[number].text,
        "number": int,
    }
    parameters = {name: texts[kind](parameter) for name, kind in PURPOSES[code]}
    return Reason(code, parameters, PURPOSES_IN_WORDS[code])
