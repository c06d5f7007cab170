"""Plans: the open tracks that would connect the cities of a seat's tickets, found by cheapest paths.

A plan is made for one seat from what it knows: its tickets, its hand and the board.
"""

from typing import Any

import numpy as np

from whistlestop.bots.board_facts import ANY
from whistlestop.bots.kernel_types import FactsRec, PlanRec, WeightsRec
from whistlestop.game.cards import total
from whistlestop.game.kernel import lowest, subroutine
from whistlestop.game.kernel_types import GameRec, StateRec
from whistlestop.game.limits import BITS, CITIES, KINDS, LENGTH, LOCOMOTIVE, TRACKS, WORDS
from whistlestop.game.paths import FAR, find_path
from whistlestop.game.state import has, put, record_type

I = np.int64
NOWHERE = -1
UNKNOWN = -2

PLAN = record_type(
    [
        ("tickets", I, WORDS),  # for which the plan was made
        ("wanted", I, WORDS),  # tracks to claim
        ("lost", I, WORDS),  # tickets that can no longer be completed
        ("built", I),  # cities where the seat had a station when the plan was made
        ("station", I),  # where a station would save a lost ticket, NOWHERE, or UNKNOWN
        ("spaces", I),  # of the wanted tracks
        ("steps", I),  # how many wanted tracks there are
        ("hand", I),  # cards in hand that the plan can count on
        ("time", I),  # turns that are probably left
        ("worth", I),  # points of the tickets that it completes minus those lost, in hundredths
        ("cost", I),  # of the wanted tracks
        ("need", I, KINDS),  # cards of each kind that the wanted tracks require
        ("goals", I, KINDS),  # the numbers of cards of each kind that some wanted track requires, as a set
        ("any_colour", I),  # spaces of the longest wanted track that takes any colour
        ("price", I, TRACKS),  # what each track costs, FAR if the seat can't use it
        ("far", I, CITIES),  # what the cheapest path to a city costs
        ("via", I, CITIES),  # its last track
    ],
)


@subroutine
def fewest_cars(game: GameRec, state: StateRec) -> int:
    """The smallest number of cars that any seat has left."""
    fewest = state.cars[0]
    for seat in range(1, game.seats):
        fewest = min(fewest, state.cars[seat])
    return fewest


@subroutine
def turns_left(game: GameRec, weights: WeightsRec, state: StateRec) -> int:
    """How many turns a seat probably has left: as many as the seat with the fewest cars needs."""
    if state.last >= 0:
        return 1
    return 2 + (fewest_cars(game, state) - game.last_round) * weights.pace // 100


@subroutine
def set_prices(game: GameRec, facts: FactsRec, weights: WeightsRec, state: StateRec, seat: int, plan: PlanRec) -> None:
    """Set what each track costs: nothing if the seat's own or borrowed, else by spaces, points and cards in hand."""
    most = 0
    for kind in range(1, KINDS):
        most = max(most, state.hands[seat, kind])
    cars = min(LENGTH, state.cars[seat])
    for track in range(game.tracks):
        if has(state.tracks[seat], track):
            plan.price[track] = 0
        elif has(state.open[seat], track) and game.length[track] <= cars:
            length = game.length[track]
            colour = facts.colour[track]
            held = min(length, most if colour == ANY else state.hands[seat, colour])
            cost = weights.step + weights.space * length - weights.route * game.points[length] - weights.held * held
            cost += weights.tunnel * game.tunnel[track] + weights.locomotive * facts.ferry[track]
            plan.price[track] = max(cost, 20)
        else:
            plan.price[track] = FAR
    set_borrowed_prices(game, state, seat, plan)


@subroutine
def set_borrowed_prices(game: GameRec, state: StateRec, seat: int, plan: PlanRec) -> None:
    """Tracks of others that lead into a city where the seat has a station cost nothing (E4)."""
    cities = state.stations[seat]
    while cities != 0:
        city = lowest(cities)
        cities &= cities - 1
        for other in range(game.seats):
            for w in range(WORDS):
                leading = state.tracks[other, w] & game.touching[city, w]
                while leading != 0:
                    plan.price[w * BITS + lowest(leading)] = 0
                    leading &= leading - 1


@subroutine
def walk(game: GameRec, plan: PlanRec, source: int, target: int) -> bool:
    """Find the cheapest path between two cities, and return whether there is one."""
    return find_path(game, plan.price, plan.far, plan.via, source, target)


