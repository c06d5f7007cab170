"""Measure the rules and bots in WebAssembly: `make bench`, or `python benchmarks/wasm.py` after `make wasm`.

Native code, Node and Chromium do the same work; games and rollouts are per second of processor time on one thread, the
best of several runs, and every ratio comes from the same run. Under throttling they are per second of wall time.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

# It asks Node and Chromium as tests/wasm does; in place of this folder, since this file is called wasm too.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from wasm.engines import Chromium, Node, in_chromium, in_node, make_folder
from wasm.native import decisions

from whistlestop.bots import make_bot
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.rollout import contests
from whistlestop.bots.search import NODES
from whistlestop.bots.search_memory import Inputs, make_scratch
from whistlestop.bots.tree import begin, try_candidates
from whistlestop.bots.weights import weights_array
from whistlestop.game.dice import STREAMS
from whistlestop.game.game import Game
from whistlestop.game.limits import MOVES
from whistlestop.game.simulation import playouts
from whistlestop.game.state import STATE, TURN
from whistlestop.game.view import VIEW
from whistlestop.wasm.export import LAYOUT, MODULE

I = np.int64
CELLS = (("nordic", 2), ("europe", 2), ("europe", 5), ("new_york", 2))
GAMES, SEED, MIDDLE, BATCH = 100, 123, 30, 4  # as in web/tests/engine/agreement/work.ts
ENOUGH = 0.15
"""Seconds that a piece of work takes at least."""
SLOWER = (1, 4, 6)
"""How many times slower Chromium makes the page's thread; 6 is about a slow phone."""
OUT = Console()

Work = Callable[[int], int]
"""Does some amount of work, and returns how many games or rollouts it was."""


def random_games(game: Game) -> Work:
    """Random games."""
    states, plies = np.zeros(GAMES, STATE), np.zeros(GAMES, np.int32)
    dice, out = np.zeros((STREAMS, 3), I), np.zeros(MOVES, I)

    def work(amount: int) -> int:
        for n in range(amount):
            playouts(game.compiled, states, dice, out, GAMES * n, plies)
        return amount * GAMES

    return work


def planner_games(game: Game) -> Work:
    """Games between planners."""
    weights = weights_array(make_bot("planner").weights_for(game))  # type: ignore[attr-defined]
    inputs = Inputs(game.compiled, board_facts(game), weights, np.zeros(1, VIEW))
    scratch = make_scratch()
    totals, places = np.zeros((2, GAMES, game.seats), I)

    def work(amount: int) -> int:
        for n in range(amount):
            contests(inputs, scratch, GAMES * n, totals, places)
        return amount * GAMES

    return work


def rollouts(game: Game, decision: int) -> Work:
    """The tree search's rollouts in a decision of a game between planners."""
    turns = [view for view in decisions(game, SEED) if view.views["phase"][0] == TURN]
    views = turns[min(decision, len(turns) - 8)].views
    weights = weights_array(*make_bot("treesearch").all_weights_for(game))  # type: ignore[attr-defined]
    inputs = Inputs(game.compiled, board_facts(game), weights, views)

    def work(amount: int) -> int:
        scratch = make_scratch(NODES)
        begin(inputs, scratch, 5)
        for n in range(amount):
            try_candidates(inputs, scratch, 5, BATCH * n, BATCH * (n + 1))
        candidates = scratch.candidates[0]
        return int(candidates.tried[: candidates.count].sum())

    return work


def first_turn(game: Game) -> Work:
    """Rollouts at the first turn."""
    return rollouts(game, 0)


def middle(game: Game) -> Work:
    """Rollouts in the middle of a game."""
    return rollouts(game, MIDDLE)


WORK = {work.__name__: work for work in (random_games, planner_games, first_turn, middle)}
TITLES = {
    "random_games": "random games", "planner_games": "planner games", "first_turn": "rollouts, first turn",
    "middle": "rollouts, middle",
}  # fmt: skip


def best_rate(run: Callable[[], tuple[int, float]], repeats: int) -> float:
    """The best number per second of several runs, each of which says how many and in what time."""
    run()  # the first run may compile
    return max(done / seconds for done, seconds in (run() for _ in range(repeats)))


def enough(work: Work) -> int:
    """The amount of work that takes long enough to be measured."""
    work(1)
    amount = 1
    while True:
        began = time.thread_time()
        work(amount)
        if time.thread_time() - began > ENOUGH:
            return amount
        amount *= 2


