"""OpenSpiel's information-set search (ISMCTS) on New York City, against random moves.

    pip install open-spiel
    python examples/openspiel_ismcts.py --games 10 --simulations 30

In each simulation the searcher plays on from another world that fits what it knows: `resample_from_infostate` deals the
cards that it has not seen afresh. Random play to the end is a weak guide in these games, and Python is slow: this shows
that the search runs, not how strong a search can be.
"""

import argparse
import random
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import whistlestop.env.spiel  # noqa: F401 - it registers the game


def main() -> None:
    """Play the games, half of them in each seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="number of games (default: 10)")
    parser.add_argument("--simulations", type=int, default=30, help="simulations for each decision (default: 30)")
    parser.add_argument("--map", default="new_york", help="the map (default: new_york)")
    args = parser.parse_args()
    game = pyspiel.load_game("python_whistlestop", {"map": args.map, "players": 2, "rewards": "margin"})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 50.0, args.simulations, random_state=np.random.RandomState(1))
    began, wins, decisions = time.process_time(), 0.0, 0
    for number in range(args.games):
        margin, made = play(game, bot, number % 2, random.Random(number))
        wins, decisions = wins + (margin > 0) + (margin == 0) / 2, decisions + made
    speed = decisions * args.simulations / (time.process_time() - began)
    share = f"{wins / args.games:.0%} of {args.games} games"
    print(f"ISMCTS with {args.simulations} simulations: {share}, {speed:.0f} simulations a second of CPU time")


def play(game: "pyspiel.Game", bot: ismcts.ISMCTSBot, seat: int, rng: random.Random) -> tuple[float, int]:
    """One game against random moves: the margin of the seat that searches, and how many decisions it searched."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        elif state.current_player() == seat and len(state.legal_actions()) > 1:
            state.apply_action(bot.step(state))
            decisions += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state.returns()[seat], decisions


if __name__ == "__main__":
    main()
