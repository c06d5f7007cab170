"""EPISODE: one game of many, the seed that it begins from, and the moves of its seats with all deals after them."""

from typing import Any

import numpy as np

from whistlestop.env.kernel_types import EpisodeRec
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.dice import CHOICES, STREAMS, WORD, below, load_dice, mix
from whistlestop.game.engine import ILLEGAL, act_as_seat, deal_all, list_moves, set_up
from whistlestop.game.kernel import kernel, lowest, subroutine
from whistlestop.game.kernel_types import Dice, GameRec, StateRec
from whistlestop.game.limits import BITS, MOVES, SEATS
from whistlestop.game.moves.listing import COUNT, LIST, found
from whistlestop.game.state import CHANCE, record_type

I = np.int64
HALF = (1 << 31) - 1

# Arrays inside records, because Numba counts references to every other array that a kernel gets.
EPISODE = record_type(
    [
        ("run", I),  # the seed of the run
        ("number", I),  # of the game in the run
        ("seed", I),  # of the game, which follows from the two
        ("dice", I, (STREAMS, 3)),
        ("luck", I, (STREAMS, 3)),  # dice of the opponents
        ("opponent", I),  # the number of the opponents in the list of them
        ("players", I, SEATS),  # who plays each seat: LEARNER, RANDOM or a row of weights
        ("legal", I, -(-MOVES // BITS)),  # the legal moves as a set; a copy that no caller can change
    ]
)
MOVE_LIST = record_type([("moves", I, MOVES)])
"""Scratch memory where legal moves are listed."""


@kernel
def game_seed(run: int, number: int) -> int:
    """The seed of a game of a run: that of the run for game 0, and one far from those of other runs for all others.

    A Feistel network of two halves of 31 bits: no two numbers of a run have the same seed.
    """
    if number == 0:
        return run
    high, low = number >> 31, number & HALF
    for turn in range(4):
        key = mix(((run & WORD) + turn) & WORD) ^ mix((run >> 32) + (turn + 1 << 30) & WORD)
        high, low = low, high ^ mix(low ^ key) & HALF
    return high << 31 | low


@subroutine
def begin(game: GameRec, state: StateRec, episode: EpisodeRec) -> None:
    """Start a game from its seed and deal up to the first decision."""
    episode.seed = game_seed(episode.run, episode.number)
    load_dice(episode.dice, episode.seed)
    set_up(game, state, CHANCE)
    deal_all(game, state, episode.dice)


@subroutine
def act(game: GameRec, state: StateRec, dice: Dice, action: int) -> int:
    """Make a seat's legal move and chance's moves after it; returns the points of the track that it claimed."""
    seat = state.seat
    low = state.tracks[seat, 0]
    high = state.tracks[seat, 1]
    act_as_seat(game, state, action)
    deal_all(game, state, dice)
    points = 0
    low = state.tracks[seat, 0] & ~low
    high = state.tracks[seat, 1] & ~high
    if low != 0:
        points = game.points[game.length[lowest(low)]]
    if high != 0:
        points = game.points[game.length[BITS + lowest(high)]]
    return points


@subroutine
def choose(game: GameRec, state: StateRec, dice: Dice, moves: Any) -> int:
    """A random legal move, all equally likely, from the stream of the dice that is kept for this."""
    count = list_moves(game, state, COUNT, moves)
    return found(list_moves(game, state, below(dice, CHOICES, count), moves))


@kernel
def is_legal(episode: EpisodeRec, actions: int, action: int) -> bool:
    """Whether an action is a legal move of an episode."""
    return 0 <= action < actions and episode.legal[action // BITS] >> action % BITS & 1 == 1


@subroutine
def make_action(game: GameRec, state: StateRec, episode: EpisodeRec, action: int) -> int:
    """Make an action and all deals after it; returns the points of the track that it claimed.

    An illegal action changes nothing and returns ILLEGAL.
    """
    if not is_legal(episode, game.first_move[DEAL_FIRST], action):
        return ILLEGAL
    return act(game, state, episode.dice, action)


@subroutine
def mark_moves(game: GameRec, state: StateRec, legal: Any, moves: Any) -> int:
    """List the legal moves in `moves` and as a set in `legal`; returns how many there are."""
    for w in range(game.first_move[DEAL_FIRST] // BITS + 1):
        legal[w] = 0
    count = list_moves(game, state, LIST, moves)
    for n in range(count):
        legal[moves[n] // BITS] |= 1 << moves[n] % BITS
    return count
