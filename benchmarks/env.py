"""Measure how fast the environments step, with masks, observations and random legal actions.

    python benchmarks/env.py

The vector environment runs on one core and on two, for every map and number of seats. It is compared with the same game
stepped through PettingZoo. The time to choose actions is never counted. Figures are medians of several runs.

All else is measured in CPU time: games of PettingZoo, OpenSpiel and pgx beside ours, JaxEnv in a scan, own decisions
against opponents, and rows written to a data set. What is not installed is left out, and the output says so.
"""

import argparse
import random
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from whistlestop.env.aec import AecEnv
from whistlestop.env.dataset import write
from whistlestop.env.solo import SoloEnv
from whistlestop.env.vector import VectorEnv
from whistlestop.game.board import available
from whistlestop.game.game import Game

OUT = Console(width=110)
NUM_ENVS = 4096
GOALS = {("new_york", 2): 1_000_000, ("europe", 2): 400_000}
OPPONENTS = ("random", "racer", "planner", "veteran")
AGAINST = ("new_york", 2, 50_000)
"""A map, seats, and the goal of own decisions per CPU-second against the planner."""
NEIGHBOURS = ("chess", "gin_rummy", "backgammon")
"""Games of OpenSpiel with hundreds or thousands of actions, or with hidden cards and chance."""
PGX, PGX_ENVS = ("chess", "backgammon", "leduc_holdem"), 1024
"""Games of pgx, and how many are stepped at once."""
SCAN = 50
"""Steps of one scan."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="number of runs (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each run (default: 1)")
    args = parser.parse_args()
    table = Table(box=None, pad_edge=False)
    for heading in ("", "actions", "columns", "one core", "two", "times", "AEC", "times AEC"):
        table.add_column(heading, justify="right")
    rates = {}
    for name in available():
        rules = Game(name).rules
        for seats in range(rules.min_seats, rules.max_seats + 1):
            env = AecEnv(name, seats)
            one, two = vector(env.game, args.runs, args.seconds)
            alone = aec(env, args.seconds)
            rates[name, seats] = one
            table.add_row(
                f"{name} {seats}", f"{env.layout.actions:,}", f"{env.layout.size:,}", f"{one:,.0f}", f"{two:,.0f}",
                f"{two / one:.2f}", f"{alone:,.0f}", f"{one / alone:,.0f}",
            )  # fmt: skip
    OUT.print("Environment steps per second, with observations and masks", table)
    against_opponents(args.runs, args.seconds)
    data_sets()
    beside_neighbours(args.seconds)
    for cell, goal in GOALS.items():
        reached = "reached" if rates[cell] >= goal else "missed"
        OUT.print(f"{cell[0]} {cell[1]}: the goal of {goal:,} on one core is {reached}.")


def vector(game: Game, runs: int, seconds: float) -> tuple[float, float]:
    """Steps per second on one thread and on two, measured alternately."""
    envs = [VectorEnv(game, num_envs=NUM_ENVS, threads=threads) for threads in (1, 2)]
    rates: list[list[float]] = [[], []]
    for env in envs:
        env.reset(seed=1)
        for _ in range(30):
            env.step(env.sample())
    for _ in range(runs):
        for env, found in zip(envs, rates, strict=True):
            found.append(env.num_envs * rate(env.sample, env.step, seconds))
    for env in envs:
        env.close()
    one, two = (statistics.median(found) for found in rates)
    return one, two


def rate(
    choose: Callable[[], Any],
    step: Callable[[Any], object],
    seconds: float,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Steps per second, without the time to choose actions."""
    spent, count = 0.0, 0
    while spent < seconds:
        action = choose()
        began = clock()
        step(action)
        spent += clock() - began
        count += 1
    return count / spent


