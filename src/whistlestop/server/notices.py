"""Notices: what a player wants to know who doesn't have the page open, when, and whether it is still true.

A notice never says more than its reader may see of the table: the map, and the names of the other people.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any

from whistlestop.game.state import FIRST_CHOICE
from whistlestop.server.identity import People, new_id
from whistlestop.server.presence import LINGER
from whistlestop.server.protocol.events import EventKind
from whistlestop.server.table import CLOSED, OPEN, Table
from whistlestop.server.wire import Event

DELAY = LINGER + 200
"""After how many milliseconds a notice is due: by then the page of somebody who has left doesn't count any more."""
NO_SEAT = -1
"""The seat of a notice that is for all seats of a player."""


class Kind(StrEnum):
    """What a notice is about."""

    CONFIRM = "confirm"
    """An e-mail address is to be confirmed."""
    READY = "ready"
    """All seats are taken, and the start waits for the player's page: for the first time, or again."""
    BEGUN = "begun"
    """The game has begun: it is time to choose tickets."""
    TURN = "turn"
    OVER = "over"
    REMATCH = "rematch"


def list_notices(table: Table, events: Iterable[Event], people: People) -> list[dict[str, Any]]:
    """The rows of the outbox for some events: one for each channel of each player concerned.

    There are none where nobody waits: at a table with only one person.
    """
    if len({seat.player for seat in table.seats if seat.player}) < 2:
        return []
    wanted: dict[str, tuple[Kind, int]] = {}
    at = 0
    for event in events:
        at = event.at
        for player, kind, seat in concerned(table, event):
            wanted[player] = (kind, seat)
    return [
        outbox_row(channel, way, player, kind, at, table=table.id, seat=seat, ply=table.ply, delay=DELAY)
        for player, (kind, seat) in wanted.items()
        for channel, way in people.channels(player).items()
    ]


def outbox_row(
    channel: str, way: str, player: str, kind: Kind, at: int, *,
    table: str | None = None, seat: int = NO_SEAT, ply: int = 0, delay: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """A row of the outbox."""
    return {
        "id": new_id(), "channel": channel, "way": way, "player": player, "table_id": table, "kind": kind.value,
        "seat": seat, "ply": ply, "at": at, "due": at + delay, "leased": 0, "tries": 0,
    }  # fmt: skip


def concerned(table: Table, event: Event) -> Iterator[tuple[str, Kind, int]]:
    """The players whom an event concerns, with the kind of the notice and the seat."""
    match event.kind:
        case EventKind.STARTED | EventKind.MOVED | EventKind.UNDONE:
            kind = Kind.BEGUN if event.kind == EventKind.STARTED else Kind.TURN
            for seat in called(table, event):
                yield table.seats[seat].player or "", kind, seat
        case EventKind.FINISHED | EventKind.ABANDONED | EventKind.EXPIRED if table.record is not None:
            for one in table.seats:
                if one.player is not None:
                    yield one.player, Kind.OVER, NO_SEAT
        case EventKind.REMATCH:
            asker = table.seats[event.body["by"]].player
            for one in table.seats:
                if one.player not in (None, asker):
                    yield one.player or "", Kind.REMATCH, NO_SEAT
        case EventKind.STEP:
            for seat in table.missing():
                yield table.seats[seat].player or "", Kind.READY, NO_SEAT


def called(table: Table, event: Event) -> list[int]:
    """The seats of people whose turn begins with an event; not the seat that goes on with its own turn."""
    asked = [seat for seat in table.asked() if table.seats[seat].is_person]
    if event.kind != EventKind.MOVED or table.record is None:
        return asked
    first = table.record.entries[event.body["start"]]
    return [seat for seat in asked if first.phase == FIRST_CHOICE or seat != first.mover]


def is_current(notice: Any, table: Table, again: Table | None) -> bool:
    """Whether a row of the outbox is still true of its table; `again` is the rematch of the table."""
    own = table.seats_of(notice.player)
    if not own:
        return False
    match Kind(notice.kind):
        case Kind.BEGUN | Kind.TURN:
            is_asked = notice.seat in own and notice.seat in table.asked() and table.seats[notice.seat].is_person
            return is_asked and table.ply == notice.ply
        case Kind.READY:
            return bool(set(own) & set(table.missing()))
        case Kind.REMATCH:
            seats = again.seats if again is not None and again.state == OPEN else []
            return any(seat.player == notice.player and seat.invited for seat in seats)
        case _:
            return table.state in CLOSED


def company(table: Table, player: str, people: People) -> list[str]:
    """The names of the other people at a table, as a player who sits there sees them."""
    return [
        name
        for seat in table.seats
        if seat.player not in (None, player) and (name := seat.name or people.name(seat.player))
    ]
