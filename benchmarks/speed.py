"""Measure how fast the engine is: `make bench`.

All figures are medians on one core unless stated otherwise; every ratio comes from the same run. Games are random, to
the end, with final scoring and all rules. Catanatron from PyPI is the baseline if it is installed (`make bench`
installs it).
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from whistlestop.game.engine import start, step
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry
from whistlestop.game.record import Record
from whistlestop.game.simulation import simulate
from whistlestop.game.state import CHANCE, STATE

CELLS = [("nordic", 2), ("nordic", 3), *(("europe", n) for n in (2, 3, 4, 5)), *(("new_york", n) for n in (2, 3, 4))]
OUT = Console()
UNCOMPILED = """
import sys, time
from whistlestop.game.game import Game
from whistlestop.game.simulation import simulate
game = Game(sys.argv[1], int(sys.argv[2]))
begin = time.perf_counter()
simulate(game, int(sys.argv[3]))
print((time.perf_counter() - begin) / int(sys.argv[3]))
"""
FIRST_PLAYOUT = """
from whistlestop.game.game import Game
from whistlestop.game.simulation import simulate
simulate(Game("europe", 2), 1)
"""


def median_seconds(run: Callable[[], Any], repeats: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def external(command: list[str], **environment: str) -> float:
    """The time of a command in a separate process."""
    begin = time.perf_counter()
    subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True)
    return time.perf_counter() - begin


def uncompiled_seconds(name: str, seats: int, games: int) -> float:
    """Seconds per game of the same code in plain Python."""
    command = [sys.executable, "-c", UNCOMPILED, name, str(seats), str(games)]
    environment = {**os.environ, "WHISTLESTOP_TARGET": "none"}
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def catanatron_seconds(games: int) -> float | None:
    """Seconds per game of Catanatron's random players, two seats; None if it is not installed."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return None

    def play() -> None:
        Catan([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]).play()

    play()
    return median_seconds(play, games)


def random_play(games: int, repeats: int, plain_games: int) -> None:
    """Games and moves per second in every cell, compared with the same code uncompiled and with Catanatron."""
    baseline = catanatron_seconds(20 * repeats)
    table = Table("map", "seats", "games/s", "moves/s", "us/game", "x uncompiled", "x Catanatron")
    for name, seats in CELLS:
        game = Game(name, seats)
        plies = simulate(game, games).plies.sum()
        seconds = median_seconds(lambda game=game: simulate(game, games), repeats) / games
        plain = uncompiled_seconds(name, seats, plain_games)
        table.add_row(
            name,
            str(seats),
            f"{1 / seconds:,.0f}",
            f"{plies / games / seconds:,.0f}",
            f"{seconds * 1e6:.1f}",
            f"{plain / seconds:,.0f}",
            f"{baseline / seconds:,.0f}" if baseline else "not installed",
        )
    OUT.print("Random games with final scoring, one core", table)
    if baseline:
        OUT.print(f"Catanatron, random, two seats: {1 / baseline:,.1f} games/s")


@entry
def copy_states(states: Any, copies: int) -> None:
    """Copy one state over others repeatedly."""
    for n in range(copies):
        states[1 + n % (states.shape[0] - 1)] = states[0]


def single_operations(repeats: int) -> None:
    """Time one step called from Python, one state copied, and two threads compared with one."""
    game = Game("europe", 2)
    record = Record(game, 1)
    for n in range(100):
        moves = record.legal_moves()
        record.play(moves[n % len(moves)])
    moves = [entry.move for entry in record.entries]
    states: Any = np.zeros(1, STATE)
    out = np.zeros(len(game.catalogue), np.int64)

    def replay() -> None:
        start(game.compiled, states, 0, CHANCE)
        for move in moves:
            step(game.compiled, states, 0, move, out)

    replay()
    seconds = median_seconds(replay, 50 * repeats) / len(moves)
    OUT.print(f"A step from Python, with the next legal moves: {seconds * 1e6:.2f} us (mean over {len(moves)} moves)")
    many: Any = np.zeros(65, STATE)
    copy_states(many, 1)
    seconds = median_seconds(lambda: copy_states(many, 1_000_000), repeats) / 1_000_000
    OUT.print(f"A state of {STATE.itemsize} bytes copied: {seconds * 1e9:.0f} ns")
    one = median_seconds(lambda: simulate(game, 20_000, jobs=1), repeats)
    two = median_seconds(lambda: simulate(game, 20_000, jobs=2), repeats)
    OUT.print(f"Two threads: {one / two:.2f} times as fast as one")


def starting_up(repeats: int) -> None:
    """Time the first compile, a warm start, and `--help`."""
    whistlestop = [sys.executable, "-m", "whistlestop"]
    with tempfile.TemporaryDirectory() as cache:
        seconds = external([*whistlestop, "warm"], WHISTLESTOP_CACHE=cache)
        OUT.print(f"First compile of everything: {seconds:.1f} s")
        warm = statistics.median(
            external([sys.executable, "-c", FIRST_PLAYOUT], WHISTLESTOP_CACHE=cache) for _ in range(repeats)
        )
        OUT.print(f"Warm start to the first playout: {warm:.2f} s")
    helped = statistics.median(external([*whistlestop, "--help"]) for _ in range(repeats))
    OUT.print(f"whistlestop --help: {helped:.2f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    quick = parser.parse_args().quick
    repeats = 3 if quick else 7
    random_play(games=5_000 if quick else 20_000, repeats=repeats, plain_games=3 if quick else 10)
    single_operations(repeats)
    starting_up(repeats)


if __name__ == "__main__":
    main()