def native_run(work: Work, amount: int) -> tuple[int, float]:
    """Do some work here."""
    began = time.thread_time()
    return work(amount), time.thread_time() - began


def node_run(node: Node, what: str, game: str, amount: int) -> tuple[int, float]:
    """Do some work in Node."""
    return node.ask(what, game, amount=amount), node.seconds


def worker_run(browser: Chromium, what: str, game: str, amount: int) -> tuple[int, float]:
    """Do some work in a worker of Chromium."""
    began = worker_time()
    return browser.ask(what, game, amount=amount), worker_time() - began


def worker_time() -> float:
    """Seconds of processor time of the workers of browsers that this process has started, as Linux counts them."""
    total = 0
    for process in descendants(os.getpid()):
        for task in Path(f"/proc/{process}/task").glob("*"):
            with suppress(OSError):  # it may just have ended
                if (task / "comm").read_text().startswith("DedicatedWorker"):
                    total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *descendants(child)]
    return found


def speed(node: Node, browser: Chromium, repeats: int) -> None:
    """Native code, Node and Chromium side by side."""
    table = Table("map", "seats", "per second", "native", "Node", "of native", "Chromium", "of native")
    for name, seats in CELLS:
        for what, make in WORK.items():
            work = make(Game(name, seats))
            amount, key = enough(work), f"{name}-{seats}"
            native = best_rate(partial(native_run, work, amount), repeats)
            there = best_rate(partial(node_run, node, what, key, amount), repeats)
            worker = best_rate(partial(worker_run, browser, what, key, amount), repeats)
            rates = [f"{there:,.0f}", f"{there / native:.0%}", f"{worker:,.0f}", f"{worker / native:.0%}"]
            table.add_row(name, str(seats), TITLES[what], f"{native:,.0f}", *rates)
    OUT.print("Native, Node and a worker of Chromium, per second of processor time", table)


def phones(browser: Chromium, repeats: int) -> None:
    """The tree search's rollouts on the page's thread, which Chromium can slow down; it can't slow down workers."""
    table = Table("map", "seats", *(f"{rate} times slower" if rate > 1 else "full speed" for rate in SLOWER))
    devtools = browser.page.context.new_cdp_session(browser.page)
    for name, seats in CELLS:
        rates, most = [], enough(first_turn(Game(name, seats)))
        for rate in SLOWER:
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            settings = {"amount": max(1, most // rate)}
            question = {"what": "first_turn", "game": f"{name}-{seats}", "settings": settings}
            rates.append(best_rate(partial(page_run, browser, question), repeats))
        table.add_row(name, str(seats), *(f"{rate:,.0f}" for rate in rates))
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    OUT.print("Rollouts at the first turn on the page's thread, per second", table)


def page_run(browser: Chromium, question: dict[str, Any]) -> tuple[int, float]:
    """Do some work on the page's thread."""
    answer = browser.page.evaluate("question => askHere(question)", question)
    return answer["found"], answer["seconds"]


def sizes(folder: Path) -> None:
    """What a browser loads."""
    table = Table("file", "bytes", "gzip", "brotli")
    for name in (MODULE, LAYOUT, *(f"games/{name}-{seats}.json" for name, seats in CELLS)):
        counts = [(folder / name).stat().st_size, *(compressed(folder / name, by) for by in ("gzip", "brotliCompress"))]
        table.add_row(name, *(f"{count:,}" for count in counts))
    OUT.print("Sizes", table)


def compressed(path: Path, by: str) -> int:
    """The size of a file as Node compresses it."""
    program = f"console.log(require('zlib').{by}Sync(require('fs').readFileSync(process.argv[1])).length)"
    done = subprocess.run(["node", "-e", program, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def starts(browser: Chromium, repeats: int) -> None:
    """How long a worker takes to start."""
    for name, seats in CELLS:
        game = f"{name}-{seats}"
        times = sorted(browser.page.evaluate("game => startWorker(game)", game) for _ in range(repeats))
        OUT.print(f"A new worker with {game} loaded: {times[0]:.0f} to {times[-1]:.0f} ms")


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="runs of which the best counts (default: 5)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        make_folder(folder)
        sizes(folder)
        with in_node(folder) as node, in_chromium(folder) as browser:
            starts(browser, args.repeats)
            speed(node, browser, args.repeats)
            phones(browser, args.repeats)


if __name__ == "__main__":
    main()
