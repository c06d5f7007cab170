"""Board facts: what all bots know of a board before play. FACTS is to bots what GAME is to the rules."""

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
"""In place of a track's colour: it takes any."""

FACTS = record_type(
    [
        ("colour", I, TRACKS),  # a kind of card, or ANY
        ("ferry", I, TRACKS),  # locomotives that the track asks for
        ("wild", I),  # 1: locomotives pay for any track (E1, Y1)
        ("sifted", I),  # 1: thrifty payments are known, since no colour has more payments than a set holds
        # The thrifty payments of a colour, by how many of its cards and how many locomotives are held: a set of
        # numbers, counted from the first payment of that colour.
        ("thrifty", I, (KINDS, LENGTH + 1, LENGTH + 1)),
    ],
)


@lru_cache(maxsize=32)
def board_facts(game: Game) -> Any:
    """The facts of a game: an array of one FACTS record."""
    rows: Any = np.zeros(1, FACTS)
    facts = rows[0]
    for n, track in enumerate(game.board.tracks):
        facts.colour[n] = ANY if track.colour == GREY else track.colour + 1
        facts.ferry[n] = track.locomotives
    facts.wild = game.rules.locomotives_anywhere
    sift_payments(facts, game.catalogue.payments)
    return rows


def sift_payments(facts: Any, payments: list[tuple[Payment, list[int]]]) -> None:
    """Find the thrifty payments for every hand: those that can be paid while no thriftier one can."""
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
    """What tells a payment and its tracks apart from others, whichever cards its swaps take."""
    return payment.colour, payment.coloured, payment.locomotives, payment.swaps, *tracks


def thriftier(payment: Payment) -> list[Payment]:
    """The payments of as many spaces that no bot likes less: with a card of the colour in place of a locomotive, or
    with such a card or a locomotive in place of a swap of three cards or more."""
    coloured, laid, swaps = payment.coloured + 1, payment.locomotives, payment.swaps
    if swaps == 0:
        return [replace(payment, coloured=coloured, locomotives=laid - 1)]
    if payment.give < 3:
        return []
    return [
        replace(payment, coloured=coloured, swaps=swaps - 1),
        replace(payment, locomotives=laid + 1, swaps=swaps - 1),
    ]
