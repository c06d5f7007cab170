"""Finds puzzles: games of the bot `express` are searched for positions in which one move is clearly best.

A position passes three stages. First its likeliest moves are compared in a few guesses, and it is dropped as soon as
none of them leads. Then the best is compared with every other move in fresh guesses, because the best of several in the
same guesses looks better than it is. Each other move must trail by LEAD at 99 % confidence; one that does takes no
further part. The last stage rates how hard the puzzle is: how many of some bots miss the move.
"""

import multiprocessing
import random
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from pathlib import Path

import numpy as np

from whistlestop.bots import make_bot
from whistlestop.bots.network_bot import NetworkBot
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE
from whistlestop.game.view import View
from whistlestop.review.puzzles.files import games_of
from whistlestop.review.puzzles.puzzle import Choice, Puzzle, answer_of
from whistlestop.review.puzzles.reasons import BadPuzzles
from whistlestop.review.puzzles.themes import themes_of
from whistlestop.review.puzzles.values import MOVES_AT_ONCE, Comparison, values_of

LEAD = 0.1
"""How much more likely the best move must be to win than every other one."""
SURE = 2.81
"""How many standard errors a lead must be above LEAD. A move is looked at up to four times, so each look may be wrong
in a quarter of 1 % of all cases."""
LOOKS = (32, 96, 224, 480)
"""After how many guesses the other moves are looked at."""
LIKELY = 3
"""How many of the likeliest moves are compared first,"""
SCREENS = (8, 32)
"""in how many guesses."""
HOPE = (0.06, 0.1)
"""The least lead with which a position stays after each of these."""
FIRST, REST = 6, MOVES_AT_ONCE - 1
"""How many of the other moves are looked at together: first the likeliest."""
MEASURED = 256
"""In how many fresh guesses the chances of the moves that a puzzle lists are measured,"""
INTERVAL = 2.58
"""and how many standard errors the limits of their differences are away: 99 % confidence."""
SHOWN = 4
"""How many moves a puzzle lists."""
APART = 8
"""How many decisions of all seats two puzzles of a game are apart."""
MORE_SEATS = 4
"""Of so many games one has more than two seats."""
SOLVERS = ("one_step", "planner", "veteran", "express")
"""The bots that rate the difficulty: each that misses the best move adds 1."""
EASY = 2
"""Of so many of the easiest puzzles one is kept."""
FIRST_TICKETS = 4
"""In so many games first choices of tickets are looked at in one: many have a clear answer, but only a few moves."""
FRESH = 1 << 52
"""Added to the seed of guesses that no earlier stage has seen."""
MOST_PLIES = 1 << 13
"""More plies than a game has, so that each has guesses of its own."""


AHEAD = 4
"""How many games are queued for each process before the first of them has to end."""


def mine_games(
    name: str, maps: Iterable[Path], first: int, jobs: int, is_over: Callable[[], bool]
) -> Generator[tuple[Puzzle, ...], None, None]:
    """The puzzles of one game after another, from the seed `first` on, until the time is over.

    They come in the order of the seeds, whatever the number of processes. Games that have begun are finished.
    """
    folders = tuple(maps)
    if jobs > 1:
        yield from mine_in_processes(name, folders, first, jobs, is_over)
        return
    for seed in count(first):
        if is_over():
            return
        yield mine_game(name, folders, seed)


def mine_in_processes(
    name: str, maps: tuple[Path, ...], first: int, jobs: int, is_over: Callable[[], bool]
) -> Generator[tuple[Puzzle, ...], None, None]:
    """Mine on the cores of this machine; closing the generator stops them."""
    spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that threads of compiled code hold
    pool = ProcessPoolExecutor(jobs, spawn, signal.signal, (signal.SIGINT, signal.SIG_DFL))
    waiting: deque[Future[tuple[Puzzle, ...]]] = deque()
    try:
        for seed in count(first):
            if is_over():
                break
            waiting.append(pool.submit(mine_game, name, maps, seed))
            if len(waiting) > AHEAD * jobs:
                yield waiting.popleft().result()
        begun = [future for future in reversed(waiting) if not future.cancel()]
        for future in reversed(begun):
            yield future.result()
    except BrokenProcessPool:
        raise BadPuzzles("puzzle_worker_died") from None
    finally:
        pool.shutdown(cancel_futures=True)


def mine_game(name: str, maps: tuple[Path, ...], seed: int) -> tuple[Puzzle, ...]:
    """The puzzles of the game of a seed."""
    game_for = games_of(name, maps)
    return tuple(mine(game_for(seats_in(game_for(2), seed)), seed))


def seats_in(game_for_two: Game, seed: int) -> int:
    """How many seats the game of a seed has: mostly two."""
    most = game_for_two.rules.max_seats
    return 2 if seed % MORE_SEATS or most == 2 else 3 + seed // MORE_SEATS % (most - 2)


