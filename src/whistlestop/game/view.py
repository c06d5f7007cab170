"""What one seat may know: VIEW, and `view`, which fills it (C21).

A view is built up from what is public and what is the seat's own, never by deleting from a state. It also holds what
an attentive player remembers: cards that a seat was seen to take (`known`), the tickets that the viewer sent out of the
game, and its own tickets in the queue. It is not perfect recall: an expert who counts knows the contents of the deck
after a shuffle, since every discard was seen; here deck and hidden hands are one bag, `unseen`. Once the game is over,
all hands and tickets are in the view.
"""

from collections.abc import Callable
from struct import Struct
from typing import Any, TypeAlias

import numpy as np

from whistlestop.game import engine
from whistlestop.game.cards import total
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec, StateArray, StateRec, ViewArray, ViewRec
from whistlestop.game.limits import BITS, KINDS, SEATS, WORDS
from whistlestop.game.moves.tickets import ENTRY_BITS, TICKET_BITS, TICKET_MASK, offered, queue_entry
from whistlestop.game.score import route_points
from whistlestop.game.state import BY_CHANCE, CHANCE, OVER, PHASE_NAMES, QUEUE_WORDS, QUEUED, record_type, size

SPECTATOR = -1
"""A viewer that owns nothing."""

I = np.int64

VIEW = record_type(
    [
        ("viewer", I),  # whose view this is, or SPECTATOR
        # Public, as in STATE
        ("phase", I),
        ("seat", I),
        ("first", I),
        ("next", I),
        ("turns", I),
        ("last", I),
        ("passes", I),
        ("sweeps", I),
        ("due", I),
        ("claim", I),
        ("city", I),
        ("floor", I),
        ("discards", I, KINDS),
        ("face_up", I, KINDS),
        ("laid", I, KINDS),
        ("turned", I, KINDS),
        ("known", I, (SEATS, KINDS)),
        ("cars", I, SEATS),
        ("stations", I, SEATS),
        ("tracks", I, (SEATS, WORDS)),
        ("open", I, (SEATS, WORDS)),
        ("kept", I, SEATS),
        ("queued", I),
        # Public counts of what is hidden
        ("deck", I),
        ("cards", I, SEATS),  # in each hand
        ("tickets_kept", I, SEATS),
        ("tickets_offered", I, SEATS),
        ("tickets_out", I, SEATS),
        ("tickets_left", I),  # in the deck, without the queue
        # The viewer's own; hands and tickets of all once the game is over
        ("hands", I, (SEATS, KINDS)),
        ("tickets", I, (SEATS, WORDS)),
        ("offer", I),
        ("chosen", I),  # places of the first offer to keep, 0 if not chosen yet or all have chosen
        ("out", I, WORDS),
        ("queue", I, QUEUE_WORDS),  # as in STATE, the tickets of others as 0
        # What follows from all that
        ("unseen", I, KINDS),  # cards of the deck and of the hidden parts of hands
    ]
)

# How a VIEW becomes JSON: the key, the field of VIEW, and the kind of value. Other languages read the same tables.
#
# number       as it is
# phase        the name of a phase
# move         the text of a move, null if negative
# city         the id of a city, null if negative
# bag          cards as {name of the kind: how many}, without those that are 0
# cities, tracks, tickets   a set, as the texts of its members in ascending order
# stations_left             how many stations a seat has not built, from the set of those that it has
# end_bag, end_tickets      the same as bag and tickets, null until the game is over
# own_bag, own_tickets      the viewer's row of the field as bag or tickets, null for a spectator
# offer        the tickets of an offer, place by place
# chosen       the tickets in some places of the viewer's offer, null if there are none
# queue        the tickets under the deck, the next first, as many as `queued`; null for those of others
PUBLIC_FIELDS = (
    ("phase", "phase", "phase"),
    ("first", "first", "number"),
    ("turns", "turns", "number"),
    ("last_round", "last", "number"),
    ("due", "due", "number"),
    ("claim", "claim", "move"),
    ("city", "city", "city"),
    ("deck", "deck", "number"),
    ("face_up", "face_up", "bag"),
    ("discards", "discards", "bag"),
    ("laid", "laid", "bag"),
    ("turned", "turned", "bag"),
    ("ticket_deck", "tickets_left", "number"),
)
"""What is public, beside the map, the mover and the seats."""
SEAT_FIELDS = (
    ("cars", "cars", "number"),
    ("points", "points", "number"),
    ("stations_left", "stations", "stations_left"),
    ("stations", "stations", "cities"),
    ("tracks", "tracks", "tracks"),
    ("cards", "cards", "number"),
    ("known", "known", "bag"),
    ("hand", "hands", "end_bag"),
    ("tickets_kept", "tickets_kept", "number"),
    ("tickets_offered", "tickets_offered", "number"),
    ("tickets", "tickets", "end_tickets"),
)
"""What is public of each seat; a field has a row for each. `points` is not in VIEW: `count_points` finds them."""
OWN_FIELDS = (
    ("viewer", "viewer", "number"),
    ("unseen", "unseen", "bag"),
    ("queue", "queue", "queue"),
    ("offer", "offer", "offer"),
    ("chosen", "chosen", "chosen"),
    ("sent_out", "out", "tickets"),
    ("hand", "hands", "own_bag"),
    ("tickets", "tickets", "own_tickets"),
)
"""What is the viewer's own or follows from it."""


