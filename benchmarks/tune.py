"""Find weights for a bot that follows the policy: `python benchmarks/tune.py new_york --seats 2 --minutes 10`.

A separable evolution strategy (CMA-ES with a diagonal covariance): each generation tries a handful of tastes in many
whole plays against the planner, in every seat and with the same deals, and moves towards those that did well. Several
maps are tuned together, so that one taste serves them all. `WHISTLESTOP_TARGET=cuda` plays on a GPU, a play a thread,
thousands of times faster; on the CPU it is for a look at a few weights.
"""

import argparse
import ast
import math
import time
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.planner import Planner
from whistlestop.bots.rollout import contest
from whistlestop.bots.veteran import Veteran
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET

TRIED = 48
"""Tastes in a generation."""
STRIDE = 24
NAMES = [field.name for field in fields(Weights) if field.name != "plans"]
SMALL = ("gathered", "full", "glut", "over", "haste", "route", "pace", "price", "spare", "hunger", "held")
"""Weights that are no hundredths of points: a small change of them matters."""
LEAST = {"full": 1, "haste": 4, "pace": 10, "price": 0, "glut": 0, "over": 0, "card": 1}
WIDTH = 1024
"""Room for the payments of one decision on a GPU."""

Judge = Callable[[Game, list[Weights], Weights, int, int], Any]


def merit(totals: Any, firsts: Any, seat: int) -> Any:
    """How good plays were for a seat: its share of the win, and a little for the margin."""
    others = np.delete(totals, seat, 1).max(1)
    margin = totals[:, seat] - others
    return firsts[:, seat] / firsts.sum(1) + 0.3 * margin / (STRIDE + abs(margin))


def judge_here(game: Game, tried: list[Weights], other: Weights, plays: int, seed: int) -> Any:
    """The merit of each taste against another at all other seats, on the CPU."""
    found = np.zeros(len(tried))
    for n, weights in enumerate(tried):
        for seat in range(game.seats):
            styles = [1] * game.seats
            styles[seat] = 0
            each = plays // game.seats
            totals, places = contest(game, board_facts(game), weights_array(weights, other), styles, each, seed)
            found[n] += merit(totals, places == 1, seat).mean() / game.seats
    return found


def judge_on_gpu(game: Game, tried: list[Weights], other: Weights, plays: int, seed: int) -> Any:
    """The same on a GPU."""
    from numba import cuda
    from tune_gpu import BLOCK, contest_on_gpu

    count = len(tried) * plays
    totals = cuda.device_array((count, game.seats), np.int32)
    places = cuda.device_array((count, game.seats), np.int32)
    room = cuda.device_array((WIDTH, count), np.int64)
    compiled, board = cuda.to_device(np.asarray(game.compiled)), cuda.to_device(np.asarray(board_facts(game)))
    all_weights = cuda.to_device(weights_array(*tried, other))
    contest_on_gpu[-(-count // BLOCK), BLOCK](compiled, board, all_weights, plays, seed, totals, places, room)
    totals, firsts = totals.copy_to_host(), places.copy_to_host() == 1
    seats = np.arange(count) % plays % game.seats
    found = np.zeros(count)
    for seat in range(game.seats):
        found[seats == seat] = merit(totals[seats == seat], firsts[seats == seat], seat)
    return found.reshape(len(tried), plays).mean(1)


def made(base: Weights, numbers: Any) -> Weights:
    """A taste with these weights."""
    whole = {name: max(LEAST.get(name, -10_000), round(float(x))) for name, x in zip(NAMES, numbers, strict=True)}
    return replace(base, **whole)


def tune(games: list[Game], base: Weights, judge: Judge, plays: int, minutes: float, seed: int, out: Path) -> None:
    """Evolve weights from a taste, and write the best so far to a file, generation by generation."""
    others = [Planner.weights_for(game) for game in games]
    count = len(NAMES)
    centre = np.array([float(getattr(base, name)) for name in NAMES])
    scale = np.array([(2 if name in SMALL else 12) + 0.15 * abs(getattr(base, name)) for name in NAMES])
    ranks = np.log(TRIED // 2 + 0.5) - np.log(np.arange(1, TRIED // 2 + 1))
    ranks /= ranks.sum()
    mass = 1 / (ranks**2).sum()
    rate = (mass + 2) / (count + mass + 5)
    damping = 1 + rate + 2 * max(0.0, math.sqrt((mass - 1) / (count + 1)) - 1)
    learning = min(0.5, (count + 2) / 3 * 2 * (mass - 1 + 1 / mass) / ((count + 2) ** 2 + mass))
    spread = np.ones(count)
    path = np.zeros(count)
    length = math.sqrt(count) * (1 - 1 / (4 * count))
    step = 1.0
    dice = np.random.default_rng(seed)
    end = time.monotonic() + 60 * minutes
    generation = 0
    while time.monotonic() < end:
        noise = dice.standard_normal((TRIED, count))
        moves = np.sqrt(spread) * noise
        tried = [made(base, centre + step * scale * move) for move in moves]
        first = seed + generation * plays
        found = sum(judge(game, tried, other, plays, first) for game, other in zip(games, others, strict=True))
        order = np.argsort(-found)[: TRIED // 2]
        move = ranks @ moves[order]
        centre += step * scale * move
        path = (1 - rate) * path + math.sqrt(rate * (2 - rate) * mass) * (ranks @ noise[order])
        spread = (1 - learning) * spread + learning * (ranks @ moves[order] ** 2)
        step *= math.exp(rate / damping * (math.sqrt((path**2).sum()) / length - 1))
        generation += 1
        if generation % 10 == 0:
            report(games, others, made(base, centre), judge, generation, step, out)
    report(games, others, made(base, centre), judge, generation, step, out)


def report(
    games: list[Game], others: list[Weights], weights: Weights, judge: Judge, generation: int, step: float, out: Path
) -> None:
    """Say how good the middle of the tastes is on deals that were never tuned on, and write it down."""
    deals = 20_000 if TARGET == "cuda" else 400
    merits = [judge(game, [weights], other, deals, 1 << 40)[0] for game, other in zip(games, others, strict=True)]
    words = ", ".join(f"{game.name} {value:.4f}" for game, value in zip(games, merits, strict=True))
    print(f"{generation}: {words} (step {step:.2f})", flush=True)
    found = asdict(weights)
    out.write_text(repr({name: found[name] for name in NAMES}) + "\n", "utf-8")


def main() -> None:
    """Read what to tune, and tune it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="+")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--plays", type=int, default=2048 if TARGET == "cuda" else 200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="begin with the weights in this file; by default the veteran's")
    parser.add_argument("--out", type=Path, default=Path("weights.txt"))
    args = parser.parse_args()
    games = [Game(name, seats) for name in args.maps for seats in args.seats]
    judge = judge_on_gpu if TARGET == "cuda" else judge_here
    start = Veteran.weights_for(games[0])
    if args.start is not None:
        start = replace(start, **ast.literal_eval(args.start.read_text("utf-8")))
    tune(games, start, judge, args.plays, args.minutes, args.seed, args.out)


if __name__ == "__main__":
    main()
