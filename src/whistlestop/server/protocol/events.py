"""The events of a table: a kind each, and a model for each kind.

Events that change the table carry `changes`: the changed fields with their values at the time of writing. A client that
applies the `changes` of every event, in order, to the table it read first always has the current table. `CHANGED`
lists the fields by kind.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, RootModel

from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.tables import Reaction, TableChanges, TableInfo, Time
from whistlestop.server.protocol.views import Result, View


class EventKind(StrEnum):
    """The kinds of events. The value is also the event's name in the stream."""

    TABLE = "table"
    SEATS = "seats"
    STEP = "step"
    HASH = "hash"
    BYTES = "bytes"
    BROKEN = "broken"
    STARTED = "started"
    SEALED = "sealed"
    MOVED = "moved"
    UNDONE = "undone"
    AWAY = "away"
    RETURNED = "returned"
    HOLIDAY = "holiday"
    PROPOSED = "proposed"
    AGREED = "agreed"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    CHAT = "chat"
    REACTION = "reaction"
    REMATCH = "rematch"
    SHARING = "sharing"
    DEAL = "deal"
    PRESENCE = "presence"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    EXPIRED = "expired"
    SKIPPED = "skipped"
    HIDDEN = "hidden"
    BEAT = "beat"
    FAREWELL = "farewell"


_CLOSED = ("state", "proposal", "clock", "fairness", "sharing")
CHANGED: dict[EventKind, tuple[str, ...]] = {
    EventKind.SEATS: ("seats", "yours", "clock"),
    EventKind.STEP: ("step", "fairness", "clock"),
    EventKind.HASH: ("fairness",),
    EventKind.BROKEN: ("step", "seats", "yours", "fairness", "clock"),
    EventKind.STARTED: ("state", "step", "ply", "seats", "fairness", "clock"),
    EventKind.SEALED: ("clock",),
    EventKind.MOVED: ("ply", "clock"),
    EventKind.UNDONE: ("ply", "proposal", "clock"),
    EventKind.AWAY: ("seats", "clock"),
    EventKind.RETURNED: ("seats", "clock"),
    EventKind.HOLIDAY: ("seats", "clock"),
    EventKind.PROPOSED: ("proposal",),
    EventKind.AGREED: ("proposal",),
    EventKind.DECLINED: ("proposal",),
    EventKind.WITHDRAWN: ("proposal",),
    EventKind.REMATCH: ("rematch",),
    EventKind.SHARING: ("sharing",),
    EventKind.DEAL: ("fairness", "sharing"),
    EventKind.FINISHED: _CLOSED,
    EventKind.ABANDONED: _CLOSED,
    EventKind.EXPIRED: _CLOSED,
}
"""The fields of the table that events of each kind carry in `changes`.

If the clock is for the whole game, `seats` always comes with `clock`: a seat has the time it has left.
"""
WITH_VIEWS = (EventKind.STARTED, EventKind.MOVED, EventKind.UNDONE)
"""The kinds after which the game is at another ply; they carry the reader's views."""
FOR_SEATS = (EventKind.REMATCH, EventKind.SHARING)
"""The kinds that only players at the table get; spectators get `skipped`."""
SAID = (EventKind.CHAT, EventKind.REACTION)
"""The kinds that a reader doesn't get of players whom they have muted or blocked."""


class TableEvent(Model):
    """What all events of a table have."""

    table: str
    """The table's id."""
    id: int
    """The event's number at its table: 1, 2, 3 …"""


class StoredEvent(TableEvent):
    """Something that happened at a table."""

    ply: int
    at: Time


class ChangingEvent(StoredEvent):
    """Something that changed the table."""

    changes: TableChanges


class Snapshot(TableInfo):
    """The first event of every table on a stream: the table, and your views once the game has started."""

    kind: Literal[EventKind.TABLE]
    views: list[View] = absent()


class SeatsChanged(ChangingEvent):
    """The table was made, or who sits at it has changed."""

    kind: Literal[EventKind.SEATS]
    what: Literal["made", "joined", "left", "removed", "bot", "freed", "forgotten"]
    seat: int = absent()


class StepBegun(ChangingEvent):
    """A step of the start has begun: all people send hashes, or bytes."""

    kind: Literal[EventKind.STEP]
    step: Literal["hashes", "bytes"]
    commitment: str
    hashes: list[str | None] | None
    """All hashes, in the step `bytes`."""
    deadline: Time
    """Until when the server waits."""


class HashSent(ChangingEvent):
    """A seat has sent its hash."""

    kind: Literal[EventKind.HASH]
    seat: int


class BytesSent(StoredEvent):
    """A seat has sent its bytes."""

    kind: Literal[EventKind.BYTES]
    seat: int


class StartBroken(ChangingEvent):
    """The start was broken off; the seats in `late` are free, and there is a new secret."""

    kind: Literal[EventKind.BROKEN]
    late: list[int]
    commitment: str
    """The old commitment, with its secret and the bytes that were sent."""
    secret: str
    bytes: list[str | None]
    next_commitment: str


class GameStarted(ChangingEvent):
    """The cards were dealt."""

    kind: Literal[EventKind.STARTED]
    start: int
    commitment: str
    hashes: list[str | None]
    bytes: list[str | None]
    lines: list[str]
    """The deals as you may see them."""
    views: list[View]


class ChoiceSealed(ChangingEvent):
    """A seat has chosen its first tickets."""

    kind: Literal[EventKind.SEALED]
    seat: int
    movers: list[int]
    """The seats that are still choosing."""