@subroutine
def copy_public(source: Any, target: Any) -> None:
    """Copy the public fields, which a state and a view have in common."""
    target.phase = source.phase
    target.seat = source.seat
    target.first = source.first
    target.next = source.next
    target.turns = source.turns
    target.last = source.last
    target.passes = source.passes
    target.sweeps = source.sweeps
    target.due = source.due
    target.claim = source.claim
    target.city = source.city
    target.floor = source.floor
    target.queued = source.queued
    for kind in range(KINDS):
        target.discards[kind] = source.discards[kind]
        target.face_up[kind] = source.face_up[kind]
        target.laid[kind] = source.laid[kind]
        target.turned[kind] = source.turned[kind]
    for seat in range(SEATS):
        target.cars[seat] = source.cars[seat]
        target.stations[seat] = source.stations[seat]
        target.kept[seat] = source.kept[seat]
        for kind in range(KINDS):
            target.known[seat, kind] = source.known[seat, kind]
        for w in range(WORDS):
            target.tracks[seat, w] = source.tracks[seat, w]
            target.open[seat, w] = source.open[seat, w]


@subroutine
def see(game: GameRec, state: StateRec, viewer: int, seen: ViewRec) -> None:
    """Fill a view."""
    seen.viewer = viewer
    copy_public(state, seen)
    seen.deck = total(state.deck)
    seen.tickets_left = size(state.short)
    for kind in range(KINDS):
        open_cards = state.discards[kind] + state.face_up[kind] + state.laid[kind] + state.turned[kind]
        seen.unseen[kind] = game.cards[kind] - open_cards
    for seat in range(SEATS):
        seen.cards[seat] = total(state.hands[seat])
        seen.tickets_kept[seat] = size(state.tickets[seat])
        seen.tickets_offered[seat] = offered(state.offer[seat])
        seen.tickets_out[seat] = size(state.out[seat])
        is_open = seat == viewer or state.phase == OVER
        for kind in range(KINDS):
            seen.hands[seat, kind] = state.hands[seat, kind] if is_open else 0
            seen.unseen[kind] -= state.hands[seat, kind] if is_open else state.known[seat, kind]
        for w in range(WORDS):
            seen.tickets[seat, w] = state.tickets[seat, w] if is_open else 0
    seen.offer = 0
    seen.chosen = 0
    for w in range(WORDS):
        seen.out[w] = 0
    if viewer != SPECTATOR:
        seen.offer = state.offer[viewer]
        seen.chosen = state.chosen[viewer]
        for w in range(WORDS):
            seen.out[w] = state.out[viewer, w]
    see_queue(state, viewer, seen)


@subroutine
def see_queue(state: StateRec, viewer: int, seen: ViewRec) -> None:
    """The queue with the viewer's own tickets; of the others it shows only who put them there."""
    for w in range(QUEUE_WORDS):
        seen.queue[w] = 0
    for n in range(state.queued):
        found = queue_entry(state.queue, n)
        owner = found >> TICKET_BITS
        set_entry(seen.queue, n, owner, found & TICKET_MASK if owner == viewer else 0)


