"""Worlds: whole games that a seat can't tell from the true one, sampled from what that seat knows.

`guess` makes a state that fits a view; a world is more: a list of moves from the beginning, deals included, that shows
the seat the same record, move for move. Only what the seat does not see is drawn: the cards and tickets that others
were dealt, and which tickets they kept.

Every assignment of cards to hidden draws that explains all payments is equally likely, whatever others tend to play,
and so is every choice of the tickets they kept. Cards are first shuffled, then exchanged until each payment can be
made, and then exchanged at random many times more.
"""

import random
from itertools import combinations

from whistlestop.env.story import Offer, Slot, Story
from whistlestop.game.catalogue import DEAL_CARD, DEAL_TICKET, KEEP
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE

TRIES = 400
"""How often hidden tickets are drawn until they explain all tickets that the seat has seen."""
REPAIRS = 200
"""How many exchanges for each hidden card are tried to make all payments possible."""
LENIENCE = 0.02
"""How likely an exchange is kept that makes it worse."""
EXCHANGES = 12
"""How many random exchanges for each hidden card follow."""


class NoWorld(Exception):
    """Chance led to a dead end; another try may succeed."""


class Worlds:
    """The worlds that fit what one seat knows of a record that is not over."""

    def __init__(self, record: Record, seat: int) -> None:
        self.story = Story(record, seat)
        self._first = record.game.compiled[0].first_move
        self._moves = [entry.move for entry in record.entries]

    def sample(self, rng: random.Random) -> list[int]:
        """The moves of one world, deals included; may raise NoWorld. The rules have not checked them yet."""
        moves = list(self._moves)
        for slot, kind in Shuffle(self.story, rng).dealt():
            moves[slot.entry] = int(self._first[DEAL_CARD]) + kind
        for entry, move in deal_tickets(self.story, rng).items():
            base = DEAL_TICKET if self.story.entries[entry].mover == CHANCE else KEEP
            moves[entry] = int(self._first[base]) + move
        return moves


class Shuffle:
    """Cards in the places where the seat does not see them: hidden draws, and what is left of the deck."""

    def __init__(self, story: Story, rng: random.Random) -> None:
        self._rng = rng
        self._needs = story.needs
        self._slots: list[Slot | None] = []
        self._kinds: list[int] = []
        self._shoes: list[tuple[int, int]] = []  # for each place, where the places of the same shuffled deck are
        self._of_seat: dict[int, list[int]] = {}
        for number, pool in enumerate(story.pools):
            slots = [slot for slot in story.slots if slot.shoe == number]
            cards = [kind for kind, count in enumerate(pool) for _ in range(count)]
            rng.shuffle(cards)
            begin = len(self._kinds)
            self._kinds += cards
            self._slots += [*slots, *[None] * (len(cards) - len(slots))]
            self._shoes += [(begin, begin + len(cards))] * len(cards)
        self._hidden = [place for place, slot in enumerate(self._slots) if slot is not None]
        for place in self._hidden:
            self._of_seat.setdefault(self._slots[place].seat, []).append(place)  # type: ignore[union-attr]
        self._lacking = {need: self._lacks(*need) for need in self._needs}

    def dealt(self) -> list[tuple[Slot, int]]:
        """For each hidden draw the kind of card."""
        if any(self._lacking.values()):
            self._repair()
            for _ in range(EXCHANGES * len(self._hidden)):
                here = self._rng.choice(self._hidden)
                there = self._rng.randrange(*self._shoes[here])
                if self._exchange(here, there) > 0:
                    self._exchange(here, there)
        return [(self._slots[place], self._kinds[place]) for place in self._hidden]  # type: ignore[misc]

    def _repair(self) -> None:
        """Exchange cards until every payment can be made."""
        for _ in range(REPAIRS * len(self._hidden)):
            lacking = [need for need, cards in self._lacking.items() if cards]
            if not lacking:
                return
            seat, kind = self._rng.choice(lacking)
            here = self._rng.choice(self._of_seat[seat])
            there = self._rng.randrange(*self._shoes[here])
            if kind in (self._kinds[here], self._kinds[there]) and self._exchange(here, there) > 0:
                if self._rng.random() > LENIENCE:
                    self._exchange(here, there)
        raise NoWorld

    def _exchange(self, here: int, there: int) -> int:
        """Exchange two cards; by how many more cards payments now fall short."""
        kinds, lacking, more = self._kinds, self._lacking, 0
        if kinds[here] == kinds[there]:
            return 0
        seats = {slot.seat for slot in (self._slots[here], self._slots[there]) if slot is not None}
        kinds[here], kinds[there] = kinds[there], kinds[here]
        for seat in seats:
            for kind in (kinds[here], kinds[there]):
                if (seat, kind) in lacking:
                    cards = self._lacks(seat, kind)
                    more += cards - lacking[seat, kind]
                    lacking[seat, kind] = cards
        return more

    def _lacks(self, seat: int, kind: int) -> int:
        """How many cards of a kind a seat lacks, in all its payments together."""
        slots, kinds, cards = self._slots, self._kinds, 0
        drawn = [slots[place].entry for place in self._of_seat.get(seat, ()) if kinds[place] == kind]  # type: ignore[union-attr]
        for by, needed in self._needs[seat, kind]:
            cards += max(0, needed - sum(entry < by for entry in drawn))
        return cards


