"""Candidates: the few moves among all legal ones that are worth a search."""

from typing import Any

from whistlestop.bots.desk import MOST
from whistlestop.bots.plan import refresh
from whistlestop.bots.policy import (
    NEVER,
    build_there,
    calm,
    list_moves,
    list_payments,
    wants_station,
    wants_tickets,
    worth_of_answer,
    worth_of_claim,
    worth_of_pick,
)
from whistlestop.game.catalogue import DRAW_TICKETS
from whistlestop.game.kernel import kernel, lowest, subroutine
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.moves.claim import claim_of
from whistlestop.game.moves.draw import gather_picks
from whistlestop.game.moves.gather import LIST, NONE
from whistlestop.game.moves.tickets import tickets_left
from whistlestop.game.state import TURN

MUST = 10_000
"""The worth of what the policy does whatever else it might do."""


@kernel
def propose(book: Any, move: int, worth: int) -> None:
    """Add a candidate, if there is room."""
    if book.count < MOST:
        book.move[book.count] = move
        book.worth[book.count] = worth
        book.node[book.count] = 0
        book.tried[book.count] = 0
        book.gained[book.count] = 0
        book.spread[book.count] = 0
        book.count += 1


@subroutine
def propose_claims(
    game: Any, chart: Any, taste: Any, plan: Any, state: Any, ease: int, out: Any, book: Any, most: int
) -> None:
    """The tracks that are worth most, each with its best payment."""
    for track in range(game.tracks):
        book.track_worth[track] = NEVER
    for n in range(list_payments(game, chart, taste, state, ease, out)):
        payment = out[n]
        for w in range(WORDS):
            tracks = game.pay_tracks[payment, w] & state.open[state.seat, w]
            while tracks != 0:
                track = w * BITS + lowest(tracks)
                tracks &= tracks - 1
                worth = worth_of_claim(game, chart, taste, plan, state, payment, track, ease)
                if worth > book.track_worth[track]:
                    book.track_worth[track] = worth
                    book.track_move[track] = claim_of(game, payment, track)
    for _ in range(most):
        best = 0
        for track in range(1, game.tracks):
            if book.track_worth[track] > book.track_worth[best]:
                best = track
        if book.track_worth[best] == NEVER:
            return
        propose(book, book.track_move[best], book.track_worth[best])
        book.track_worth[best] = NEVER


@subroutine
def propose_turn(game: Any, chart: Any, taste: Any, plan: Any, state: Any, out: Any, book: Any, claims: int) -> None:
    """What a seat might sensibly do on its turn."""
    refresh(game, chart, taste, state, state.seat, plan)
    ease = calm(game, taste, state)
    propose_claims(game, chart, taste, plan, state, ease, out, book, claims)
    for n in range(gather_picks(game, state, NONE, LIST, out)):
        propose(book, out[n], worth_of_pick(game, chart, taste, plan, state, out[n], ease))
    if tickets_left(state) > 0 and state.last < 0:
        worth = taste.tickets if wants_tickets(game, taste, plan, state) else 0
        propose(book, game.first_move[DRAW_TICKETS], worth)
    if wants_station(game, chart, taste, plan, state):
        move = build_there(game, state, plan.station, out)
        if move >= 0:
            propose(book, move, MUST)


@subroutine
def propose_all(game: Any, chart: Any, taste: Any, plan: Any, state: Any, out: Any, book: Any, claims: int) -> None:
    """The candidates for a decision, at most so many of them claims."""
    book.count = 0
    if state.phase == TURN:
        propose_turn(game, chart, taste, plan, state, out, book, claims)
    if book.count > 0:
        return
    for n in range(list_moves(game, state, out)):
        worth = 0 if state.phase == TURN else worth_of_answer(game, chart, taste, plan, state, out[n])
        propose(book, out[n], worth)