@subroutine
def set_entry(queue: Any, n: int, seat: int, ticket: int) -> None:
    """Write entry n of a queue where nothing is written yet."""
    queue[n // QUEUED] |= (seat << TICKET_BITS | ticket) << (n % QUEUED * ENTRY_BITS)


@entry
def view(games: GameArray, states: StateArray, i: int, viewer: int, views: ViewArray, j: int) -> None:
    """Fill view j with what a seat, or SPECTATOR, knows of state i."""
    see(games[0], states[i], viewer, views[j])


@entry
def count_points(games: GameArray, views: ViewArray, j: int, points: Any) -> None:
    """What each seat's tracks are worth in view j."""
    for seat in range(games[0].seats):
        points[seat] = route_points(games[0], views[j].tracks[seat])


class View:
    """What a seat knows of a game, and, if it is to move, its legal moves.

    `views` is an array of one VIEW record, for kernels; `as_dict` is the same as JSON-serialisable types.
    """

    def __init__(self, game: Game, states: Any, i: int, viewer: int) -> None:
        self.game = game
        self.viewer = viewer
        self.views: Any = np.zeros(1, VIEW)
        view(game.compiled, states, i, viewer, self.views, 0)
        self.legal: list[int] = []
        if viewer != SPECTATOR and self.mover == viewer and not self.over:
            out = np.empty(len(game.catalogue), np.int64)
            self.legal = out[: engine.legal(game.compiled, states, i, out)].tolist()

    @property
    def seen(self) -> Any:
        """The VIEW record."""
        return self.views[0]

    @property
    def mover(self) -> int:
        """Who moves: a seat or CHANCE."""
        return CHANCE if BY_CHANCE >> self._phase & 1 else self.views["seat"].item()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._phase == OVER

    @property
    def _phase(self) -> int:
        return self.views["phase"].item()

    def as_dict(self) -> dict[str, Any]:
        """The whole view as JSON-serialisable types."""
        facts, own = self.public(), self.own()
        hand, tickets = own.pop("hand"), own.pop("tickets")
        if self.viewer != SPECTATOR:
            facts["seats"][self.viewer] |= {"hand": hand, "tickets": tickets}
        moves = self.game.catalogue.moves
        return {**facts, **own, "legal": [moves[move].text for move in self.legal]}

    def public(self) -> dict[str, Any]:
        """What is public, as JSON-serialisable types: the same for all viewers."""
        points = np.zeros(SEATS, np.int64)
        count_points(self.game.compiled, self.views, 0, points)
        numbers = (*self._numbers(), *points.tolist())
        return {
            "map": self.game.name,
            "mover": self.mover,
            **{key: write(self.game, numbers, at) for key, write, at, _ in PUBLIC_WRITERS},
            "seats": [
                {key: write(self.game, numbers, at + seat * row) for key, write, at, row in SEAT_WRITERS}
                for seat in range(self.game.seats)
            ],
        }

    def own(self) -> dict[str, Any]:
        """What is the viewer's own or follows from it, as JSON-serialisable types; a spectator has no hand or tickets.

        `chosen` is the first tickets that the viewer has chosen while others still choose (C1), and None otherwise.
        """
        numbers = self._numbers()
        return {key: write(self.game, numbers, at) for key, write, at, _ in OWN_WRITERS}

    def kept_by(self, places: int) -> list[str]:
        """The tickets in some places of the viewer's offer, a set such as `Move.what` of a `keep` move."""
        return places_of(self.game, self.views["offer"].item(), places)

    def _numbers(self) -> tuple[int, ...]:
        return NUMBERS.unpack_from(self.views)  # all at once, since reading a field of a record is slow in Python


def members(words: Any) -> list[int]:
    """The members of a set, ascending."""
    found = []
    for w, word in enumerate(words):
        rest, base = int(word), w * BITS - 1
        while rest:
            lowest_bit = rest & -rest
            found.append(base + lowest_bit.bit_length())
            rest ^= lowest_bit
    return found


def offer_tickets(offer: int) -> list[int]:
    """The tickets of an offer, place by place."""
    return [(offer >> at & TICKET_MASK) - 1 for at in range(0, offer.bit_length(), TICKET_BITS)]


def places_of(game: Game, offer: int, places: int) -> list[str]:
    """The tickets in some places of an offer."""
    return [game.board.tickets[n].text for place, n in enumerate(offer_tickets(offer)) if places >> place & 1]


Writer: TypeAlias = Callable[[Game, tuple[int, ...], int], Any]
"""Writes a value of one kind, from all numbers of a view and the place where the value begins."""
NUMBERS = Struct(f"{VIEW.itemsize // 8}q")
"""Reads all numbers of a VIEW."""
PLACES = {field: VIEW.fields[field][1] // 8 for field in VIEW.names} | {"points": VIEW.itemsize // 8}
"""Where each field begins among the numbers of a view; points come after them."""


def write_bag(game: Game, numbers: tuple[int, ...], at: int) -> dict[str, int]:
    """Cards by the names of their kinds."""
    return {name: cards for name, cards in zip(game.catalogue.kinds, numbers[at : at + KINDS], strict=False) if cards}


def write_tickets(game: Game, numbers: tuple[int, ...], at: int) -> list[str]:
    """The texts of a set of tickets."""
    return [game.board.tickets[ticket].text for ticket in members(numbers[at : at + WORDS])]


def write_chosen(game: Game, numbers: tuple[int, ...], at: int) -> list[str] | None:
    """The chosen tickets of the offer."""
    return places_of(game, numbers[PLACES["offer"]], numbers[at]) if numbers[at] else None


def write_queue(game: Game, numbers: tuple[int, ...], at: int) -> list[str | None]:
    """The viewer's own tickets of the queue."""
    entries = range(numbers[PLACES["queued"]])
    tickets = [(numbers[at + n // QUEUED] >> n % QUEUED * ENTRY_BITS & TICKET_MASK) - 1 for n in entries]
    return [None if ticket < 0 else game.board.tickets[ticket].text for ticket in tickets]


def at_end(write: Writer) -> Writer:
    """Write a value only once the game is over."""
    return lambda game, numbers, at: write(game, numbers, at) if numbers[PLACES["phase"]] == OVER else None


def of_viewer(write: Writer, row: int) -> Writer:
    """Write the viewer's row of a field, which has `row` numbers; a spectator has none."""

    def write_row(game: Game, numbers: tuple[int, ...], at: int) -> Any:
        viewer = numbers[PLACES["viewer"]]
        return None if viewer == SPECTATOR else write(game, numbers, at + viewer * row)

    return write_row


WRITERS: dict[str, Writer] = {
    "number": lambda game, numbers, at: numbers[at],
    "phase": lambda game, numbers, at: PHASE_NAMES[numbers[at]],
    "move": lambda game, numbers, at: None if numbers[at] < 0 else game.catalogue.moves[numbers[at]].text,
    "city": lambda game, numbers, at: None if numbers[at] < 0 else game.board.cities[numbers[at]].id,
    "bag": write_bag,
    "cities": lambda game, numbers, at: [game.board.cities[city].id for city in members(numbers[at : at + 1])],
    "tracks": lambda game, numbers, at: [game.board.tracks[n].text for n in members(numbers[at : at + WORDS])],
    "tickets": write_tickets,
    "stations_left": lambda game, numbers, at: game.rules.stations - numbers[at].bit_count(),
    "end_bag": at_end(write_bag),
    "end_tickets": at_end(write_tickets),
    "own_bag": of_viewer(write_bag, KINDS),
    "own_tickets": of_viewer(write_tickets, WORDS),
    "offer": lambda game, numbers, at: places_of(game, numbers[at], -1),
    "chosen": write_chosen,
    "queue": write_queue,
}


def writers(fields: tuple[tuple[str, str, str], ...]) -> list[tuple[str, Writer, int, int]]:
    """For each field of a table its key, what writes it, where it begins, and how many numbers a seat's row has."""
    sizes = {field: VIEW.fields[field][0].itemsize // 8 for field in VIEW.names} | {"points": SEATS}
    return [(key, WRITERS[kind], PLACES[field], sizes[field] // SEATS) for key, field, kind in fields]


PUBLIC_WRITERS, SEAT_WRITERS, OWN_WRITERS = writers(PUBLIC_FIELDS), writers(SEAT_FIELDS), writers(OWN_FIELDS)
