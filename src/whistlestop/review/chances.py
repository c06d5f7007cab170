"""The chances of winning with all cards open, and what the network says of each decision.

For each seat the network rates the position from what that seat knows; for seats that are not to move, as if their turn
came next. The log-odds of all seats, what their cards and tracks are worth, and whose turn it is make chances that add
up to one. How much each counts was fitted to games of the network with itself: `mixture.csv`.
"""

from typing import Any

from whistlestop.bots.network import exp, output_of, run_network
from whistlestop.bots.network_bot import WHOLE, best_move, chance_in, look, rate_moves
from whistlestop.bots.network_memory import NetworkInputs, NetworkScratch
from whistlestop.bots.network_search import PRIOR, SURE
from whistlestop.bots.policy import list_legal
from whistlestop.game.cards import pour
from whistlestop.game.catalogue import CLAIM, DRAW, DRAW_TICKETS, TAKE
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import GameRec, StateArray, StateRec
from whistlestop.game.limits import KINDS
from whistlestop.game.score import score_state
from whistlestop.game.state import FIRST, FIRST_CHOICE, FIRST_OFFER, HAND, OVER, TURN, TURN_UP, is_chance
from whistlestop.review.records import (
    BEST,
    CARDS,
    DEAL,
    FORCED,
    HIDDEN,
    NOTHING,
    TICKETS,
    TUNNEL,
    UNGRADED,
    UNIT,
)

MIX = 3
"""How many numbers mix what counts: the log-odds, the turn, and the points; before the last round and in it."""
MOST_ODDS = 6.0
"""Log-odds count up to this much."""
POINTS = 100.0
"""What the score is divided by."""


@entry
def survey(
    inputs: NetworkInputs, scratch: NetworkScratch, mixture: Any, states: StateArray, i: int, steps: Any
) -> None:
    """Write the open chances in state i to step i, and to step i + 1, if there is one, what is seen of its decision.

    The step's `move` must be known. `inputs.views` is not read: the network sees only what the seat knows.
    """
    game, state, after = inputs.games[0], states[i], steps[i]
    if state.phase == OVER:
        score_state(game, state, scratch.sheets[0], scratch.score_scratch)
        share_win(game, scratch.sheets[0], after)
        return
    if is_before_tickets(state):
        share_evenly(game, after)
        return
    at = rate_seats(inputs, scratch, state)
    mix(game, state, scratch.sheets[0], mixture, scratch.values, after)
    if i + 1 < steps.shape[0]:
        read_decision(inputs, scratch, at, state, steps[i + 1])


@subroutine
def is_before_tickets(state: StateRec) -> bool:
    """Whether the first tickets are not dealt yet, so that nothing can be said."""
    in_set_up = state.phase == FIRST or state.phase == HAND or state.phase == FIRST_OFFER
    return in_set_up or (state.phase == TURN_UP and state.next == FIRST_OFFER)


@subroutine
def share_evenly(game: GameRec, after: Any) -> None:
    """Give every seat the same chance; what can't be divided goes to the first seats."""
    for seat in range(game.seats):
        after.open[seat] = UNIT // game.seats + (1 if seat < UNIT % game.seats else 0)


@subroutine
def share_win(game: GameRec, sheet: Any, after: Any) -> None:
    """Give the winners the win; what can't be divided goes to the first of them."""
    winners = 0
    for seat in range(game.seats):
        winners += 1 if sheet.place[seat] == 1 else 0
    place = 0
    for seat in range(game.seats):
        after.open[seat] = 0
        if sheet.place[seat] == 1:
            after.open[seat] = UNIT // winners + (1 if place < UNIT % winners else 0)
            place += 1


@subroutine
def give_turn(game: GameRec, state: StateRec, seat: int) -> None:
    """Make it the turn of a seat, as if what the mover has begun were taken back."""
    mover = state.seat
    later = (seat - mover) % game.seats
    state.seat = seat
    if state.phase == FIRST_CHOICE:
        return
    state.phase = TURN
    state.next = TURN
    state.turns += later
    if state.last > 0:
        state.last = max(1, state.last - later)
    state.due = state.floor = 0
    state.claim = state.city = -1
    state.offer[mover] = 0
    for kind in range(KINDS):
        state.known[mover, kind] += state.laid[kind]
    pour(state.laid, state.hands[mover])
    pour(state.turned, state.discards)


