"""The bot `courier`: finds the cheapest paths for its tickets, gathers the cards that they need and claims them.

It looks neither ahead nor at what the others want, and it knows no map: a simple opponent and a yardstick.
"""

import random
from collections import Counter
from functools import cached_property

from whistlestop.bots.network import FOREIGN, Network, Plan
from whistlestop.game import catalogue as kinds
from whistlestop.game.board import GREY
from whistlestop.game.catalogue import Move
from whistlestop.game.limits import LOCOMOTIVE
from whistlestop.game.state import CHOICE, FIRST_CHOICE
from whistlestop.game.view import View, members, offer_tickets

PRICE = 0.4
"""What a space to be filled takes from a ticket's value when tickets are chosen."""
SPARE = 0.45
"""The part of the cars that must be left for drawing new tickets."""
HURRY = 8
"""With so few cars left at any seat the end is near: cards are of no more use than what they claim now."""
FULL = 14
"""A hand that is large enough to be spent on swaps and locomotives."""


class Courier:
    """Claims what its tickets need."""

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that serves the tickets best; among equals, any."""
        return Errand(view, rng).move()


class Errand:
    """One decision of the courier: what it holds and needs."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self.view, self.rng = view, rng
        self.game, self.seen = view.game, view.seen
        self.network = Network(view)
        self.hand = self.network.hand
        self.tickets = members(self.seen.tickets[view.viewer])
        self.plan: Plan = self.network.plan(self.tickets)
        cars = [int(self.seen.cars[seat]) for seat in range(self.game.seats)]
        self.hurry = min(cars) <= HURRY or self.seen.last >= 0

    def moves(self, kind: int) -> list[int]:
        """The legal moves of a kind."""
        return [move for move in self.view.legal if self.row(move).kind == kind]

    def row(self, move: int) -> Move:
        """A row of the catalogue."""
        return self.game.catalogue.moves[move]

    def best(self, worth: dict[int, float]) -> int:
        """The move of the highest worth, any of them if there are several."""
        most = max(worth.values())
        return self.rng.choice([move for move, value in worth.items() if value == most])

    def move(self) -> int:
        """The choice for whatever phase the play is in."""
        if self.seen.phase in (FIRST_CHOICE, CHOICE):
            return self.best({move: self.worth_of_keeping(self.row(move).what) for move in self.view.legal})
        kind = self.row(self.view.legal[0]).kind
        if kind == kinds.SWAP:
            return self.best({move: self.surplus(self.row(move).what) for move in self.view.legal})
        if kind in (kinds.PAY, kinds.GIVE_UP):
            pays = self.moves(kinds.PAY) or self.view.legal
            return self.best({move: -self.price(self.row(move)) for move in pays})
        return self.claim() or self.station() or self.new_tickets() or self.pick()

    def worth_of_keeping(self, places: int) -> float:
        """The points that tickets of the offer would bring, less what their tracks cost."""
        offer = offer_tickets(int(self.seen.offer))
        tickets = self.tickets + [ticket for place, ticket in enumerate(offer) if places >> place & 1]
        plan = self.network.plan(tickets)
        points = {ticket: self.game.board.tickets[ticket].points for ticket in tickets}
        return sum(points.values()) - 2 * sum(points[lost] for lost in plan.lost) - PRICE * plan.spaces

    def price(self, row: Move) -> float:
        """What a payment is worth in the hand: a locomotive three cards, a card that is wanted elsewhere two."""
        coloured = row.coloured * (2 if self.surplus(row.colour) < row.coloured else 1)
        give = self.game.catalogue.payments[row.payment][0].give if row.swaps else 0
        return coloured + 3 * row.locomotives + row.swaps * give

    def surplus(self, kind: int) -> int:
        """How many cards of a kind the hand has beyond what is wanted; locomotives are never too many."""
        return -100 if kind == LOCOMOTIVE else self.hand[kind] - self.wanted[kind]

    @cached_property
    def wanted(self) -> Counter[int]:
        """How many cards of each colour the planned tracks take; grey ones take what the hand has most of."""
        wanted: Counter[int] = Counter()
        tracks = [self.game.board.tracks[n] for n in self.plan.tracks]
        for track in sorted(tracks, key=lambda track: (track.colour == GREY, -track.length)):
            most = max(range(1, len(self.game.catalogue.kinds)), key=lambda kind: self.hand[kind] - wanted[kind])
            wanted[most if track.colour == GREY else track.colour + 1] += track.length - track.locomotives
            wanted[LOCOMOTIVE] += track.locomotives
        return wanted

    def claim(self) -> int | None:
        """A planned track that can be paid at a fair price; with nothing planned, or in a hurry, the longest."""
        worth: dict[int, float] = {}
        for move in self.moves(kinds.CLAIM):
            row = self.row(move)
            track = self.game.board.tracks[row.what]
            extra = self.price(row) - track.length - 2 * track.locomotives
            planned = row.what in self.plan.tracks
            patient = sum(self.hand) < FULL and not self.hurry
            if (planned and extra <= (4 if patient else 100)) or (self.is_free(track.length) and not row.swaps):
                worth[move] = 100 * planned + self.game.rules.points[track.length - 1] - extra / 4
        return self.best(worth) if worth else None

    def is_free(self, length: int) -> bool:
        """Whether cars can be spent on a track that no ticket needs: it must leave enough for those that do."""
        left = self.network.cars - self.plan.spaces
        return length <= left and (self.hurry or (not self.plan.tracks and left <= SPARE * self.game.rules.cars))

    def station(self) -> int | None:
        """A station where one borrowed track joins a ticket that is otherwise lost."""
        builds = {self.row(move).what: move for move in self.moves(kinds.BUILD)}
        worth: dict[int, float] = {}
        for number in self.plan.lost if builds else ():
            ticket = self.game.board.tickets[number]
            costs = self.network.costs(self.plan.tracks, foreign=True)
            path = self.network.path(ticket.a, ticket.b, costs) or []
            foreign = [self.game.board.tracks[n] for n in path if costs[n] == FOREIGN]
            spaces = sum(self.game.board.tracks[n].length for n in path if 0 < costs[n] < FOREIGN)
            if len(foreign) == 1 and spaces + self.plan.spaces <= self.network.cars:
                gain = 2 * ticket.points - self.game.rules.station_value
                worth |= {builds[city]: gain for city in (foreign[0].a, foreign[0].b) if city in builds and gain > 0}
        return self.best(worth) if worth else None

    def new_tickets(self) -> int | None:
        """New tickets once all are done, while many cars are left."""
        draws = self.moves(kinds.DRAW_TICKETS)
        rich = self.network.cars > SPARE * self.game.rules.cars and not self.hurry
        return draws[0] if draws and rich and not self.plan.tracks else None

    def pick(self) -> int:
        """A face-up card of a colour that is wanted, else a card off the deck, else whatever there is."""
        worth: dict[int, float] = {move: 0 for move in self.view.legal if self.row(move).kind != kinds.CLAIM}
        ends = self.game.rules.locomotive_ends_draw
        for move in worth:
            row = self.row(move)
            if row.kind == kinds.DRAW:
                worth[move] = 1
            elif row.kind == kinds.TAKE and row.what == LOCOMOTIVE:
                lacking = self.wanted[LOCOMOTIVE] > self.hand[LOCOMOTIVE]
                worth[move] = 20 if lacking else 0.5 if ends or not self.game.rules.locomotives_anywhere else 10
            elif row.kind == kinds.TAKE:
                lacking = self.wanted[row.what] > self.hand[row.what]
                worth[move] = 2 + self.hand[row.what] if lacking else 0.5
        return self.best(worth) if worth else self.view.legal[0]
