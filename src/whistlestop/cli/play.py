"""`whistlestop play`: a game in the terminal, between people and bots."""

import argparse
import secrets
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from whistlestop.bots import NAMES, Bot, make_bot
from whistlestop.bots.levels import LEVELS, Level
from whistlestop.cli.arguments import add_maps, comma_separated
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_console
from whistlestop.cli.events import move_lines
from whistlestop.cli.exit_codes import INTERRUPTED, OK, USAGE
from whistlestop.cli.person import Leave, Person
from whistlestop.cli.prompt import Prompt
from whistlestop.cli.screen import Screen
from whistlestop.game.board import LANGUAGES, load_names
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.record import Record

YOU = "you"
"""What `--seats` calls a person at this terminal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `play`."""
    parser.description = (
        f"Play a game in the terminal. A seat is `{YOU}` for a person; or a level, from easiest to hardest: "
        f"{', '.join(LEVELS)}; or a bot: {', '.join(NAMES)}."
    )
    parser.add_argument("map", metavar="MAP", nargs="?", default="europe", help="the map's name (default: europe)")
    parser.add_argument(
        "--seats",
        type=comma_separated,
        default=[YOU, "dispatcher"],
        metavar="WHO,WHO",
        help=f"who sits in each seat (default: {YOU},dispatcher)",
    )
    parser.add_argument(
        "--names", type=comma_separated, default=[], metavar="NAME,NAME", help=f"names of the people (default: {YOU})"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="deal from this seed (default: a random one)")
    parser.add_argument("--first", type=int, metavar="SEAT", help="the seat that moves first (default: drawn)")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="save the record to this new file after every move (default: none)"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of city names (default: en)")
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Play a game until it ends or a person stops it."""
    people = args.seats.count(YOU)
    if args.names and len(args.names) != people:
        print(f"--names has {len(args.names)} names, but --seats has {people} people.", file=sys.stderr)
        return USAGE
    game = Game(args.map, len(args.seats), args.maps)
    bots_by_seat = {seat: make_bot(player) for seat, player in enumerate(args.seats) if player != YOU}
    for bot in bots_by_seat.values():
        if isinstance(bot, Level):
            bot.check(game)
    cities = load_names(game.folder, args.language)
    announce()
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    record = Record(game, seed, first=args.first, names=seat_names(args.seats, args.names))
    if args.record:
        args.record.open("x").close()
    screen = Screen(make_console(), game, record.names, cities)
    screen.rule(f"{cities['title']}, {game.seats} seats, seed {seed}")
    for difference in game.rules.differences:
        screen.say(f"- {difference}")
    return TerminalGame(record, bots_by_seat, screen, args.record, seed).run()


def seat_names(players: Sequence[str], names: Sequence[str]) -> list[str]:
    """A name for each seat: people as given, bots by their kind; equal names are numbered."""
    people = iter(names)
    plain = [next(people, player) if player == YOU else player for player in players]
    return [
        f"{name} {plain[: seat + 1].count(name)}" if plain.count(name) > 1 else name for seat, name in enumerate(plain)
    ]


class TerminalGame:
    """One game at this terminal; the record is saved after every move."""

    def __init__(self, record: Record, bots: Mapping[int, Bot], screen: Screen, file: Path | None, seed: int) -> None:
        self.record, self.bots, self.screen, self.file, self.seed = record, bots, screen, file, seed
        prompt = Prompt()
        seats = [seat for seat in range(record.game.seats) if seat not in bots]
        self.people = {seat: Person(seat, record, screen, prompt, len(seats) > 1) for seat in seats}
        self.rngs = {seat: seat_rng(seed, seat) for seat in bots}
        self.at_screen = -1
        """The seat of the person who looked at the screen last."""

    def run(self) -> int:
        """Play until the game is over, and return the exit code."""
        try:
            self.save()
            while not self.record.over:
                self.move()
                self.save()
        except Leave:
            return self.leave(OK)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)
        result = self.record.result
        assert result is not None
        seen_until = max((person.seen_until for person in self.people.values()), default=0)
        self.screen.events(move_lines(self.record, None), seen_until)
        self.screen.rule("The game is over")
        self.screen.result(result)
        if self.file:
            self.screen.say(f"The record is in {self.file}.")
        return OK

    def move(self) -> None:
        """Let the seat to move make its move."""
        seat = self.record.mover
        if seat in self.bots:
            began = time.perf_counter()
            move = self.bots[seat].choose(self.record.view(seat), self.rngs[seat])
            if self.people and self.screen.console.is_terminal:
                time.sleep(max(0.0, getattr(self.bots[seat], "pace", 0.0) - (time.perf_counter() - began)))
            self.record.play(move, seat)
        else:
            self.people[seat].move(self.at_screen)
            self.at_screen = seat

    def save(self) -> None:
        """Write the record so far."""
        if self.file:
            self.file.write_text(str(self.record), encoding="utf-8", newline="\n")

    def leave(self, code: int) -> int:
        """Say what happens to a game that is stopped early."""
        saved = f"The record so far is in {self.file}" if self.file else "It was not recorded; --record FILE does that"
        self.screen.say(f"\nYou stopped the game. {saved}. Its seed is {self.seed}.")
        return code
