"""Positions: games between bots as rows, one for each decision.

Bots that are compiled play whole games in the engine; any others are asked for one move after another. Both write the
same columns.
"""

from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from whistlestop.bots import Bot
from whistlestop.env.history import Follower, Histories
from whistlestop.env.kernels.earnings import BY_PLACE, settle
from whistlestop.env.kernels.games import EPISODE
from whistlestop.env.kernels.notes import NO_ROOM, Notes, note_game
from whistlestop.env.observation import DTYPE, Layout
from whistlestop.env.observer import Observer
from whistlestop.env.opponents import is_compiled, make, make_opponents
from whistlestop.env.scratch import make_scratch
from whistlestop.game.dice import SEED_LIMIT, check_seed, seat_rng
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.state import STATE

Rows = dict[str, Any]
CHUNK, FAST_CHUNK = 16, 256
"""How many games a process plays between two reports; more if the bots are compiled."""
ROOM = 64
"""How many rows a game has room for at first."""


def play_any(game: Game, bots: Sequence[Bot], numbers: range, seed: int, history: bool) -> Rows:
    """The positions of some games between any bots."""
    observer, games = Observer(game, history), len(numbers)
    paid, totals = np.zeros((games, game.seats), np.float32), np.zeros((games, game.seats), np.int32)
    firsts, lengths = np.zeros(games, np.int8), np.zeros(games, np.int64)
    observations, masks, actions, seats, plies = [], [], [], [], []
    for k, number in enumerate(numbers):
        record, rngs = Record(game, seed + number), [seat_rng(seed + number, seat) for seat in range(game.seats)]
        follower = Follower(observer.layout, record)
        while not record.over:
            mover = record.mover
            observations.append(observer.observation(record.states, 0, mover))
            if history:
                follower.write(mover, observations[-1])
            masks.append(np.packbits(observer.mask(record.states, 0, mover)))
            actions.append(bots[(mover + number) % len(bots)].choose(record.view(mover), rngs[mover]))
            seats.append(mover)
            plies.append(len(record.entries))
            record.play(actions[-1])
        lengths[k], firsts[k] = len(actions) - lengths.sum(), record.state.first
        paid[k] = observer.rewards(record.states, 0, BY_PLACE)
        totals[k] = [seat.total for seat in record.result.seats]  # type: ignore[union-attr]  # it is over
    notes = Notes(
        np.array(observations, DTYPE), None, np.array(masks, np.uint8), np.array(actions, np.int16),
        np.array(seats, np.int8), np.array(plies, np.int16),
    )  # fmt: skip
    return columns(notes, len(bots), numbers, seed, lengths, paid, totals, firsts)


def play_fast(game: Game, bots: Sequence[Bot], numbers: range, seed: int, history: bool) -> Rows:
    """The positions of some games between compiled bots."""
    layout, opponents, scratch = Layout(game, history), make_opponents(bots, game, None), make_scratch()
    noted, games = Histories(layout, 1).noted, len(numbers)
    assert opponents is not None
    players = opponents.lineups[:, 0]  # each bot of the list as the only one of a lineup
    states: Any = np.zeros(1, STATE)
    episode: Any = np.zeros(1, EPISODE)
    paid, totals = np.zeros((games, game.seats), np.float32), np.zeros((games, game.seats), np.int32)
    places, ends = np.zeros((1, game.seats), np.int8), np.zeros(games, np.int64)
    firsts, notes, at = np.zeros(games, np.int8), make_notes(layout, ROOM * games), 0
    for k, number in enumerate(numbers):
        episode["run"] = seed + number
        episode["players"][0, : game.seats] = players[(np.arange(game.seats) + number) % len(bots)]
        where = (game.compiled, layout.offsets, opponents, states, episode, scratch)
        while (end := note_game(*where, notes, at, noted)) == NO_ROOM:
            larger = make_notes(layout, 2 * len(notes.seat))
            for old, new in zip(notes, larger, strict=True):
                new[:at] = old[:at]
            notes = larger
        at = ends[k] = end
        firsts[k] = states[0].first
        settle(game.compiled, states, 0, BY_PLACE, scratch, paid[k : k + 1], totals[k : k + 1], places)
    kept = Notes(*(array[:at] for array in notes))
    return columns(kept, len(bots), numbers, seed, np.diff(ends, prepend=0), paid, totals, firsts)


def make_notes(layout: Layout, room: int) -> Notes:
    """Empty rows."""
    observation = np.zeros((room, layout.size), DTYPE)
    mask = np.zeros((room, -(-layout.actions // 8)), np.uint8)
    numbers = (np.zeros(room, np.int16), np.zeros(room, np.int8), np.zeros(room, np.int16))
    return Notes(observation, observation.view(np.int64), mask, *numbers)


def columns(
    notes: Notes, bots: int, numbers: range, seed: int, lengths: Any, paid: Any, totals: Any, firsts: Any
) -> Rows:  # fmt: skip
    """The columns of some games, from their decisions and how they ended."""
    index, seat = np.repeat(np.arange(len(numbers)), lengths), notes.seat
    number = np.asarray(numbers, np.int64)[index]
    done = np.zeros(len(seat), np.bool_)
    done[np.cumsum(lengths) - 1] = True
    return {
        "observation": notes.observation,
        "mask": notes.mask,
        "action": notes.action,
        "outcome": paid[index, seat],
        "total": totals[index, seat].astype(np.int16),
        "seat": seat,
        "bot": ((seat + number) % bots).astype(np.int8),
        "game": number,
        "seed": seed + number,
        "ply": notes.ply,
        "done": done,
        "first": seat == firsts[index],
        "map": np.zeros(len(seat), np.int8),
        "seats": np.full(len(seat), paid.shape[1], np.int8),
    }


def play_games(game: Game, bots: Sequence[str], numbers: range, seed: int, history: bool = False) -> Rows:
    """The positions of some games."""
    made = [make(bot, game) for bot in bots]
    return (play_fast if all(map(is_compiled, made)) else play_any)(game, made, numbers, seed, history)


def join(parts: Sequence[Rows]) -> Rows:
    """Several parts as one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def positions(
    game: Game, bots: Sequence[str], games: int, seed: int, jobs: int, history: bool = False
) -> Generator[tuple[int, Rows], None, None]:
    """The positions of many games in order, a part at a time, with the number of games in it.

    More than one job plays on processes.
    """
    check_seed(seed)
    check_seed(min(SEED_LIMIT, seed + games - 1))
    chunk = FAST_CHUNK if all(is_compiled(make(bot, game)) for bot in bots) else CHUNK
    pieces = [range(at, min(at + chunk, games)) for at in range(0, games, chunk)]
    if jobs == 1:
        for piece in pieces:
            yield len(piece), play_games(game, bots, piece, seed, history)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play_games, game, bots, piece, seed, history) for piece in pieces]
        try:
            for piece, future in zip(pieces, futures, strict=True):
                yield len(piece), future.result()
        finally:
            pool.shutdown(cancel_futures=True)
