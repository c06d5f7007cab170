"""Reviews: whether they add up in many games, whether they order bots as the ladder does, and how long they take.

    python benchmarks/review.py sums --games 500
    python benchmarks/review.py bots new_york --games 6 --rollouts 128
    python benchmarks/review.py time europe

All games follow from their seeds.
"""

import argparse
import random
import time
from typing import Any

import numpy as np

from whistlestop import maps
from whistlestop.bots import make_bot
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.review.losses import grade
from whistlestop.review.records import FORCED, GRADE_NAMES, UNIT
from whistlestop.review.report import ROLLOUTS, Review, final_report

SEED = 4_000_000
BOTS = ("planner", "veteran", "express", "champion:rollouts=128")


def play(game: Game, seed: int, bots: list[str]) -> Record:
    """A game between bots."""
    record, rng = Record(game, seed), random.Random(seed)
    players = [make_bot(bot) for bot in bots]
    while not record.over:
        record.play(players[record.mover].choose(record.view(record.mover), rng))
    return record


def check_sums(games: int) -> None:
    """Review games of planners and of random moves with a few searches, and check every sum."""
    every = [Game.load(folder) for folder in maps.folders(maps.BUNDLED).values()]
    tables = [Game(one.name, seats) for one in every for seats in range(one.rules.min_seats, one.rules.max_seats + 1)]
    steps = skills = 0
    for n in range(games):
        game = tables[n % len(tables)]
        review = Review(play(game, SEED + n, ["random" if n % 3 == 0 else "planner"] * game.seats), rollouts=16)
        review.look()
        for step in review.to_search()[:3]:
            grade(review.search(step), review.steps, step)
        report = review.report()
        sums = report.summaries
        assert (sums["start"] + sums["skill"] + sums["opponents"] + sums["luck"] == sums["result"]).all()
        assert report.steps["open"].sum(axis=1).min() == report.steps["open"].sum(axis=1).max() == UNIT
        winners = review.record.result.winners if review.record.result else ()
        assert {seat for seat in range(game.seats) if sums["result"][seat] > 0} == set(winners)
        steps += len(report.steps)
        skills += int(np.count_nonzero(report.steps["gain"]))
    print(f"{games:,} games, {steps:,} steps, {skills:,} with skill: skill, opponents and luck add up in all of them.")


def order_bots(name: str, games: int, rollouts: int) -> None:
    """Let each bot play itself, and print what its decisions give away on average."""
    game = Game(name)
    print(
        "bot, decisions, mean loss in points, its 95% interval, accuracy, "
        + ", ".join(str(one) for one in GRADE_NAMES[1:])
    )
    for bot in BOTS:
        losses: list[Any] = []  # of each game
        accuracies: list[int] = []
        counts: Any = np.zeros(len(GRADE_NAMES), int)
        for n in range(games):
            report = final_report(play(game, SEED + n, [bot, bot]), rollouts)
            graded = report.steps[1:][report.steps["grade"][1:] != FORCED]
            losses.append(graded["loss"])
            accuracies += report.summaries["accuracy"].tolist()
            counts += report.summaries["grades"].sum(axis=0)
        sizes = np.array([len(one) for one in losses])
        mean = 100 * sum(one.sum() for one in losses) / sizes.sum() / UNIT
        apart = [100 * one.sum() / UNIT - mean * len(one) for one in losses]  # games differ, not decisions alone
        doubt = 1.96 * np.sqrt(np.square(apart).sum() * games / max(1, games - 1)) / sizes.sum()
        grades = ", ".join(map(str, counts[1:]))
        interval = f"{mean - doubt:.2f} to {mean + doubt:.2f}"
        print(f"{bot}, {sizes.sum()}, {mean:.2f}, {interval}, {np.mean(accuracies):.0f}, {grades}", flush=True)


def measure(name: str, rollouts: int) -> None:
    """Time the quick look and the whole report of a game between two planners."""
    record = play(Game(name), SEED, ["planner", "planner"])
    final_report(record.at(30), 1)  # compiles
    began, busy = time.perf_counter(), time.process_time()
    Review(record, rollouts).look()
    quick, quick_busy = time.perf_counter() - began, time.process_time() - busy
    began, busy = time.perf_counter(), time.process_time()
    report = final_report(record, rollouts)
    whole, whole_busy = time.perf_counter() - began, time.process_time() - busy
    print(f"{name}: {len(report.steps) - 1} decisions, {report.searched} searched with {rollouts} rollouts each")
    print(f"quick look: {quick:.2f} s, of a processor {quick_busy:.2f} s")
    print(
        f"whole report, two threads: {whole:.1f} s, of a processor {whole_busy:.1f} s, {whole_busy / 2:.1f} s on each"
    )


def main() -> None:
    """Check, compare or time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sums", "bots", "time"))
    parser.add_argument("map", nargs="?", default="europe")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS)
    args = parser.parse_args()
    if args.what == "sums":
        check_sums(args.games)
    elif args.what == "bots":
        order_bots(args.map, args.games, args.rollouts)
    else:
        measure(args.map, args.rollouts)


if __name__ == "__main__":
    main()
