"""Record: a game written down, one line per move. The same lines are used in files, in logs, on the wire and in bugs.

    format: 1
    map: europe
    digest: 5c7f...            of everything on the map that a game depends on
    seats: 2
    dealer: fast               or fair, or hand
    seed: 7                    the fair dealer has `key: ...` instead, and the key's origin if it is known
    first: 1                   only if the table chose who begins
    name 0: "Anna"             only if there are names

    = first 0
    = red
    0 keep 1 2
    0 take red

A line of a seat begins with its number, a line of chance with `=`. With the fair dealer a deal ends with its outcome,
counted from 0, and how many there were: `= green 57/96`.
"""

import json
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.game import engine
from whistlestop.game.dealer import Dealer, FairDealer, FastDealer
from whistlestop.game.dice import STREAMS
from whistlestop.game.fair_key import DealOrigin
from whistlestop.game.game import Game
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import BadRecord, IllegalMove
from whistlestop.game.result import Result, result
from whistlestop.game.state import (
    BLIND,
    CHANCE,
    CHOICE,
    DRAWN,
    FIRST_CHOICE,
    FIRST_OFFER,
    HAND,
    OVER,
    STATE,
)
from whistlestop.game.suggest import why_unknown
from whistlestop.game.view import SPECTATOR, View
from whistlestop.game.why import why_not

FORMAT = 1
HAND_DEALT = "hand"
HIDDEN_DEALS = (HAND, BLIND, FIRST_OFFER, DRAWN)
"""Phases whose deals only the seat that gets the card or ticket may see."""


@dataclass(frozen=True)
class Entry:
    """One move of a record: who made it, in which phase, and whose turn it was or who got the deal."""

    mover: int
    move: int
    phase: int
    seat: int
    outcome: tuple[int, int] | None = None
    """Of a fair deal: the number of its outcome, and how many outcomes there were."""


