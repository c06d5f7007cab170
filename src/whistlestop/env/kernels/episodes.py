"""Episodes: begin, step and restart many games at once, and write what the seats to move know and may do."""

from typing import Any, NamedTuple

from whistlestop.bots.kernel_types import PlanRec
from whistlestop.env.kernel_types import EpisodeRec
from whistlestop.env.kernels.earnings import BY_PLACE, BY_POINTS, forfeit, pay
from whistlestop.env.kernels.features import write_features, write_row
from whistlestop.env.kernels.games import begin, choose, is_legal, make_action, mark_moves
from whistlestop.env.kernels.history import (
    forget,
    make_action_noting,
    play_others_noting,
    write_history,
)
from whistlestop.env.kernels.opponents import play_others, seat_players
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.engine import ILLEGAL
from whistlestop.game.kernel import entry, kernel
from whistlestop.game.kernel_types import GameRec, StateRec
from whistlestop.game.limits import BITS
from whistlestop.game.score import score_state
from whistlestop.game.state import OVER


class Arrays(NamedTuple):
    """The arrays of a vector environment that the kernels below work on."""

    games: Any
    """The compiled game, one GAME record."""
    offsets: Any
    """See `observation.Offsets`."""
    states: Any
    """STATE records, one for each environment."""
    episodes: Any
    """EPISODE records, one for each environment."""
    final: Any
    """The observations at the end of games, a row for each environment."""
    final_longs: Any
    """The same memory as `final`."""
    noted: Any
    """None, or the histories of the environments as `history.Noted`."""


# Tuples of arrays are unpacked where they enter a function: reaching into one each time costs as much as a move.


@entry
def first_illegal(arrays: Any, actions: Any) -> int:
    """The first environment whose action is illegal, or -1."""
    games, _, _, episodes, _, _, _ = arrays
    for i in range(actions.shape[0]):
        if not is_legal(episodes[i], games[0].first_move[DEAL_FIRST], actions[i]):
            return i
    return -1


@entry
def sample(arrays: Any, actions: Any, scratch: Any, first: int, end: int) -> None:
    """A random legal action for each environment from `first` to `end`."""
    games, _, states, episodes, _, _, _ = arrays
    _, _, move_lists, _, _, _ = scratch
    for i in range(first, end):
        actions[i] = choose(games[0], states[i], episodes[i].dice, move_lists[0].moves)


@kernel
def write_known(
    game: GameRec, state: StateRec, viewer: int, offsets: Any, noted: Any, scratch: Any, rows: Any, longs: Any, i: int
) -> None:  # fmt: skip
    """Write to row i what a seat knows, and its history if there are any."""
    runs, numbers, spread = offsets
    features, words, _, _, _, _ = scratch
    write_features(game, state, viewer, features[0])
    write_row(words, 0, runs, numbers, spread, viewer, rows, longs, i, 0)
    if noted is not None:
        write_history(state, noted, viewer, rows, longs, i, i)


