"""`whistlestop warm`: compile the rules ahead of time, by calling them."""

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from numba.core.event import install_recorder

from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.server import warming


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `warm`."""
    parser.description = "Compile the rules now, so that no later command has to wait for it."
    parser.add_argument("--env", action="store_true", help="also compile the research environments")


def run(args: argparse.Namespace) -> int:
    """Compile, unless nothing is compiled on this target."""
    if TARGET != "cpu":
        print(f"With WHISTLESTOP_TARGET={TARGET} there is nothing to compile.")
    else:
        compile_ahead(RESEARCH if args.env else ())
    return 0


def compile_ahead(more: Sequence[str] = ()) -> None:
    """Compile what is not compiled yet, in two processes at once; `more` names further steps."""
    began = time.perf_counter()
    print("Compiling the rules; this takes about a minute, once.", flush=True)
    shares = [*SHARES[:-1], (*SHARES[-1], *more)]
    context = get_context("spawn")
    counting = (context.Value("i", 0), sum(map(len, shares)))
    with ProcessPoolExecutor(len(shares), context, count_with, counting) as pool:
        compiled = sum(pool.map(compile_steps, shares))
    warming.mark_compiled()
    seconds = time.perf_counter() - began
    print(f"Compiled everything in {seconds:.0f} s." if compiled else "Everything was already compiled.")


class Count:
    """How many steps all processes have taken, and of how many; set at the start of each process."""

    done: Any
    of: int


def count_with(done: Any, of: int) -> None:
    """Count steps together with other processes."""
    Count.done, Count.of = done, of


def compile_steps(names: Sequence[str]) -> int:
    """Take steps one after another, and say how many are taken and how long each took. A server reads these lines.

    Returns how many times Numba compiled something that was not in the cache.
    """
    games = warming.bundled_games()
    with install_recorder("numba:compile") as compiled:
        for name in names:
            start = time.perf_counter()
            for game in games:
                STEPS[name](game)
            with Count.done.get_lock():
                Count.done.value += 1
                seconds = time.perf_counter() - start
                print(f"  {Count.done.value} of {Count.of}: {name}, {seconds:.0f} s", flush=True)
    return len(compiled.buffer)


def warm_env(game: Game) -> None:
    """Step the environments."""
    from whistlestop.env.observer import Observer
    from whistlestop.env.positions import play_games
    from whistlestop.env.vector import VectorEnv

    for opponents in ([], ["planner"]):
        env = VectorEnv(game, num_envs=1, opponents=opponents)
        env.reset(seed=1)
        env.step(env.sample())
    play_games(game, ["planner"], range(1), seed=1)
    observer = Observer(game)
    observer.observation(env.states, 0, 0)
    observer.rewards(env.states, 0, 0)
    observer.forfeited(0, 0)


RESEARCH = ("environments",)
STEPS: dict[str, Callable[[Game], object]] = {**warming.STEPS, "environments": warm_env}
SHARES = (tuple(warming.STEPS)[:-1], tuple(warming.STEPS)[-1:])
"""The steps of each process: scores and simulation need nothing that the others compile."""
