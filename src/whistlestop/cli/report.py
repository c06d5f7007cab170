"""`whistlestop report`: review a game: what won it, what was luck, and what to learn from it."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.cli.arguments import add_maps, add_record, positive
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console, make_progress, make_table
from whistlestop.cli.exit_codes import INTERRUPTED, OK, REFUSED
from whistlestop.cli.verify import read
from whistlestop.draw.picture_files import check_picture_file, write_picture
from whistlestop.game.record import Record
from whistlestop.game.text import printable
from whistlestop.review.chart import draw_report
from whistlestop.review.partial import read_as_far
from whistlestop.review.report import MOST_THREADS, ROLLOUTS, Report, cores, review
from whistlestop.review.words import sentence

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

BARS = "▁▂▃▄▅▆▇█"
CURVE = 56
"""How many characters a curve has at most."""
BAD = ("inaccuracy", "mistake", "blunder")
GRADES = {"best": "best", "good": "good", "inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
LUCK = {"deal": "set-up", "cards": "cards", "tickets": "tickets", "tunnel": "tunnels", "hidden": "hidden"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `report`."""
    parser.description = (
        "Review a game: the chances of winning, decisions that gave some away, and skill apart from luck. Ctrl-C stops"
        " early and shows what is known by then."
    )
    add_record(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write the report as JSON (default: text)")
    form.add_argument("--svg", action="store_true", help="draw the chances of winning as SVG (default: text)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write to this .json, .svg or .png file (default: print)"
    )
    parser.add_argument(
        "--rollouts", type=positive, default=ROLLOUTS, metavar="N", help=f"rollouts a decision (default: {ROLLOUTS})"
    )
    text = "report on this seat alone, except in JSON (default: all)"
    parser.add_argument("--seat", type=int, metavar="SEAT", help=text)
    text = "number of threads; the report is the same for any number (default: one per core)"
    parser.add_argument("--threads", type=positive, default=min(cores(), MOST_THREADS), metavar="N", help=text)
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Review the record and write the report."""
    announce("losses.try_choices", "review")
    if args.output and args.output.suffix != ".json":
        check_picture_file(args.output)
    record, error = read_as_far(read(args.file), args.maps)
    if args.seat is not None:
        record.view(args.seat)  # refuses a seat that does not exist
    if error:
        print(f"{error} The report is on the game up to there.", file=sys.stderr, flush=True)
    report, is_interrupted = follow(record, args.rollouts, args.threads)
    write(report, record, args)
    if is_interrupted:
        print(f"Interrupted: {report.searched} of {report.to_search} decisions are searched.", file=sys.stderr)
        return INTERRUPTED
    return REFUSED if error else OK


def follow(record: Record, rollouts: int, threads: int) -> tuple[Report, bool]:
    """The best report there is: the last, or the one that is known at Ctrl-C; and whether that was pressed."""
    reports = review(record, rollouts, threads)
    report = next(reports)
    try:
        with make_progress() as progress:
            bar = progress.add_task("decisions", total=report.to_search)
            for found in reports:
                report = found
                progress.update(bar, completed=report.searched)
    except KeyboardInterrupt:
        return report, True
    return report, False


def write(report: Report, record: Record, args: argparse.Namespace) -> None:
    """Write the report as it was asked for."""
    names = seat_names(record)
    seats = range(record.game.seats) if args.seat is None else [args.seat]
    facts = report.as_dict()
    ending = args.output.suffix if args.output else ""
    if args.json or ending == ".json":
        text = json.dumps(facts, indent=1) + "\n"
    elif args.svg or ending:
        text = draw_report(facts, record.game, names, seats)
    else:
        show(make_console(), facts, record, names, seats)
        return
    if args.output is None:
        print(text, end="")
    elif ending == ".json":
        args.output.write_text(text, encoding="utf-8", newline="\n")
    else:
        write_picture(text, args.output)
    if args.output:
        print(f"Wrote {args.output}.")


def seat_names(record: Record) -> list[str]:
    """What the seats are called."""
    names = record.names or [""] * record.game.seats
    return [printable(name) or f"seat {seat}" for seat, name in enumerate(names)]


def show(
    console: "Console", facts: Mapping[str, Any], record: Record, names: Sequence[str], seats: Sequence[int]
) -> None:
    """Print the report as text."""
    result = record.result
    end = str(result.reason) if result else "The game is not over."
    console.print(f"{record.game.rules.title}, {facts['seats']} seats, {facts['steps'][-1]['turn']} turns. {end}")
    console.print("", curves(facts, names, seats), "", sums(facts, names, seats), sep="\n")
    console.print("", lucks(facts, names, seats), "", grades(facts, names, seats), sep="\n")
    show_mistakes(console, facts, names, seats)
    show_turning_points(console, facts, record, names, seats)


def curves(facts: Mapping[str, Any], names: Sequence[str], seats: Sequence[int]) -> "Table":
    """The chances of the seats over the game, all cards open."""
    table = make_table("seat", "chance of winning, all cards open", numbers=("at the end",))
    for seat in seats:
        chances = [step["open"][seat] for step in facts["steps"]]
        count = min(CURVE, len(chances))
        picked = [chances[n * (len(chances) - 1) // max(1, count - 1)] for n in range(count)]
        bars = "".join(BARS[min(int(chance * len(BARS)), len(BARS) - 1)] for chance in picked)
        table.add_row(names[seat], bars, f"{chances[-1]:.0%}")
    return table


def sums(facts: Mapping[str, Any], names: Sequence[str], seats: Sequence[int]) -> "Table":
    """What the result of each seat is made of, in points of the chance of winning."""
    table = make_table("points", numbers=("start", "skill", "opponents", "luck", "result", "accuracy"))
    for seat in seats:
        one = facts["summary"][seat]
        parts = [f"{100 * one[part]:+.1f}" for part in ("skill", "opponents", "luck")]
        accuracy = "" if one["accuracy"] is None else str(one["accuracy"])
        table.add_row(names[seat], f"{100 * one['start']:.1f}", *parts, f"{100 * one['result']:.1f}", accuracy)
    return table


def lucks(facts: Mapping[str, Any], names: Sequence[str], seats: Sequence[int]) -> "Table":
    """The luck of each seat by kind, in points."""
    table = make_table("luck", numbers=tuple(LUCK.values()))
    for seat in seats:
        by = facts["summary"][seat]["luck_by"]
        table.add_row(names[seat], *(f"{100 * by[kind]:+.1f}" for kind in LUCK))
    return table


def grades(facts: Mapping[str, Any], names: Sequence[str], seats: Sequence[int]) -> "Table":
    """How many decisions of each seat have each grade."""
    table = make_table("decisions", numbers=tuple(GRADES.values()))
    for seat in seats:
        counts = facts["summary"][seat]["grades"]
        table.add_row(names[seat], *(str(counts[grade]) for grade in GRADES))
    return table


def show_mistakes(console: "Console", facts: Mapping[str, Any], names: Sequence[str], seats: Sequence[int]) -> None:
    """Print the decisions that gave chances away."""
    bad = [step for step in facts["steps"] if step["seat"] in seats and step["grade"] in BAD]
    if not bad:
        return
    console.print("\nDecisions that gave chances away (points, with their 95% interval)")
    for step in bad:
        size = f"{100 * step['loss']:.1f} ({100 * step['low']:.1f} to {100 * step['high']:.1f})"
        console.print(f"turn {step['turn']:3}  {names[step['seat']]}: {step['grade']}, {size}")
        console.print(f"          `{step['move']}`; better: `{step['better']}`")


def show_turning_points(
    console: "Console", facts: Mapping[str, Any], record: Record, names: Sequence[str], seats: Sequence[int]
) -> None:
    """Print the turning points of the seat that was asked for, else of the winner."""
    winners = record.result.winners if record.result else ()
    seat = seats[0] if len(seats) == 1 or not winners else winners[0]
    points = [point for point in facts["turning_points"] if point["seat"] == seat]
    if points:
        console.print(f"\nTurning points for {names[seat]}")
    for point in sorted(points, key=lambda point: point["step"]):
        turn = facts["steps"][point["step"]]["turn"]
        console.print(f"turn {turn:3}  {100 * point['change']:+.1f}  {sentence(point, names)}")
