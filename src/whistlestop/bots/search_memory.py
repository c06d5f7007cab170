"""The arrays that the kernels of a bot use: Inputs, which they read, and Scratch, which they write."""

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
"""The maximum number of candidates for one decision."""
DEPTH = 24
"""How many decisions a tree looks ahead at most."""

CANDIDATES = record_type(
    [
        ("count", I),  # of candidates
        ("move", I, MOST),
        ("worth", I, MOST),  # to the policy
        ("node", I, MOST),  # of the tree
        ("tried", I, MOST),
        ("gained", I, MOST),  # the sum of the values
        ("spread", I, MOST),  # the sum of the squared differences from the first candidate
        ("track_move", I, TRACKS),  # the best claim of each track
        ("track_worth", I, TRACKS),
    ],
)

NODE = record_type(
    [
        ("move", I),
        ("child", I),  # the first child, 0 if there is none
        ("sibling", I),  # the next child of the same parent, 0 if there is none
        ("visits", I),
        ("gained", I),  # the sum of the values
    ],
)


class Inputs(NamedTuple):
    """What a decision depends on: the game, the weights used in rollouts, and the view."""

    games: Any
    board_facts: Any
    all_weights: Any
    """In a search the first row is the seat's own; the other seats use the remaining rows in turn, guess by guess."""
    views: Any


class Scratch(NamedTuple):
    """Memory for a decision; every thread has its own. It has states and plans twice: as guessed, and as tried."""

    states: Any
    plans: Any
    dice: Any
    out: Any
    sheets: Any
    score_scratch: Any
    candidates: Any
    """The first for the decision itself, the second for decisions in the tree."""
    nodes: Any
    """A tree; node 0 is its root and counts the others."""
    path: Any
    weights_index: Any
    """The row of `all_weights` that each seat plays with."""


def make_inputs(view: View, all_weights: Any) -> Inputs:
    """The inputs for a decision from a view."""
    return Inputs(view.game.compiled, board_facts(view.game), all_weights, view.views)


def make_scratch(nodes: int = 1) -> Scratch:
    """Scratch memory for a tree with up to this many nodes."""
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
