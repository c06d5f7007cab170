"""Notes: games between bots, written down decision by decision for data sets."""

from typing import Any, NamedTuple

from whistlestop.env.kernels.features import write_features, write_row
from whistlestop.env.kernels.games import act, begin, game_seed
from whistlestop.env.kernels.history import act_noting, forget, write_history
from whistlestop.env.kernels.opponents import choose_as
from whistlestop.game.dice import CHOICES, load_dice
from whistlestop.game.engine import list_moves
from whistlestop.game.kernel import entry
from whistlestop.game.kernel_types import GameArray
from whistlestop.game.moves.listing import LIST
from whistlestop.game.state import OVER

NO_ROOM = -1


class Notes(NamedTuple):
    """Arrays with a row for each decision."""

    observation: Any
    longs: Any
    """The same memory as `observation`."""
    mask: Any
    """The legal moves, eight in a byte."""
    action: Any
    seat: Any
    ply: Any


@entry
def note_game(
    games: GameArray, offsets: Any, opponents: Any, states: Any, episodes: Any, scratch: Any, notes: Any, first: int,
    noted: Any,
) -> int:  # fmt: skip
    """Play a game between the bots of the first episode, and note its decisions from row `first` on.

    Returns the row after the last one, or NO_ROOM. `noted` is None, or rows have a history as well.
    """
    runs, numbers, spread = offsets
    facts, weights, _, _ = opponents
    features, words, move_lists, _, _, plans = scratch
    observation, longs, mask, action, seats, plies = notes
    game, state, episode, moves = games[0], states[0], episodes[0], move_lists[0].moves
    begin(game, state, episode)
    load_dice(episode.luck, game_seed(episode.seed, 1))
    if noted is not None:
        forget(noted.records[0])
    at = first
    while state.phase != OVER:
        if at == seats.shape[0]:
            return NO_ROOM
        for byte in range(mask.shape[1]):
            mask[at, byte] = 0
        for n in range(list_moves(game, state, LIST, moves)):
            mask[at, moves[n] >> 3] |= 128 >> (moves[n] & 7)
        write_features(game, state, state.seat, features[0])
        write_row(words, 0, runs, numbers, spread, state.seat, observation, longs, at, 0)
        if noted is not None:
            write_history(state, noted, state.seat, observation, longs, at, 0)
        move = choose_as(game, facts[0], weights, state, episode, plans[0], moves)
        action[at], seats[at], plies[at] = move, state.seat, at - first
        for stream in range(CHOICES):  # the streams of the decks: a number drawn is a deal
            plies[at] += episode.dice[stream, 2]
        if noted is None:
            act(game, state, episode.dice, move)
        else:
            act_noting(game, state, episode.dice, move, noted.records[0])
        at += 1
    return at
