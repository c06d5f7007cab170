"""Trying candidates: guessed states, a tree of what may follow, and rollouts to the end.

Every candidate is tried in the same guesses and with the same chances, so that they differ in nothing but the move.
Below a candidate a tree may grow: it looks at what the seat does next and prefers what has gone well, while the others
follow the policy and chance is sampled anew each time (single-observer information-set tree search; a node is a row of
the seat's own moves).
"""

import math
from typing import Any

from whistlestop.bots.belief import believe
from whistlestop.bots.candidates import propose_all
from whistlestop.bots.desk import DEPTH, Desk, Question
from whistlestop.bots.plan import make_plan, outdate
from whistlestop.bots.policy import choose
from whistlestop.bots.rollout import advance, advance_chance, roll
from whistlestop.game.catalogue import CLAIM
from whistlestop.game.dice import load_dice
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.limits import SEATS
from whistlestop.game.score import score_state
from whistlestop.game.state import OVER, SECOND, TURN, has

CLAIMS = 16
"""The most tracks among the candidates."""
CLAIMS_BELOW = 4
"""The most tracks that a tree looks at in one place."""
FULL_VALUE = 1 << 20
"""The value of the best possible end."""
FINE = 8
"""Squares of values leave out so many bits, to be summed without overflow."""
SETTLED = 60
"""How often a move must have been tried before the tree looks at what follows."""
FAITH = 100.0
"""How many rollouts the policy's own opinion of a move is worth in the tree."""
CURIOSITY = 0.3
"""How much the tree prefers what it has seldom tried."""
POINT = 0.012
"""How much more often a game is won with a point more, about."""
STRIDE = 24
"""The margin, in points, that is worth half of what the greatest margin is worth."""


