"""The catalogue: every move that can ever be made in a game, numbered and written down.

Moves are grouped by kind. Claims are ordered by payment and then by track, so the claim of a track is the first
claim of the payment plus the track's rank among the tracks that the payment fits.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from whistlestop.game.board import GREY, Board, Track
from whistlestop.game.limits import LOCOMOTIVE, MOVES, PAYMENTS, TURNED
from whistlestop.game.reasons import BadMap
from whistlestop.game.rules import Rules

# Kinds of move, in the order of the catalogue.
PASS = 0
DRAW = 1  # a card, blind
DRAW_TICKETS = 2  # draw tickets
TAKE = 3  # a face-up card
KEEP = 4  # tickets of the offer
SWAP = 5  # name a card to give for a swap
GIVE_UP = 6  # a tunnel
PAY = 7  # for a station, or what a tunnel adds
BUILD = 8  # a station
CLAIM = 9
DEAL_FIRST = 10  # chance: who begins
DEAL_CARD = 11
DEAL_TICKET = 12
KIND_NAMES = (
    "pass", "draw", "tickets", "take", "keep", "swap", "give up", "pay", "station", "claim", "first", "card", "ticket",
)  # fmt: skip
NO_COLOUR = LOCOMOTIVE
"""In place of a colour: the payment is locomotives alone."""
PAIR = re.compile(r"([a-z][a-z0-9_]*)-([a-z][a-z0-9_]*)")
"""The two cities of a route or a ticket."""


@dataclass(frozen=True, order=True)
class Payment:
    """How a track is paid (C19), and the tracks that it fits."""

    colour: int  # X, or NO_COLOUR
    locomotives: int  # l
    coloured: int  # d
    swaps: int  # s
    give: int  # cards for one swap
    eligible: int  # the kinds that may be given, as a set


@dataclass(frozen=True)
class Move:
    """One row of the catalogue. `what` is a track, city, ticket, seat, kind of card, or set of places in an offer."""

    kind: int
    text: str
    what: int = -1
    colour: int = NO_COLOUR
    coloured: int = 0
    locomotives: int = 0
    swaps: int = 0
    payment: int = -1


class Catalogue:
    """Every move of a game; `moves[n]` is move n, `numbers[text]` its number."""

    def __init__(self, board: Board, rules: Rules, seats: int) -> None:
        self.kinds = ("locomotive", *rules.colours)
        self.payments: list[tuple[Payment, list[int]]] = payments(board, rules)
        self.pay_most = max(TURNED, rules.stations)
        self.moves: list[Move] = []
        self.bases: list[int] = []
        for block in self._blocks(board, rules, seats):
            self.bases.append(len(self.moves))
            self.moves.extend(block)
        if len(self.moves) > MOVES:
            raise BadMap("too_many_moves", map=board.name, moves=len(self.moves), limit=MOVES)
        if len(self.payments) > PAYMENTS:
            raise BadMap("too_many_payments", map=board.name, payments=len(self.payments), limit=PAYMENTS)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each move by its text."""
        return {move.text: n for n, move in enumerate(self.moves)}

    def find(self, text: str) -> int | None:
        """The number of a move by its text, the two cities of a route or a ticket in either order; None if unknown."""
        number = self.numbers.get(text)
        return self.numbers.get(PAIR.sub(r"\2-\1", text, count=1)) if number is None else number

    def __len__(self) -> int:
        return len(self.moves)

    def fields(self, board: Board, number: int) -> dict[str, str | int | list[int]]:
        """A move of a seat in fields: its text, its kind, and the others that apply to it."""
        move = self.moves[number]
        found: dict[str, str | int | list[int]] = {"text": move.text, "kind": KIND_NAMES[move.kind]}
        if move.kind in (TAKE, SWAP):
            found["card"] = self.kinds[move.what]
        elif move.kind == KEEP:
            found["places"] = [int(place) for place in places(move.what)]
        elif move.kind == BUILD:
            found["city"] = board.cities[move.what].id
        elif move.kind == CLAIM:
            found["track"] = board.tracks[move.what].text
        if move.kind in (PAY, CLAIM):
            if move.coloured:
                found["colour"] = self.kinds[move.colour]
            found |= {"coloured": move.coloured, "locomotives": move.locomotives, "swaps": move.swaps}
        return found

    def _blocks(self, board: Board, rules: Rules, seats: int) -> Iterator[list[Move]]:
        yield [Move(PASS, "pass")]
        yield [Move(DRAW, "draw")]
        yield [Move(DRAW_TICKETS, "tickets")]
        yield self._card_moves(TAKE, "take ")
        offered = max(rules.first_long_tickets + rules.first_short_tickets, rules.draw_tickets)
        yield [Move(KEEP, "keep " + " ".join(places(kept)), kept) for kept in range(1, 1 << offered)]
        yield self._card_moves(SWAP, "swap ")
        yield [Move(GIVE_UP, "give up")]
        yield list(self._pay_moves(self.pay_most))
        yield [Move(BUILD, f"station {city.id}", n) for n, city in enumerate(board.cities) if rules.stations]
        yield list(self._claims(board.tracks))
        yield [Move(DEAL_FIRST, f"first {seat}", seat) for seat in range(seats)]
        yield self._card_moves(DEAL_CARD, "")
        yield [Move(DEAL_TICKET, ticket.text, n) for n, ticket in enumerate(board.tickets)]

    def _card_moves(self, move_kind: int, verb: str) -> list[Move]:
        return [Move(move_kind, verb + name, kind) for kind, name in enumerate(self.kinds)]

    def _pay_moves(self, most: int) -> Iterator[Move]:
        for colour in range(1, len(self.kinds)):
            for cards in range(1, most + 1):
                for locomotives in range(cards):
                    coloured = cards - locomotives
                    text = "pay" + self._cards_text(colour, coloured, locomotives, 0)
                    yield Move(PAY, text, -1, colour, coloured, locomotives)
        for locomotives in range(1, most + 1):
            yield Move(PAY, "pay" + self._cards_text(NO_COLOUR, 0, locomotives, 0), locomotives=locomotives)

    def _claims(self, tracks: tuple[Track, ...]) -> Iterator[Move]:
        for n, (payment, fitting) in enumerate(self.payments):
            colour = payment.colour if payment.coloured else NO_COLOUR
            paid = (colour, payment.coloured, payment.locomotives, payment.swaps)
            for track in fitting:
                text = f"claim {tracks[track].text}" + self._cards_text(*paid)
                yield Move(CLAIM, text, track, *paid, n)

    def _cards_text(self, colour: int, coloured: int, locomotives: int, swaps: int) -> str:
        text = f" {coloured} {self.kinds[colour]}" if coloured else ""
        text += f" {locomotives} locomotive" if locomotives else ""
        return text + (f" {swaps} swap" if swaps else "")