@kernel
def write_episode(
    game: GameRec, state: StateRec, episode: EpisodeRec, viewer: int, over: bool, i: int, offsets: Any, noted: Any,
    batch: Any, longs: Any, scratch: Any,
) -> None:  # fmt: skip
    """Write row i of the batch: the seat to move, what it knows and its legal moves; none if the game is over."""
    observation, mask, seats, _, _, _, _ = batch
    _, _, move_lists, _, _, _ = scratch
    seats[i] = viewer
    for move in range(mask.shape[1]):
        mask[i, move] = 0
    count = mark_moves(game, state, episode.legal, move_lists[0].moves)
    for n in range(count):
        mask[i, move_lists[0].moves[n]] = 0 if over else 1
        if over:
            episode.legal[move_lists[0].moves[n] // BITS] = 0
    write_known(game, state, viewer, offsets, noted, scratch, observation, longs, i)


@kernel
def end_episode(
    game: GameRec, state: StateRec, viewer: int, points: int, kind: int, i: int, arrays: Any, batch: Any, scratch: Any
) -> None:  # fmt: skip
    """Pay row i of the batch for a game that is over or forfeited, and write what a seat knows at its end."""
    _, offsets, _, _, final, final_longs, noted = arrays
    _, _, _, reward, _, totals, places = batch
    _, _, _, sheets, score_scratch, _ = scratch
    if points == ILLEGAL:
        forfeit(game, viewer, kind, i, reward, totals, places)
    else:
        score_state(game, state, sheets[0], score_scratch)
        pay(game, sheets[0], kind, i, reward, totals, places)
    write_known(game, state, viewer, offsets, noted, scratch, final, final_longs, i)


# Without opponents, `opponents` is None, and without histories `noted`: Numba then compiles versions of these functions
# that know no policy, or remember nothing.


@kernel
def play_one(game: GameRec, state: StateRec, episode: EpisodeRec, action: int, i: int, noted: Any) -> int:
    """Make an action and all deals after it; see `games.make_action`."""
    if noted is None:
        return make_action(game, state, episode, action)
    else:
        return make_action_noting(game, state, episode, action, noted.records[i])


@kernel
def answer(
    game: GameRec, opponents: Any, state: StateRec, episode: EpisodeRec, plan: PlanRec, moves: Any, kind: int, i: int,
    reward: Any, noted: Any,
) -> None:  # fmt: skip
    """Let the opponents move until the learner is to move or the game is over."""
    facts, weights, _, _ = opponents
    if noted is None:
        play_others(game, facts[0], weights, state, episode, plan, moves, kind, i, reward)
    else:
        play_others_noting(game, facts[0], weights, state, episode, plan, moves, kind, i, reward, noted.records[i])


@kernel
def begin_one(
    game: GameRec, opponents: Any, state: StateRec, episode: EpisodeRec, plan: PlanRec, moves: Any, i: int,
    reward: Any, noted: Any,
) -> None:  # fmt: skip
    """Start a game from its seed, and let the opponents move up to the learner's first decision."""
    begin(game, state, episode)
    if noted is not None:
        forget(noted.records[i])
    if opponents is not None:
        _, _, lineups, fixed = opponents
        seat_players(game, episode, lineups, fixed)
        answer(game, opponents, state, episode, plan, moves, BY_PLACE, i, reward, noted)


@entry
def begin_episodes(
    arrays: Any, opponents: Any, batch: Any, longs: Any, scratch: Any, first: int, end: int
) -> None:  # fmt: skip
    """Start the environments from `first` to `end` from their seeds, and write their rows."""
    games, offsets, states, episodes, _, _, noted = arrays
    _, _, _, reward, done, _, _ = batch
    _, _, move_lists, _, _, plans = scratch
    game = games[0]
    for i in range(first, end):
        done[i] = False
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
        state, episode, plan, moves = states[i], episodes[i], plans[0], move_lists[0].moves
        begin_one(game, opponents, state, episode, plan, moves, i, reward, noted)
        write_episode(game, state, episode, state.seat, False, i, offsets, noted, batch, longs, scratch)


@entry
def step_episodes(
    arrays: Any, opponents: Any, actions: Any, kind: int, restart: bool, batch: Any, longs: Any, scratch: Any,
    first: int, end: int,
) -> None:  # fmt: skip
    """Make the actions of the environments from `first` to `end`, restart those that end, and write their rows.

    Opponents move after each action, up to the learner's next decision.
    """
    games, offsets, states, episodes, _, _, noted = arrays
    _, _, _, reward, done, _, _ = batch
    _, _, move_lists, _, _, plans = scratch
    game = games[0]
    for i in range(first, end):
        state, episode, plan, moves = states[i], episodes[i], plans[0], move_lists[0].moves
        seat = state.seat
        points = play_one(game, state, episode, actions[i], i, noted)
        for other in range(game.seats):
            reward[i, other] = 0.0
        if kind == BY_POINTS:
            reward[i, seat] = points
        if opponents is not None:  # not `and`, which Numba would not leave out
            if points != ILLEGAL:
                answer(game, opponents, state, episode, plan, moves, kind, i, reward, noted)
        done[i] = points == ILLEGAL or state.phase == OVER
        if done[i]:
            end_episode(game, state, seat, points, kind, i, arrays, batch, scratch)
            if restart:
                episode.number += states.shape[0]
                begin_one(game, opponents, state, episode, plan, moves, i, reward, noted)
        over = done[i] and not restart
        viewer = seat if over else state.seat
        write_episode(game, state, episode, viewer, over, i, offsets, noted, batch, longs, scratch)