@subroutine
def rate_seats(inputs: NetworkInputs, scratch: NetworkScratch, state: StateRec) -> int:
    """Find the log-odds of all seats, and what they would score now; returns where the output layer begins."""
    game = inputs.games[0]
    for seat in range(game.seats):
        scratch.states[seat] = state
        if seat != state.seat or is_chance(state.phase):
            give_turn(game, scratch.states[seat], seat)
        look(inputs, scratch, seat, seat, PRIOR)
    at = run_network(inputs.shape[0], inputs.scale, inputs.parameters, scratch.rows, game.seats, scratch.layers)
    score_state(game, state, scratch.sheets[0], scratch.score_scratch)
    for seat in range(game.seats):
        scratch.values[seat] = log_odds(inputs, scratch, seat, at)
    return at


@subroutine
def log_odds(inputs: NetworkInputs, scratch: NetworkScratch, n: int, at: int) -> float:
    """The log-odds of winning at the decision whose row is n."""
    shape, calibration = inputs.shape[0], inputs.calibration
    value = output_of(shape, inputs.parameters, at, scratch.layers[1, n], shape.outputs - 1)
    found = calibration[0] + (calibration[1] + calibration[2] * value * value) * value
    return min(MOST_ODDS, max(-MOST_ODDS, found))


@subroutine
def mix(game: GameRec, state: StateRec, sheet: Any, mixture: Any, values: Any, after: Any) -> None:
    """Make chances that add up to one of the seats' log-odds in `values`."""
    at = MIX if state.last >= 0 else 0
    most = -1000.0
    for seat in range(game.seats):
        turn = 1.0 if seat == state.seat else 0.0
        points = sheet.total[seat] / POINTS
        values[seat] = mixture[at] * values[seat] + mixture[at + 1] * turn + mixture[at + 2] * points
        most = max(most, values[seat])
    whole = 0.0
    for seat in range(game.seats):
        values[seat] = exp(values[seat] - most)
        whole += values[seat]
    left, best = UNIT, 0
    for seat in range(game.seats):
        after.open[seat] = int(values[seat] / whole * UNIT)
        left -= after.open[seat]
        if values[seat] > values[best]:
            best = seat
    after.open[best] += left


@subroutine
def read_decision(inputs: NetworkInputs, scratch: NetworkScratch, at: int, state: StateRec, step: Any) -> None:
    """Write what the network says of a decision, whose row has the number of its seat."""
    game, seat = inputs.games[0], state.seat
    legal = list_legal(game, state, scratch.out)
    rate_moves(inputs, scratch, seat, at, legal, WHOLE)
    step.seat = seat
    step.turn = 0 if state.phase == FIRST_CHOICE else state.turns + 1
    step.own = int(chance_in(inputs, scratch, seat, at) * UNIT)
    step.reference = best_move(scratch, legal)
    step.better = NOTHING
    step.luck_kind = luck_kind_of(game, step.move)
    best = scratch.logits[step.reference]
    whole = 0.0
    for k in range(legal):
        whole += exp(scratch.logits[scratch.out[k]] - best)
    step.likely = int(exp(scratch.logits[step.move] - best) / whole * UNIT)
    step.grade = UNGRADED
    if legal == 1:
        step.grade = FORCED
    elif step.likely >= SURE * UNIT:
        step.grade = BEST


@subroutine
def luck_kind_of(game: GameRec, move: int) -> int:
    """What kind of luck follows a move."""
    if move == NOTHING:
        return DEAL
    kind = game.kind[move]
    if kind == DRAW_TICKETS:
        return TICKETS
    if kind in (DRAW, TAKE):
        return CARDS
    if kind == CLAIM and game.tunnel[game.what[move]] == 1:
        return TUNNEL
    return HIDDEN
