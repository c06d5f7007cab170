"""`whistlestop arena`: bots against each other. Progress and faults go to stderr, the standings to stdout."""

import argparse
import json
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from whistlestop.arena import chart
from whistlestop.arena.bout import Outcome
from whistlestop.arena.sequential import Sequential
from whistlestop.arena.standings import Standings
from whistlestop.arena.tournament import Tournament, match
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console
from whistlestop.game.game import Game


def run(args: argparse.Namespace) -> int:
    """Play, and tell what came of it."""
    if args.chart:
        chart.check(args.chart)
    game = Game(args.map, args.seats, args.places)
    announce("play.step")
    standings = play(game, args)
    show(standings)
    if args.json:
        args.json.write_text(json.dumps(standings.as_dict(), indent=2) + "\n", encoding="utf-8", newline="\n")
    if args.chart:
        chart.write(standings, args.chart)
    return 0


def play(game: Game, args: argparse.Namespace) -> Standings:
    """The match, with a bar that shows how far it is; records are written as its games end."""
    seatings = len(Tournament(game, tuple(args.bots), args.seed).seatings)
    deals = -(-args.games // seatings)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    console = Console(stderr=True)
    tell = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("games", total=deals * seatings)

        def report(outcome: Outcome, record: str | None) -> None:
            progress.advance(bar)
            if record is not None and (args.records or outcome.fault):
                file = write_record(args.records or Path("faults"), outcome, record)
                if outcome.fault:
                    tell(f"The record of a game that was broken off is {file}.")
                if outcome.fault and args.on_error == "go-on":
                    tell(str(outcome.fault))

        return match(
            game,
            args.bots,
            deals,
            args.seed,
            args.jobs,
            ray=args.ray,
            move_limit=args.move_limit,
            stop_on_fault=args.on_error == "stop",
            sequential=args.sequential,
            results=args.results,
            report=report,
        )


def write_record(folder: Path, outcome: Outcome, record: str) -> Path:
    """Write a game to a file that is named after its number."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"game-{outcome.fixture.number:06}.txt"
    file.write_text(record, encoding="utf-8", newline="\n")
    return file


def show(standings: Standings) -> None:
    """The standings for people: who is how strong, and how each of them plays."""
    header, deals = standings.header, len(standings.deals)
    games = f"{len(standings.outcomes):,} games, {deals:,} deals from seed {header['seed']}"
    console = make_console()
    console.print(f"{header['map']}, {header['seats']} seats: {games}")
    console.print(strengths(standings), "", styles(standings), sep="\n")
    if standings.faults:
        console.print(f"Games that were broken off: {len(standings.faults)}.")
    if standings.test:
        console.print(verdict(standings.test, header["bots"][0]))


def strengths(standings: Standings) -> Table:
    """Win rates and ratings with intervals, mean scores and places."""
    table = make_table("games", "win rate", "95 %", "rating", "95 %", "score", "place", "faults")
    for row in standings.rows:
        table.add_row(
            row.label,
            f"{row.games:,}",
            f"{row.win_rate:.1%}",
            "{:.1%} to {:.1%}".format(*row.win_interval),
            f"{row.rating:.0f}",
            "{:.0f} to {:.0f}".format(*row.rating_interval),
            number(row.total, 1),
            f"{row.place:.2f}",
            str(row.faults or ""),
        )
    return table


def styles(standings: Standings) -> Table:
    """What the bots did to get there."""
    table = make_table("draws of tickets", "completed", "lost", "points a car", "ended the game", "ms a move")
    for row in standings.rows:
        seconds = standings.seconds_per_move[row.bot]
        table.add_row(
            row.label,
            *(number(value, 2) for value in (row.draws, row.completed, row.lost, row.points_per_car)),
            "" if row.ended is None else f"{row.ended:.0%}",
            "" if seconds is None else f"{1000 * seconds:.3f}",
        )
    return table


def make_table(*headings: str) -> Table:
    """A table with a row a bot."""
    table = Table("bot", box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def number(value: float | None, digits: int) -> str:
    """A mean, or nothing where there is none."""
    return "" if value is None else f"{value:.{digits}f}"


def verdict(test: Sequential, bot: str) -> str:
    """What a sequential test says."""
    rates = f"{test.low:.0%} or {test.high:.0%}"
    if test.verdict is None:
        return f"Whether {bot} wins rather {rates} of its games is not settled; more games would tell."
    rate = test.high if test.verdict == "high" else test.low
    deals = test.scores.total()
    return f"Asked whether {bot} wins {rates} of its games: rather {rate:.0%}, settled after {deals} deals."
