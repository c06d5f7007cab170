"""Table: a play going on at the server, as one process holds it in memory; all of it can be read anew from storage."""

import json
from dataclasses import dataclass, field
from typing import Any

from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.game import Game
from whistlestop.game.reasons import BadRecord
from whistlestop.game.record import Entry, Record, line
from whistlestop.server.reasons import Refused

# States
OPEN = "open"
PLAYING = "playing"
FINISHED = "finished"
EXPIRED = "expired"
ABANDONED = "abandoned"
CLOSED = (FINISHED, EXPIRED, ABANDONED)
# Steps of the start
SEATS = "seats"
HASHES = "hashes"
BYTES = "bytes"
DONE = "done"
# Clocks
NO_CLOCK = "none"
TURN_CLOCK = "turn"
GAME_CLOCK = "game"


@dataclass
class Seat:
    """Who sits at a seat: a person, a bot, or nobody yet."""

    player: str | None = None
    bot: str | None = None
    away: bool = False
    hash: str | None = None
    added: bytes | None = None
    left: int = 0

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here yet."""
        return self.player is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether a person sits here and plays."""
        return self.player is not None and not self.away


@dataclass
class Table:
    """A table with its seats and, once it is dealt, its record."""

    id: str
    seq: int
    game: Game
    host: str
    listed: bool
    watchable: bool
    clock: str
    seconds: int
    gone_after: int
    stand_in: str
    first: int | None
    state: str
    step: str
    secret: bytes
    undone: int
    proposal: dict[str, Any]
    began: int
    deadline: int | None
    created: int
    touched: int
    seats: list[Seat] = field(default_factory=list)
    sealed: dict[int, str] = field(default_factory=dict)
    record: Record | None = None
    again: str | None = None
    turns: dict[int, int] = field(default_factory=dict)
    """The seats whose turn lies ready for a bot, and at which ply."""
    ticket_status: dict[int, tuple[bytes, Any]] = field(default_factory=dict)
    """The status of each seat's tickets as JSON, and the inputs it was computed from."""
    shown: dict[Any, Any] = field(default_factory=dict)
    """Views that were written out already, until the next change."""

    @property
    def ply(self) -> int:
        """How many moves were made, deals included."""
        return len(self.record.entries) if self.record else 0

    @property
    def commitment(self) -> str:
        """What binds the server to its secret."""
        return self.key_origin.commitment

    @property
    def key_origin(self) -> KeyOrigin:
        """The secret and what the seats added to it."""
        return KeyOrigin(self.id, self.secret, tuple(seat.added for seat in self.seats))

    @property
    def is_choosing(self) -> bool:
        """Whether first tickets are chosen, by all at once (C1)."""
        return self.record is not None and self.record.is_choosing

    def at(self, ply: int) -> Record:
        """The play after so many moves, deals included; refused where it has not come so far."""
        if self.record is None:
            raise Refused("not_begun")
        if ply > self.ply:
            raise Refused("no_such_ply", given=ply, most=self.ply)
        return self.record.at(ply)

    def asked(self) -> list[int]:
        """The seats that are to move."""
        if self.record is None or self.record.over or self.state != PLAYING:
            return []
        if self.is_choosing:
            return [seat for seat in range(self.game.seats) if seat not in self.sealed]
        return [self.record.mover]

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats that a player holds."""
        return tuple(n for n, seat in enumerate(self.seats) if player is not None and seat.player == player)

    def reader(self, player: str | None) -> tuple[int, ...] | None:
        """With which seats' eyes somebody may read here; none for a spectator, None for whom it is not for."""
        seats = self.seats_of(player)
        if seats or self.watchable or (self.state == OPEN and player is not None):
            return seats
        return None

    def own_seat(self, player: str, seat: int | None) -> int:
        """The seat that a player speaks for."""
        own = self.seats_of(player)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise Refused("no_such_seat", most=self.game.seats - 1)
        if not own:
            raise Refused("not_seated")
        if seat is None and len(own) > 1:
            raise Refused("which_seat")
        chosen = own[0] if seat is None else seat
        if chosen not in own:
            raise Refused("not_your_seat", seat=chosen)
        return chosen

    def deal(self, names: list[str]) -> None:
        """Deal the first cards, from the key that nobody chose."""
        dealer = FairDealer.from_origin(self.key_origin, self.game.digest)
        self.record = Record(self.game, dealer, first=self.first, names=names)

    def revive(self) -> None:
        """A record with no move yet, to which stored moves are added."""
        self.record = Record(self.game, first=self.first)
        self.record.dealer = FairDealer.from_origin(self.key_origin, self.game.digest)

    def push(self, lines: str) -> None:
        """Make stored moves again, as they were, whatever the dealer would deal today."""
        assert self.record is not None
        for text in lines.split("\n"):
            mover, _, move = text.partition(" ")
            outcome = None
            if mover == "=":
                move, _, noted = move.rpartition(" ")
                n, _, count = noted.partition("/")
                outcome = (int(n), int(count))
            number = self.game.catalogue.numbers.get(move)
            if number is None:
                raise BadRecord("record_line", line=self.ply, found=text)
            self.record.push(number, outcome)

    def lines(self, start: int) -> str:
        """What was played from a ply on, as it is stored."""
        assert self.record is not None
        return "\n".join(line(self.record, entry) for entry in self.record.entries[start:])

    def entries(self, start: int, end: int) -> list[Entry]:
        """Some moves."""
        assert self.record is not None
        return self.record.entries[start:end]

    def row(self) -> dict[str, Any]:
        """What may change in the row of the table, ready for storage."""
        return {
            "seq": self.seq,
            "state": self.state,
            "step": self.step,
            "secret": self.secret,
            "ply": self.ply,
            "undone": self.undone,
            "proposal": json.dumps(self.proposal) if self.proposal else "",
            "began": self.began,
            "deadline": self.deadline,
            "touched": self.touched,
        }
