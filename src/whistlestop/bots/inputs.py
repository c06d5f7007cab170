"""Inputs: what a network sees of a decision, in numbers from 0 to 255, and how the veteran rates the candidates.

Everything follows from what the seat to move knows. Kernels read it from a state, which may be a guess: all states with
the same view have the same inputs. Seats count from the mover. A network serves all numbers of seats of its map, so a
row has columns for the map's largest number; those of missing seats are 0.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from whistlestop.bots.candidates import propose_all
from whistlestop.bots.distances import find_distances
from whistlestop.bots.kernel_types import CandidateArray, FactsRec, PlanRec, WeightsRec
from whistlestop.bots.plan import make_plan
from whistlestop.bots.search_memory import MOST
from whistlestop.game.cards import total
from whistlestop.game.catalogue import CLAIM, DEAL_FIRST
from whistlestop.game.game import Game
from whistlestop.game.kernel import kernel, subroutine
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK, offered, queue_entry
from whistlestop.game.score import route_points
from whistlestop.game.state import ANSWER, CHOICE, FIRST_CHOICE, GIVING, SECOND, STATION, TURN, has, record_type, size

I = np.int64
PHASES = (FIRST_CHOICE, TURN, SECOND, CHOICE, GIVING, ANSWER, STATION)
"""The phases in which a seat decides."""
HELD = 7
"""A hand is also given as 1 or more, 2 or more, up to this many cards of each kind."""
CLAIMS = 20
"""The most claims among the candidates."""
PRIOR_UNIT = 31
"""The veteran's rating of a candidate is in these parts of a logit."""
PRIOR_BEST = 8
"""The logit of its best candidate; each point that another is worth less costs PRIOR_SLOPE."""
PRIOR_SLOPE = 2

SHAPE = record_type(
    [
        ("seats", I),  # the map's largest number of seats
        ("places", I),  # the most tickets in an offer
        ("inputs", I),  # columns of a row, rounded up to a multiple of 64
        ("width", I),  # of the network's layers
        ("blocks", I),
        ("actions", I),  # moves of seats in the catalogue
        ("outputs", I),  # logits of all actions, then the log-odds of tickets, the gate and the value
    ]
)
"""The sizes of a network and its inputs."""


@dataclass(frozen=True)
class InputField:
    """Some columns of the inputs, and what they are multiplied by before they enter the network."""

    name: str
    columns: int
    scale: float = 1.0


