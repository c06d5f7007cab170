"""Candidates: the few legal moves that are worth searching."""

from whistlestop.bots.kernel_types import CandidateArray, FactsRec, PlanRec, WeightsRec
from whistlestop.bots.plan import refresh
from whistlestop.bots.policy import (
    NEVER,
    build_there,
    card_discount,
    list_legal,
    list_payments,
    wants_station,
    wants_tickets,
    worth_of_answer,
    worth_of_claim,
    worth_of_pick,
)
from whistlestop.bots.search_memory import MOST
from whistlestop.game.catalogue import DRAW_TICKETS
from whistlestop.game.kernel import kernel, lowest, subroutine
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.moves.claim import claim_of
from whistlestop.game.moves.draw import list_picks
from whistlestop.game.moves.listing import LIST, NONE
from whistlestop.game.moves.tickets import tickets_left
from whistlestop.game.state import TURN

MUST = 10_000
"""The worth of a move that the policy always prefers."""


@kernel
def propose(candidates: CandidateArray, move: int, worth: int) -> None:
    """Add a candidate, unless the list is full."""
    if candidates.count < MOST:
        candidates.move[candidates.count] = move
        candidates.worth[candidates.count] = worth
        candidates.node[candidates.count] = 0
        candidates.tried[candidates.count] = 0
        candidates.gained[candidates.count] = 0
        candidates.spread[candidates.count] = 0
        candidates.count += 1


@subroutine
def propose_claims(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    plan: PlanRec,
    state: StateRec,
    discount: int,
    out: MoveArray,
    candidates: CandidateArray,
    most: int,
) -> None:
    """Propose the tracks that are worth most, each with its best payment."""
    for track in range(game.tracks):
        candidates.track_worth[track] = NEVER
    for n in range(list_payments(game, facts, weights, state, discount, out)):
        payment = out[n]
        for w in range(WORDS):
            tracks = game.pay_tracks[payment, w] & state.open[state.seat, w]
            while tracks != 0:
                track = w * BITS + lowest(tracks)
                tracks &= tracks - 1
                worth = worth_of_claim(game, facts, weights, plan, state, payment, track, discount)
                if worth > candidates.track_worth[track]:
                    candidates.track_worth[track] = worth
                    candidates.track_move[track] = claim_of(game, payment, track)
    for _ in range(most):
        best = 0
        for track in range(1, game.tracks):
            if candidates.track_worth[track] > candidates.track_worth[best]:
                best = track
        if candidates.track_worth[best] == NEVER:
            return
        propose(candidates, candidates.track_move[best], candidates.track_worth[best])
        candidates.track_worth[best] = NEVER


@subroutine
def propose_turn(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    plan: PlanRec,
    state: StateRec,
    out: MoveArray,
    candidates: CandidateArray,
    claims: int,
) -> None:
    """Propose what a seat might sensibly do on its turn."""
    refresh(game, facts, weights, state, state.seat, plan)
    discount = card_discount(game, weights, state)
    propose_claims(game, facts, weights, plan, state, discount, out, candidates, claims)
    for n in range(list_picks(game, state, NONE, LIST, out)):
        propose(candidates, out[n], worth_of_pick(game, facts, weights, plan, state, out[n], discount))
    if tickets_left(state) > 0 and state.last < 0:
        worth = weights.tickets if wants_tickets(game, weights, plan, state) else 0
        propose(candidates, game.first_move[DRAW_TICKETS], worth)
    if wants_station(game, facts, weights, plan, state):
        move = build_there(game, state, plan.station, out)
        if move >= 0:
            propose(candidates, move, MUST)


@subroutine
def propose_all(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    plan: PlanRec,
    state: StateRec,
    out: MoveArray,
    candidates: CandidateArray,
    claims: int,
) -> None:
    """Propose the candidates for a decision, with at most `claims` claims among them."""
    candidates.count = 0
    if state.phase == TURN:
        propose_turn(game, facts, weights, plan, state, out, candidates, claims)
    if candidates.count > 0:
        return
    for n in range(list_legal(game, state, out)):
        worth = 0 if state.phase == TURN else worth_of_answer(game, facts, weights, plan, state, out[n])
        propose(candidates, out[n], worth)