def places(kept: int) -> list[str]:
    """The places of an offer that a set names, counted from 1."""
    return [str(place + 1) for place in range(kept.bit_length()) if kept >> place & 1]


def payments(board: Board, rules: Rules) -> list[tuple[Payment, list[int]]]:
    """Every payment that fits some track, in ascending order, each with its tracks."""
    fitting: dict[Payment, list[int]] = {}
    for n, track in enumerate(board.tracks):
        for payment in payments_of(track, rules):
            fitting.setdefault(payment, []).append(n)
    return sorted(fitting.items())


def payments_of(track: Track, rules: Rules) -> Iterator[Payment]:
    """The payments that fit one track (C9, C14, C19, N1, N3, N4, E1, Y1)."""
    may_use_locomotives = rules.locomotives_anywhere or track.tunnel or track.locomotives > 0
    colours = range(1, len(rules.colours) + 1) if track.colour == GREY else [track.colour + 1]
    most_coloured = track.length - track.locomotives
    for coloured in range(most_coloured + 1):
        for locomotives in range(track.length - coloured + 1 if may_use_locomotives else 1):
            swaps = track.length - coloured - locomotives
            if swaps and not track.swap:
                continue
            unnamed = coloured == 0 and (track.colour == GREY or not swaps)
            for colour in [NO_COLOUR] if unnamed else colours:
                eligible = eligible_kinds(track, colour, coloured, len(rules.colours)) if swaps else 0
                yield Payment(colour, locomotives, coloured, swaps, track.swap if swaps else 0, eligible)


def eligible_kinds(track: Track, colour: int, coloured: int, colours: int) -> int:
    """The kinds of card that may be given for a swap, as a set (C19)."""
    every_colour = (1 << colours + 1) - 2
    own = 1 << colour if colour != NO_COLOUR else 0
    if not track.locomotives:
        return (every_colour | 1 << LOCOMOTIVE) & ~own
    return every_colour if coloured == track.length - track.locomotives else every_colour & ~own
