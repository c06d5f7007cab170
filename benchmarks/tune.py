"""Find weights for a bot that follows the policy: `python benchmarks/tune.py new_york --seats 2 --minutes 10`.

It uses CMA-ES with a diagonal covariance (the package `cma`). Each generation tries a number of weights in many whole
games among copies of `planner` and among copies of `veteran`, in every seat and with the same deals, and moves towards
those that did well. Several maps can be tuned together. All cores are used; `WHISTLESTOP_TARGET=cuda` plays on a GPU,
one game per thread.
"""

import argparse
import ast
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots import planner, veteran
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.rollout import contest
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET

TRIED = 48
"""How many weights a generation tries."""
STRIDE = 24
"""The margin, in points, that is worth half as much as the greatest margin."""
NAMES = [field.name for field in fields(Weights) if field.name != "plans"]
SMALL = ("gathered", "full", "glut", "over", "scarce", "haste", "route", "pace", "price", "spare", "hunger", "held")
"""Weights that are not in hundredths of points: small changes of them matter."""
LEAST = {"full": 1, "haste": 4, "pace": 10, "price": 0, "glut": 0, "over": 0, "scarce": 0, "card": 1}
"""The smallest values of some weights."""
WIDTH = 1024
"""Space for the payments of one decision on a GPU."""

OPPONENTS: dict[str, Callable[[Game], Weights]] = {"planner": planner.weights_for, "veteran": veteran.weights_for}
"""Who can be in the other seats."""

Judge = Callable[[Game, list[Weights], Weights, int, int], Any]
Rivals = list[tuple[Game, Weights]]
"""The games to play, each with the weights in the other seats."""


def merit(totals: Any, firsts: Any, seat: int) -> Any:
    """How good games were for a seat: its share of the win, and a little for the margin."""
    others = np.delete(totals, seat, 1).max(1)
    margin = totals[:, seat] - others
    return firsts[:, seat] / firsts.sum(1) + 0.3 * margin / (STRIDE + abs(margin))


def judge_here(game: Game, tried: list[Weights], other: Weights, count: int, seed: int) -> Any:
    """The mean merit of each of the weights in `count` games, with `other` in all other seats, on the CPU."""
    each = max(1, count // game.seats)

    def judge_one(weights: Weights) -> float:
        found = 0.0
        for seat in range(game.seats):
            index = [1] * game.seats
            index[seat] = 0
            totals, places = contest(game, board_facts(game), weights_array(weights, other), index, each, seed)
            found += merit(totals, places == 1, seat).mean() / game.seats
        return found

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return np.array(list(pool.map(judge_one, tried)))


def judge_on_gpu(game: Game, tried: list[Weights], other: Weights, count: int, seed: int) -> Any:
    """The same on a GPU."""
    from numba import cuda
    from tune_gpu import BLOCK, contest_on_gpu

    threads = len(tried) * count
    totals = cuda.device_array((threads, game.seats), np.int32)
    places = cuda.device_array((threads, game.seats), np.int32)
    out = cuda.device_array((WIDTH, threads), np.int64)
    compiled, board = cuda.to_device(np.asarray(game.compiled)), cuda.to_device(np.asarray(board_facts(game)))
    all_weights = cuda.to_device(weights_array(*tried, other))
    contest_on_gpu[-(-threads // BLOCK), BLOCK](compiled, board, all_weights, count, seed, totals, places, out)
    totals, firsts = totals.copy_to_host(), places.copy_to_host() == 1
    seats = np.arange(threads) % count % game.seats
    found = np.zeros(threads)
    for seat in range(game.seats):
        found[seats == seat] = merit(totals[seats == seat], firsts[seats == seat], seat)
    return found.reshape(len(tried), count).mean(1)


def make_weights(base: Weights, numbers: Any) -> Weights:
    """Weights with these numbers, rounded and limited."""
    whole = {name: max(LEAST.get(name, -10_000), round(float(x))) for name, x in zip(NAMES, numbers, strict=True)}
    return replace(base, **whole)


def tune(
    rivals: Rivals, base: Weights, step: float, judge: Judge, count: int, minutes: float, seed: int, out: Path
) -> None:
    """Evolve weights, and write the centre of the search to a file every ten generations."""
    import cma  # from the extra `bench`; `judge` is used without it

    start = [float(getattr(base, name)) for name in NAMES]
    scale = [(2 if name in SMALL else 12) + 0.15 * abs(getattr(base, name)) for name in NAMES]
    options = {"popsize": TRIED, "CMA_stds": scale, "CMA_diagonal": True, "seed": seed, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(start, step, options)
    end = time.monotonic() + 60 * minutes
    generation = 0
    report(rivals, base, judge, generation, strategy.sigma, out)
    while time.monotonic() < end:
        points = strategy.ask()
        tried = [make_weights(base, point) for point in points]
        first = seed + generation * count
        found = sum(judge(game, tried, other, count, first) for game, other in rivals)
        strategy.tell(points, -found)
        generation += 1
        if generation % 10 == 0:
            report(rivals, make_weights(base, strategy.mean), judge, generation, strategy.sigma, out)
    report(rivals, make_weights(base, strategy.mean), judge, generation, strategy.sigma, out)


def report(rivals: Rivals, weights: Weights, judge: Judge, generation: int, step: float, out: Path) -> None:
    """Print how good the weights are on deals that were not used for tuning, and write them to the file."""
    deals = 20_000 if TARGET == "cuda" else 4_000
    merits = [judge(game, [weights], other, deals, 1 << 40)[0] for game, other in rivals]
    words = ", ".join(f"{game.name} {game.seats} {value:.4f}" for (game, _), value in zip(rivals, merits, strict=True))
    print(f"{generation}: {words} (step {step:.2f})", flush=True)
    found = asdict(weights)
    out.write_text(repr({name: found[name] for name in NAMES}) + "\n", "utf-8")


def main() -> None:
    """Read what to tune, and tune it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = 2048 if TARGET == "cuda" else 400
    parser.add_argument("maps", nargs="+")
    parser.add_argument("--seats", type=int, nargs="+", default=[2], help="numbers of seats (default: 2)")
    parser.add_argument(
        "--against",
        nargs="+",
        choices=OPPONENTS,
        default=list(OPPONENTS),
        help="who is in the other seats (default: both)",
    )
    parser.add_argument("--minutes", type=float, default=10, help="how long to tune (default: 10)")
    parser.add_argument("--games", type=int, default=games, help=f"games for each of the weights (default: {games})")
    parser.add_argument("--step", type=float, default=1.0, help="how widely to search at first (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first deal and of the search (default: 1)")
    parser.add_argument("--start", type=Path, help="file with the weights to start from (default: the veteran's)")
    parser.add_argument("--out", type=Path, default=Path("weights.txt"), help="file to write (default: weights.txt)")
    args = parser.parse_args()
    games = [Game(name, seats) for name in args.maps for seats in args.seats]
    rivals = [(game, OPPONENTS[name](game)) for game in games for name in args.against]
    judge = judge_on_gpu if TARGET == "cuda" else judge_here
    start = veteran.weights_for(games[0])
    if args.start is not None:
        start = replace(start, **ast.literal_eval(args.start.read_text("utf-8")))
    tune(rivals, start, args.step, judge, args.games, args.minutes, args.seed, args.out)


if __name__ == "__main__":
    main()