class MovesMade(ChangingEvent):
    """A move, and the deals that followed it."""

    kind: Literal[EventKind.MOVED]
    start: int
    """The ply of the first line."""
    lines: list[str]
    """The moves as you may see them, one per ply."""
    views: list[View]


class MovesUndone(ChangingEvent):
    """The game went back to `ply`."""

    kind: Literal[EventKind.UNDONE]
    views: list[View]


class PlayerAway(ChangingEvent):
    """A bot plays for a seat: its time ran out, or its player is gone, left or resigned."""

    kind: Literal[EventKind.AWAY]
    seat: int
    why: Literal["clock", "gone", "left", "resigned"]


class PlayerReturned(ChangingEvent):
    """A player plays a seat again."""

    kind: Literal[EventKind.RETURNED]
    seat: int


class HolidayNoted(ChangingEvent):
    """A player at a slow game has gone on holiday, or has come back."""

    kind: Literal[EventKind.HOLIDAY]
    seat: int


class ProposalMade(ChangingEvent):
    """Somebody asked to undo a move or to end the game."""

    kind: Literal[EventKind.PROPOSED]
    what: Literal["undo", "end"]
    by: int
    back_to: int


class ProposalAgreed(ChangingEvent):
    """A seat agreed to the proposal."""

    kind: Literal[EventKind.AGREED]
    what: Literal["undo", "end"]
    seat: int


class ProposalDeclined(ChangingEvent):
    """A seat declined the proposal."""

    kind: Literal[EventKind.DECLINED]
    what: Literal["undo", "end"]
    seat: int


class ProposalWithdrawn(ChangingEvent):
    """A move withdrew the proposal."""

    kind: Literal[EventKind.WITHDRAWN]
    what: Literal["undo", "end"]


class ChatSent(StoredEvent):
    """Somebody said something."""

    kind: Literal[EventKind.CHAT]
    player: str
    name: str
    text: str


class Reacted(StoredEvent):
    """Somebody has reacted with one of a few fixed phrases."""

    kind: Literal[EventKind.REACTION]
    player: str
    name: str
    reaction: Reaction | Literal[""]
    """Empty once the player was deleted."""


class RematchMade(ChangingEvent):
    """There is a table for a rematch."""

    kind: Literal[EventKind.REMATCH]
    again: str
    """The id of that table."""
    by: int = absent()
    """The seat that asked for it."""


class SharingAnswered(ChangingEvent):
    """Somebody said whether anybody may watch the replay."""

    kind: Literal[EventKind.SHARING]


class DealOver(ChangingEvent):
    """The deal that several tables played is over: its secret is public, and shared replays can be watched."""

    kind: Literal[EventKind.DEAL]
    secret: str


class PresenceChanged(Model):
    """Somebody has opened the table or is gone. It has no number and is not stored."""

    kind: Literal[EventKind.PRESENCE]
    table: str
    present: list[int]
    """The seats whose players have the table open now."""


class TableClosed(ChangingEvent):
    """The table is closed; the secret and everybody's bytes are public now."""

    commitment: str
    secret: str = absent()
    """Absent while other tables still play the same deal."""
    bytes: list[str | None]


class GameFinished(TableClosed):
    """The game is over."""

    kind: Literal[EventKind.FINISHED]
    result: Result


class GameAbandoned(TableClosed):
    """All people agreed to end the game, or the last one resigned."""

    kind: Literal[EventKind.ABANDONED]


class TableExpired(TableClosed):
    """Nobody did anything here for too long."""

    kind: Literal[EventKind.EXPIRED]


class EventSkipped(TableEvent):
    """Something that is not for you, such as a message of a player whom you have muted."""

    kind: Literal[EventKind.SKIPPED]


class TableHidden(TableEvent):
    """You may not see the table any more; it sends you nothing else."""

    kind: Literal[EventKind.HIDDEN]


class Beat(Model):
    """A sign of life: sent when a stream begins, and then regularly."""

    kind: Literal[EventKind.BEAT]
    seconds: float
    """Until the next one. A stream that is silent for much longer is broken."""
    restart: Time = absent()
    """When the server will be restarted, if that was announced. Games go on after it."""


class Farewell(Model):
    """The server is shutting down. Reconnect in a second."""

    kind: Literal[EventKind.FAREWELL]


AnyEvent = Annotated[
    Snapshot | SeatsChanged | StepBegun | HashSent | BytesSent | StartBroken | GameStarted | ChoiceSealed | MovesMade
    | MovesUndone | PlayerAway | PlayerReturned | HolidayNoted | ProposalMade | ProposalAgreed | ProposalDeclined
    | ProposalWithdrawn | ChatSent | Reacted | RematchMade | SharingAnswered | DealOver | PresenceChanged | GameFinished
    | GameAbandoned | TableExpired | EventSkipped | TableHidden | Beat | Farewell,
    Field(discriminator="kind"),
]  # fmt: skip


class Paired(Model):
    """Your game is ready: go to its table. The stream ends."""

    kind: Literal["paired"]
    table: str


class WishReplaced(Model):
    """You have begun to wait elsewhere. The stream ends."""

    kind: Literal["replaced"]


class PairingEvent(RootModel[Annotated[Paired | WishReplaced | Beat | Farewell, Field(discriminator="kind")]]):
    """The data of an event in the stream of somebody who waits for a game."""


class Event(RootModel[AnyEvent]):
    """The data of an event in the stream; `kind` tells them apart."""
