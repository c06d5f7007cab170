"""Measure the levels for people against `planner`, and choose how much of a network those with a style have.

    python benchmarks/levels.py --out src/whistlestop/bots/levels.csv

The ratings of the levels should be evenly spaced on every map: the easiest four up to `planner`, rated 1000, and the
others up to `express`. For each level with a style some shares of what the network has learned are tried.
Ratings follow from the share of wins, with two seats and with three. The level that searches is measured with
`network_gpu.py`; its rows, and those of maps that are not measured, stay as they are in the file.
"""

import argparse
import csv
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots import maker, planner
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.levels import FILE, LEVELS, Level
from whistlestop.bots.network import network_for, run_network
from whistlestop.bots.network_bot import WHOLE, best_move, look, rate_moves
from whistlestop.bots.network_memory import SLOTS, NetworkInputs, NetworkScratch, make_network_scratch
from whistlestop.bots.policy import list_legal
from whistlestop.bots.rollout import contest
from whistlestop.bots.turns import begin, play_on
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.engine import act_as_seat
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry
from whistlestop.game.score import score_state
from whistlestop.game.state import OVER
from whistlestop.ratings.rankings import ANCHOR, wilson

EASY = {"porter": 450, "conductor": 635, "courier": 820}
"""The ratings that the levels below `planner` should have."""
HARD = {"surveyor": 1 / 3, "driver": 2 / 3}
"""How far the levels above it should be on the way to `express`."""
CLOSE = 40
"""A level whose style alone is rated no more than this much below its mark, or higher, needs no network."""
SHARES = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
"""The shares of what the network has learned that are tried; more is not always stronger: styles get in its way."""
STYLE, OTHERS = 1, 2
"""Rows of weights, after the network's prior."""


@entry
def play_games(inputs: NetworkInputs, scratch: NetworkScratch, learned: int, seed: int, places: Any) -> None:
    """Play whole games, a row of places each: a network with a style has seat k % seats of game k."""
    game, plays, waiting = inputs.games[0], scratch.plays, scratch.waiting
    for start in range(0, places.shape[0], plays.shape[0]):
        left = min(plays.shape[0], places.shape[0] - start)
        for slot in range(left):
            plays[slot].seed = seed + (start + slot) // game.seats
            plays[slot].cell = plays[slot].ahead = 0
            plays[slot].learners = 1 << ((start + slot) % game.seats)
            plays[slot].weights = OTHERS
            begin(inputs.games, scratch.states[slot], plays[slot])
            waiting[slot] = slot
        while left > 0:
            count = 0
            for n in range(left):
                slot = waiting[n]
                state, plan = scratch.states[slot], scratch.plans[slot]
                play_on(inputs.games, inputs.board_facts, inputs.all_weights, state, plays[slot], plan, scratch.out)
                if state.phase == OVER:
                    score_state(game, state, scratch.sheets[0], scratch.score_scratch)
                    for seat in range(game.seats):
                        places[start + slot, seat] = scratch.sheets[0].place[seat]
                else:
                    waiting[count] = slot
                    look(inputs, scratch, slot, count, STYLE)
                    count += 1
            at = run_network(inputs.shape[0], inputs.scale, inputs.parameters, scratch.rows, count, scratch.layers)
            for n in range(count):
                state = scratch.states[waiting[n]]
                legal = list_legal(game, state, scratch.out)
                rate_moves(inputs, scratch, n, at, legal, learned)
                act_as_seat(game, state, best_move(scratch, legal))
            left = count


def share_with_network(game: Game, style: Weights | None, learned: float, games: int, seed: int) -> float:
    """The share of wins of a network with a style; None is the network's own prior."""
    network = network_for(game)
    prior = network.prior_for(game)
    weights = weights_array(prior, prior if style is None else style, planner.weights_for(game))
    given = (network.shape, network.scale, network.parameters, network.calibration_for(game))
    inputs = NetworkInputs(game.compiled, board_facts(game), weights, np.zeros(1), *given)
    places = np.zeros((games, game.seats), np.int64)
    scratch = make_network_scratch(game, network.shape, SLOTS)
    play_games(inputs, scratch, round(WHOLE * learned), seed, places)
    first = places == 1
    own = np.arange(games), np.arange(games) % game.seats
    return float((first[own] / first.sum(1)).mean())


