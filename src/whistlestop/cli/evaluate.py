"""`whistlestop evaluate`: rate an agent by a frozen protocol. The table goes to stderr, the result line to stdout."""

import argparse
import json
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from whistlestop.arena.bout import Outcome
from whistlestop.arena.evaluation import Evaluation, Row, evaluate
from whistlestop.arena.protocol import Protocol
from whistlestop.arena.reasons import BadArena
from whistlestop.arena.signature import read_key, sign, signer
from whistlestop.cli.arguments import add_jobs
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_progress
from whistlestop.cli.exit_codes import OK, REFUSED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `evaluate`."""
    parser.description = (
        "Let an agent play a frozen protocol against bots of the ladder, and print its rating as a line that others "
        "can check by running the same command."
    )
    parser.add_argument(
        "agent",
        metavar="AGENT",
        nargs="?",
        help="a bot such as planner, a class or function in a file such as my_bots.py:MyBot, or an http:// address",
    )
    parser.add_argument(
        "--protocol", default="standard", metavar="NAME", help="standard, short, or a .toml file (default: standard)"
    )
    parser.add_argument("--output", "-o", type=Path, metavar="FILE", help="add the result line to this file as well")
    parser.add_argument(
        "--check",
        type=Path,
        metavar="FILE",
        help="compare with the last result line of this file; 1 if it differs. Without AGENT only its digest and its "
        "signature are checked, and nothing is played",
    )
    parser.add_argument(
        "--sign", type=Path, metavar="KEY", help="sign the result line with this Ed25519 key of OpenSSH"
    )
    add_jobs(parser, "processes")


def run(args: argparse.Namespace) -> int:
    """Play, print and compare."""
    key = read_key(args.sign) if args.sign else None
    expected = read_line(args.check) if args.check else None
    if expected is not None:
        by = signer(expected)
        print("The digest fits the line.", f"It is signed with the key {by}." if by else "It is not signed.")
    if args.agent is None:
        if expected is None:
            raise BadArena("agent_missing")
        return OK
    protocol = Protocol.read(args.protocol)
    announce()
    line = play(args.agent, protocol, args.jobs).line()
    text = json.dumps(sign(line, key) if key else line)
    print(text)
    if args.output:
        with args.output.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text + "\n")
    if expected is None:
        return OK
    differing = [name for name in line if line[name] != expected.get(name)]
    print("The same result." if not differing else f"Another result: {', '.join(differing)} differ.")
    return REFUSED if differing else OK


def play(agent: str, protocol: Protocol, jobs: int) -> Evaluation:
    """Play with a progress bar, then show a row for each opponent, the rating and the faults."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with make_progress(*columns) as progress:
        bar = progress.add_task("games", total=protocol.games)

        def report(row: Row, outcome: Outcome) -> None:
            progress.advance(bar)
            if outcome.fault:
                progress.console.print(str(outcome.fault), highlight=False, markup=False, soft_wrap=True)

        found = evaluate(agent, protocol, jobs, report)
        for text in summary(found):
            progress.console.print(text, highlight=False, markup=False, soft_wrap=True)
    return found


def summary(found: Evaluation) -> list[str]:
    """The rows and the rating in words."""
    lines = []
    for row in found.rows:
        rate, low, high = row.win_rate()
        other = "" if row.plays_as_frozen else "; it does not play as it did when the protocol was frozen"
        lines.append(
            f"{row.map}, {row.seats} seats, against {row.opponent} ({row.rating:.0f}): "
            f"{rate:.1%} ({low:.1%} to {high:.1%}) of {len(row.outcomes)} games{other}"
        )
    rating, low, high = found.rating()
    faults = f", {len(found.faults)} of the games lost by faults" if found.faults else ""
    return [*lines, f"{found.agent}: rating {rating:.0f} ({low:.0f} to {high:.0f}){faults}"]


def read_line(file: Path) -> dict[str, Any]:
    """The last result line of a file."""
    try:
        found: Any = json.loads(file.read_text(encoding="utf-8").strip().splitlines()[-1])
        if isinstance(found, dict) and "digest" in found:
            return found
    except (ValueError, IndexError):
        pass
    raise BadArena("no_result_line", file=str(file))
