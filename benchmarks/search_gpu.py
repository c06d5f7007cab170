"""Measure how strong a search without a tree is, on a GPU: many games at once, one rollout per thread.

    WHISTLESTOP_TARGET=cuda python benchmarks/search_gpu.py new_york --games 2000 --rollouts 1000
    WHISTLESTOP_TARGET=cuda python benchmarks/search_gpu.py europe --bot champion --against montecarlo --games 300

The search is that of `bots/search.py` and `bots/tree.py`, with the same candidates, guesses, rollouts and halving, but
the rollouts run on the GPU and no tree grows. It is for trying out ideas; the figures in docs/ladder.md come from the
arena.
"""
# mypy: ignore-errors
# numba-cuda creates its exports at run time, so nothing here can be typed.

import argparse
import math
import time
from types import SimpleNamespace

import numpy as np
from numba import cuda

from whistlestop.bots import make_bot
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.candidates import propose_all
from whistlestop.bots.plan import PLAN, make_plan
from whistlestop.bots.policy import choose
from whistlestop.bots.rollout import advance, roll
from whistlestop.bots.search import halve
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.search_memory import CANDIDATES, MOST
from whistlestop.bots.tree import CLAIMS, FINE, attempt, guess_and_plan, put_best_first, value_of
from whistlestop.bots.weights import weights_array
from whistlestop.game.dice import STREAMS, load_dice
from whistlestop.game.engine import deal_all, set_up
from whistlestop.game.game import Game
from whistlestop.game.gpu import SCORE_SHEET_TYPE, STATE_TYPE, local_type, score_on_gpu
from whistlestop.game.guess import imagine
from whistlestop.game.limits import SEATS
from whistlestop.game.score import SCRATCH, score_state
from whistlestop.game.state import CHANCE, OVER, STATE, is_chance
from whistlestop.game.view import VIEW, see

BLOCK = 64
WIDTH = 1024
"""Space for the moves of one decision."""
PLAN_TYPE = local_type(PLAN)


@cuda.jit
def deal_on_gpu(games, seed, states, dice):
    """Set up one game per thread; each deal is played once from every seat."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        load_dice(dice[k], seed + k // games[0].seats)
        set_up(games[0], states[k], CHANCE)


@cuda.jit
def wait_on_gpu(games, board_facts, all_weights, all_search, seed, states, dice, views, all_candidates, out):
    """Let chance and seats that do not search move until a seat that searches has a choice; list its candidates."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        game, facts, state, candidates = games[0], board_facts[0], states[k], all_candidates[k]
        plans = cuda.local.array(1, PLAN_TYPE)
        guesses = cuda.local.array(1, STATE_TYPE)
        own = cuda.local.array((STREAMS, 3), np.int64)
        candidates.count = 0
        while state.phase != OVER and candidates.count < 2:
            if is_chance(state.phase):
                deal_all(game, state, dice[k])
            elif not all_search and state.seat != k % game.seats:
                make_plan(game, facts, all_weights[1, 0], state, state.seat, state.tickets[state.seat], plans[0])
                advance(game, state, choose(game, facts, all_weights[1, 0], plans[0], state, dice[k], out[:, k]))
            else:
                see(game, state, state.seat, views[k])
                load_dice(own, seed + k)
                imagine(game, views[k], own, guesses[0])
                make_plan(game, facts, all_weights[0, 0], guesses[0], state.seat, state.tickets[state.seat], plans[0])
                propose_all(game, facts, all_weights[0, 0], plans[0], guesses[0], out[:, k], candidates, CLAIMS)
                put_best_first(candidates)
                if candidates.count == 1:
                    advance(game, state, candidates.move[0])
                    candidates.count = 0


@cuda.jit
def try_on_gpu(games, board_facts, all_weights, views, all_candidates, share, tried, seed, values, out):
    """One rollout per thread: candidate t % count of game k in guess t // count."""
    i = cuda.grid(1)
    if i < values.size:
        k = i // values.shape[1]
        t = i % values.shape[1]
        count = all_candidates[k].count
        if count == 0 or t // count >= share[k]:
            return
        r = tried[k] + t // count
        game, facts = games[0], board_facts[0]
        own_weights = all_weights[0 if views[k].viewer == k % game.seats else 1]
        states = cuda.local.array(1, STATE_TYPE)
        plans = cuda.local.array(SEATS, PLAN_TYPE)
        sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
        scratch = cuda.local.array(SCRATCH, np.int64)
        dice = cuda.local.array((STREAMS, 3), np.int64)
        weights_index = cuda.local.array(SEATS, np.int64)
        start = seed + (k << 32) + r
        load_dice(dice, start)
        guess_and_plan(game, facts, own_weights, views[k], r, dice, states[0], weights_index, plans)
        load_dice(dice, start)
        attempt(game, plans[views[k].viewer], states[0], all_candidates[k].move[t % count])
        roll(game, facts, own_weights, weights_index, plans, states[0], dice, out[:, i])
        score_state(game, states[0], sheets[0], scratch)
        values[k, t] = value_of(game, sheets[0], views[k].viewer)