def aec(env: Any, seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Steps per second through PettingZoo, including `last`; the environment is reset after every game."""
    chances = np.random.default_rng(1)
    env.reset(seed=1)
    seen: Any = env.last()

    def choose() -> Any:
        nonlocal seen
        if seen[2] or seen[3]:
            env.reset(seed=int(chances.integers(1 << 31)))
            seen = env.last()
        return chances.choice(np.flatnonzero(seen[0]["action_mask"]))

    def step(action: Any) -> None:
        nonlocal seen
        env.step(action)
        seen = env.last()

    while not (seen[2] or seen[3]):  # one whole game first, to compile everything
        step(choose())
    return rate(choose, step, seconds, clock)


def against_opponents(runs: int, seconds: float) -> None:
    """Print how many own decisions a CPU-second has against each compiled bot."""
    table = Table(box=None, pad_edge=False)
    for heading in ("own decisions a CPU-second", *OPPONENTS, "SoloEnv, planner"):
        table.add_column(heading, justify="right")
    for name, seats in GOALS:
        game, rates = Game(name, seats), []
        for opponent in OPPONENTS:
            env = VectorEnv(game, num_envs=NUM_ENVS, opponents=[opponent])
            env.reset(seed=1)
            for _ in range(30):
                env.step(env.sample())
            found = [NUM_ENVS * rate(env.sample, env.step, seconds, time.process_time) for _ in range(runs)]
            rates.append(statistics.median(found))
        table.add_row(f"{name} {seats}", *(f"{one:,.0f}" for one in (*rates, solo(game, seconds))))
        if (name, seats) == AGAINST[:2]:
            reached = "reached" if rates[OPPONENTS.index("planner")] >= AGAINST[2] else "missed"
            OUT.print(f"{name} {seats}: the goal of {AGAINST[2]:,} own decisions against planner is {reached}.")
    OUT.print(table)


def solo(game: Game, seconds: float) -> float:
    """Own decisions per CPU-second through SoloEnv against the planner."""
    env, chances = SoloEnv(game, ["planner"]), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = False

    def choose() -> int:
        nonlocal info, over
        if over:
            _, info = env.reset()
        return int(chances.choice(np.flatnonzero(info["action_mask"])))

    def step(action: int) -> None:
        nonlocal info, over
        _, _, over, _, info = env.step(action)

    return rate(choose, step, seconds, time.process_time)


def data_sets() -> None:
    """Print how many rows of games between planners a CPU-second writes to a Parquet file."""
    with TemporaryDirectory() as folder:
        for name, seats in GOALS:
            game, file = Game(name, seats), Path(folder) / "rows.parquet"
            write(file, game, ["planner"], games=2)
            began = time.process_time()
            rows = write(file, game, ["planner"], games=2000)
            OUT.print(f"{name} {seats}: {rows / (time.process_time() - began):,.0f} rows a CPU-second into a data set")


def beside_neighbours(seconds: float) -> None:
    """Print steps per CPU-second of ours and of other environments, each with observations and masks."""
    own = {cell: cpu_rate(VectorEnv(*cell, NUM_ENVS), seconds) for cell in GOALS}
    table = Table(box=None, pad_edge=False)
    for heading in ("steps a CPU-second", "", *(f"{name} {seats} is" for name, seats in GOALS)):
        table.add_column(heading, justify="right")
    for (name, seats), found in own.items():
        table.add_row(f"VectorEnv {name} {seats}", f"{found:,.0f}")
    for name, found in {**scans(seconds), **neighbours(seconds)}.items():
        table.add_row(name, f"{found:,.0f}", *(f"{one / found:,.1f} times as fast" for one in own.values()))
    OUT.print(table)


def cpu_rate(env: VectorEnv, seconds: float) -> float:
    """Steps per CPU-second of a vector environment."""
    env.reset(seed=1)
    for _ in range(30):
        env.step(env.sample())
    return env.num_envs * rate(env.sample, env.step, seconds, time.process_time)


def scans(seconds: float) -> dict[str, float]:
    """Steps per CPU-second of JaxEnv in a compiled scan, with actions that VectorEnv has chosen before."""
    if not find_spec("jax"):
        OUT.print("JAX is not installed, so JaxEnv and pgx are left out; `make bench` installs both.")
        return {}
    import jax

    from whistlestop.env.jax import JaxEnv

    found = {}
    for name, seats in GOALS:
        env, other = JaxEnv(name, seats, NUM_ENVS), VectorEnv(name, seats, NUM_ENVS)
        other.reset(seed=1)
        actions = np.zeros((SCAN, NUM_ENVS), np.int32)
        for row in actions:
            row[:] = other.sample()
            other.step(row)

        def body(states: Any, chosen: Any, env: JaxEnv = env) -> Any:
            states, batch = env.step(states, chosen)
            return states, (batch.done.sum(), batch.observation[0], batch.mask[0])

        scan = jax.jit(lambda states, actions, body=body: jax.lax.scan(body, states, actions))
        states, given = env.reset(1)[0], jax.numpy.asarray(actions)
        jax.block_until_ready(scan(states, given))
        one = rate(
            lambda given=given: given,
            lambda given, scan=scan, states=states: jax.block_until_ready(scan(states, given)),
            seconds,
            time.process_time,
        )
        found[f"JaxEnv {name} {seats}, scan"] = SCAN * NUM_ENVS * one
    return found


def neighbours(seconds: float) -> dict[str, float]:
    """Steps per CPU-second of the other environments that are installed."""
    found: dict[str, float] = {}
    if find_spec("pettingzoo") and find_spec("chess") and find_spec("pygame"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import chess_v6

        found["PettingZoo chess"] = aec(chess_v6.env(), seconds, time.process_time)
    if find_spec("pyspiel"):
        import pyspiel

        for name in NEIGHBOURS:
            found[f"OpenSpiel {name}"] = spiel(pyspiel.load_game(name), seconds)
    if find_spec("pgx"):
        for name in PGX:
            found[f"pgx {name}, {PGX_ENVS:,} at once"] = pgx_rate(name, seconds)
    else:
        OUT.print("pgx is not installed, so it is left out.")
    return found


def pgx_rate(name: str, seconds: float) -> float:
    """Steps per CPU-second of a batch of pgx's games, with observations and masks; games that end start again."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1))
    keys = iter(jax.random.split(jax.random.key(1), 1 << 16))
    state = start(jax.random.split(next(keys), PGX_ENVS))

    def actions() -> Any:
        return jax.block_until_ready(
            (choose(next(keys), state.legal_action_mask), jax.random.split(next(keys), PGX_ENVS))
        )

    def go(given: Any) -> None:
        nonlocal state
        state = jax.block_until_ready(step(state, *given))

    go(actions())
    return PGX_ENVS * rate(actions, go, seconds, time.process_time)


def spiel(game: Any, seconds: float) -> float:
    """Steps per CPU-second of an OpenSpiel game from Python, with observation (or information state) and mask."""
    chances = random.Random(1)
    state = game.new_initial_state()
    has_tensor = game.get_type().provides_observation_tensor

    def settle() -> None:
        nonlocal state
        while state.is_terminal() or state.is_chance_node():
            if state.is_terminal():
                state = game.new_initial_state()
            else:
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chances.choices(actions, odds)[0])

    def step(action: int) -> None:
        state.apply_action(action)
        settle()
        seat = state.current_player()
        state.observation_tensor(seat) if has_tensor else state.information_state_tensor(seat)
        state.legal_actions_mask()

    settle()
    return rate(lambda: chances.choice(state.legal_actions()), step, seconds, time.process_time)


if __name__ == "__main__":
    main()