@subroutine
def add_path(game: GameRec, state: StateRec, seat: int, plan: PlanRec, source: int, target: int) -> bool:
    """Add the path that was found to the plan if there are enough cars and time; return whether there were."""
    spaces = plan.spaces
    steps = plan.steps
    city = target
    while city != source:
        track = plan.via[city]
        if plan.price[track] > 0:
            spaces += game.length[track]
            steps += 1
        city = game.a[track] + game.b[track] - city
    if spaces > state.cars[seat] or 2 * steps + max(0, spaces - plan.hand) > 2 * plan.time:
        return False
    city = target
    while city != source:
        track = plan.via[city]
        if plan.price[track] > 0:
            put(plan.wanted, track)
            plan.cost += plan.price[track]
            plan.price[track] = 0
        city = game.a[track] + game.b[track] - city
    plan.spaces = spaces
    plan.steps = steps
    return True


@subroutine
def make_plan(
    game: GameRec, facts: FactsRec, weights: WeightsRec, state: StateRec, seat: int, tickets: Any, plan: PlanRec
) -> None:
    """Plan for a set of tickets, the most valuable first; paths share tracks where they can."""
    plan.spaces = plan.steps = plan.worth = plan.cost = 0
    plan.built = state.stations[seat]
    plan.station = UNKNOWN
    plan.hand = total(state.hands[seat]) * 2 // 3
    plan.time = turns_left(game, weights, state)
    for w in range(WORDS):
        plan.tickets[w] = tickets[w]
        plan.wanted[w] = 0
        plan.lost[w] = 0
    if weights.plans == 1:
        set_prices(game, facts, weights, state, seat, plan)
        done_low = done_high = 0
        while True:
            best = -1
            for w in range(WORDS):
                rest = tickets[w] & ~(done_low if w == 0 else done_high)
                while rest != 0:
                    ticket = w * BITS + lowest(rest)
                    rest &= rest - 1
                    if best < 0 or game.ticket_points[ticket] > game.ticket_points[best]:
                        best = ticket
            if best < 0:
                break
            if best < BITS:
                done_low |= 1 << best
            else:
                done_high |= 1 << (best - BITS)
            a = game.ticket_a[best]
            b = game.ticket_b[best]
            if walk(game, plan, a, b) and add_path(game, state, seat, plan, a, b):
                plan.worth += 100 * game.ticket_points[best]
            else:
                plan.worth -= 100 * game.ticket_points[best]
                put(plan.lost, best)
    count_needs(game, facts, plan)


@subroutine
def count_needs(game: GameRec, facts: FactsRec, plan: PlanRec) -> None:
    """Count the cards that the wanted tracks require."""
    plan.any_colour = plan.spaces = plan.steps = 0
    for kind in range(KINDS):
        plan.need[kind] = 0
        plan.goals[kind] = 0
    for w in range(WORDS):
        rest = plan.wanted[w]
        while rest != 0:
            track = w * BITS + lowest(rest)
            rest &= rest - 1
            plan.spaces += game.length[track]
            plan.steps += 1
            plain = game.length[track] - facts.ferry[track]
            plan.need[LOCOMOTIVE] += facts.ferry[track]
            if facts.colour[track] == ANY:
                plan.any_colour = max(plan.any_colour, plain)
                for kind in range(1, KINDS):
                    plan.goals[kind] |= 1 << plain
            else:
                plan.need[facts.colour[track]] += plain
                plan.goals[facts.colour[track]] |= 1 << plain


@subroutine
def refresh(game: GameRec, facts: FactsRec, weights: WeightsRec, state: StateRec, seat: int, plan: PlanRec) -> None:
    """Keep a plan up to date: remove tracks that were claimed, and make a new plan if it can't be completed."""
    stale = False
    claimed = False
    for w in range(WORDS):
        own = plan.wanted[w] & state.tracks[seat, w]
        if own != 0:
            plan.wanted[w] &= ~own
            claimed = True
        if plan.wanted[w] & ~state.open[seat, w] != 0 or plan.tickets[w] != state.tickets[seat, w]:
            stale = True
    if stale or plan.spaces > state.cars[seat] or plan.built != state.stations[seat]:
        make_plan(game, facts, weights, state, seat, state.tickets[seat], plan)
    elif claimed:
        count_needs(game, facts, plan)


@subroutine
def outdate(plan: PlanRec) -> None:
    """Make `refresh` replace the plan at the seat's next turn: no seat ever holds these tickets."""
    plan.tickets[0] = -1
