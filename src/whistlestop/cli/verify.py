"""`whistlestop verify`: prove a record."""

import argparse
import sys
from pathlib import Path

from whistlestop.cli.compiling import announce
from whistlestop.game.dealer import FairDealer
from whistlestop.game.reader import verify
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE


def run(args: argparse.Namespace) -> int:
    """Say what the record proves."""
    announce("play.step")
    record = verify(read(args.file), args.places)
    print("\n".join(proved(record)))
    return 0


def read(name: str) -> str:
    """The text of a file, or of the standard input."""
    return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")


def proved(record: Record) -> list[str]:
    """What holds of a record that was verified."""
    deals = sum(entry.mover == CHANCE for entry in record.entries)
    moves = len(record.entries) - deals
    dealer = record.dealer.name if record.dealer else "hand"
    about_deals = {
        "fast": f"All {deals} deals are those of the record's seed.",
        "fair": f"All {deals} deals are those of the record's key.",
        "hand": f"The {deals} deals were made by hand: they are possible, and nothing more is proved about them.",
    }
    result = record.result
    return [
        f"{record.game.name}, {record.game.seats} seats: all {moves} moves are legal.",
        about_deals[dealer],
        *origin(record),
        str(result.reason) if result else "The play is not over.",
    ]


def origin(record: Record) -> list[str]:
    """Where the key of a shared table comes from."""
    origin = record.dealer.origin if isinstance(record.dealer, FairDealer) else None
    if origin is None:
        return []
    seats = ", ".join(str(seat) for seat in origin.seats)
    added = f"the bytes of the seats {seats}" if seats else "no bytes of any seat"
    return [f"The key is made of the secret committed to as {origin.commitment}, and of {added}."]
