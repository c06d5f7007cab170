"""Searching with a network: its likeliest moves are tried in guesses, and it plays each on for a few decisions.

The network rates the moves, says which tickets the others are likely to hold, plays on for the seat that searches, and
gives its chance of winning after some decisions; games that end before are won or lost. The other seats follow the
policy. Every candidate is tried in the same guesses with the same random numbers.
"""

from collections.abc import Callable
from typing import Any

from whistlestop.bots.network import Network, exp, output_of, run_network
from whistlestop.bots.network_belief import FINE as LIKELY
from whistlestop.bots.network_belief import believe_network
from whistlestop.bots.network_bot import WHOLE, best_move, chance_in, consider, look, rate_moves
from whistlestop.bots.network_memory import (
    SLOTS,
    NetworkInputs,
    NetworkScratch,
    make_network_inputs,
    make_network_scratch,
)
from whistlestop.bots.policy import list_legal
from whistlestop.bots.search import Search
from whistlestop.bots.tree import FINE, FULL_VALUE
from whistlestop.bots.turns import play_on
from whistlestop.game.dice import CHOICES, below, load_dice
from whistlestop.game.engine import act_as_seat
from whistlestop.game.game import Game
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.score import score_state
from whistlestop.game.state import OVER
from whistlestop.game.view import View

PRIOR = 0
"""The row of weights that rates the candidates."""
TRIED = 4
"""How many moves are tried at most."""
SURE = 0.97
"""A move that the network finds this likely is played without a search."""
BEHIND = 5.0
"""A move whose logit is this much below the best is not tried by a bot that hurries."""
AHEAD = 6
"""How many decisions the network plays on."""
WORTH = 100.0
"""What one unit of a logit is worth where candidates are ranked."""


@subroutine
def propose_likeliest(scratch: NetworkScratch, legal: int, hurries: int) -> None:
    """Make the moves with the highest logits the candidates, best first."""
    candidates, logits, out = scratch.candidates[0], scratch.logits, scratch.out
    candidates.count = 0
    best = logits[best_move(scratch, legal)]
    while candidates.count < min(TRIED, legal):
        chosen = -1
        for k in range(legal):
            is_new = True
            for n in range(candidates.count):
                is_new = is_new and candidates.move[n] != out[k]
            if is_new and (chosen < 0 or logits[out[k]] > logits[chosen]):
                chosen = out[k]
        if hurries == 1 and logits[chosen] < best - BEHIND:
            break
        n = candidates.count
        candidates.move[n] = chosen
        candidates.worth[n] = int(WORTH * (logits[chosen] - best))
        candidates.tried[n] = candidates.gained[n] = candidates.spread[n] = 0
        candidates.count = n + 1


@subroutine
def is_sure(scratch: NetworkScratch, legal: int) -> bool:
    """Whether the network finds the first candidate likely enough to play it without a search."""
    best = scratch.logits[scratch.candidates[0].move[0]]
    total = 0.0
    for k in range(legal):
        total += exp(scratch.logits[scratch.out[k]] - best)
    return SURE * total <= 1.0


@entry
def begin_network(inputs: NetworkInputs, scratch: NetworkScratch, seed: int, hurries: int) -> None:
    """List the candidates, and keep what the network believes about tickets.

    If it hurries, unlikely moves are no candidates, and a move of which it is sure is the only one.
    """
    shape = inputs.shape[0]
    at = consider(inputs, scratch, seed, PRIOR)
    legal = list_legal(inputs.games[0], scratch.states[0], scratch.out)
    rate_moves(inputs, scratch, 0, at, legal, WHOLE)
    propose_likeliest(scratch, legal, hurries)
    if hurries == 1 and is_sure(scratch, legal):
        scratch.candidates[0].count = 1
    for n in range(scratch.odds.shape[0]):
        scratch.odds[n] = output_of(shape, inputs.parameters, at, scratch.layers[1, 0], shape.actions + n)


@subroutine
def sample_candidate(inputs: NetworkInputs, scratch: NetworkScratch, n: int, at: int, dice: Any) -> int:
    """One of the candidates of the decision with row n, as often as the network finds it likely among them."""
    count, logits = scratch.proposed[n], scratch.logits
    for k in range(count):
        scratch.out[k] = scratch.moves[n, k]
    rate_moves(inputs, scratch, n, at, count, WHOLE)
    best = logits[best_move(scratch, count)]
    total = 0.0
    for k in range(count):
        total += exp(logits[scratch.out[k]] - best)
    left = total * below(dice, CHOICES, LIKELY) / LIKELY
    for k in range(count):
        left -= exp(logits[scratch.out[k]] - best)
        if left < 0.0:
            return scratch.out[k]
    return scratch.out[count - 1]


