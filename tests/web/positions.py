"""Records of games that stop at a chosen position, to be opened in a browser."""

from collections.abc import Callable
from typing import Any

from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.game import Game
from whistlestop.game.record import Record

NAMES = ("Ann", "porter", "porter", "porter", "porter")
KINDS = 9
"""How many kinds of cards Europe has, with the locomotives."""

View = dict[str, Any]


def begin(seats: int, map_: str = "europe") -> Record:
    """A game whose deals are the same each time."""
    game = Game(map_, seats)
    origin = KeyOrigin("positions-for-browsers", bytes(32), (bytes(16),) + (None,) * (seats - 1))
    return Record(game, FairDealer.from_origin(origin, game.digest), names=NAMES[:seats])


def play_until(record: Record, reached: Callable[[View], bool], *wanted: str) -> Record:
    """Play the first legal move of the wanted kinds until the first seat is to move in a position."""
    while record.mover != 0 or not reached(record.view(0).as_dict()):
        moves = record.legal()
        record.play(next((move for kind in wanted for move in moves if move.startswith(kind)), moves[-1]))
    return record


def first_choice(seats: int = 2) -> Record:
    """The first seat chooses its first tickets."""
    return play_until(begin(seats), lambda view: view["phase"] == "first choice")


def full_hand(seats: int = 5) -> Record:
    """The first seat begins a turn with every kind of card in hand."""
    return play_until(
        begin(seats),
        lambda view: view["phase"] == "turn" and len(view["seats"][0]["hand"]) == KINDS,
        "draw",
    )


def tunnel(seats: int = 2) -> Record:
    """The first seat has claimed a tunnel, and has to say whether it pays what was added."""
    return play_until(begin(seats), lambda view: view["phase"] == "answer", "claim")


def last_round(seats: int = 2) -> Record:
    """The first seat begins its last turn."""
    return play_until(
        begin(seats), lambda view: view["phase"] == "turn" and view["last_round"] >= 0, "claim", "pay", "give", "draw"
    )
