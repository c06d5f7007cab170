"""`whistlestop arena`: play bots against each other. Progress and faults go to stderr, the standings to stdout."""

import argparse
import json
from functools import partial
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from whistlestop.arena import chart
from whistlestop.arena.bout import Outcome
from whistlestop.arena.sequential import Sequential
from whistlestop.arena.standings import Standings
from whistlestop.arena.tournament import Tournament, match
from whistlestop.cli.arguments import (
    add_jobs,
    add_map,
    add_maps,
    add_seats,
    add_seed,
    comma_separated,
    positive,
    win_rates,
)
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console, make_progress, make_table
from whistlestop.game.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `arena`."""
    parser.description = (
        "Play bots against each other, each deal once for every seating, and report how strong they are, with "
        "confidence intervals."
    )
    add_map(parser)
    add_seats(parser)
    add_bots(parser)
    parser.add_argument(
        "--games",
        type=positive,
        default=200,
        metavar="N",
        help="minimum number of games, rounded up to whole deals (default: 200)",
    )
    add_seed(parser, "deal")
    parser.add_argument(
        "--sequential",
        type=win_rates,
        metavar="LOW,HIGH",
        help="stop as soon as it is clear whether the first bot's win rate is closer to LOW or to HIGH, such as "
        "0.5,0.6 (default: play all games)",
    )
    add_files(parser)
    parser.add_argument(
        "--move-limit",
        type=float,
        metavar="SECONDS",
        help="a bot that thinks longer than this about a move loses the game (default: no limit)",
    )
    parser.add_argument(
        "--on-error",
        choices=("go-on", "stop"),
        default="go-on",
        help="what to do after a bot raises, makes an illegal move or exceeds the limit (default: go-on)",
    )
    add_jobs(parser, "processes")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster; `local` starts one here (default: no Ray)"
    )
    add_maps(parser)


def add_bots(parser: argparse.ArgumentParser) -> None:
    """`--bots` and `--bot`: who plays."""
    parser.add_argument(
        "--bots",
        type=comma_separated,
        action="extend",
        default=[],
        metavar="BOT,BOT",
        help="who plays, such as champion:rollouts=800,planner; with more bots than seats, every selection plays",
    )
    parser.add_argument(
        "--bot", dest="bots", action="append", metavar="BOT", help="one more bot, such as my_bots.py:MyBot"
    )


def add_files(parser: argparse.ArgumentParser) -> None:
    """What the arena writes, nothing by default."""
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="write one line per game; the same command resumes from it"
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="save every game as a record in this folder")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the standings as JSON")
    parser.add_argument("--chart", type=Path, metavar="FILE", help="draw the standings, as .svg or .png")


def run(args: argparse.Namespace) -> int:
    """Play the match and show the standings."""
    if args.chart:
        chart.check(args.chart)
    game = Game(args.map, args.seats, args.maps)
    announce()
    standings = play_match(game, args)
    show(standings)
    if args.json:
        args.json.write_text(json.dumps(standings.as_dict(), indent=2) + "\n", encoding="utf-8", newline="\n")
    if args.chart:
        chart.write(standings, args.chart)
    return 0


def play_match(game: Game, args: argparse.Namespace) -> Standings:
    """Play the match with a progress bar; records are written as games end."""
    seatings = len(Tournament(game, tuple(args.bots), args.seed).seatings)
    deals = -(-args.games // seatings)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with make_progress(*columns) as progress:
        say = partial(progress.console.print, highlight=False, markup=False, soft_wrap=True)
        bar = progress.add_task("games", total=deals * seatings)

        def report(outcome: Outcome, record: str | None) -> None:
            progress.advance(bar)
            if record is not None and (args.records or outcome.fault):
                file = write_record(args.records or Path("faults"), outcome, record)
                if outcome.fault:
                    say(f"A game was stopped; its record is {file}.")
                if outcome.fault and args.on_error == "go-on":
                    say(str(outcome.fault))

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
    """Write a game's record to a file named after the game's number."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"game-{outcome.fixture.number:06}.txt"
    file.write_text(record, encoding="utf-8", newline="\n")
    return file


def show(standings: Standings) -> None:
    """Print the standings: how strong each bot is, and how it plays."""
    header, deals = standings.header, len(standings.deals)
    games = f"{len(standings.outcomes):,} games, {deals:,} deals from seed {header['seed']}"
    console = make_console()
    console.print(f"{header['map']}, {header['seats']} seats: {games}")
    console.print(strengths(standings), "", styles(standings), sep="\n")
    if standings.faults:
        console.print(f"Games stopped by a fault: {len(standings.faults)}.")
    if standings.test:
        console.print(verdict(standings.test, header["bots"][0]))


def strengths(standings: Standings) -> Table:
    """Win rates and ratings with intervals, mean scores and mean places."""
    table = bot_table("games", "win rate", "95%", "rating", "95%", "score", "place", "faults")
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
    """How each bot plays."""
    table = bot_table("ticket draws", "completed", "lost", "points per car", "ended the game", "ms per move")
    for row in standings.rows:
        seconds = standings.seconds_per_move[row.bot]
        table.add_row(
            row.label,
            *(number(value, 2) for value in (row.draws, row.completed, row.lost, row.points_per_car)),
            "" if row.ended is None else f"{row.ended:.0%}",
            "" if seconds is None else f"{1000 * seconds:.3f}",
        )
    return table


def bot_table(*headings: str) -> Table:
    """A table with one row per bot."""
    return make_table("bot", numbers=headings)


def number(value: float | None, digits: int) -> str:
    """A mean as text, empty if there is none."""
    return "" if value is None else f"{value:.{digits}f}"


def verdict(test: Sequential, bot: str) -> str:
    """What the sequential test has found."""
    rates = f"{test.low:.0%} or {test.high:.0%}"
    if test.verdict is None:
        return f"Not decided yet whether the win rate of {bot} is closer to {rates}; play more games."
    rate = test.high if test.verdict == "high" else test.low
    deals = test.scores.total()
    return f"Of {rates}, the win rate of {bot} is closer to {rate:.0%}; decided after {deals} deals."
