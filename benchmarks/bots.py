"""How fast bots think: whole plays by policy, one decision from a view, and rollouts of a search; one core.

    python benchmarks/bots.py

Ratios stand against random play of the same game in the same run.
"""

import random
import statistics
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from whistlestop.bots import bot_class, make_bot
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
                    "planner us", "champion rollouts/s"):  # fmt: skip
        table.add_column(heading, justify="right")
    for name, seats in CELLS:
        table.add_row(f"{name} {seats}", *row(Game(name, seats)))
    Console().print(table)
    print("A decision is timed from its view in Python, over one play; a rollout is a whole play from its set-up,")
    print("but for the champion's, which begin where its own decisions are made.")


def row(game: Game) -> list[str]:
    """The figures of one game."""
    simulate(game, 1)
    by_chance = rate(lambda: simulate(game, GAMES), GAMES)
    cells = [f"{by_chance:,.0f}"]
    for name in ("racer", "planner"):
        given = weights_array(bot_class(name).weights_for(game))
        contest(game, board_facts(game), given, [0] * game.seats, 1)
        by_policy = rate(lambda given=given: contest(game, board_facts(game), given, [0] * game.seats, GAMES), GAMES)
        cells += [f"{by_policy:,.0f}", f"{by_policy / by_chance:.2f}"]
    cells += [f"{1e6 * decision(game, name):.1f}" for name in ("racer", "planner")]
    return [*cells, f"{ROLLOUTS / decision(game, f'champion:rollouts={ROLLOUTS}'):,.0f}"]


def rate(work: Callable[[], object], count: int) -> float:
    """How many a second, the median of some runs."""
    return statistics.median(count / timed(work) for _ in range(RUNS))


def timed(work: Callable[[], object]) -> float:
    """The seconds that it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def decision(game: Game, name: str) -> float:
    """The mean seconds of a bot's decisions with a choice, in one play against itself."""
    bot, chances, record = make_bot(name), random.Random(1), Record(game, 1)
    seconds = []
    bot.choose(record.view(record.mover), random.Random(1))  # what was compiled is loaded by then
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
