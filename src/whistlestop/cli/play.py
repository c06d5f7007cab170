"""`whistlestop play`: people and bots at one terminal."""

import argparse
import secrets
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from whistlestop.bots import Bot, make_bot
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console
from whistlestop.cli.events import move_lines
from whistlestop.cli.main import INTERRUPTED, YOU
from whistlestop.cli.person import Leave, Person
from whistlestop.cli.prompt import Prompt
from whistlestop.cli.screen import Screen
from whistlestop.game.board import load_names
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.record import Record


def run(args: argparse.Namespace) -> int:
    """Play a game to its end, or until somebody has had enough."""
    people = args.seats.count(YOU)
    if args.names and len(args.names) != people:
        print(f"--names must name the {people} people of --seats, between commas.", file=sys.stderr)
        return 2
    game = Game(args.map, len(args.seats), args.places)
    bots = {seat: make_bot(player) for seat, player in enumerate(args.seats) if player != YOU}
    cities = load_names(game.folder, args.language)
    announce("play.step")
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    record = Record(game, seed, first=args.first, names=seat_names(args.seats, args.names))
    if args.record:
        args.record.open("x").close()
    screen = Screen(make_console(), game, record.names, cities)
    screen.rule(f"{cities['title']}, {game.seats} seats, seed {seed}")
    for difference in game.rules.differences:
        screen.say(f"- {difference}")
    return Sitting(record, bots, screen, args.record, seed).run()


def seat_names(players: Sequence[str], names: Sequence[str]) -> list[str]:
    """A name for each seat: people as they said, bots after their kind, numbered where there are several."""
    people = iter(names)
    found = [next(people, player) if player == YOU else player for player in players]
    return [
        f"{name} {found[: seat + 1].count(name)}" if found.count(name) > 1 else name for seat, name in enumerate(found)
    ]


class Sitting:
    """One play at this terminal; the record is saved after every move."""

    def __init__(self, record: Record, bots: Mapping[int, Bot], screen: Screen, file: Path | None, seed: int) -> None:
        self.record, self.bots, self.screen, self.file, self.seed = record, bots, screen, file, seed
        prompt = Prompt()
        seats = [seat for seat in range(record.game.seats) if seat not in bots]
        self.people = {seat: Person(seat, record, screen, prompt, len(seats) > 1) for seat in seats}
        self.chances = {seat: seat_rng(seed, seat) for seat in bots}
        self.at_screen = -1
        """The person who looked at the screen last."""

    def run(self) -> int:
        """Play on until it is over; the exit code."""
        try:
            self.save()
            while not self.record.over:
                self.move()
                self.save()
        except Leave:
            return self.leave(0)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)
        result = self.record.result
        assert result is not None
        self.screen.events(
            move_lines(self.record, None), max((person.told for person in self.people.values()), default=0)
        )
        self.screen.rule("The play is over")
        self.screen.result(result)
        if self.file:
            self.screen.say(f"The record is in {self.file}.")
        return 0

    def move(self) -> None:
        """Let whoever is to move do so."""
        seat = self.record.mover
        if seat in self.bots:
            began = time.perf_counter()
            move = self.bots[seat].choose(self.record.view(seat), self.chances[seat])
            if self.people and self.screen.console.is_terminal:
                time.sleep(max(0.0, getattr(self.bots[seat], "pace", 0.0) - (time.perf_counter() - began)))
            self.record.play(move, seat)
        else:
            self.people[seat].move(self.at_screen)
            self.at_screen = seat

    def save(self) -> None:
        """Write the record as far as it goes."""
        if self.file:
            self.file.write_text(str(self.record), encoding="utf-8", newline="\n")

    def leave(self, code: int) -> int:
        """Say what becomes of a play that is broken off."""
        saved = f"the record so far is in {self.file}" if self.file else "it was not recorded; --record FILE does that"
        self.screen.say(f"\nThe play ends here, and {saved}. Its seed is {self.seed}.")
        return code
