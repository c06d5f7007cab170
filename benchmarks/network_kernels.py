"""Kernels of `network_match.py`, beside those of `whistlestop.learn.gpu_room`: one game or one guess per thread."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

import numpy as np
from numba import cuda

from whistlestop.bots.candidates import propose_all
from whistlestop.bots.inputs import write_prior
from whistlestop.bots.network import exp
from whistlestop.bots.network_belief import FINE as LIKELY
from whistlestop.bots.network_belief import believe_network
from whistlestop.bots.plan import PLAN, make_plan
from whistlestop.bots.rollout import roll
from whistlestop.bots.tree import CLAIMS, attempt, guess_and_plan, put_best_first, value_of
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.engine import act_as_seat
from whistlestop.game.gpu import SCORE_SHEET_TYPE, STATE_TYPE, local_type
from whistlestop.game.guess import imagine
from whistlestop.game.limits import SEATS
from whistlestop.game.score import SCRATCH, score_state
from whistlestop.game.state import OVER
from whistlestop.game.view import see
from whistlestop.learn.gpu_room import CACHED, CANDIDATES_TYPE

PLAN_TYPE = local_type(PLAN)


@cuda.jit(**CACHED)
def look_on_gpu(games, states, plays, rows, views):
    """Before a decision: what the mover sees, and the prior of the player who is to move."""
    k = cuda.grid(1)
    if k < states.shape[0] and states[k].phase != OVER:
        player = 0 if states[k].seat == k % games[0].seats else 1
        plays[k].prior = rows[player, 0]
        see(games[0], states[k], states[k].seat, views[k])


@cuda.jit(**CACHED)
def style_on_gpu(games, facts, all_weights, states, rows, moves, prior, out):
    """Replace the candidates of players with a style by those of its weights, a column for each game."""
    k = cuda.grid(1)
    if k < states.shape[0] and states[k].phase != OVER:
        player = 0 if states[k].seat == k % games[0].seats else 1
        if rows[player, 1] != rows[player, 0]:
            game, state, weights = games[0], states[k], all_weights[rows[player, 1]]
            plans = cuda.local.array(1, PLAN_TYPE)
            candidates = cuda.local.array(1, CANDIDATES_TYPE)
            make_plan(game, facts[0], weights, state, state.seat, state.tickets[state.seat], plans[0])
            write_prior(game, facts[0], weights, state, out[:, k], plans[0], candidates[0], moves[:, k], prior[:, k])


@cuda.jit(**CACHED)
def end_on_gpu(games, states, totals, places, done):
    """Score the games that have ended since the last time."""
    k = cuda.grid(1)
    if k < states.shape[0] and states[k].phase == OVER and not done[k]:
        sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
        scratch = cuda.local.array(SCRATCH, np.int64)
        score_state(games[0], states[k], sheets[0], scratch)
        for seat in range(totals.shape[1]):
            totals[k, seat] = sheets[0].total[seat] if seat < games[0].seats else 0
            places[k, seat] = sheets[0].place[seat] if seat < games[0].seats else 0
        done[k] = True


@cuda.jit(**CACHED)
def start_on_gpu(
    games, views, odds, seeds, which, trials, first, thought, believes, states, plays
):  # fmt: skip
    """Start slot i: question trials[0, i], about game `which` of it, in guess trials[1, i] with move trials[2, i].

    The other seats play with `thought` rows of weights in turn, from `first` + 2 on; with none, the network plays them.
    """
    i = cuda.grid(1)
    if i < states.shape[0]:
        asked = trials[0, i]
        if asked < 0:
            states[i].phase = OVER
            return
        k = which[asked]
        r = trials[1, i]
        game, play, viewer = games[0], plays[i], views[k].viewer
        load_dice(play.dice, seeds[asked] + r)
        imagine(game, views[k], play.dice, states[i])
        if believes:
            believe_network(game, views[k], odds[asked], play.dice, states[i])
        load_dice(play.dice, seeds[asked] + r)
        play.cell = 0
        play.ahead = 0
        play.prior = first
        play.learners = 1 << viewer if thought > 0 else (1 << game.seats) - 1
        play.weights = first + 2 + r % max(1, thought) if thought > 0 else first
        act_as_seat(game, states[i], trials[2, i])


@cuda.jit(**CACHED)
def sample_on_gpu(plays, logits, moves, prior, actions):
    """In each slot one of the candidates, as often as the network finds it likely among them."""
    i = cuda.grid(1)
    if i < actions.shape[0]:
        count = 1
        best = np.float64(logits[i, 0])
        for n in range(1, moves.shape[1]):
            if moves[i, n] != 0 or prior[i, n] != 0:
                count = n + 1
        for n in range(1, count):
            best = max(best, np.float64(logits[i, n]))
        total = 0.0
        for n in range(count):
            total += exp(np.float64(logits[i, n]) - best)
        left = total * below(plays[i].dice, CHOICES, LIKELY) / LIKELY
        chosen = count - 1
        for n in range(count):
            if left >= 0.0:
                left -= exp(np.float64(logits[i, n]) - best)
                if left < 0.0:
                    chosen = n
        actions[i] = moves[i, chosen]


@cuda.jit(**CACHED)
def list_on_gpu(games, facts, all_weights, first, views, which, seeds, counts, moves, worths, out):
    """The candidates of a search without a network, the policy's own choice first."""
    j = cuda.grid(1)
    if j < counts.shape[0] and which[j] >= 0:
        game, seen, weights = games[0], views[which[j]], all_weights[first]
        states = cuda.local.array(1, STATE_TYPE)
        plans = cuda.local.array(1, PLAN_TYPE)
        candidates = cuda.local.array(1, CANDIDATES_TYPE)
        dice = cuda.local.array((STREAMS, 3), np.int64)
        load_dice(dice, seeds[j])
        imagine(game, seen, dice, states[0])
        make_plan(game, facts[0], weights, states[0], seen.viewer, states[0].tickets[seen.viewer], plans[0])
        propose_all(game, facts[0], weights, plans[0], states[0], out[:, j], candidates[0], CLAIMS)
        put_best_first(candidates[0])
        counts[j] = candidates[0].count
        for n in range(candidates[0].count):
            moves[j, n] = candidates[0].move[n]
            worths[j, n] = candidates[0].worth[n]


@cuda.jit(**CACHED)
def roll_on_gpu(games, facts, all_weights, first, rows, views, seeds, which, trials, values, out):
    """One rollout in each slot, as in `start_on_gpu`, but all seats follow their policies to the end."""
    i = cuda.grid(1)
    if i < values.shape[0] and trials[0, i] >= 0:
        asked = trials[0, i]
        r = trials[1, i]
        game, seen, weights = games[0], views[which[asked]], all_weights[first : first + rows]
        states = cuda.local.array(1, STATE_TYPE)
        plans = cuda.local.array(SEATS, PLAN_TYPE)
        sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
        scratch = cuda.local.array(SCRATCH, np.int64)
        dice = cuda.local.array((STREAMS, 3), np.int64)
        weights_index = cuda.local.array(SEATS, np.int64)
        load_dice(dice, seeds[asked] + r)
        guess_and_plan(game, facts[0], weights, seen, r, dice, states[0], weights_index, plans)
        load_dice(dice, seeds[asked] + r)
        attempt(game, plans[seen.viewer], states[0], trials[2, i])
        roll(game, facts[0], weights, weights_index, plans, states[0], dice, out[:, i])
        score_state(game, states[0], sheets[0], scratch)
        values[i] = value_of(game, sheets[0], seen.viewer)
