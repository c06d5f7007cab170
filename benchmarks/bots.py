"""Measure how fast bots decide: whole games by policy, one decision from a view, and rollouts of a search; one core.

    python benchmarks/bots.py

Ratios compare with random games in the same run.
"""

import random
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from whistlestop.bots import make_bot, planner, racer
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.rollout import contest
from whistlestop.bots.weights import weights_array
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.simulation import simulate

CELLS = [("nordic", 2), ("europe", 2), ("new_york", 2)]
RUNS = 5
GAMES = 1000
ROLLOUTS = 1000


def main() -> None:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    for heading in ("", "random games/s", "racer rollouts/s", "ratio", "planner rollouts/s", "ratio", "racer us",
                    "planner us", "express us", "treesearch rollouts/s"):  # fmt: skip
        table.add_column(heading, justify="right")
    for name, seats in CELLS:
        table.add_row(f"{name} {seats}", *row(Game(name, seats)))
    Console().print(table)
    print("A decision is timed from its view in Python, over one game. A rollout is a whole game from its set-up,")
    print("except for treesearch, whose rollouts start where it decides.")


def row(game: Game) -> list[str]:
    """The figures of one game."""
    simulate(game, 1)
    by_chance = rate(lambda: simulate(game, GAMES), GAMES)
    cells = [f"{by_chance:,.0f}"]
    for weights in (racer.WEIGHTS, planner.weights_for(game)):
        given = game, board_facts(game), weights_array(weights), [0] * game.seats
        contest(*given, 1)
        by_policy = rate(lambda given=given: contest(*given, GAMES), GAMES)
        cells += [f"{by_policy:,.0f}", f"{by_policy / by_chance:.2f}"]
    cells += [f"{1e6 * decision(game, name):.1f}" for name in ("racer", "planner", "express")]
    return [*cells, f"{ROLLOUTS / decision(game, f'treesearch:rollouts={ROLLOUTS}'):,.0f}"]


def rate(work: Callable[[], object], count: int) -> float:
    """How many per second: the median of several runs."""
    return statistics.median(count / timed(work) for _ in range(RUNS))


def timed(work: Callable[[], object]) -> float:
    """The seconds that the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def decision(game: Game, name: str) -> float:
    """The mean seconds of a bot's decisions between several moves, in one game against itself."""
    bot, chances, record = make_bot(name), random.Random(1), Record(game, 1)
    seconds = []
    bot.choose(record.view(record.mover), random.Random(1))  # compile first
    while not record.over:
        view = record.view(record.mover)
        start = time.perf_counter()
        move = bot.choose(view, chances)
        if len(view.legal) > 1:
            seconds.append(time.perf_counter() - start)
        record.play(move)
    return statistics.mean(seconds)


if __name__ == "__main__":
    main()
