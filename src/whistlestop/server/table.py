"""Table: one game on the server with its seats, as a process holds it in memory. Storage has all of it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from whistlestop.game.catalogue import CLAIM, PAY, SWAP
from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import DealOrigin, KeyOrigin, Origin, bot_seed
from whistlestop.game.game import Game
from whistlestop.game.reasons import BadRecord
from whistlestop.game.record import HIDDEN_DEALS, Entry, Record, line
from whistlestop.game.state import CHANCE, FIRST_CHOICE
from whistlestop.server.reasons import Refused

# States of a table
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
SLOW = 86_400
"""A clock of at least as many seconds is for a slow game: people look in when they can, and may be on holiday."""
HOLIDAY_DAYS = 21
"""How many days of holiday a player may take within a year."""

LAYING = (CLAIM, PAY, SWAP)
"""Kinds of move by which a seat lays cards that everybody sees."""


@dataclass
class Seat:
    """A seat: held by a person, held by a bot, or free."""

    player: str | None = None
    bot: str | None = None
    """The level of the bot that holds the seat."""
    away: bool = False
    """Whether a bot plays for the person who holds the seat."""
    hash: str | None = None
    added: bytes | None = None
    """The bytes that the person adds to the key of the deal."""
    left: int = 0
    """Milliseconds left of the person's time for the game."""
    overruns: int = 0
    """How many turns in a row the person has run out of time. After the first, a bot plays that one turn."""
    resigned: bool = False
    """Whether the person has given the game up. They are away until its end."""
    invited: bool = False
    """Whether the seat is kept for a person who has not agreed to the rematch yet."""
    name: str | None = None
    """The name of the person, if several share a browser; by default it is the player's."""
    shares: bool | None = None
    """Whether the person lets anybody with the link watch the replay; None until they have said."""
    shows_name: bool = True
    """Whether the person's name is shown to strangers once the game is over."""
    holidays: str = ""
    """The person's holidays that may count for this turn of a slow game: `FROM-UNTIL`, separated by spaces."""

    @property
    def is_free(self) -> bool:
        """Whether the seat is free."""
        return self.player is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether a person holds the seat and plays it."""
        return self.player is not None and not self.away

    @property
    def is_helped(self) -> bool:
        """Whether a bot plays this one turn for a person whose time ran out."""
        return self.away and self.overruns == 1


@dataclass
class Table:
    """A table with its seats and, once the cards are dealt, its record."""

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
    rated: bool
    """Whether the game counts for the ratings of its people."""
    state: str
    step: str
    secret: bytes
    undone: int
    proposal: dict[str, Any]
    began: int
    deadline: int | None
    created: int
    touched: int
    prescribed: str | None = None
    """The id of the deal that the table plays; None if its own people make the key. See `deals.py`."""
    deal_over: bool = False
    """Whether everybody may know that deal."""
    seats: list[Seat] = field(default_factory=list)
    sealed: dict[int, str] = field(default_factory=dict)
    record: Record | None = None
    again: str | None = None
    tournament: str | None = None
    """The tournament whose round the table belongs to."""
    removed: set[str] = field(default_factory=set)
    """The players whom the host has removed; they can't sit down again."""
    turns: dict[int, int] = field(default_factory=dict)
    """The seats whose turn is stored for a bot, and the ply of each."""
    ticket_status: dict[int, tuple[bytes, Any]] = field(default_factory=dict)
    """The status of each seat's tickets as JSON, with what it was computed from."""
    shown: dict[Any, Any] = field(default_factory=dict)
    """Views that are already written as JSON, until the next change."""

    @property
    def ply(self) -> int:
        """The number of moves made, deals included."""
        return len(self.record.entries) if self.record else 0

    @property
    def commitment(self) -> str:
        """The hash that commits the server to its secret."""
        return self.key_origin.commitment

    @property
    def key_origin(self) -> Origin:
        """The secret and the bytes that the seats added to it; or the prescribed deal."""
        if self.prescribed is not None:
            return DealOrigin(self.prescribed, self.secret, len(self.seats))
        return KeyOrigin(self.id, self.secret, tuple(seat.added for seat in self.seats))

    @property
    def has_secret_deal(self) -> bool:
        """Whether other tables still play the deal of this one: nobody may learn it from here."""
        return self.prescribed is not None and not self.deal_over

    @property
    def is_solo(self) -> bool:
        """Whether one person plays a prescribed deal alone: then no bot may play a part of it for them."""
        return self.prescribed is not None and sum(seat.player is not None for seat in self.seats) == 1

    @property
    def is_slow(self) -> bool:
        """Whether the game has a clock of days."""
        return self.clock != NO_CLOCK and self.seconds >= SLOW

    @property
    def is_choosing(self) -> bool:
        """Whether all seats are choosing their first tickets (C1)."""
        return self.record is not None and self.record.is_choosing

    @property
    def is_shared(self) -> bool:
        """Whether the game is over and its people let anybody with the link watch the replay."""
        is_over = self.state in CLOSED and not self.has_secret_deal
        return is_over and self.record is not None and all_agree(self.seats)

    def at(self, ply: int) -> Record:
        """The record after `ply` moves; refused if the game has not come that far."""
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

    def missing(self) -> list[int]:
        """The people's seats that have not sent what the current step of the start asks for."""
        if self.state != OPEN or self.step not in (HASHES, BYTES):
            return []
        sent = [seat.hash if self.step == HASHES else seat.added for seat in self.seats]
        return [n for n, seat in enumerate(self.seats) if seat.player is not None and sent[n] is None]

    def ply_before_last_move(self, seat: int) -> int | None:
        """The ply before a seat's last move; None if it has no move, or if a person has seen a card dealt since.

        What is dealt to bots face down stays hidden, so it doesn't count. But once a bot has laid cards since that
        move, all cards that undo could take from it count as seen: further undos would put them back into the deck.
        """
        entries = self.record.entries if self.record else []
        people = [n for n, one in enumerate(self.seats) if one.player is not None]
        start = len(entries)  # undo never goes back beyond a first choice, or a deal that a person has seen
        while start and not is_seen(entries[start - 1], people):
            start -= 1
        last = max((ply for ply in range(start, len(entries)) if entries[ply].mover == seat), default=None)
        if last is None:
            return None
        moves = self.game.catalogue.moves
        laid = {entry.mover for entry in entries[last:] if moves[entry.move].kind in LAYING}
        was_shown = any(entry.mover == CHANCE and entry.seat in laid for entry in entries[start:])
        return None if was_shown else last

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats that a player holds."""
        return tuple(n for n, seat in enumerate(self.seats) if player is not None and seat.player == player)

    def reader(self, player: str | None) -> tuple[int, ...] | None:
        """The seats whose views a player may read: () for a spectator, None if they may not see the table at all."""
        seats = self.seats_of(player)
        is_open_to_all = self.state == OPEN or (self.watchable and not self.has_secret_deal) or self.is_shared
        return seats if seats or is_open_to_all else None

    def shows_chat(self, seats: tuple[int, ...]) -> bool:
        """Whether a reader with these seats may read the chat: those who watch a shared replay may not."""
        return bool(seats) or self.watchable or self.state == OPEN

    def own_seat(self, player: str, seat: int | None) -> int:
        """The seat that a player acts for: the one they name, or their only one."""
        held = self.seats_of(player)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise Refused("no_such_seat", most=self.game.seats - 1)
        if not held:
            raise Refused("not_seated")
        if seat is None and len(held) > 1:
            raise Refused("which_seat")
        chosen = held[0] if seat is None else seat
        if chosen not in held:
            raise Refused("not_your_seat", seat=chosen)
        return chosen

    def deal(self, names: list[str]) -> None:
        """Deal the first cards, by the key made of the secret and everybody's bytes."""
        dealer = FairDealer.from_origin(self.key_origin, self.game.digest)
        self.record = Record(self.game, dealer, first=self.first, names=names)

    def revive(self) -> None:
        """Make an empty record, to which stored moves are added."""
        self.record = Record(self.game, first=self.first)
        self.record.dealer = FairDealer.from_origin(self.key_origin, self.game.digest)

    def push(self, lines: str) -> None:
        """Repeat stored moves and deals exactly as they were."""
        assert self.record is not None
        for text in lines.split("\n"):
            mover, _, move = text.partition(" ")
            outcome = None
            if mover == "=":
                move, _, fraction = move.rpartition(" ")
                which, _, count = fraction.partition("/")
                outcome = (int(which), int(count))
            number = self.game.catalogue.numbers.get(move)
            if number is None:
                raise BadRecord("record_line", line=self.ply, found=text)
            self.record.push(number, outcome)

    def lines(self, start: int, end: int | None = None) -> str:
        """The moves and deals from a ply on, up to another or to the last, as they are stored."""
        assert self.record is not None
        return "\n".join(line(self.record, entry) for entry in self.record.entries[start:end])

    def bot_seed(self, seat: int) -> int | None:
        """What a bot at a seat draws its random numbers from now; None if it need not play as at other tables."""
        if self.prescribed is None or self.record is None or not isinstance(self.record.dealer, FairDealer):
            return None
        return bot_seed(self.record.dealer.key, seat, self.ply)

    def row(self) -> dict[str, Any]:
        """The columns of the table's row that may change."""
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


def all_agree(seats: Iterable[Any]) -> bool:
    """Whether the people at some seats share the replay: nobody's silence does, and one refusal keeps it private.

    People who were deleted have nothing more to say, but what they said counts. Games of bots alone are shared.
    """
    people = [seat for seat in seats if seat.bot is None]
    asked = [seat.shares for seat in people if seat.player is not None or seat.shares is not None]
    return all(asked) and (bool(asked) or not people)


def is_seen(entry: Entry, people: list[int]) -> bool:
    """Whether an entry is a first choice, or a deal that one of some seats has seen."""
    is_deal = entry.mover == CHANCE
    return entry.phase == FIRST_CHOICE or (is_deal and (entry.seat in people or entry.phase not in HIDDEN_DEALS))
