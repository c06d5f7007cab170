"""Trying candidates: guessed states, a tree of what may follow, and rollouts to the end.

Every candidate is tried in the same guesses with the same random numbers, so that only the move differs. Below a
candidate a tree may grow: it looks at what the seat does next and prefers what has worked well, while the others follow
the policy and chance is sampled each time (single-observer information-set tree search; a node is a sequence of the
seat's own moves).
"""

import math
from typing import Any

from whistlestop.bots.belief import believe
from whistlestop.bots.candidates import propose_all
from whistlestop.bots.kernel_types import CandidateArray, FactsRec, NodeArray, PlanArray, PlanRec, WeightsArray
from whistlestop.bots.plan import make_plan, outdate
from whistlestop.bots.policy import choose
from whistlestop.bots.rollout import advance, roll
from whistlestop.bots.search_memory import DEPTH, Inputs, Scratch
from whistlestop.game.catalogue import CLAIM
from whistlestop.game.dice import load_dice
from whistlestop.game.engine import deal_all
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import Dice, GameRec, SheetRec, StateRec, ViewRec
from whistlestop.game.limits import SEATS
from whistlestop.game.score import score_state
from whistlestop.game.state import OVER, SECOND, TURN, has

CLAIMS = 16
"""The maximum number of claims among the candidates."""
CLAIMS_BELOW = 4
"""The maximum number of claims that the tree considers in one node."""
FULL_VALUE = 1 << 20
"""The value of the best possible result."""
FINE = 8
"""How many bits are dropped from values before they are squared, so that sums of squares do not overflow."""
SETTLED = 60
"""How often a move must be tried before the tree looks at what follows."""
FAITH = 100.0
"""How many rollouts the policy's own opinion of a move is worth in the tree."""
CURIOSITY = 0.3
"""How much the tree prefers moves that it has seldom tried."""
POINT = 0.012
"""Roughly how much one more point adds to the probability of winning."""
STRIDE = 24
"""The margin, in points, that is worth half as much as the greatest margin."""


@subroutine
def value_of(game: GameRec, sheet: SheetRec, seat: int) -> int:
    """How good a result is for a seat: three quarters for the win, one quarter for the margin."""
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
def child_of(nodes: NodeArray, node: int, move: int) -> int:
    """The child of a node for a move, 0 if there is none."""
    child = nodes[node].child
    while child != 0 and nodes[child].move != move:
        child = nodes[child].sibling
    return child


@subroutine
def grow(nodes: NodeArray, node: int, move: int) -> int:
    """Add a child to a node and return it; 0 if the tree is full."""
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
def select(nodes: NodeArray, node: int, candidates: CandidateArray) -> int:
    """Select a candidate that did well or that the policy likes, or one that was seldom tried."""
    highest = candidates.worth[0]
    visits = 1.0
    gained = 0.0
    for n in range(candidates.count):
        child = child_of(nodes, node, candidates.move[n])
        candidates.node[n] = child
        highest = max(highest, candidates.worth[n])
        if child != 0:
            visits += nodes[child].visits
            gained += nodes[child].gained
    hope = gained / (visits - 1.0) / FULL_VALUE if visits > 1.0 else 0.5
    best = 0
    most = -1.0
    for n in range(candidates.count):
        child = candidates.node[n]
        tried = 0.0
        value = FAITH * (hope + POINT * (candidates.worth[n] - highest) / 100.0)
        if child != 0:
            tried = nodes[child].visits
            value += nodes[child].gained / FULL_VALUE
        value = (value + CURIOSITY * math.sqrt(visits)) / (FAITH + tried)
        if value > most:
            most = value
            best = n
    return best


@subroutine
def attempt(game: GameRec, plan: PlanRec, state: StateRec, move: int) -> None:
    """Make a move of the seat that searches. An unplanned claim may begin another network, so it makes a new plan."""
    if game.kind[move] == CLAIM and not has(plan.wanted, game.what[move]):
        outdate(plan)
    advance(game, state, move)