@subroutine
def make_guess(inputs: NetworkInputs, scratch: NetworkScratch, seed: int, slots: int) -> None:
    """Guess a state, in the place after the slots."""
    load_dice(scratch.dice, seed)
    imagine(inputs.games[0], inputs.views[0], scratch.dice, scratch.states[slots])
    believe_network(inputs.games[0], inputs.views[0], scratch.odds, scratch.dice, scratch.states[slots])


@subroutine
def start_slot(inputs: NetworkInputs, scratch: NetworkScratch, slot: int, seed: int, r: int, move: int) -> None:
    """Start a game from the guess with a candidate; the others play with the next weights in guess r."""
    play = scratch.plays[slot]
    scratch.states[slot] = scratch.states[scratch.plays.shape[0]]
    load_dice(play.dice, seed)
    play.cell = play.ahead = 0
    play.learners = 1 << inputs.views[0].viewer
    play.weights = 1 + r % (inputs.all_weights.shape[0] - 1)
    act_as_seat(inputs.games[0], scratch.states[slot], move)


@subroutine
def wait(inputs: NetworkInputs, scratch: NetworkScratch, slots: int) -> int:
    """Let the others move in all slots; value the games that end. Returns how many wait for a decision."""
    game, viewer = inputs.games[0], inputs.views[0].viewer
    count = 0
    for n in range(slots):
        slot = scratch.waiting[n]
        state, plan = scratch.states[slot], scratch.plans[slot]
        play_on(inputs.games, inputs.board_facts, inputs.all_weights, state, scratch.plays[slot], plan, scratch.out)
        if state.phase == OVER:
            sheet = scratch.sheets[0]
            score_state(game, state, sheet, scratch.score_scratch)
            winners = 0
            for seat in range(game.seats):
                winners += 1 if sheet.place[seat] == 1 else 0
            scratch.values[slot] = 1.0 / winners if sheet.place[viewer] == 1 else 0.0
        else:
            scratch.waiting[count] = slot
            look(inputs, scratch, slot, count, PRIOR)
            count += 1
    return count


@subroutine
def play_slots(inputs: NetworkInputs, scratch: NetworkScratch, slots: int) -> None:
    """Play the games of all slots on, and value them."""
    shape, parameters = inputs.shape[0], inputs.parameters
    for slot in range(slots):
        scratch.waiting[slot] = slot
    count = wait(inputs, scratch, slots)
    for step in range(AHEAD + 1):
        if count == 0:
            return
        at = run_network(shape, inputs.scale, parameters, scratch.rows, count, scratch.layers)
        if step == AHEAD:
            for n in range(count):
                scratch.values[scratch.waiting[n]] = chance_in(inputs, scratch, n, at)
            return
        for n in range(count):
            slot = scratch.waiting[n]
            move = sample_candidate(inputs, scratch, n, at, scratch.plays[slot].dice)
            act_as_seat(inputs.games[0], scratch.states[slot], move)
        count = wait(inputs, scratch, count)


@entry
def try_with_network(inputs: NetworkInputs, scratch: NetworkScratch, seed: int, first: int, end: int) -> None:
    """Try every candidate in the guesses from `first` to before `end`."""
    candidates, most = scratch.candidates[0], scratch.plays.shape[0]
    start = first
    while start < end:
        guesses = min(max(1, most // candidates.count), end - start)
        for r in range(guesses):
            make_guess(inputs, scratch, seed + start + r, most)
            for n in range(candidates.count):
                slot = r * candidates.count + n
                start_slot(inputs, scratch, slot, seed + start + r, start + r, candidates.move[n])
        play_slots(inputs, scratch, guesses * candidates.count)
        for r in range(guesses):
            usual = int(scratch.values[r * candidates.count] * FULL_VALUE)
            for n in range(candidates.count):
                value = int(scratch.values[r * candidates.count + n] * FULL_VALUE)
                candidates.tried[n] += 1
                candidates.gained[n] += value
                candidates.spread[n] += ((value - usual) >> FINE) * ((value - usual) >> FINE)
        start += guesses


class NetworkSearch(Search):
    """A search with a network, with a budget of rollouts, or of seconds, for each decision."""

    def __init__(
        self, network_for: Callable[[Game], Network], rollouts: int = 0, seconds: float = 0.0, threads: int = 1
    ) -> None:
        super().__init__(rollouts, seconds, threads)
        self.network_for = network_for

    def make_inputs(self, view: View, all_weights: Any) -> Any:
        """What a decision depends on, with the network."""
        return make_network_inputs(view, self.network_for(view.game), all_weights)

    def begin(self, view: View, inputs: Any, seed: int, hurries: bool) -> Any:
        """Memory for one thread, with the candidates."""
        scratch = make_network_scratch(view.game, self.network_for(view.game).shape, SLOTS)
        begin_network(inputs, scratch, seed, int(hurries))
        return scratch

    def try_guesses(self, inputs: Any, scratch: Any, seed: int, first: int, end: int) -> None:
        """Try the candidates in some guesses."""
        try_with_network(inputs, scratch, seed, first, end)
