"""`whistlestop verify`: check that a record's moves are legal and its deals genuine, or a tournament's pairings."""

import argparse
import json
import sys
from pathlib import Path

from whistlestop.cli.arguments import add_maps, add_record
from whistlestop.cli.compiling import announce
from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import DealOrigin
from whistlestop.game.reader import verify
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE
from whistlestop.tournaments.proof import verify_tournament
from whistlestop.tournaments.reasons import BadTournament


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `verify`."""
    parser.description = (
        "Check that all moves of a record are legal and that its deals come from its seed or key; or that the pairings "
        "of a tournament follow from its lot and its results, if FILE is what GET /api/tournaments/ID answers."
    )
    add_record(parser)
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Verify the record or the tournament, and say what that proves."""
    text = read(args.file)
    if text.lstrip().startswith("{"):
        print(proved_of_tournament(text))
        return 0
    announce()
    record = verify(text, args.maps)
    print("\n".join(proved(record)))
    return 0


def proved_of_tournament(text: str) -> str:
    """What is certain about a tournament that was verified."""
    try:
        published = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadTournament("not_a_tournament", problem=str(error)) from None
    rounds = verify_tournament(published)
    return (
        f"The lot follows from the secret behind the commitment {published['commitment']}; the pairings of all "
        f"rounds ({rounds}) and the standings follow from the lot and the results. "
        "The records of the tables prove the results."
    )


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
