"""`whistlestop replay`: step through a record, or print it."""

import argparse
import sys

from whistlestop.cli.arguments import add_maps, add_record
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console
from whistlestop.cli.events import events, move_lines
from whistlestop.cli.prompt import Prompt
from whistlestop.cli.screen import Screen
from whistlestop.cli.verify import read
from whistlestop.game.board import load_names
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `replay`."""
    parser.description = "Step through a record on a terminal; anywhere else, print it."
    add_record(parser)
    parser.add_argument("--ply", type=int, metavar="N", help="start here; without a terminal, print only this ply")
    parser.add_argument("--seat", type=int, metavar="SEAT", help="show only what this seat may see (default: all)")
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Show a record."""
    announce()
    record = Record.read(read(args.file), args.maps)
    if args.seat is not None:
        record.view(args.seat)  # refuses a seat that does not exist
    names = record.names or [f"seat {seat}" for seat in range(record.game.seats)]
    screen = Screen(make_console(), record.game, names, load_names(record.game.folder, "en"))
    replay = Replay(record, screen, args.seat)
    if is_interactive():
        replay.step(args.ply)
    elif args.ply is not None:
        replay.show(args.ply)
    else:
        replay.print_all()
    return 0


def is_interactive() -> bool:
    """Whether a person is at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Replay:
    """A record to look at: all of it, or what one seat may see."""

    def __init__(self, record: Record, screen: Screen, seat: int | None) -> None:
        self.record, self.screen, self.seat = record, screen, seat
        self.stops = [ply for ply, entry in enumerate(record.entries) if entry.mover != CHANCE]
        self.stops.append(len(record.entries))
        """The plies at which a seat moves, and the end."""

    def show(self, ply: int) -> None:
        """The game at a ply: the last event and the position."""
        record = self.record.at(ply)
        event = events(move_lines(record, self.seat))[-1]
        self.screen.rule(f"ply {ply} of {len(self.record.entries)}")
        self.screen.say(event.text(self.screen.names))
        if self.seat is not None and not record.over:
            self.screen.state(record.view(self.seat))
        else:
            self.screen.open_state([record.view(seat) for seat in range(record.game.seats)])
        self.show_result(record)

    def show_result(self, record: Record) -> None:
        """The final score, if the game is over."""
        if record.result:
            self.screen.result(record.result)

    def print_all(self) -> None:
        """Every move, and the cars and points of all seats when they change."""
        end = len(self.record.entries)
        happened = events(self.lines())
        record = self.record.at(0)
        scores = ""
        for event, until in zip(happened, [*(event.ply for event in happened[1:]), end], strict=True):
            for entry in self.record.entries[len(record.entries) : until]:
                record.push(entry.move, entry.outcome)
            self.screen.labelled(f"{event.ply:8}", event.text(self.screen.names))
            if self.scores(record) != scores:
                scores = self.scores(record)
                self.screen.labelled("", f"({scores})")
        self.show_result(self.record)

    def lines(self) -> list[str]:
        """All moves; for a seat as it saw them before the game ended and all hands were shown."""
        lines = move_lines(self.record, self.seat)
        if self.seat is None or not self.record.over:
            return lines
        return [*move_lines(self.record.at(len(lines) - 1), self.seat), lines[-1]]

    def scores(self, record: Record) -> str:
        """The cars and points of all seats."""
        seats = record.view(0).as_dict()["seats"]
        return ", ".join(
            f"{self.screen.names[seat]} {player['cars']} cars {player['points']} points"
            for seat, player in enumerate(seats)
        )

    def step(self, ply: int | None) -> None:
        """Go back and forth on a terminal."""
        prompt = Prompt()
        at = self.stops[0] if ply is None else ply
        while True:
            self.show(at)
            try:
                answer = prompt.ask("Enter: next, b: back, a number: that ply, q: quit> ").lower()
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            at = self.target(at, answer)

    def target(self, at: int, answer: str) -> int:
        """The ply that the answer asks for."""
        if answer.isascii() and answer.isdigit():
            return min(int(answer[:9]), len(self.record.entries))
        if answer in ("b", "back"):
            return max((stop for stop in self.stops if stop < at), default=0)
        return min((stop for stop in self.stops if stop > at), default=len(self.record.entries))
