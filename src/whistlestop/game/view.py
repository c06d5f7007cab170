"""What one seat may know: VIEW, and `view`, which fills it (C21).

A view is built up from what is public and what is the seat's own, never by deleting from a state. It also holds what
an attentive player remembers: cards that a seat was seen to take (`known`), the tickets that the viewer sent out of the
game, and its own tickets in the queue. It is not perfect recall: an expert who counts knows the contents of the deck
after a shuffle, since every discard was seen; here deck and hidden hands are one bag, `unseen`. Once the game is over,
all hands and tickets are in the view.
"""

from typing import Any

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

PUBLIC = (
    "phase", "first", "turns", "last", "due", "claim", "city", "deck", "face_up", "discards", "laid", "turned",
    "tickets_left", "cars", "stations", "tracks", "cards", "known", "tickets_kept", "tickets_offered",
)  # fmt: skip
"""The fields that are the same for all viewers and that `public` needs."""


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
        moves = self.game.catalogue.moves
        # As lists, since reading a field of a record is slow in Python.
        seen = {field: self.views[field][0].tolist() for field in PUBLIC}
        points = np.zeros(SEATS, np.int64)
        count_points(self.game.compiled, self.views, 0, points)
        seen["points"] = points.tolist()
        return {
            "map": self.game.name,
            "mover": self.mover,
            "phase": PHASE_NAMES[seen["phase"]],
            "first": seen["first"],
            "turns": seen["turns"],
            "last_round": seen["last"],
            "due": seen["due"],
            "claim": None if seen["claim"] < 0 else moves[seen["claim"]].text,
            "city": None if seen["city"] < 0 else self.game.board.cities[seen["city"]].id,
            "deck": seen["deck"],
            "face_up": self._bag(seen["face_up"]),
            "discards": self._bag(seen["discards"]),
            "laid": self._bag(seen["laid"]),
            "turned": self._bag(seen["turned"]),
            "ticket_deck": seen["tickets_left"],
            "seats": [self._seat(seen, seat) for seat in range(self.game.seats)],
        }

    def own(self) -> dict[str, Any]:
        """What is the viewer's own or follows from it, as JSON-serialisable types; a spectator has no hand or tickets.

        `chosen` is the first tickets that the viewer has chosen while others still choose (C1), and None otherwise.
        """
        views, owns = self.views, self.viewer != SPECTATOR
        return {
            "viewer": self.viewer,
            "unseen": self._bag(views["unseen"][0].tolist()),
            "queue": [None if ticket < 0 else self._ticket(ticket) for ticket in self._queue()],
            "offer": self._offer(),
            "chosen": self.kept_by(chosen) if (chosen := views["chosen"].item()) else None,
            "sent_out": [self._ticket(ticket) for ticket in members(views["out"][0].tolist())],
            "hand": self._bag(views["hands"][0, self.viewer].tolist()) if owns else None,
            "tickets": self._tickets(self.viewer) if owns else None,
        }

    def kept_by(self, places: int) -> list[str]:
        """The tickets in some places of the viewer's offer, a set such as `Move.what` of a `keep` move."""
        return [ticket for place, ticket in enumerate(self._offer()) if places >> place & 1]

    def _offer(self) -> list[str]:
        return [self._ticket(ticket) for ticket in offer_tickets(self.views["offer"].item())]

    def _seat(self, seen: dict[str, Any], seat: int) -> dict[str, Any]:
        board = self.game.board
        stations = members([seen["stations"][seat]])
        return {
            "cars": seen["cars"][seat],
            "points": seen["points"][seat],
            "stations_left": self.game.rules.stations - len(stations),
            "stations": [board.cities[city].id for city in stations],
            "tracks": [board.tracks[track].text for track in members(seen["tracks"][seat])],
            "cards": seen["cards"][seat],
            "known": self._bag(seen["known"][seat]),
            "hand": self._bag(self.views["hands"][0, seat].tolist()) if self.over else None,
            "tickets_kept": seen["tickets_kept"][seat],
            "tickets_offered": seen["tickets_offered"][seat],
            "tickets": self._tickets(seat) if self.over else None,
        }

    def _tickets(self, seat: int) -> list[str]:
        return [self._ticket(ticket) for ticket in members(self.views["tickets"][0, seat].tolist())]

    def _bag(self, bag: list[int]) -> dict[str, int]:
        return {name: cards for name, cards in zip(self.game.catalogue.kinds, bag, strict=False) if cards}

    def _ticket(self, ticket: int) -> str:
        return self.game.board.tickets[ticket].text

    def _queue(self) -> list[int]:
        queue = self.views["queue"][0]
        return [int(queue_entry(queue, n) & TICKET_MASK) - 1 for n in range(self.views["queued"].item())]


def members(words: Any) -> list[int]:
    """The members of a set, ascending."""
    found = []
    for w, word in enumerate(words):
        rest = int(word)
        while rest:
            found.append(w * BITS + (rest & -rest).bit_length() - 1)
            rest &= rest - 1
    return found


def offer_tickets(offer: int) -> list[int]:
    """The tickets of an offer, place by place."""
    return [(offer >> at & TICKET_MASK) - 1 for at in range(0, offer.bit_length(), TICKET_BITS)]
