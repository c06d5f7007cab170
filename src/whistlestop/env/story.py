"""Story: what one seat knows of every deal and payment of a record, and which deals it does not see.

A story reads the hands, decks and offers of the states only where the seat sees how they change.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from whistlestop.game import engine
from whistlestop.game.limits import KINDS
from whistlestop.game.moves.tickets import offered
from whistlestop.game.record import Entry, Record
from whistlestop.game.state import BLIND, CHANCE, CHOICE, DRAWN, FIRST_CHOICE, FIRST_OFFER, HAND, STATE, TUNNEL, TURN_UP
from whistlestop.game.view import members

CARD_DEALS = (HAND, TURN_UP, BLIND, TUNNEL)
TICKET_DEALS = (FIRST_OFFER, DRAWN)


@dataclass(frozen=True)
class Slot:
    """A card that another seat was dealt and the seat did not see."""

    entry: int
    seat: int
    shoe: int
    """The number of the shuffle of the deck that it came from."""


@dataclass
class Offer:
    """Tickets that a seat was offered."""

    hidden: bool
    under: bool
    """Whether those that are not kept go under the deck."""
    least: int
    deals: list[int] = field(default_factory=list)
    """The entries that dealt them."""
    choice: int = -1
    """The entry that chose, or -1."""
    kept: int = 0
    """How many were kept; 0 if the seat does not know yet."""
    places: int = 0
    """The places that were kept, as a set, if the offer is not hidden."""


class Story:
    """What a seat knows of a record that is not over."""

    def __init__(self, record: Record, seat: int) -> None:
        game = record.game
        self.game, self.seat, self.entries = game, seat, record.entries
        self.tickets, self.long = len(game.board.tickets), frozenset(members(game.compiled[0].long))
        self.slots: list[Slot] = []
        self.pools: list[Any] = []
        """For each shuffle of the deck the cards that the seat has not seen leave it."""
        self.needs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """For a seat and a kind of card: before which entries it must have drawn how many that were not seen."""
        self.offers: list[Offer] = []
        self.steps: list[tuple[int, Offer | None]] = []
        """Deals of tickets, and offers when the tickets that were not kept leave them, in order."""
        self.seen: dict[int, int] = {}
        """The tickets that the seat was dealt, by entry."""
        self.queue_deals: set[int] = set()
        self.long_deals: set[int] = set()
        self._shown = np.zeros(
            (game.seats, KINDS), np.int64
        )  # what each hand gained before everybody, less what it paid
        self._open: dict[int, Offer] = {}
        self._follow(record)

    def _follow(self, record: Record) -> None:
        games, states, out = self.game.compiled, np.zeros(2, STATE), np.zeros(len(self.game.catalogue), np.int64)
        engine.start(games, states, 0, CHANCE if record.first is None else record.first)
        self.pools.append(states[0].deck.copy())
        for number, entry in enumerate(self.entries):
            states[1] = states[0]
            engine.step(games, states, 0, entry.move, out)
            if entry.phase in TICKET_DEALS:
                self._ticket(number, entry, states[1])
            elif entry.phase in CARD_DEALS:
                self._card(number, entry)
            elif entry.mover != CHANCE:
                self._payment(number, entry, states[1].hands, states[0].hands)
            if entry.phase in (FIRST_CHOICE, CHOICE):
                self._choice(number, entry, states[0])
            drawn = int(entry.phase in CARD_DEALS)
            if states[0].deck.sum() != states[1].deck.sum() - drawn:
                self.pools.append(states[0].deck.copy())

    def _card(self, number: int, entry: Entry) -> None:
        """Note a card: where it came from, if the seat did not see it."""
        if entry.phase in (HAND, BLIND) and entry.seat != self.seat:
            self.slots.append(Slot(number, entry.seat, len(self.pools) - 1))
        else:
            self.pools[-1][self.game.catalogue.moves[entry.move].what] -= 1

    def _payment(self, number: int, entry: Entry, before: Any, after: Any) -> None:
        """Note what a move of a seat added to its hand or took from it, before everybody."""
        if entry.seat == self.seat:
            return
        shown = self._shown[entry.seat]
        shown += after[entry.seat] - before[entry.seat]
        for kind in np.flatnonzero(shown < 0).tolist():
            needs = self.needs.setdefault((entry.seat, kind), [])
            if not needs or -shown[kind] > needs[-1][1]:
                needs.append((number, int(-shown[kind])))

    def _ticket(self, number: int, entry: Entry, before: Any) -> None:
        """Note a ticket: who was offered it, and whether it came from the queue."""
        rules, in_set_up = self.game.rules, entry.phase == FIRST_OFFER
        if entry.seat not in self._open:
            under = rules.first_return if in_set_up else rules.draw_return
            least = rules.first_keep if in_set_up else rules.draw_keep
            self._open[entry.seat] = Offer(entry.seat != self.seat, under == "under", least)
            self.offers.append(self._open[entry.seat])
        if in_set_up and offered(before.offer[entry.seat]) < rules.first_long_tickets:
            self.long_deals.add(number)
        elif not before.short.any():
            self.queue_deals.add(number)
        offer = self._open[entry.seat]
        offer.deals.append(number)
        if not offer.hidden:
            self.seen[number] = self.game.catalogue.moves[entry.move].what
        self.steps.append((number, None))

    def _choice(self, number: int, entry: Entry, after: Any) -> None:
        """Note which tickets were kept, as far as the seat sees it; first choices are settled together (C1)."""
        offer = self._open[entry.seat]
        offer.choice = number
        what = self.game.catalogue.moves[entry.move].what
        if not offer.hidden:
            offer.places = what
        if entry.phase == CHOICE:
            settled = [entry.seat]
        else:
            settled = [] if after.phase == FIRST_CHOICE else list(range(self.game.seats))
        for seat in settled:
            done = self._open.pop(seat)
            done.kept = self.game.catalogue.moves[self.entries[done.choice].move].what.bit_count()
            self.steps.append((number, done))