def rounded_up(number: int) -> int:
    """The next multiple of 64, since matrix products of other widths are slow on a GPU."""
    return -(-number // 64) * 64


def places_of(game: Game) -> int:
    """The most tickets that can be offered at once."""
    return max(game.rules.first_long_tickets + game.rules.first_short_tickets, game.rules.draw_tickets)


def input_fields(game: Game) -> list[InputField]:
    """The columns, in the order in which `write_inputs` writes them."""
    board, seats, kinds = game.board, game.rules.max_seats, len(game.catalogue.kinds)
    tracks, tickets, cities = len(board.tracks), len(board.tickets), len(board.cities)
    return [
        InputField("phase", len(PHASES)),
        InputField("seats", seats),
        InputField("first", seats),
        InputField("tracks", seats * tracks),
        InputField("open", tracks),
        InputField("payable", tracks),
        InputField("claimed", tracks),
        InputField("tickets", tickets),
        InputField("offer", places_of(game) * tickets),
        InputField("out", tickets),
        InputField("under", tickets),
        InputField("stations", (seats + 1) * cities if game.rules.stations else 0),
        InputField("wanted", tracks),
        InputField("lost", tickets),
        InputField("held", kinds * HELD),
        InputField("distances", seats * tickets, 1 / 12),
        InputField("own_distances", tickets, 1 / 12),
        InputField("turns", 1, 1 / 64),
        InputField("passes", 1),
        InputField("due", 1, 1 / 4),
        InputField("floor", 1, 1 / 8),
        InputField("deck", 1, 1 / 64),
        InputField("tickets_left", 1, 1 / 32),
        InputField("queued", 1, 1 / 16),
        InputField("ending", 1, 1 / 4),
        InputField("cars", seats, 1 / 16),
        InputField("cards", seats, 1 / 16),
        InputField("tickets_kept", seats, 1 / 4),
        InputField("kept", seats, 1 / 4),
        InputField("tickets_offered", seats, 1 / 4),
        InputField("tickets_out", seats, 1 / 4),
        InputField("points", seats, 1 / 64),
        InputField("face_up", kinds, 1 / 2),
        InputField("discards", kinds, 1 / 8),
        InputField("laid", kinds, 1 / 4),
        InputField("turned", kinds, 1 / 2),
        InputField("unseen", kinds, 1 / 8),
        InputField("hand", kinds, 1 / 4),
        InputField("known", seats * kinds, 1 / 4),
        InputField("need", kinds, 1 / 4),
        InputField("lack", kinds, 1 / 4),
        InputField("plan_size", 3, 1 / 8),
        InputField("plan_time", 1, 1 / 16),
        InputField("plan_worth", 2, 1 / 64),
    ]


def input_scale(game: Game) -> Any:
    """What each column of a row is multiplied by; 0 for the columns that fill it up to a multiple of 64."""
    fields = input_fields(game)
    used = sum(field.columns for field in fields)
    scale = np.zeros(rounded_up(used))
    scale[:used] = np.repeat([field.scale for field in fields], [field.columns for field in fields])
    return scale


def input_offsets(game: Game) -> dict[str, int]:
    """The first column of each field."""
    fields = input_fields(game)
    starts = accumulate((field.columns for field in fields[:-1]), initial=0)
    return {field.name: start for field, start in zip(fields, starts, strict=True)}


def make_shape(game: Game, width: int, blocks: int) -> Any:
    """The sizes of a network for a map: an array of one SHAPE record."""
    seats, tickets = game.rules.max_seats, len(game.board.tickets)
    actions = game.catalogue.bases[DEAL_FIRST]
    outputs = actions + (seats - 1) * tickets + 2
    return np.array([(seats, places_of(game), len(input_scale(game)), width, blocks, actions, outputs)], SHAPE)


@kernel
def byte(number: int) -> int:
    """A number as a column holds it."""
    return min(255, max(0, number))


@kernel
def write_number(row: Any, at: int, number: int) -> int:
    """Write one column, and return the next."""
    row[at] = byte(number)
    return at + 1


@kernel
def write_one(row: Any, at: int, columns: int, member: int) -> int:
    """Write columns of which only one is 1, or none if there is no such member, and return the next column."""
    for n in range(columns):
        row[at + n] = 1 if n == member else 0
    return at + columns


@kernel
def write_set(row: Any, at: int, columns: int, words: Any) -> int:
    """Write a set, and return the next column."""
    for n in range(columns):
        row[at + n] = 1 if has(words, n) else 0
    return at + columns


@kernel
def write_bag(row: Any, at: int, kinds: int, bag: Any) -> int:
    """Write cards, and return the next column."""
    for kind in range(kinds):
        row[at + kind] = byte(bag[kind])
    return at + kinds


@kernel
def write_nothing(row: Any, at: int, columns: int) -> int:
    """Write zeros, and return the next column."""
    for n in range(columns):
        row[at + n] = 0
    return at + columns


@subroutine
def write_board(game: GameRec, shape: Any, state: StateRec, legal: int, out: MoveArray, row: Any) -> int:
    """Write phase, seats and tracks; `out` holds the legal moves. Returns the next column."""
    me, seats = state.seat, game.seats
    at = 0
    for phase in PHASES:
        at = write_number(row, at, 1 if state.phase == phase else 0)
    at = write_one(row, at, shape.seats, seats - 1)
    at = write_one(row, at, shape.seats, (state.first - me) % seats if state.first >= 0 else -1)
    for n in range(shape.seats):
        if n < seats:
            at = write_set(row, at, game.tracks, state.tracks[(me + n) % seats])
        else:
            at = write_nothing(row, at, game.tracks)
    at = write_set(row, at, game.tracks, state.open[me])
    payable = at
    at = write_nothing(row, at, game.tracks)
    for n in range(legal):
        if game.kind[out[n]] == CLAIM:
            row[payable + game.what[out[n]]] = 1
    return write_one(row, at, game.tracks, game.what[state.claim] if state.claim >= 0 else -1)


@subroutine
def write_tickets(game: GameRec, shape: Any, state: StateRec, row: Any, at: int) -> int:
    """Write the mover's tickets, its offer, and the tickets it has put back; returns the next column."""
    me, tickets = state.seat, game.tickets
    at = write_set(row, at, tickets, state.tickets[me])
    offer = state.offer[me]
    for _ in range(shape.places):
        at = write_one(row, at, tickets, (offer & TICKET_MASK) - 1)
        offer >>= TICKET_BITS
    at = write_set(row, at, tickets, state.out[me])
    under = at
    at = write_nothing(row, at, tickets)
    for n in range(state.queued):
        entry = queue_entry(state.queue, n)
        if entry >> TICKET_BITS == me:
            row[under + (entry & TICKET_MASK) - 1] = 1
    return at


@subroutine
def write_stations(game: GameRec, shape: Any, state: StateRec, row: Any, at: int) -> int:
    """Write the stations of all seats, and where one is being paid for; returns the next column."""
    for n in range(shape.seats):
        for city in range(game.cities):
            built = n < game.seats and state.stations[(state.seat + n) % game.seats] >> city & 1 == 1
            row[at + city] = 1 if built else 0
        at += game.cities
    return write_one(row, at, game.cities, state.city)


@subroutine
def write_distances(game: GameRec, shape: Any, state: StateRec, near: Any, row: Any, at: int) -> int:
    """Write the distances of all tickets for all seats, and of the mover's own once more; returns the next column."""
    own = at
    for n in range(shape.seats):
        if n < game.seats:
            find_distances(game, state, (state.seat + n) % game.seats, near, row, at)
            at += game.tickets
        else:
            at = write_nothing(row, at, game.tickets)
    return write_own_distances(game, state, row, own, at)


@kernel
def write_own_distances(game: GameRec, state: StateRec, row: Any, own: int, at: int) -> int:
    """Write the distances of the mover's tickets once more, plus one; returns the next column."""
    for ticket in range(game.tickets):
        row[at + ticket] = row[own + ticket] + 1 if has(state.tickets[state.seat], ticket) else 0
    return at + game.tickets


@kernel
def count_of_seat(game: GameRec, state: StateRec, seat: int, which: int) -> int:
    """One of the public numbers of a seat."""
    if which == 0:
        return state.cars[seat]
    if which == 1:
        return total(state.hands[seat])
    if which == 2:
        return size(state.tickets[seat])
    if which == 3:
        return state.kept[seat]
    if which == 4:
        return offered(state.offer[seat])
    if which == 5:
        return size(state.out[seat])
    return route_points(game, state.tracks[seat])


@subroutine
def write_counts(game: GameRec, shape: Any, state: StateRec, row: Any, at: int) -> int:
    """Write public numbers, bags of cards, and cards that seats were seen to take; returns the next column."""
    me, seats, kinds = state.seat, game.seats, game.colours + 1
    at = write_number(row, at, state.turns)
    at = write_number(row, at, state.passes)
    at = write_number(row, at, state.due)
    at = write_number(row, at, state.floor)
    at = write_number(row, at, total(state.deck))
    at = write_number(row, at, size(state.short))
    at = write_number(row, at, state.queued)
    at = write_number(row, at, state.last + 1)
    for which in range(7):
        for n in range(shape.seats):
            at = write_number(row, at, count_of_seat(game, state, (me + n) % seats, which) if n < seats else 0)
    at = write_bag(row, at, kinds, state.face_up)
    at = write_bag(row, at, kinds, state.discards)
    at = write_bag(row, at, kinds, state.laid)
    at = write_bag(row, at, kinds, state.turned)
    for kind in range(kinds):
        unseen = game.cards[kind] - state.discards[kind] - state.face_up[kind] - state.laid[kind] - state.turned[kind]
        unseen -= state.hands[me, kind]
        for seat in range(seats):
            if seat != me:
                unseen -= state.known[seat, kind]
        at = write_number(row, at, unseen)
    at = write_bag(row, at, kinds, state.hands[me])
    for n in range(shape.seats):
        if n < seats:
            at = write_bag(row, at, kinds, state.known[(me + n) % seats])
        else:
            at = write_nothing(row, at, kinds)
    return at


@subroutine
def write_plan(game: GameRec, state: StateRec, plan: PlanRec, row: Any, at: int) -> int:
    """Write what the plan needs and is worth; returns the next column."""
    kinds = game.colours + 1
    at = write_bag(row, at, kinds, plan.need)
    for kind in range(kinds):
        at = write_number(row, at, plan.need[kind] - state.hands[state.seat, kind])
    at = write_number(row, at, plan.spaces)
    at = write_number(row, at, plan.steps)
    at = write_number(row, at, plan.any_colour)
    at = write_number(row, at, plan.time)
    at = write_number(row, at, plan.worth // 100 + 100)
    return write_number(row, at, plan.cost // 100)


@subroutine
def write_position(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    shape: Any,
    state: StateRec,
    legal: int,
    out: MoveArray,
    plan: PlanRec,
    row: Any,
) -> int:
    """Write the columns before the distances; `out` holds the legal moves. Makes the plan that the rest needs.

    Returns the next column.
    """
    me, kinds = state.seat, game.colours + 1
    at = write_board(game, shape, state, legal, out, row)
    at = write_tickets(game, shape, state, row, at)
    if game.stations > 0:
        at = write_stations(game, shape, state, row, at)
    make_plan(game, facts, weights, state, me, state.tickets[me], plan)
    at = write_set(row, at, game.tracks, plan.wanted)
    at = write_set(row, at, game.tickets, plan.lost)
    for kind in range(kinds):
        for least in range(1, HELD + 1):
            at = write_number(row, at, 1 if state.hands[me, kind] >= least else 0)
    return at


@subroutine
def write_numbers(game: GameRec, shape: Any, state: StateRec, plan: PlanRec, row: Any, at: int) -> int:
    """Write the columns after the distances, and return how many columns have a meaning; the rest are 0."""
    at = write_counts(game, shape, state, row, at)
    at = write_plan(game, state, plan, row, at)
    write_nothing(row, at, shape.inputs - at)
    return at


@subroutine
def write_inputs(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    shape: Any,
    state: StateRec,
    legal: int,
    out: MoveArray,
    plan: PlanRec,
    near: Any,
    row: Any,
) -> int:
    """Write the inputs of a decision; `out` holds the legal moves. Makes the plan that `write_prior` needs.

    Returns how many columns have a meaning; the rest are 0.
    """
    at = write_position(game, facts, weights, shape, state, legal, out, plan, row)
    at = write_distances(game, shape, state, near, row, at)
    return write_numbers(game, shape, state, plan, row, at)


@subroutine
def write_prior(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    state: StateRec,
    out: MoveArray,
    plan: PlanRec,
    candidates: CandidateArray,
    moves: Any,
    prior: Any,
) -> None:
    """Write the candidates and how the weights rate them, in parts of a logit; unused places are move 0, rated 0."""
    propose_all(game, facts, weights, plan, state, out, candidates, CLAIMS)
    best = candidates.worth[0]
    for n in range(1, candidates.count):
        best = max(best, candidates.worth[n])
    for n in range(MOST):
        moves[n] = 0
        prior[n] = 0
        if n < candidates.count:
            moves[n] = candidates.move[n]
            behind = max(-100 * PRIOR_BEST, candidates.worth[n] - best)
            prior[n] = byte((100 * PRIOR_BEST + PRIOR_SLOPE * behind) * PRIOR_UNIT // 100)