@subroutine
def descend(inputs: Inputs, scratch: Scratch, node: int) -> int:
    """Go down the tree to a new node, making the moves on the way, and return the length of the path."""
    game, facts, state, candidates = inputs.games[0], inputs.board_facts[0], scratch.states[1], scratch.candidates[1]
    scratch.path[0] = node
    depth = 1
    while depth < DEPTH and state.phase != OVER and scratch.nodes[node].visits >= SETTLED:
        deal_all(game, state, scratch.dice)
        seat = state.seat
        plan = scratch.plans[SEATS + seat]
        weights = inputs.all_weights[scratch.weights_index[seat]]
        if seat != inputs.views[0].viewer or (state.phase != TURN and state.phase != SECOND):
            if state.phase != OVER:
                advance(game, state, choose(game, facts, weights, plan, state, scratch.dice, scratch.out))
            continue
        propose_all(game, facts, weights, plan, state, scratch.out, candidates, CLAIMS_BELOW)
        chosen = select(scratch.nodes, node, candidates)
        move = candidates.move[chosen]
        is_new = candidates.node[chosen] == 0
        node = grow(scratch.nodes, node, move) if is_new else candidates.node[chosen]
        if node == 0:
            break
        attempt(game, plan, state, move)
        scratch.path[depth] = node
        depth += 1
        if is_new:
            break
    return depth


@subroutine
def put_best_first(candidates: CandidateArray) -> None:
    """Make the policy's own choice the first candidate, with which the others are compared."""
    best = 0
    for n in range(1, candidates.count):
        if candidates.worth[n] > candidates.worth[best]:
            best = n
    candidates.move[0], candidates.move[best] = candidates.move[best], candidates.move[0]
    candidates.worth[0], candidates.worth[best] = candidates.worth[best], candidates.worth[0]


@entry
def begin(inputs: Inputs, scratch: Scratch, seed: int) -> None:
    """List the candidates, each with its own node if there is room for a tree."""
    game, facts, state, candidates = inputs.games[0], inputs.board_facts[0], scratch.states[0], scratch.candidates[0]
    load_dice(scratch.dice, seed)
    imagine(game, inputs.views[0], scratch.dice, state)
    seat = state.seat
    weights = inputs.all_weights[0]
    make_plan(game, facts, weights, state, seat, state.tickets[seat], scratch.plans[seat])
    propose_all(game, facts, weights, scratch.plans[seat], state, scratch.out, candidates, CLAIMS)
    put_best_first(candidates)
    scratch.nodes[0].visits = 0
    scratch.nodes[0].child = 0
    for n in range(candidates.count):
        candidates.node[n] = grow(scratch.nodes, 0, candidates.move[n])


@subroutine
def guess_and_plan(
    game: GameRec,
    facts: FactsRec,
    all_weights: WeightsArray,
    seen: ViewRec,
    r: int,
    dice: Dice,
    state: StateRec,
    weights_index: Any,
    plans: PlanArray,
) -> None:
    """Make guess r: a state, the weights that each seat plays with, and a plan for every seat."""
    count = all_weights.shape[0]
    imagine(game, seen, dice, state)
    believe(game, seen, dice, state)
    for seat in range(game.seats):
        weights_index[seat] = 0 if seat == seen.viewer else (1 + r % max(1, count - 1)) % count
        make_plan(game, facts, all_weights[weights_index[seat]], state, seat, state.tickets[seat], plans[seat])


@entry
def try_candidates(inputs: Inputs, scratch: Scratch, seed: int, first: int, end: int) -> None:
    """Try every candidate in the guesses from `first` to before `end`."""
    game, facts, all_weights, candidates = (
        inputs.games[0],
        inputs.board_facts[0],
        inputs.all_weights,
        scratch.candidates[0],
    )
    seen = inputs.views[0]
    usual = 0
    for r in range(first, end):
        load_dice(scratch.dice, seed + r)
        guess_and_plan(
            game, facts, all_weights, seen, r, scratch.dice, scratch.states[0], scratch.weights_index, scratch.plans
        )
        for n in range(candidates.count):
            scratch.states[1] = scratch.states[0]
            for seat in range(game.seats):
                scratch.plans[SEATS + seat] = scratch.plans[seat]
            load_dice(scratch.dice, seed + r)
            attempt(game, scratch.plans[SEATS + seen.viewer], scratch.states[1], candidates.move[n])
            depth = 0
            if candidates.node[n] != 0:
                depth = descend(inputs, scratch, candidates.node[n])
            roll(
                game,
                facts,
                all_weights,
                scratch.weights_index,
                scratch.plans[SEATS:],
                scratch.states[1],
                scratch.dice,
                scratch.out,
            )
            score_state(game, scratch.states[1], scratch.sheets[0], scratch.score_scratch)
            value = value_of(game, scratch.sheets[0], seen.viewer)
            if n == 0:
                usual = value
            candidates.tried[n] += 1
            candidates.gained[n] += value
            candidates.spread[n] += ((value - usual) >> FINE) * ((value - usual) >> FINE)
            for d in range(depth):
                node = scratch.path[d]
                scratch.nodes[node].visits += 1
                scratch.nodes[node].gained += value