def deal_tickets(story: Story, rng: random.Random) -> dict[int, int]:
    """For each hidden ticket and choice of tickets, its entry and what was dealt or kept."""
    for _ in range(TRIES):
        kept = {offer.choice: keep_some(offer, rng) for offer in story.offers if offer.hidden and offer.choice >= 0}
        bound = Tracing(story, kept).bound()
        if bound is not None:
            return {**assign(story, bound, rng), **{entry: places - 1 for entry, places in kept.items()}}
    raise NoWorld


def keep_some(offer: Offer, rng: random.Random) -> int:
    """Places of an offer to keep, as a set: as many as the seat saw, or if it saw nothing, any legal choice."""
    sizes = [offer.kept] if offer.kept else range(offer.least, len(offer.deals) + 1)
    return rng.choice(
        [sum(1 << n for n in some) for size in sizes for some in combinations(range(len(offer.deals)), size)]
    )


class Tracing:
    """Follows every ticket through the queue, given which tickets others kept."""

    def __init__(self, story: Story, kept: dict[int, int]) -> None:
        self._story = story
        self._kept = kept
        self._queue: list[int] = []
        self.origin: dict[int, int] = {}
        """For each deal of a ticket, the deal that took it from the deck."""

    def bound(self) -> dict[int, int] | None:
        """For each hidden deal its ticket if the seat must know it, else -1 - the deal that took it from the deck.

        None if the tickets kept don't agree with what the seat saw.
        """
        for step, offer in self._story.steps:
            if offer is None:
                from_deck = step not in self._story.queue_deals
                self.origin[step] = step if from_deck else self.origin[self._queue.pop(0)]
            elif offer.under:
                kept = self._kept.get(offer.choice, offer.places)
                self._queue += [deal for n, deal in enumerate(offer.deals) if not kept >> n & 1]
        return self._agree()

    def _agree(self) -> dict[int, int] | None:
        story = self._story
        tickets: dict[int, int] = {}
        for deal, origin in self.origin.items():
            ticket = story.seen.get(deal)
            if ticket is not None and tickets.setdefault(origin, ticket) != ticket:
                return None
        if len(set(tickets.values())) < len(tickets):
            return None
        if any((origin in story.long_deals) != (ticket in story.long) for origin, ticket in tickets.items()):
            return None
        return {
            deal: tickets.get(origin, -1 - origin) for deal, origin in self.origin.items() if deal not in story.seen
        }


def assign(story: Story, bound: dict[int, int], rng: random.Random) -> dict[int, int]:
    """The ticket of each hidden deal; those that the seat can't know are drawn at random."""
    used = {*story.seen.values(), *bound.values()}
    origins = sorted({-1 - ticket for ticket in bound.values() if ticket < 0})
    found: dict[int, int] = {}
    for is_long in (False, True):
        wanting = [origin for origin in origins if (origin in story.long_deals) == is_long]
        pool = sorted(
            ticket for ticket in range(story.tickets) if (ticket in story.long) == is_long and ticket not in used
        )
        found.update(zip(wanting, rng.sample(pool, len(wanting)), strict=True))
    return {deal: found[-1 - ticket] if ticket < 0 else ticket for deal, ticket in bound.items()}