def mine(game: Game, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one game; their number is 0."""
    record = Record(game, seed)
    player: NetworkBot = make_bot("express")  # type: ignore[assignment]
    decisions, last = 0, -APART
    while not record.over:
        view = record.view(record.mover)
        move, scratch = player.decide(view)
        answers = one_of_each(game, view, scratch.logits) if len(view.legal) > 1 else []
        decisions += len(answers) > 1
        is_skipped = record.is_choosing and seed % FIRST_TICKETS != 1
        if len(answers) > 1 and decisions - last >= APART and not is_skipped:
            choices = look(view, answers, (seed * MOST_PLIES + len(record.entries)) * LOOKS[-1])
            if choices:
                puzzle = make_puzzle(record, seed, choices)
                move = puzzle.best
                if puzzle.difficulty > 1 or (seed + decisions) % EASY == 0:
                    last = decisions
                    yield puzzle
        record.play(move)


def one_of_each(game: Game, view: View, logits: "np.ndarray") -> list[int]:
    """The likeliest move of each answer, by the network's logits, best first."""
    order = sorted(view.legal, key=lambda move: -logits[move])
    best: dict[tuple[int, ...], int] = {}
    for move in order:
        best.setdefault(answer_of(game, move), move)
    return list(best.values())


def look(view: View, answers: list[int], seed: int) -> tuple[Choice, ...]:
    """Compare the moves of a position, given from the likeliest on; empty if none is clearly best."""
    best = screen(view, answers[:LIKELY], seed)
    return () if best is None else confirm(view, best, [move for move in answers if move != best], seed + FRESH)


def screen(view: View, likely: list[int], seed: int) -> int | None:
    """The move that leads in a few guesses; None if none does."""
    so_far: Comparison | None = None
    tried = 0
    for guesses, hope in zip(SCREENS, HOPE, strict=True):
        more = values_of(view, likely, range(tried, guesses), seed)
        so_far, tried = more if so_far is None else so_far + more, guesses
        ahead, behind = np.sort(so_far.chances)[::-1][:2]
        if ahead - behind < hope:
            return None
    return likely[int(np.argmax(so_far.chances))] if so_far else None


def confirm(view: View, best: int, others: list[int], seed: int) -> tuple[Choice, ...]:
    """Compare a move with every other one in fresh guesses; empty if it doesn't lead each clearly."""
    leads: dict[int, float] = {}
    for batch in (others[:FIRST], *(others[n : n + REST] for n in range(FIRST, len(others), REST))):
        proved = prove(view, [best, *batch], seed)
        if proved is None:
            return ()
        leads |= proved
    moves = [best, *sorted(leads, key=lambda move: leads[move])[: SHOWN - 1]]
    measured = values_of(view, moves, range(MEASURED), seed + FRESH)
    if min(measured.leads[1:]) < LEAD:
        return ()
    low, high = measured.leads - INTERVAL * measured.errors, measured.leads + INTERVAL * measured.errors
    low[0] = high[0] = 0.0
    found = [
        Choice(move, float(measured.chances[n]), max(0.0, float(low[n])), min(1.0, float(high[n])))
        for n, move in enumerate(moves)
    ]
    return (found[0], *sorted(found[1:], key=lambda choice: -choice.chance))


def prove(view: View, moves: list[int], seed: int) -> dict[int, float] | None:
    """How far the first move leads the others; None if it doesn't lead one of them clearly."""
    proved: dict[int, float] = {}
    sums: Comparison | None = None
    done = 0
    for guesses in LOOKS:
        more = values_of(view, moves, range(done, guesses), seed)
        sums, done = more if sums is None else sums + more, guesses
        leads, sure = sums.leads, sums.leads - SURE * sums.errors >= LEAD
        proved |= {moves[n]: float(leads[n]) for n in range(1, len(moves)) if sure[n]}
        left = [n for n in range(1, len(moves)) if not sure[n]]
        if not left:
            return proved
        if min(leads[left]) < LEAD:
            return None
        moves = [moves[0], *(moves[n] for n in left)]
        sums = Comparison(sums.tried, sums.gained[[0, *left]], sums.squares[[0, *left]])
    return None


def make_puzzle(record: Record, seed: int, choices: tuple[Choice, ...]) -> Puzzle:
    """The puzzle of a position."""
    game, seat = record.game, record.mover
    moves = tuple(entry.move for entry in record.entries if entry.mover != CHANCE)
    view = record.view(seat)
    right = answer_of(game, choices[0].move)
    missed = sum(answer_of(game, make_bot(one).choose(view, random.Random(0))) != right for one in SOLVERS)
    themes = themes_of(record, choices[0].move, choices[1].move)
    return Puzzle(0, game.seats, seed, moves, seat, themes, 1 + missed, choices)