@subroutine
def value_of(game: Any, sheet: Any, seat: int) -> int:
    """How good an end is for a seat: three quarters for the win, one for the margin."""
    winners = 0
    best = -1 << 40
    for other in range(game.seats):
        if sheet.place[other] == 1:
            winners += 1
        if other != seat:
            best = max(best, sheet.total[other])
    margin = sheet.total[seat] - best
    value = (FULL_VALUE // 8) * (STRIDE + abs(margin) + margin) // (STRIDE + abs(margin))
    if sheet.place[seat] == 1:
        value += FULL_VALUE * 3 // 4 // winners
    return value


@subroutine
def child_of(nodes: Any, node: int, move: int) -> int:
    """The node of a move that follows a node, 0 if there is none."""
    child = nodes[node].child
    while child != 0 and nodes[child].move != move:
        child = nodes[child].sibling
    return child


@subroutine
def grow(nodes: Any, node: int, move: int) -> int:
    """A new node below a node; 0 if the tree is full."""
    fresh = nodes[0].visits + 1
    if fresh >= nodes.shape[0]:
        return 0
    nodes[0].visits = fresh
    nodes[fresh].move = move
    nodes[fresh].child = 0
    nodes[fresh].sibling = nodes[node].child
    nodes[fresh].visits = 0
    nodes[fresh].gained = 0
    nodes[node].child = fresh
    return fresh


@subroutine
def select(nodes: Any, node: int, book: Any) -> int:
    """Which candidate to look at: what went well and what the policy likes, or what was seldom tried."""
    highest = book.worth[0]
    visits = 1.0
    gained = 0.0
    for n in range(book.count):
        child = child_of(nodes, node, book.move[n])
        book.node[n] = child
        highest = max(highest, book.worth[n])
        if child != 0:
            visits += nodes[child].visits
            gained += nodes[child].gained
    hope = gained / (visits - 1.0) / FULL_VALUE if visits > 1.0 else 0.5
    best = 0
    most = -1.0
    for n in range(book.count):
        child = book.node[n]
        tried = 0.0
        value = FAITH * (hope + POINT * (book.worth[n] - highest) / 100.0)
        if child != 0:
            tried = nodes[child].visits
            value += nodes[child].gained / FULL_VALUE
        value = (value + CURIOSITY * math.sqrt(visits)) / (FAITH + tried)
        if value > most:
            most = value
            best = n
    return best


@subroutine
def attempt(game: Any, plan: Any, state: Any, move: int) -> None:
    """Make a move of the seat that searches. A claim beside the plan may be a way of its own, so it plans anew."""
    if game.kind[move] == CLAIM and not has(plan.wanted, game.what[move]):
        outdate(plan)
    advance(game, state, move)


@subroutine
def descend(question: Question, desk: Desk, node: int) -> int:
    """Go down the tree in the state that is tried, to a new node; how many nodes lie on the way."""
    game, chart, state, book = question.games[0], question.charts[0], desk.states[1], desk.books[1]
    desk.path[0] = node
    depth = 1
    while depth < DEPTH and state.phase != OVER and desk.nodes[node].visits >= SETTLED:
        advance_chance(game, state, desk.dice)
        seat = state.seat
        plan = desk.plans[SEATS + seat]
        taste = question.tastes[desk.styles[seat]]
        if seat != question.views[0].viewer or (state.phase != TURN and state.phase != SECOND):
            if state.phase != OVER:
                advance(game, state, choose(game, chart, taste, plan, state, desk.dice, desk.out))
            continue
        propose_all(game, chart, taste, plan, state, desk.out, book, CLAIMS_BELOW)
        chosen = select(desk.nodes, node, book)
        move = book.move[chosen]
        is_new = book.node[chosen] == 0
        node = grow(desk.nodes, node, move) if is_new else book.node[chosen]
        if node == 0:
            break
        attempt(game, plan, state, move)
        desk.path[depth] = node
        depth += 1
        if is_new:
            break
    return depth


@subroutine
def put_best_first(book: Any) -> None:
    """Make the policy's own choice the first candidate: the others are compared with it."""
    best = 0
    for n in range(1, book.count):
        if book.worth[n] > book.worth[best]:
            best = n
    book.move[0], book.move[best] = book.move[best], book.move[0]
    book.worth[0], book.worth[best] = book.worth[best], book.worth[0]


@entry
def begin(question: Question, desk: Desk, seed: int) -> None:
    """List the candidates, each with a node of its own if a tree is to grow."""
    game, chart, state, book = question.games[0], question.charts[0], desk.states[0], desk.books[0]
    load_dice(desk.dice, seed)
    imagine(game, question.views[0], desk.dice, state)
    seat = state.seat
    taste = question.tastes[0]
    make_plan(game, chart, taste, state, seat, state.tickets[seat], desk.plans[seat])
    propose_all(game, chart, taste, desk.plans[seat], state, desk.out, book, CLAIMS)
    put_best_first(book)
    desk.nodes[0].visits = 0
    desk.nodes[0].child = 0
    for n in range(book.count):
        book.node[n] = grow(desk.nodes, 0, book.move[n])


@subroutine
def guess_and_plan(
    game: Any, chart: Any, tastes: Any, seen: Any, r: int, dice: Any, state: Any, styles: Any, plans: Any
) -> None:
    """Make guess r: a state, how the others play in it, and a plan for every seat."""
    count = tastes.shape[0]
    imagine(game, seen, dice, state)
    believe(game, seen, dice, state)
    for seat in range(game.seats):
        styles[seat] = 0 if seat == seen.viewer else (1 + r % max(1, count - 1)) % count
        make_plan(game, chart, tastes[styles[seat]], state, seat, state.tickets[seat], plans[seat])


@entry
def try_candidates(question: Question, desk: Desk, seed: int, first: int, end: int) -> None:
    """Try every candidate in the guesses from `first` to before `end`."""
    game, chart, tastes, book = question.games[0], question.charts[0], question.tastes, desk.books[0]
    seen = question.views[0]
    usual = 0
    for r in range(first, end):
        load_dice(desk.dice, seed + r)
        guess_and_plan(game, chart, tastes, seen, r, desk.dice, desk.states[0], desk.styles, desk.plans)
        for n in range(book.count):
            desk.states[1] = desk.states[0]
            for seat in range(game.seats):
                desk.plans[SEATS + seat] = desk.plans[seat]
            load_dice(desk.dice, seed + r)
            attempt(game, desk.plans[SEATS + seen.viewer], desk.states[1], book.move[n])
            depth = 0
            if book.node[n] != 0:
                depth = descend(question, desk, book.node[n])
            roll(game, chart, tastes, desk.styles, desk.plans[SEATS:], desk.states[1], desk.dice, desk.out)
            score_state(game, desk.states[1], desk.sheets[0], desk.scratch)
            value = value_of(game, desk.sheets[0], seen.viewer)
            if n == 0:
                usual = value
            book.tried[n] += 1
            book.gained[n] += value
            book.spread[n] += ((value - usual) >> FINE) * ((value - usual) >> FINE)
            for d in range(depth):
                node = desk.path[d]
                desk.nodes[node].visits += 1
                desk.nodes[node].gained += value
