"""An exact solution of the tiny map by OpenSpiel's CFR+, and how far bots are from it.

    pip install open-spiel
    python examples/openspiel_exact.py

The tree has 5,471 histories. It is exported once, so that OpenSpiel's compiled algorithms run on it: a thousand rounds
take seconds. Exploitability is what the best answer to a policy earns on average, over both seats.
"""

import random
import time
from collections.abc import Callable

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, exploitability, gambit, get_all_states

import whistlestop.env.spiel  # noqa: F401 - it registers the game
from whistlestop.bots import make_bot

ROUNDS = (1, 10, 100, 1000)


def main() -> None:
    """Solve the map, then measure random moves, racer and planner."""
    game = pyspiel.load_game("python_whistlestop(map=tiny)")
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver, began = pyspiel.CFRPlusSolver(tree), time.perf_counter()
    for number in range(1, ROUNDS[-1] + 1):
        solver.evaluate_and_update_policy()
        if number in ROUNDS:
            gained = pyspiel.nash_conv(tree, solver.average_policy()) / 2
            print(f"CFR+, {number:>4} rounds, {time.perf_counter() - began:4.1f} s: exploitability {gained:.6f}")
    uniform = policy.UniformRandomPolicy(game)
    for name in ("random", "racer", "planner"):
        found = uniform if name == "random" else table_of(game, bot_policy(name))
        gained = exploitability.exploitability(game, found)
        earned = expected_game_score.policy_value(game.new_initial_state(), [found, uniform])[0]
        print(f"{name}: exploitability {gained:.6f}, earns {earned:+.3f} against random moves")


def bot_policy(name: str) -> Callable[["pyspiel.State"], int]:
    """What a bot does in a state."""
    bot = make_bot(name)
    return lambda state: bot.choose(state.record.view(state.current_player()), random.Random(1))


def table_of(game: "pyspiel.Game", choose: Callable[["pyspiel.State"], int]) -> policy.TabularPolicy:
    """A policy that plays as `choose` does; it sees only what the player to move knows."""
    table = policy.TabularPolicy(game)
    for state in get_all_states.get_all_states(game, include_chance_states=False).values():
        if not state.is_terminal():
            row = table.policy_for_key(state.information_state_string())
            row[:] = 0
            row[choose(state)] = 1
    return table


if __name__ == "__main__":
    main()