@cuda.jit
def move_on_gpu(games, moves, states):
    """Make the moves that were chosen."""
    k = cuda.grid(1)
    if k < states.shape[0] and moves[k] >= 0:
        advance(games[0], states[k], moves[k])


def blocks(count: int) -> tuple[int, int]:
    """The blocks and threads per block of a launch."""
    return -(-count // BLOCK), BLOCK


def weights_of(game: Game, *bots: str):
    """A row for each bot: its own weights and, if it searches, those of the others in its rollouts."""
    made = [make_bot(bot) for bot in bots]
    rows = [bot.all_weights_for(game) if isinstance(bot, SearchBot) else [bot.weights_for(game)] * 2 for bot in made]
    most = max(map(len, rows)) - 1
    return np.stack([weights_array(own, *(others * most)[:most]) for own, *others in rows])


def play(game: Game, games: int, rollouts: list[int], bot: str, against: str, seed: int = 0):
    """Totals and places of games between a search, in seat k % seats of game k, and copies of another bot."""
    compiled, board = cuda.to_device(np.asarray(game.compiled)), cuda.to_device(np.asarray(board_facts(game)))
    all_weights = cuda.to_device(weights_of(game, bot, against))
    all_search = isinstance(make_bot(against), SearchBot)
    states, dice = cuda.device_array(games, STATE), cuda.device_array((games, STREAMS, 3), np.int64)
    views, out = cuda.device_array(games, VIEW), cuda.device_array((WIDTH, games), np.int64)
    every = blocks(games)
    deal_on_gpu[every](compiled, seed, states, dice)
    values = cuda.device_array(games * max(MOST, *rollouts), np.int32)
    wide = cuda.device_array((WIDTH, values.size), np.int64)
    decision = 0
    while True:
        decision += 1
        start = (seed + decision) << 52
        lent = cuda.to_device(np.zeros(games, CANDIDATES))
        wait_on_gpu[every](compiled, board, all_weights, all_search, start, states, dice, views, lent, out)
        all_candidates = lent.copy_to_host()
        budget = np.where(views.copy_to_host()["viewer"] == np.arange(games) % game.seats, rollouts[0], rollouts[-1])
        if not all_candidates["count"].any():
            break
        scratches = [SimpleNamespace(candidates=all_candidates[k : k + 1].view(np.recarray)) for k in range(games)]
        chosen = np.full(games, -1, np.int64)
        rounds = np.array([max(1, (int(count) - 1).bit_length()) for count in all_candidates["count"]])
        tried = np.zeros(games, np.int64)
        for n in range(rounds.max()):
            counts = all_candidates["count"]
            share = np.where((counts > 0) & (n < rounds), np.maximum(1, budget // (rounds * np.maximum(1, counts))), 0)
            most = int((share * counts).max())
            some = values[: games * most].reshape(games, most)
            try_on_gpu[blocks(games * most)](
                compiled, board, all_weights, views, cuda.to_device(all_candidates), cuda.to_device(share),
                cuda.to_device(tried), start, some, wide,
            )  # fmt: skip
            found = some.copy_to_host()
            for k in np.flatnonzero(share):
                count = int(counts[k])
                gained = found[k, : share[k] * count].reshape(share[k], count).astype(np.int64)
                candidates = scratches[k].candidates[0]
                candidates.tried[:count] += share[k]
                candidates.gained[:count] += gained.sum(0)
                candidates.spread[:count] += (((gained - gained[:, :1]) >> FINE) ** 2).sum(0)
                dropped = halve([scratches[k]])
                if not candidates.count:
                    chosen[k] = dropped[0].move
            tried += share
        move_on_gpu[every](compiled, cuda.to_device(chosen), states)
    totals = cuda.device_array((games, game.seats), np.int32)
    places = cuda.device_array((games, game.seats), np.int32)
    score_on_gpu[every](compiled, states, totals, places)
    return totals.copy_to_host(), places.copy_to_host()


def main() -> None:
    """Play, and print how often the search won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument(
        "--rollouts",
        type=int,
        nargs="+",
        default=[1000],
        help="rollouts per decision, for both bots or for each (default: 1000)",
    )
    parser.add_argument("--bot", default="montecarlo")
    parser.add_argument("--against", default="planner")
    args = parser.parse_args()
    started = time.perf_counter()
    totals, places = play(Game(args.map, args.seats), args.games, args.rollouts, args.bot, args.against)
    mine = np.arange(args.games), np.arange(args.games) % args.seats
    won = (places[mine] == 1) / (places == 1).sum(1)
    error = 1.96 * math.sqrt(won.var() / args.games)
    print(
        f"{args.map}, {args.seats} seats, {args.bot} with {args.rollouts[0]} rollouts against {args.against}:"
        f" {won.mean():.1%} +- {error:.1%}"
        f" of {args.games} games, {totals[mine].mean():.1f} points, {time.perf_counter() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
