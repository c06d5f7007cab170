"""`whistlestop replay`: step through a record, or print all of it."""

import argparse
import sys

from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console
from whistlestop.cli.events import events, move_lines
from whistlestop.cli.prompt import Prompt
from whistlestop.cli.screen import Screen
from whistlestop.cli.verify import read
from whistlestop.game.board import load_names
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE


def run(args: argparse.Namespace) -> int:
    """Show a record."""
    announce("play.step")
    record = Record.read(read(args.file), args.places)
    if args.seat is not None:
        record.view(args.seat)  # refuses a seat that is not there
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
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Replay:
    """A record to look at, with everything in it or as a seat was told it."""

    def __init__(self, record: Record, screen: Screen, seat: int | None) -> None:
        self.record, self.screen, self.seat = record, screen, seat
        self.stops = [ply for ply, entry in enumerate(record.entries) if entry.mover != CHANCE]
        self.stops.append(len(record.entries))
        """The plies at which a seat is to move, and the end."""

    def show(self, ply: int) -> None:
        """The play after so many moves: the last event, and where it stands."""
        record = self.record.at(ply)
        event = events(move_lines(record, self.seat))[-1]
        self.screen.rule(f"ply {ply} of {len(self.record.entries)}")
        self.screen.say(event.text(self.screen.names))
        if self.seat is not None:
            self.screen.state(record.view(self.seat))
        else:
            self.screen.open_state([record.view(seat) for seat in range(record.game.seats)])
        self.show_result(record)

    def show_result(self, record: Record) -> None:
        """The final score, if this is the end."""
        if record.result:
            self.screen.result(record.result)

    def print_all(self) -> None:
        """Every move, and cars and points of all seats whenever they change."""
        end = len(self.record.entries)
        happened = events(self.lines())
        record = self.record.at(0)
        standing = ""
        for event, until in zip(happened, [*(one.ply for one in happened[1:]), end], strict=True):
            for entry in self.record.entries[len(record.entries) : until]:
                record.push(entry.move, entry.outcome)
            self.screen.labelled(f"{event.ply:8}", event.text(self.screen.names))
            if self.standing(record) != standing:
                standing = self.standing(record)
                self.screen.labelled("", f"({standing})")
        self.show_result(self.record)

    def lines(self) -> list[str]:
        """All moves; for a seat as it was told them before the play was over and everything open."""
        lines = move_lines(self.record, self.seat)
        if self.seat is None or not self.record.over:
            return lines
        return [*move_lines(self.record.at(len(lines) - 1), self.seat), lines[-1]]

    def standing(self, record: Record) -> str:
        """Cars and points of all seats, in a few words."""
        seats = record.view(0).as_dict()["seats"]
        return ", ".join(
            f"{self.screen.names[seat]} {one['cars']} cars {one['points']} points" for seat, one in enumerate(seats)
        )

    def step(self, ply: int | None) -> None:
        """Go back and forth at a terminal."""
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
        """The ply that an answer asks for."""
        if answer.isascii() and answer.isdigit():
            return min(int(answer[:9]), len(self.record.entries))
        if answer in ("b", "back"):
            return max((stop for stop in self.stops if stop < at), default=0)
        return min((stop for stop in self.stops if stop > at), default=len(self.record.entries))
