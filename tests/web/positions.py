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


def after_open_cards() -> Record:
    """The same for two, after the other seat took cards that everybody saw: it has drawn nothing else since."""
    record = full_hand(2)
    for move in ("draw", "draw", "take purple", "take white"):
        record.play(move)
    return record


def tunnel(seats: int = 2) -> Record:
    """The first seat has claimed a tunnel, and has to say whether it pays what was added."""
    return play_until(begin(seats), lambda view: view["phase"] == "answer", "claim")


def before_tunnel(seats: int = 2) -> tuple[Record, str]:
    """The first seat begins a turn in which it can claim a tunnel; and that tunnel."""
    record = begin(seats)
    tunnels = [track.text for track in record.game.board.tracks if track.tunnel]

    def claimable(view: View) -> list[str]:
        return [track for track in tunnels if any(move.startswith(f"claim {track} ") for move in view["legal"])]

    play_until(record, lambda view: view["phase"] == "turn" and bool(claimable(view)), "draw")
    return record, claimable(record.view(0).as_dict())[0]


def last_round(seats: int = 2) -> Record:
    """The first seat begins its last turn."""
    return play_until(
        begin(seats), lambda view: view["phase"] == "turn" and view["last_round"] >= 0, "claim", "pay", "give", "draw"
    )


def swaps() -> Record:
    """The first seat can claim the nine spaces to Murmansk on Nordic with swaps, in many ways."""
    return play_until(
        begin(2, "nordic"),
        lambda view: (
            view["seats"][0]["cards"] > 30 and any("lieksa" in move and "swap" in move for move in view["legal"])
        ),
        "draw",
    )


def closed_twin() -> tuple[Record, str]:
    """A game in New York in which one track of a double route is claimed, and the other, which is closed for two."""
    record = begin(2, "new_york")
    doubles = {track.text for track in record.game.board.tracks if track.text.endswith("/2")}

    def closed(view: View) -> list[str]:
        return [f"{track}/2" for seat in view["seats"] for track in seat["tracks"] if f"{track}/2" in doubles]

    play_until(record, lambda view: view["phase"] == "turn" and bool(closed(view)), "claim", "draw")
    return record, closed(record.view(0).as_dict())[0]
