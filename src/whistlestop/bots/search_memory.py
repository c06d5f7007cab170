"""What a bot's kernels read and what they write: two bundles of arrays."""

from typing import Any, NamedTuple

import numpy as np

from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.plan import PLAN
from whistlestop.game.dice import STREAMS
from whistlestop.game.limits import MOVES, SEATS, TRACKS
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import STATE, record_type
from whistlestop.game.view import View

I = np.int64
MOST = 32
"""The most candidates for one decision."""
DEPTH = 24
"""The most decisions that a tree looks ahead."""

CANDIDATES = record_type(
    [
        ("count", I),  # of candidates
        ("move", I, MOST),
        ("worth", I, MOST),  # to the policy
        ("node", I, MOST),  # of the tree
        ("tried", I, MOST),
        ("gained", I, MOST),  # the sum of the values
        ("spread", I, MOST),  # the sum of the squares of how much better or worse than the first candidate it was
        ("track_move", I, TRACKS),  # the best claim of each track
        ("track_worth", I, TRACKS),
    ],
)

NODE = record_type(
    [
        ("move", I),
        ("child", I),  # the first of those that follow, 0 if there is none
        ("sibling", I),  # the next of those that follow the same, 0 if there is none
        ("visits", I),
        ("gained", I),  # the sum of the values
    ],
)


class Inputs(NamedTuple):
    """What is asked: the game, the tastes in play, and the view to choose from."""

    games: Any
    board_facts: Any
    all_weights: Any
    """In a search the first is the seat's own; the others take turns with the rest of them, guess by guess."""
    views: Any


class Scratch(NamedTuple):
    """Room to think in; every thread has its own. States and plans lie there twice: as guessed, and as tried."""

    states: Any
    plans: Any
    dice: Any
    out: Any
    sheets: Any
    score_scratch: Any
    candidates: Any
    """The first for the decision that is asked for, the second for those of the tree."""
    nodes: Any
    """A tree; node 0 is its root and counts the others."""
    path: Any
    styles: Any
    """The taste of each seat."""


def make_inputs(view: View, all_weights: Any) -> Inputs:
    """A view to choose from."""
    return Inputs(view.game.compiled, board_facts(view.game), all_weights, view.views)


def make_scratch(nodes: int = 1) -> Scratch:
    """Scratch memory with room for a tree of so many nodes."""
    return Scratch(
        np.zeros(2, STATE),
        np.zeros(2 * SEATS, PLAN),
        np.zeros((STREAMS, 3), I),
        np.zeros(MOVES, I),
        np.zeros(1, SCORE_SHEET),
        np.zeros(SCRATCH, I),
        np.zeros(2, CANDIDATES),
        np.zeros(nodes, NODE),
        np.zeros(DEPTH, I),
        np.zeros(SEATS, I),
    )
