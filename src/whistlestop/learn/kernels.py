"""All kernels of the package: games go on until the learner is to move, are scored, and show their inputs.

They are in one file for the same reason as those of `whistlestop.env`: the cache of compiled kernels notices changes in
a kernel's own file, in `game` and in `bots`, but nowhere else.
"""

from typing import Any

from whistlestop.bots.inputs import write_inputs, write_prior
from whistlestop.bots.policy import list_legal
from whistlestop.bots.turns import act, begin
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.score import score_state
from whistlestop.game.state import OVER, has


@subroutine
def settle(games: Any, state: Any, play: Any, step: int, sheet: Any, scratch: Any, totals: Any, places: Any) -> bool:
    """If the game is over, score it and start the next, whose seed is higher by `step`; returns whether it was over."""
    if state.phase != OVER:
        return False
    game = games[play.cell]
    score_state(game, state, sheet, scratch)
    for seat in range(totals.shape[0]):
        totals[seat] = sheet.total[seat] if seat < game.seats else 0
        places[seat] = sheet.place[seat] if seat < game.seats else 0
    play.seed += step
    begin(games, state, play)
    return True


@subroutine
def write_hidden(game: Any, seats: int, state: Any, row: Any) -> None:
    """Write the tickets and then the hands of the other seats, which only the critic may see."""
    tickets, kinds = game.tickets, game.colours + 1
    for n in range(1, seats):
        seat = (state.seat + n) % game.seats
        for ticket in range(tickets):
            row[(n - 1) * tickets + ticket] = 1 if n < game.seats and has(state.tickets[seat], ticket) else 0
        for kind in range(kinds):
            at = (seats - 1) * tickets + (n - 1) * kinds + kind
            row[at] = state.hands[seat, kind] if n < game.seats else 0


@subroutine
def write_mask(game: Any, state: Any, out: Any, mask: Any) -> int:
    """Write which moves are legal, also to `out`, and return how many; where a game is over, move 0 counts as legal."""
    for move in range(mask.shape[0]):
        mask[move] = False
    if state.phase == OVER:
        mask[0] = True
        return 0
    legal = list_legal(game, state, out)
    for n in range(legal):
        mask[out[n]] = True
    return legal


@subroutine
def show(
    games: Any, facts: Any, all_weights: Any, shape: Any, state: Any, play: Any, memory: Any, out: Any, shown: Any
) -> None:  # fmt: skip
    """Write what there is to know about a decision: its inputs, legal moves, prior, and what the critic may see."""
    plan, candidates, near = memory
    row, mask, moves, prior, hidden = shown
    game, weights = games[play.cell], all_weights[play.prior]
    legal = write_mask(game, state, out, mask)
    if legal == 0:
        return
    write_inputs(game, facts[0], weights, shape, state, legal, out, plan, near, row)
    write_prior(game, facts[0], weights, state, out, plan, candidates, moves, prior)
    write_hidden(game, shape.seats, state, hidden)


@entry
def begin_all(games: Any, states: Any, plays: Any) -> None:
    """Start all games."""
    for k in range(states.shape[0]):
        begin(games, states[k], plays[k])


@entry
def act_all(
    games: Any, facts: Any, all_weights: Any, states: Any, plays: Any, actions: Any, plans: Any, out: Any
) -> None:  # fmt: skip
    """Make the learner's moves, and let the others move."""
    for k in range(states.shape[0]):
        act(games, facts, all_weights, states[k], plays[k], actions[k], plans[0], out)


@entry
def settle_all(
    games: Any, states: Any, plays: Any, step: int, sheets: Any, scratch: Any, totals: Any, places: Any, done: Any
) -> None:  # fmt: skip
    """Score the games that are over, and start the next ones."""
    for k in range(states.shape[0]):
        done[k] = settle(games, states[k], plays[k], step, sheets[0], scratch, totals[k], places[k])


@entry
def show_all(
    games: Any, facts: Any, all_weights: Any, shape: Any, states: Any, plays: Any, memory: Any, out: Any, shown: Any
) -> None:  # fmt: skip
    """Write what there is to know about all decisions."""
    plans, candidates, near = memory
    seats, rows, mask, moves, prior, hidden = shown
    for k in range(states.shape[0]):
        seats[k] = states[k].seat
        show(
            games, facts, all_weights, shape[0], states[k], plays[k], (plans[0], candidates[0], near[0]), out,
            (rows[k], mask[k], moves[k], prior[k], hidden[k]),
        )  # fmt: skip
