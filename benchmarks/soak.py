"""Play millions of random games and check the laws after every move.

    python benchmarks/soak.py --games 1000000 --jobs 2

All maps and numbers of seats take turns. After every move, cards, cars, stations and tickets must be conserved and
there must be a legal move. At some moves, which differ from game to game, every legal move is made on a copy, others
must be illegal, listing, counting and picking must agree, and guesses from every view must have the same view and keep
the laws. Every game must end. The first violation is reported with map, seats, seed and ply, and the exit status is 1.
"""

import argparse
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from laws.walk import GUESSES, LEGALITY, PLIES, REFUSALS, SOUND, TRIED, VIEWS, Walker
from positions import TABLES

from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET

EVERY = 211
"""The expensive checks are made once in this many moves."""
CHUNK = 200 if TARGET == "cpu" else 2


@dataclass
class Soak:
    """What has been played so far, and the violations found."""

    games: dict[tuple[str, int], Game]
    plies: int = 0
    tried: int = 0
    refusals: int = 0
    guesses: int = 0
    played: int = 0
    complaints: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, cell: tuple[str, int], seeds: range) -> int:
        """Play one cell from some seeds until a violation is found; return how many games were played."""
        walker = Walker(self.games[cell])
        plies = played = 0
        for seed in seeds:
            if self.complaints:
                break
            wrong = walker.walk(seed, laws=LEGALITY | VIEWS, every=EVERY)
            plies += int(walker.tally[PLIES])
            played += 1
            if wrong != SOUND:
                with self.lock:
                    self.complaints.append(walker.complaint(wrong, seed))
        with self.lock:
            self.plies += plies
            self.played += played
            self.tried += int(walker.tally[TRIED])
            self.refusals += int(walker.tally[REFUSALS])
            self.guesses += int(walker.tally[GUESSES])
        return played


def pieces(games: int, seed: int) -> list[tuple[tuple[str, int], range]]:
    """The games in chunks, spread over the cells; the seeds of one cell are consecutive."""
    found = []
    for n, cell in enumerate(TABLES):
        count = games // len(TABLES) + (n < games % len(TABLES))
        found += [(cell, range(seed + at, seed + min(at + CHUNK, count))) for at in range(0, count, CHUNK)]
    return sorted(found, key=lambda piece: piece[1].start)


def main() -> int:
    """Play, and report what was found."""
    parser = argparse.ArgumentParser(description="Play random games and check the laws after every move.")
    parser.add_argument(
        "--games",
        type=int,
        default=100_000,
        help="number of games in all (default: 100000)",
    )
    parser.add_argument("--seed", type=int, default=0, help="first seed (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="number of threads (default: 2)")
    options = parser.parse_args()
    if options.games < 1 or options.seed < 0 or options.jobs < 1:
        parser.error("games and jobs must be 1 or more, and seed 0 or more")
    console = Console()
    soak = Soak({cell: Game(*cell) for cell in TABLES})
    with console.status("Compiling" if TARGET == "cpu" else "Starting"):
        Walker(soak.games[TABLES[0]]).walk(options.seed, laws=LEGALITY | VIEWS, every=EVERY)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    begin = time.perf_counter()
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(options.jobs) as pool:
        task = progress.add_task("soak", total=options.games)
        for played in pool.map(lambda piece: soak.run(*piece), pieces(options.games, options.seed)):
            progress.advance(task, played)
    seconds = time.perf_counter() - begin
    rate = f"{soak.played / seconds:,.0f} games and {soak.plies / seconds:,.0f} moves a second"
    console.print(
        f"{soak.played:,} games, {soak.plies:,} moves in {seconds:,.1f} s: {rate}.", highlight=False, soft_wrap=True
    )
    checked = f"{soak.tried:,} legal moves on copies, {soak.refusals:,} refusals, {soak.guesses:,} guesses"
    console.print(f"Checked after every move, and {checked}.", highlight=False, soft_wrap=True)
    for complaint in soak.complaints:
        console.print(complaint, style="bold red", highlight=False, soft_wrap=True)
    return 1 if soak.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
