"""Weights: how much each thing is worth to a bot.

Bots that follow the policy differ only in their weights. WEIGHTS is the record that kernels read.
"""

from dataclasses import astuple, dataclass, fields, replace
from typing import Any

import numpy as np

from whistlestop.game.state import record_type

I = np.int64


@dataclass(frozen=True)
class Weights:
    """The weights of a bot, in hundredths of a point unless stated otherwise.

    The defaults are the planner's weights for long games, tuned in millions of games against others and itself.
    """

    # Claims
    points: int = 69
    """One point for a route."""
    planned: int = 360
    """Claiming a planned track,"""
    reach: int = 0
    """plus this for each of its spaces,"""
    contested: int = 84
    """plus this if another seat has built at one of its ends,"""
    threat: int = 0
    """and then this for every card in the largest hand of the others,"""
    pinched: int = 0
    """plus this if others have built at both of its ends,"""
    pressed: int = 0
    """plus this if the plan takes all the time that is left; proportionally less if it takes less."""
    sight: int = 0
    """One point for an attraction."""
    car: int = 0
    """Placing a car, on any track."""
    joined: int = 0
    """An unplanned track that continues the seat's own tracks."""
    astray: int = 0
    """What it costs to claim an unplanned track while there is a plan."""
    barring: int = 0
    """An unplanned track between two cities where others have built."""
    # Cards
    card: int = 162
    """A card in the hand."""
    locomotive: int = 123
    """How much more a locomotive is worth than any other card."""
    wanting: int = 0
    """Drawing a card while the hand has fewer cards than the plan has spaces."""
    blind: int = 40
    """How much more a card drawn blind is worth: it may be a locomotive."""
    lost_turn: int = 250
    """Giving up a tunnel."""
    lacking: int = 42
    """Taking a card that the plan lacks."""
    gathered: int = 8
    """Taking a colour, for each card of it in hand."""
    completing: int = 0
    """Taking the last card for a planned track."""
    full: int = 13
    """A hand is full with this many cards; each card is worth less in a larger hand,"""
    glut: int = 5
    """by this much for each card beyond, in percent."""
    fading: int = 0
    """How many cards fewer make a full hand when no cars are left, in hundredths."""
    over: int = 0
    """How much less each card is worth for each card beyond the number of cars left, in percent."""
    scarce: int = 0
    """How much less each card is worth while only a few cards are left to draw, in percent."""
    haste: int = 12
    """Cards begin to lose value when some seat has fewer cars left than this."""
    # Plans
    plans: int = 1
    """1: plan tracks for tickets; 0: leave tickets to luck."""
    step: int = 662
    """The cost of a planned track, whatever its length,"""
    space: int = 152
    """plus this for each of its spaces,"""
    route: int = 140
    """minus this percentage of its points,"""
    held: int = 14
    """minus this for each card in hand that can pay for it,"""
    tunnel: int = 80
    """plus this if it is a tunnel."""
    pace: int = 132
    """How many turns a seat needs to place a car, in hundredths; used to predict the end."""
    # Tickets
    price: int = 120
    """The percentage of its plan's cost that a ticket must earn."""
    keen: int = 0
    """Keeping one more ticket of an offer."""
    tickets: int = 400
    """Drawing tickets."""
    spare: int = 50
    """The percentage of cars that must be left to draw tickets,"""
    hunger: int = 0
    """and the maximum percentage of those cars that the plan may need; 0: only when all tickets are done."""


def plain(**weights: int) -> Weights:
    """Simple weights: shortest paths and round numbers, regardless of time and opponents."""
    simple = Weights(
        points=100, planned=300, contested=0, card=150, locomotive=100, lacking=100, gathered=0, full=100, glut=0,
        step=0, space=100, route=0, held=0, tunnel=0, pace=1000, price=100, tickets=0, spare=0, hunger=0,
    )  # fmt: skip
    return replace(simple, **weights)


WEIGHTS = record_type([(field.name, I) for field in fields(Weights)])


def weights_array(*given: Weights) -> Any:
    """Weights as kernels read them: an array of WEIGHTS records."""
    return np.array([astuple(weights) for weights in given], WEIGHTS)
