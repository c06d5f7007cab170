"""What a decision gave away: the move that was played is tried beside others, all in the same guesses.

The guesses are made from what the seat knew. `try_choices` tries the moves as the network search does it, and `grade`
compares them. A difference counts only as far as it can't be chance: it is weighted by how certain it is, as a search
does it. Hints are the same without a move that was played (`advice`).
"""

import math
from typing import Any

from whistlestop.bots.halving import LEAST_SPREAD, SQUARE
from whistlestop.bots.network import output_of
from whistlestop.bots.network_bot import WHOLE, consider, rate_moves
from whistlestop.bots.network_memory import NetworkInputs, NetworkScratch
from whistlestop.bots.network_search import PRIOR, propose_likeliest, try_with_network
from whistlestop.bots.policy import list_legal
from whistlestop.bots.tree import FINE, FULL_VALUE
from whistlestop.game.kernel import entry, subroutine
from whistlestop.review.records import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE, NOTHING, UNIT

TRUST = 0.06**2
"""How much the values of two moves that people consider typically differ, squared."""
SURE = 1.96
"""How many standard deviations an interval reaches to each side."""
BEST_TO, GOOD_TO, INACCURACY_TO, MISTAKE_TO = 5_000, 20_000, 50_000, 100_000
"""Where the grades end: 0.5, 2, 5 and 10 points of the chance of winning."""


@entry
def try_choices(
    inputs: NetworkInputs, scratch: NetworkScratch, seed: int, move: int, rollouts: int, trials: Any
) -> None:
    """Try the network's likeliest moves, after the one that was played, all in the same guesses.

    `rollouts` is how many they get together. If `move` is NOTHING, no move was played yet.
    """
    count, values, found = begin_review(inputs, scratch, seed, move), scratch.values, trials[0]
    candidates, slots = scratch.candidates[0], scratch.plays.shape[0]
    for k in range(count):
        found.squares[k] = 0
    tries, done = max(1, rollouts // count), 0
    while done < tries:
        guesses = min(max(1, slots // count), tries - done)
        try_with_network(inputs, scratch, seed, done, done + guesses)
        for r in range(guesses):
            for k in range(count):
                value = int(values[r * count + k] * FULL_VALUE) >> FINE
                found.squares[k] += value * value
        done += guesses
    found.count, found.tried = count, tries
    for k in range(count):
        found.move[k], found.gained[k] = candidates.move[k], candidates.gained[k]
        found.spread[k] = candidates.spread[k]


@subroutine
def begin_review(inputs: NetworkInputs, scratch: NetworkScratch, seed: int, move: int) -> int:
    """List the moves to try, and keep what the network believes about tickets. Returns how many there are."""
    shape = inputs.shape[0]
    at = consider(inputs, scratch, seed, PRIOR)
    legal = list_legal(inputs.games[0], scratch.states[0], scratch.out)
    rate_moves(inputs, scratch, 0, at, legal, WHOLE)
    propose_likeliest(scratch, legal, 0 if move == NOTHING else 1)
    if move != NOTHING:
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
def grade(trials: Any, steps: Any, n: int) -> None:
    """Write to step n what was found of its decision, and what it gave away compared with the first move that was
    tried."""
    step, found = steps[n], trials[0]
    tried = found.tried
    step.choices = 0
    step.searched = 1
    step.loss = step.low = step.high = step.gain = 0
    step.better = NOTHING
    for k in range(found.count):
        add_choice(step, found.move[k], found.gained[k] / tried / FULL_VALUE, found.squares[k] / tried / SQUARE, tried)
        ahead = (found.gained[k] - found.gained[0]) / tried / FULL_VALUE
        lead, doubt = weigh(ahead, found.spread[k] / tried / SQUARE, tried)
        if k > 0 and lead > step.loss:
            step.loss = lead
            step.low = max(0, lead - doubt)
            step.high = lead + doubt
            step.better = found.move[k]
        if k > 0 and found.move[k] == step.reference and abs(lead) > doubt:
            step.gain = -lead
    step.grade = grade_of(step)
    if step.grade == BEST:
        step.better = NOTHING


@subroutine
def weigh(ahead: float, squares: float, tried: int) -> tuple[int, int]:
    """A lead that is weighted by how certain it is, and how far its interval reaches to each side."""
    variance = max(squares - ahead * ahead, LEAST_SPREAD) / tried
    weight = TRUST / (TRUST + variance)
    return int(ahead * weight * UNIT), int(SURE * math.sqrt(variance * weight) * UNIT)


@subroutine
def add_choice(step: Any, move: int, chance: float, squares: float, tried: int) -> None:
    """Insert a move that was tried among the others, best first. `squares` is the mean of the squared values."""
    doubt = SURE * math.sqrt(max(squares - chance * chance, LEAST_SPREAD) / tried)
    found, place = int(chance * UNIT), step.choices
    while place > 0 and step.choice_chance[place - 1] < found:
        step.choice_move[place] = step.choice_move[place - 1]
        step.choice_chance[place] = step.choice_chance[place - 1]
        step.choice_low[place] = step.choice_low[place - 1]
        step.choice_high[place] = step.choice_high[place - 1]
        step.choice_tried[place] = step.choice_tried[place - 1]
        place -= 1
    step.choice_move[place] = move
    step.choice_chance[place] = found
    step.choice_low[place] = max(0, int((chance - doubt) * UNIT))
    step.choice_high[place] = min(UNIT, int((chance + doubt) * UNIT))
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
