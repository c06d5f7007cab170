"""Measure how fast the engine is on a GPU: `WHISTLESTOP_TARGET=cuda python benchmarks/gpu.py`.

Random games to the end with final scoring; results are copied back to the host. The digest of the first 20,000 results
must be what `WHISTLESTOP_TARGET=cpu python benchmarks/gpu.py --games 20000` prints.
"""

import argparse
import hashlib
import statistics
import time

import numpy as np

from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.simulation import simulate

CELLS = [("europe", 2), ("europe", 5), ("nordic", 2), ("new_york", 2)]
COMPARED = 20_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 22, help="number of games (default: 4194304)")
    games = parser.parse_args().games
    for name, seats in CELLS:
        game = Game(name, seats)
        begin = time.perf_counter()
        simulate(game, 256)
        first = time.perf_counter() - begin
        times = []
        for _ in range(3):
            begin = time.perf_counter()
            done = simulate(game, games)
            times.append(time.perf_counter() - begin)
        seconds = statistics.median(times)
        sample = np.column_stack([done.totals, done.places, done.plies])[:COMPARED]
        digest = hashlib.sha256(np.ascontiguousarray(sample, np.int32).tobytes()).hexdigest()[:16]
        print(
            f"{TARGET} {name} {seats}: {games / seconds:,.0f} games/s, {done.plies.sum() / seconds:,.0f} moves/s,"
            f" first call {first:.1f} s, digest {digest}",
            flush=True,
        )


if __name__ == "__main__":
    main()
