"""Board facts: what all bots know about a board before the game begins. Bots read FACTS beside the rules' GAME."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from whistlestop.game.board import GREY
from whistlestop.game.catalogue import Payment
from whistlestop.game.game import Game
from whistlestop.game.limits import BITS, KINDS, LENGTH, TRACKS
from whistlestop.game.state import record_type

I = np.int64
ANY = 0
"""Used as a track's colour if the track takes any."""

FACTS = record_type(
    [
        ("colour", I, TRACKS),  # a kind of card, or ANY
        ("ferry", I, TRACKS),  # locomotives that the track requires
        ("wild", I),  # 1: locomotives pay for any track (E1, Y1)
        ("sifted", I),  # 1: thrifty payments are known, because the payments of every colour fit into a set
        # The thrifty payments of a colour, by the numbers of its cards and of locomotives held: a set of numbers,
        # counted from the first payment of that colour.
        ("thrifty", I, (KINDS, LENGTH + 1, LENGTH + 1)),
    ],
)


@lru_cache(maxsize=32)
def board_facts(game: Game) -> Any:
    """The facts about a game's board: an array of one FACTS record."""
    rows: Any = np.zeros(1, FACTS)
    facts = rows[0]
    for n, track in enumerate(game.board.tracks):
        facts.colour[n] = ANY if track.colour == GREY else track.colour + 1
        facts.ferry[n] = track.locomotives
    facts.wild = game.rules.locomotives_anywhere
    sift_payments(facts, game.catalogue.payments)
    return rows


def sift_payments(facts: Any, payments: list[tuple[Payment, list[int]]]) -> None:
    """Find the thrifty payments for every hand: those for which no thriftier payment is possible."""
    colours = [payment.colour for payment, _ in payments]
    if max(Counter(colours).values()) > BITS:
        return
    facts.sifted = 1
    known = {key(payment, tracks) for payment, tracks in payments}
    for n, (payment, tracks) in enumerate(payments):
        one = 1 << n - colours.index(payment.colour)
        facts.thrifty[payment.colour, payment.coloured :, payment.locomotives :] |= one
        for other in thriftier(payment):
            if key(other, tracks) in known:
                facts.thrifty[other.colour, other.coloured :, other.locomotives :] &= ~one


def key(payment: Payment, tracks: list[int]) -> tuple[int, ...]:
    """What identifies a payment and its tracks, whichever cards its swaps take."""
    return payment.colour, payment.coloured, payment.locomotives, payment.swaps, *tracks


def thriftier(payment: Payment) -> list[Payment]:
    """Payments for the same number of spaces that every bot likes as well or better: with a card of the colour instead
    of a locomotive, or with such a card or a locomotive instead of a swap of three cards or more."""
    coloured, laid, swaps = payment.coloured + 1, payment.locomotives, payment.swaps
    if swaps == 0:
        return [replace(payment, coloured=coloured, locomotives=laid - 1)]
    if payment.give < 3:
        return []
    return [
        replace(payment, coloured=coloured, swaps=swaps - 1),
        replace(payment, locomotives=laid + 1, swaps=swaps - 1),
    ]