class Record:
    """A game from its first move on.

    `seed` is an integer for the fast dealer, or a dealer, or None: then the caller makes chance's moves as well. With a
    dealer, cards are dealt as they are needed, so the mover is always a seat until the game is over.
    """

    def __init__(
        self, game: Game, seed: int | Dealer | None = None, *, first: int | None = None, names: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.dealer: Dealer | None = seed if seed is None or isinstance(seed, Dealer) else FastDealer(seed)
        if first is not None:
            self._check_seat(first)
        if names and (len(names) != game.seats or not all(isinstance(name, str) for name in names)):
            raise IllegalMove("bad_seat_names", seats=game.seats)
        self.first = first
        self.names = tuple(names)
        self.entries: list[Entry] = []
        self.states: Any = np.zeros(1, STATE)
        self._out = np.zeros(len(game.catalogue), np.int64)
        self._dealt = [0] * STREAMS
        engine.start(game.compiled, self.states, 0, CHANCE if first is None else first)
        self.deal()

    @property
    def state(self) -> Any:
        """The STATE record of the position, hidden parts included."""
        return self.states[0]

    @property
    def mover(self) -> int:
        """Who moves: a seat, or CHANCE if there is no dealer. Undefined once the game is over; check `over`."""
        return int(engine.mover(self.states, 0))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._phase == OVER

    @property
    def _phase(self) -> int:
        return self.states["phase"].item()

    @property
    def is_choosing(self) -> bool:
        """Whether the seats are choosing their first tickets, which all do at once (C1)."""
        return self._phase == FIRST_CHOICE

    @property
    def result(self) -> Result | None:
        """The final score line by line, the places, and why the winner won; None until the game is over."""
        return result(self.game, self.states, 0) if self.over else None

    def legal(self) -> list[str]:
        """The texts of the legal moves; none once the game is over."""
        return [self.game.catalogue.moves[move].text for move in self.legal_moves()]

    def legal_odds(self) -> list[tuple[str, Fraction]]:
        """The texts of chance's legal moves with their probabilities; none where a seat moves or the game is over."""
        return [(self.game.catalogue.moves[move].text, chance) for move, chance in self.deal_odds()]

    def deal_odds(self) -> list[tuple[int, Fraction]]:
        """The numbers of chance's legal moves, ascending, with their probabilities; see `legal_odds`."""
        if self.over or self.mover != CHANCE:
            return []
        where = (self.game.compiled, self.states, 0)
        outcomes = int(engine.deals(*where))
        return [(move, Fraction(int(engine.deal_odds(*where, move)), outcomes)) for move in self.legal_moves()]

    def legal_moves(self) -> list[int]:
        """The numbers of the legal moves."""
        count = engine.legal(self.game.compiled, self.states, 0, self._out)
        return self._out[:count].tolist()

    def play(self, move: str | int, seat: int | None = None) -> None:
        """Make a move, given by its text or its number; then make chance's moves that follow.

        An illegal move raises IllegalMove with the reason and leaves the record unchanged. With `seat`, so does a move
        out of turn.
        """
        if self.over:
            raise IllegalMove("over")
        if seat is not None:
            self._check_seat(seat)
            if seat != self.mover:  # checked first: what is said of a wrong text names legal moves
                raise IllegalMove("wrong_seat", given=seat, mover=who(self.mover))
        self.push(self.number(move))
        self.deal()

    def deal(self) -> None:
        """Make chance's moves until a seat is to move, if there is a dealer."""
        while self.dealer is not None and not self.over and self.mover == CHANCE:
            move, outcome = self.expected_deal(self.dealer)
            self.push(move, outcome if self.is_fair else None)

    @property
    def is_fair(self) -> bool:
        """Whether the fair dealer deals, so that every deal is written with its outcome."""
        return isinstance(self.dealer, FairDealer)

    def expected_deal(self, dealer: Dealer) -> tuple[int, tuple[int, int]]:
        """The move that a dealer makes now, the number of its outcome, and how many outcomes there are."""
        where = (self.game.compiled, self.states, 0)
        deck = engine.deck(*where)
        count = int(engine.deals(*where))
        n = dealer.deal(deck, self._dealt[deck], count)
        return int(engine.nth_deal(*where, n)), (n, count)

    def push(self, move: int, outcome: tuple[int, int] | None = None) -> None:
        """Make one move, and none of chance's moves after it."""
        entry = Entry(self.mover, move, self._phase, self.states["seat"].item(), outcome)
        deck = engine.deck(self.game.compiled, self.states, 0)
        if engine.step(self.game.compiled, self.states, 0, move, self._out) == engine.ILLEGAL:
            if entry.mover == CHANCE:
                raise IllegalMove("not_a_deal", move=self.game.catalogue.moves[move].text)
            reason = why_not(self.game, self.state, move)
            raise IllegalMove(reason.code, **reason.parameters)
        if entry.mover == CHANCE:
            self._dealt[deck] += 1
        self.entries.append(entry)

    def view(self, seat: int) -> View:
        """What a seat knows, or what everybody knows if it is SPECTATOR."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return View(self.game, self.states, 0, seat)

    def choice(self, seat: int) -> View:
        """The view of a seat in the first choice as if it were its turn, since all choose at once (C1)."""
        self._check_seat(seat)
        return View(self.game, self._asking(seat), 0, seat)

    def check_choice(self, move: str | int, seat: int) -> int:
        """The number of a move that a seat may make in the first choice, even before its turn; else IllegalMove."""
        legal = self.choice(seat).legal
        number = self._number(move, legal)
        if number not in legal:
            reason = why_not(self.game, self._asking(seat)[0], number)
            raise IllegalMove(reason.code, **reason.parameters)
        return number

    def _asking(self, seat: int) -> Any:
        states = self.states.copy()
        states["seat"] = seat
        return states

    def at(self, ply: int) -> "Record":
        """A new record of the first `ply` moves, deals included; no more cards are dealt until it is played on."""
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= len(self.entries):
            raise BadRecord("record_ply", given=shown(ply), most=len(self.entries))
        earlier = Record(self.game, first=self.first, names=self.names)
        earlier.dealer = self.dealer
        for entry in self.entries[:ply]:
            earlier.push(entry.move, entry.outcome)
        return earlier

    def without_dealer(self) -> "Record":
        """The same moves as if dealt by hand, so that nothing shows how the decks go on."""
        copy = Record(self.game, first=self.first, names=self.names)
        for entry in self.entries:
            copy.push(entry.move)
        return copy

    def __str__(self) -> str:
        return write(self)

    def redacted(self, seat: int) -> str:
        """The record as one seat may see it, from the first move on: perfect recall of everything that it may know."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return write_redacted(self, seat)

    @classmethod
    def read(cls, text: str, maps: Iterable[Path] = ()) -> "Record":
        """Read what `str(record)` wrote. BadRecord names the line and what is wrong with it."""
        from whistlestop.game.reader import read

        return read(text, maps)

    def number(self, move: str | int) -> int:
        """The number of a move, given by its text or number; the two cities of a route may come in either order.

        IllegalMove says what is wrong with a text that is not a move, and names legal moves that are close to it.
        """
        return self._number(move, None)

    def _number(self, move: str | int, legal: list[int] | None) -> int:
        catalogue = self.game.catalogue
        if isinstance(move, str):
            text = " ".join(move.lower().split())
            number = catalogue.find(text)
            if number is None:
                known = [catalogue.moves[one].text for one in (self.legal_moves() if legal is None else legal)]
                reason = why_unknown(self.game, text[:80], known)
                raise IllegalMove(reason.code, **reason.parameters)
            return number
        if isinstance(move, bool) or not isinstance(move, int | np.integer):
            raise IllegalMove("move_type", given=type(move).__name__)
        if not 0 <= move < len(catalogue):
            raise IllegalMove("no_such_move", given=shown(move), most=len(catalogue) - 1)
        return int(move)

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise IllegalMove("no_such_seat", given=shown(seat), most=self.game.seats - 1)


def who(mover: int) -> str:
    """How a mover is written."""
    return "chance" if mover == CHANCE else f"seat {mover}"


def write(record: Record) -> str:
    """The whole record as text."""
    lines = header(record)
    dealer = record.dealer
    after_dealer = lines.index(f"dealer: {dealer.name if dealer else HAND_DEALT}") + 1
    if isinstance(dealer, FastDealer):
        lines.insert(after_dealer, f"seed: {dealer.seed}")
    elif isinstance(dealer, FairDealer):
        lines[after_dealer:after_dealer] = [f"key: {dealer.key.hex()}", *origin_lines(dealer)]
    lines += [line(record, entry) for entry in record.entries]
    return "\n".join(lines) + "\n"


def origin_lines(dealer: FairDealer) -> list[str]:
    """Where a key comes from, if that is known."""
    origin = dealer.origin
    if origin is None:
        return []
    if isinstance(origin, DealOrigin):
        return [f"deal: {origin.deal}", f"secret: {origin.secret.hex()}"]
    added = [f"bytes {seat}: {own.hex()}" for seat, own in enumerate(origin.added) if own is not None]
    return [f"table: {origin.table}", f"secret: {origin.secret.hex()}", *added]


def header(record: Record) -> list[str]:
    """The lines before the moves, without the seed or key."""
    game = record.game
    lines = [
        f"format: {FORMAT}",
        f"map: {game.name}",
        f"digest: {game.digest}",
        f"seats: {game.seats}",
        f"dealer: {record.dealer.name if record.dealer else HAND_DEALT}",
    ]
    if record.first is not None:
        lines.append(f"first: {record.first}")
    lines += [f"name {seat}: {json.dumps(name)}" for seat, name in enumerate(record.names)]
    return [*lines, ""]


def line(record: Record, entry: Entry) -> str:
    """One move as the record has it."""
    mover = "=" if entry.mover == CHANCE else entry.mover
    outcome = " {}/{}".format(*entry.outcome) if entry.outcome else ""
    return f"{mover} {record.game.catalogue.moves[entry.move].text}{outcome}"


def write_redacted(record: Record, seat: int) -> str:
    """The record as one seat may see it.

    Seed, key and outcomes are left out: an outcome gives away what the deck holds. The others' first choices are hidden
    until all have chosen; after that the number of tickets kept is shown (C1).
    """
    if record.over:
        return write(record)
    lines = header(record)
    lines.insert(1, f"told: {seat if seat != SPECTATOR else 'spectator'}")
    lines += [redacted_line(record, entry, (seat,)) for entry in record.entries]
    return "\n".join(lines) + "\n"


def redacted_line(record: Record, entry: Entry, seats: Container[int]) -> str:
    """One move as a player who holds these seats may see it, while the game is not over."""
    if entry.seat not in seats and entry.phase in HIDDEN_DEALS:
        return "= ?"
    if entry.seat not in seats and entry.phase == FIRST_CHOICE and record.is_choosing:
        return f"{entry.mover} keep ?"
    if entry.seat not in seats and entry.phase in (FIRST_CHOICE, CHOICE):
        kept = record.game.catalogue.moves[entry.move].what.bit_count()
        return f"{entry.mover} keep {kept} ticket{'s' if kept > 1 else ''}"
    return line(record, replace(entry, outcome=None))
