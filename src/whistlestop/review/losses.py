"""What a decision gave away: the move that was played is tried beside others, all in the same guesses.

The guesses are made from what the seat knew. `begin_review` lists the moves, `try_with_network` of the network search
tries them, and `grade` compares them. A difference counts only as far as it can't be chance: it is weighted by how
certain it is, as a search does it.
"""

import math
from typing import Any

from whistlestop.bots.halving import LEAST_SPREAD, SQUARE
from whistlestop.bots.kernel_types import CandidateArray
from whistlestop.bots.network import output_of
from whistlestop.bots.network_bot import WHOLE, consider, rate_moves
from whistlestop.bots.network_memory import NetworkInputs, NetworkScratch
from whistlestop.bots.network_search import PRIOR, propose_likeliest
from whistlestop.bots.policy import list_legal
from whistlestop.bots.tree import FULL_VALUE
from whistlestop.game.kernel import entry, subroutine
from whistlestop.review.records import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE, NOTHING, UNIT

TRUST = 0.06**2
"""How much the values of two moves that people consider typically differ, squared."""
SURE = 1.96
"""How many standard deviations an interval reaches to each side."""
BEST_TO, GOOD_TO, INACCURACY_TO, MISTAKE_TO = 5_000, 20_000, 50_000, 100_000
"""Where the grades end: 0.5, 2, 5 and 10 points of the chance of winning."""


@entry
def begin_review(inputs: NetworkInputs, scratch: NetworkScratch, seed: int, move: int) -> int:
    """List the moves to try, the one that was played first, and keep what the network believes about tickets.

    Returns how many there are.
    """
    shape = inputs.shape[0]
    at = consider(inputs, scratch, seed, PRIOR)
    legal = list_legal(inputs.games[0], scratch.states[0], scratch.out)
    rate_moves(inputs, scratch, 0, at, legal, WHOLE)
    propose_likeliest(scratch, legal, 1)
    put_first(scratch.candidates[0], move)
    for n in range(scratch.odds.shape[0]):
        scratch.odds[n] = output_of(shape, inputs.parameters, at, scratch.layers[1, 0], shape.actions + n)
    return scratch.candidates[0].count


@subroutine
def put_first(candidates: Any, move: int) -> None:
    """Make a move the first candidate, whether it is among the others or not."""
    place = 0
    while place < candidates.count and candidates.move[place] != move:
        place += 1
    if place == candidates.count:
        candidates.count += 1
        candidates.tried[place] = candidates.gained[place] = candidates.spread[place] = 0
    for n in range(place, 0, -1):
        candidates.move[n] = candidates.move[n - 1]
    candidates.move[0] = move


@entry
def grade(all_candidates: CandidateArray, steps: Any, n: int) -> None:
    """Write to step n what its decision gave away; `all_candidates` has a CANDIDATES record of each thread."""
    step, first = steps[n], all_candidates[0]
    step.choices = 0
    step.searched = 1
    step.loss = step.low = step.high = step.gain = 0
    step.better = NOTHING
    for k in range(first.count):
        tried = gained = squares = ahead = 0
        for thread in range(all_candidates.shape[0]):
            tried += all_candidates[thread].tried[k]
            gained += all_candidates[thread].gained[k]
            ahead += all_candidates[thread].gained[k] - all_candidates[thread].gained[0]
            squares += all_candidates[thread].spread[k]
        lead, doubt = weigh(ahead / tried / FULL_VALUE, squares / tried / SQUARE, tried)
        add_choice(step, first.move[k], int(gained / tried / FULL_VALUE * UNIT), tried)
        if k > 0 and lead > step.loss:
            step.loss = lead
            step.low = max(0, lead - doubt)
            step.high = lead + doubt
            step.better = first.move[k]
        if k > 0 and first.move[k] == step.reference and abs(lead) > doubt:
            step.gain = -lead
    step.grade = grade_of(step)


@subroutine
def weigh(ahead: float, squares: float, tried: int) -> tuple[int, int]:
    """A lead that is weighted by how certain it is, and how far its interval reaches to each side."""
    variance = max(squares - ahead * ahead, LEAST_SPREAD) / tried
    weight = TRUST / (TRUST + variance)
    return int(ahead * weight * UNIT), int(SURE * math.sqrt(variance * weight) * UNIT)


@subroutine
def add_choice(step: Any, move: int, chance: int, tried: int) -> None:
    """Insert a move that was tried among the others, best first."""
    place = step.choices
    while place > 0 and step.choice_chance[place - 1] < chance:
        step.choice_move[place] = step.choice_move[place - 1]
        step.choice_chance[place] = step.choice_chance[place - 1]
        step.choice_tried[place] = step.choice_tried[place - 1]
        place -= 1
    step.choice_move[place] = move
    step.choice_chance[place] = chance
    step.choice_tried[place] = tried
    step.choices += 1


@subroutine
def grade_of(step: Any) -> int:
    """The grade of a decision, by the chance it gave away; nothing that could be chance is worse than good."""
    if step.loss < BEST_TO:
        return BEST
    if step.loss < GOOD_TO or step.low == 0:
        return GOOD
    if step.loss < INACCURACY_TO:
        return INACCURACY
    return MISTAKE if step.loss < MISTAKE_TO else BLUNDER
