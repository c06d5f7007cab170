"""Compute facts about the games: `make facts` writes docs/facts.md and docs/observation.md.

Sizes follow from maps and code. Lengths, legal moves and the advantage of the first seat are means over random games
and over games between planners.
"""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.progress import track

from whistlestop.env.dataset import positions
from whistlestop.env.observation import Field, Layout
from whistlestop.env.vector import VectorEnv
from whistlestop.game.board import available
from whistlestop.game.game import Game
from whistlestop.game.state import STATE

DOCS = Path(__file__).parent.parent / "docs"
LAYOUT = """# The layout of an observation

`make facts` computes this page. An observation is a vector of bytes. `Layout(game).named(observation)` returns the same
memory as a dict of named arrays, for one vector or for rows of them. Numbers above 255 become 255.

Seats count from the viewer: row 0 of an array over seats is the viewer, row 1 the seat that moves next. Kinds of cards
are in the order of the catalogue, the locomotive first; tracks, tickets and cities are in the order of the map's files.
An observation contains nothing that is not in the seat's [view](search.md). A view also has the order of the tickets
under the deck and who put them there, what follows chance's moves (`next`, `sweeps`) and, while other seats are still
choosing, the viewer's own choice of first tickets.

Arrays of zeros and ones come first. Shapes depend on the numbers of tracks, tickets, cities, kinds of cards and seats;
this table is for Europe with two seats, which has every field. Maps without stations have no `stations` and `city`.

"""
HISTORY = """
## The history

With `history=True` these columns follow: what an attentive player remembers beside what lies on the table. Everybody
saw all of it, so it says nothing about hidden cards. Here too the viewer is row 0 of an array over seats. A claim of a
tunnel that is given up counts as two moves.

"""
HEAD = """# Facts about the games

`make facts` computes this page. A decision is a move of a seat; moves of chance are not counted. An action is any move
that a seat can ever make, numbered as in the catalogue; the catalogue also has the moves of chance. Legal moves are
averaged over decisions. The first-seat advantage is the share of wins of the seat that begins, minus the average of all
seats, with a 95% interval; a shared win counts as a fraction.

"""


@dataclass(frozen=True)
class Means:
    """Averages over games."""

    decisions: float
    legal: float
    most: int
    """The largest number of legal moves in one decision."""
    advantage: float
    error: float


def main() -> None:
    """Compute, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="number of random games (default: 20000)")
    parser.add_argument("--bot-games", type=int, default=600, help="number of games between planners (default: 600)")
    parser.add_argument("--output", type=Path, default=DOCS, help="folder for the pages (default: docs)")
    args = parser.parse_args()
    write(args.output / "observation.md", layout_page(Game("europe")))
    tables = [Game(name, seats) for name in available() for seats in seats_of(name)]
    random = [random_play(game, args.games) for game in track(tables, "random games", transient=True)]
    planned = [planners(game, args.bot_games) for game in track(tables, "planners", transient=True)]
    text = HEAD + f"A state is {STATE.itemsize:,} bytes on every map.\n\n" + sizes(tables)
    text += f"\n## Random games\n\n{args.games:,} games each.\n\n" + means(tables, random)
    text += f"\n## Planners\n\n{args.bot_games:,} games each between copies of `planner`.\n\n" + means(tables, planned)
    write(args.output / "facts.md", text)


def write(file: Path, text: str) -> None:
    """Write a page."""
    file.write_text(text, encoding="utf-8", newline="\n")
    print(f"Wrote {file}.")


def layout_page(game: Game) -> str:
    """The page about observations."""
    layout = Layout(game, history=True)
    view = [field for field in layout.fields if field.start < layout.view_size]
    history = [field for field in layout.fields if field.start >= layout.view_size]
    return LAYOUT + columns(view, layout.view_size) + HISTORY + columns(history, layout.size)


def columns(fields: list[Field], end: int) -> str:
    """A table of fields, and the column after the padding."""
    lines = ["| columns | name | shape | values | |", "| --- | --- | --- | --- | --- |"]
    for field in fields:
        values = "0 or 1" if field.is_set else "a number"
        where = f"{field.start} to {field.stop - 1}" if field.stop > field.start + 1 else str(field.start)
        lines.append(f"| {where} | `{field.name}` | {field.shape} | {values} | {field.text} |")
    if end > fields[-1].stop:
        lines.append(f"| to {end - 1} | | | 0 | padding to a multiple of eight columns |")
    return "\n".join(lines) + "\n"


def seats_of(name: str) -> range:
    """The possible numbers of seats on a map."""
    rules = Game(name).rules
    return range(rules.min_seats, rules.max_seats + 1)


def sizes(tables: list[Game]) -> str:
    """The table of sizes."""
    lines = ["| map | seats | actions | catalogue | observation columns |", "| --- | --- | --- | --- | --- |"]
    for game in tables:
        layout = Layout(game)
        cells = (game.rules.title, game.seats, f"{layout.actions:,}", f"{len(game.catalogue):,}", f"{layout.size:,}")
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def means(tables: list[Game], found: list[Means]) -> str:
    """The table of averages."""
    lines = [
        "| map | seats | decisions per game | legal moves | maximum | first-seat advantage |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for game, mean in zip(tables, found, strict=True):
        advantage = f"{100 * mean.advantage:+.1f}% ± {100 * mean.error:.1f}"
        cells = (f"{mean.decisions:.1f}", f"{mean.legal:.1f}", str(mean.most), advantage)
        lines.append(f"| {game.rules.title} | {game.seats} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def random_play(game: Game, games: int) -> Means:
    """Averages over random games: the first game of each environment."""
    num_envs = min(games, 2000)
    env = VectorEnv(game, num_envs=num_envs, threads=2)
    decisions, legal, most = 0, 0, 0
    wins: list[float] = []
    for seed in range(0, games, num_envs):
        batch = env.reset(seed)
        running = np.ones(num_envs, np.bool_)
        while running.any():
            choices = batch.mask.sum(axis=1)[running]
            decisions += len(choices)
            legal += int(choices.sum())
            most = max(most, int(choices.max()))
            first = env.states["first"].copy()
            batch = env.step(env.sample())
            for i in np.flatnonzero(batch.done & running):
                winners = batch.place[i] == 1
                wins.append(winners[first[i]] / winners.sum())
            running &= ~batch.done
    env.close()
    return Means(decisions / len(wins), legal / decisions, most, *advantage_of(wins, game.seats))


def planners(game: Game, games: int) -> Means:
    """Averages over games between planners."""
    decisions, legal, most = 0, 0, 0
    wins: list[float] = []
    for _, rows in positions(game, ["planner"], games, 0, jobs=1):
        choices = np.unpackbits(rows["mask"], axis=1).sum(axis=1)
        decisions += len(choices)
        legal += int(choices.sum())
        most = max(most, int(choices.max()))
        for number in np.unique(rows["game"]):
            of_game = rows["game"] == number
            seats, at = np.unique(rows["seat"][of_game], return_index=True)
            winners = rows["outcome"][of_game][at] == rows["outcome"][of_game].max()
            first = rows["seat"][of_game & rows["first"]][0]
            wins.append(winners[seats == first][0] / winners.sum())
    return Means(decisions / len(wins), legal / decisions, most, *advantage_of(wins, game.seats))


def advantage_of(wins: list[float], seats: int) -> tuple[float, float]:
    """The mean minus the average of all seats, and half the width of its interval."""
    return float(np.mean(wins)) - 1 / seats, 1.96 * float(np.std(wins)) / math.sqrt(len(wins))


if __name__ == "__main__":
    main()