def share_without(game: Game, style: Weights, games: int, seed: int) -> float:
    """The share of wins of a style alone."""
    weights, found = weights_array(style, planner.weights_for(game)), 0.0
    for seat in range(game.seats):
        index = [1] * game.seats
        index[seat] = 0
        places = contest(game, board_facts(game), weights, index, games // game.seats, seed)[1]
        found += ((places[:, seat] == 1) / (places == 1).sum(1)).mean() / game.seats
    return found


def rating_of(share: float, seats: int) -> int:
    """The rating that a share of wins among planners stands for (Plackett and Luce)."""
    share = min(0.9999, max(0.0001, share))
    return round(ANCHOR + 400 * math.log10(share * (seats - 1) / (1 - share)))


def choose_share(game: Game, style: Weights, mark: float, games: int) -> float:
    """The share with which the rating of a style is closest to a mark."""

    def miss(learned: float) -> float:
        return abs(rating_of(share_with_network(game, style, learned, games, 0), game.seats) - mark)

    return min(SHARES, key=miss)


def measure(level: Level, game: Game, best: int, games: int) -> dict[str, Any]:
    """A row of the file for a level."""
    style, seed, learned = None if not level.style else maker(level.style)().weights_for(game), 1 << 40, 1.0
    if level.name == "dispatcher":
        share, learned = 1 / game.seats, 0.0
    elif style is None:
        share = share_with_network(game, None, learned, games, seed)
    else:
        mark = EASY[level.name] if level.name in EASY else ANCHOR + HARD[level.name] * (best - ANCHOR)
        share, learned = share_without(game, style, games, seed), 0.0
        if level.needs_network or rating_of(share, game.seats) < mark - CLOSE:
            learned = choose_share(game, style, mark, games // 6)
            share = share_with_network(game, style, learned, games, seed)
    low, high = (rating_of(end, game.seats) for end in wilson(share * games, games))
    rating = rating_of(share, game.seats)
    if level.name == "dispatcher":
        low, high = rating, rating
    return {
        "level": level.name, "map": game.name, "seats": "two" if game.seats == 2 else "more", "learned": f"{learned:g}",
        "rating": rating, "low": low, "high": high, "games": 0 if level.name == "dispatcher" else games,
    }  # fmt: skip


def measure_game(game: Game, games: int) -> list[dict[str, Any]]:
    """The rows of a map and number of seats."""
    best = rating_of(share_with_network(game, None, 1.0, games, 1 << 40), game.seats)
    rows = []
    for name in (*EASY, "dispatcher", *HARD, "stationmaster"):
        began = time.perf_counter()
        rows.append(measure(LEVELS[name], game, best, games))
        print(*rows[-1].values(), f"({time.perf_counter() - began:.0f} s)", flush=True)
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", nargs="+", default=["nordic", "europe", "new_york"], help="(default: all)")
    parser.add_argument("--games", type=int, default=1200, help="games of each level, a multiple of 6 (default: 1200)")
    parser.add_argument("--out", type=Path, default=FILE, help="file to write (default: that of the package)")
    args = parser.parse_args()
    cells = [Game(name, seats) for name in args.maps for seats in (2, 3)]
    with ThreadPoolExecutor() as pool:
        measured = [row for rows in pool.map(lambda game: measure_game(game, args.games), cells) for row in rows]
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = {(row["level"], row["map"], row["seats"]): row for row in csv.DictReader(file)}
    rows |= {(row["level"], row["map"], row["seats"]): row for row in measured}
    with args.out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(measured[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


if __name__ == "__main__":
    main()
