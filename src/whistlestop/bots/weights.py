"""Weights: how much each thing is worth to a bot.

WEIGHTS holds a bot's weights, in hundredths of a point: bots that think alike and differ in character differ in nothing
else.
"""

from dataclasses import astuple, dataclass, fields, replace
from typing import Any

import numpy as np

from whistlestop.game.state import record_type

I = np.int64


@dataclass(frozen=True)
class Weights:
    """The weights of a bot, in hundredths of a point where nothing else is said.

    What stands here is the planner's taste for long games; millions of games against others and itself have found it.
    """

    # Claims
    points: int = 69
    """A point for a route."""
    planned: int = 360
    """Claiming a track of the plan,"""
    reach: int = 0
    """each space of such a track,"""
    contested: int = 84
    """and one that begins or ends where another seat has built."""
    threat: int = 0
    """The same for every card that the richest of the others holds,"""
    pinched: int = 0
    """A track of the plan that others have built to at both ends,"""
    pressed: int = 0
    """and any track of the plan when it takes all the time that is left; less when it takes less."""
    sight: int = 0
    """A point for an attraction."""
    car: int = 0
    """A car, however it is placed."""
    joined: int = 0
    """A track that is not in the plan, but goes on from those of the seat;"""
    astray: int = 0
    """what it costs to leave a plan alone for any such track."""
    barring: int = 0
    """A track outside the plan between two places where others have built."""
    # Cards
    card: int = 162
    """A card in the hand."""
    locomotive: int = 123
    """What a locomotive is worth beyond any card."""
    wanting: int = 0
    """A card as long as the hand has fewer than the plan has spaces."""
    blind: int = 40
    """What the unknown adds to a card that is drawn blind: it may be a locomotive."""
    lost_turn: int = 250
    """Giving up a tunnel."""
    lacking: int = 42
    """Picking a card that the plan lacks."""
    gathered: int = 8
    """Picking a colour, for each card of it in the hand."""
    completing: int = 0
    """Picking the last card for a track of the plan."""
    full: int = 13
    """A hand of more cards makes each worth less,"""
    glut: int = 5
    """by this much for each card, in percent."""
    fading: int = 0
    """How much smaller a full hand is when no cars are left, in hundredths of a card."""
    over: int = 0
    """How much less each card is worth for each that the hand has beyond the cars left, in percent."""
    haste: int = 12
    """With so few cars left at some seat, cards begin to lose their worth."""
    # Plans
    plans: int = 1
    """1: tracks are planned for tickets; 0: tickets are left to luck."""
    step: int = 662
    """A track of a plan, whatever its length."""
    space: int = 152
    """A space of a track of a plan."""
    route: int = 140
    """How much of a route's own points makes a plan cheaper, in percent."""
    held: int = 14
    """How much cheaper a card in the hand makes a track that it pays for."""
    tunnel: int = 80
    """How much dearer a tunnel is."""
    pace: int = 132
    """How many turns a seat needs for a car, in hundredths, when the end is foreseen."""
    # Tickets
    price: int = 120
    """How much of its plan's cost a ticket must earn, in percent."""
    keen: int = 0
    """Keeping one more ticket of an offer."""
    tickets: int = 400
    """Drawing tickets."""
    spare: int = 50
    """The percentage of cars that must be left for drawing tickets,"""
    hunger: int = 0
    """and the percentage of those cars that a plan may fill at most; 0: only once all tickets are done."""


def plain(**weights: int) -> Weights:
    """The taste of a bot without finesse: shortest paths and round numbers, whatever the time and the others."""
    simple = Weights(
        points=100, planned=300, contested=0, card=150, locomotive=100, lacking=100, gathered=0, full=100, glut=0,
        step=0, space=100, route=0, held=0, tunnel=0, pace=1000, price=100, tickets=0, spare=0, hunger=0,
    )  # fmt: skip
    return replace(simple, **weights)


WEIGHTS = record_type([(field.name, I) for field in fields(Weights)])


def weights_array(*given: Weights) -> Any:
    """Tastes as kernels read them."""
    return np.array([astuple(weights) for weights in given], WEIGHTS)
