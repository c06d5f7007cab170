"""`whistlestop verify`: check that a record's moves are legal and its deals genuine."""

import argparse
import sys
from pathlib import Path

from whistlestop.cli.arguments import add_maps, add_record
from whistlestop.cli.compiling import announce
from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import DealOrigin
from whistlestop.game.reader import verify
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `verify`."""
    parser.description = "Check that all moves of a record are legal and that its deals come from its seed or key."
    add_record(parser)
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Verify the record and say what that proves."""
    announce()
    record = verify(read(args.file), args.maps)
    print("\n".join(proved(record)))
    return 0


def read(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def proved(record: Record) -> list[str]:
    """What is certain about a record that was verified."""
    deals = sum(entry.mover == CHANCE for entry in record.entries)
    moves = len(record.entries) - deals
    dealer = record.dealer.name if record.dealer else "hand"
    about_deals = {
        "fast": f"All {deals} deals follow from the record's seed.",
        "fair": f"All {deals} deals follow from the record's key.",
        "hand": f"The {deals} deals were made by hand: they are possible, but nothing more can be proved about them.",
    }
    result = record.result
    return [
        f"{record.game.name}, {record.game.seats} seats: all {moves} moves are legal.",
        about_deals[dealer],
        *origin(record),
        str(result.reason) if result else "The game is not over.",
    ]


def origin(record: Record) -> list[str]:
    """How the key was made, at a shared table or for a deal that several tables play."""
    origin = record.dealer.origin if isinstance(record.dealer, FairDealer) else None
    if origin is None:
        return []
    if isinstance(origin, DealOrigin):
        return [f"The key is that of the deal {origin.deal}: the secret behind the commitment {origin.commitment}."]
    seats = ", ".join(str(seat) for seat in origin.seats)
    added = f"the bytes of the seats {seats}" if seats else "no bytes of any seat"
    return [f"The key combines the secret behind the commitment {origin.commitment} with {added}."]
