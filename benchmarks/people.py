"""Measure how well ratings of people find a strength that is known, and how often their intervals hold it.

    python benchmarks/people.py                          # everything, in about five minutes
    python benchmarks/people.py --map europe --seats 3   # only bots under other names, on this map

First, people whose wins fall as Plackett and Luce say, against each other and against bots, rated by this project and
by `openskill` (its Plackett-Luce model, by Weng and Lin). Second, bots of the ladder under other names.
"""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from whistlestop.bots import maker
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.rollout import contest
from whistlestop.bots.weights import weights_array
from whistlestop.game.game import Game
from whistlestop.ratings.beliefs import NEWCOMER, SURE, Belief, learn

PEOPLE, GAMES = 40, 200
AT = (10, 50, 200)
"""After how many games of each person the ratings are compared with the truth."""
BOTS = (500.0, 800.0, 1000.0, 1200.0, 1400.0)
BETA = 400 / np.log(10) / np.sqrt(2)
"""With it, `openskill` gives two known strengths the same odds as this project."""
POLICIES = ("destination_hungry", "one_step", "route_focused", "veteran", "planner")
LADDER = {
    ("nordic", 2): (511, 552, 635, 1086, 1000),
    ("nordic", 3): (472, 536, 597, 1136, 1000),
    ("europe", 2): (563, 630, 627, 1239, 1000),
    ("europe", 3): (419, 547, 512, 1203, 1000),
    ("new_york", 2): (465, 640, 844, 1106, 1000),
    ("new_york", 3): (400, 635, 829, 1096, 1000),
}
"""The ratings of these bots in docs/ladder.md."""


def finish(rng: np.random.Generator, ratings: Any) -> list[int]:
    """Places that fall as Plackett and Luce say: a stronger player finishes sooner."""
    return (rng.exponential(10 ** (-np.array(ratings) / 400)).argsort().argsort() + 1).tolist()


def tables(rng: np.random.Generator, seats: int, bots: int) -> Iterator[tuple[list[int], list[float]]]:
    """Who plays whom: in each round every person plays once, with people of the same round and some bots."""
    company = seats - bots
    for _ in range(GAMES):
        order = rng.permutation(PEOPLE)
        for start in range(0, PEOPLE - company + 1, company):
            yield order[start : start + company].tolist(), rng.choice(BOTS, bots).tolist()


class Own:
    """The ratings of this project."""

    def __init__(self) -> None:
        self.beliefs = [NEWCOMER] * PEOPLE

    def take(self, people: list[int], bots: list[float], places: list[int]) -> None:
        """Learn from a game."""
        found = learn([*(self.beliefs[one] for one in people), *map(Belief, bots)], places)
        for one, belief in zip(people, found, strict=False):
            self.beliefs[one] = belief

    def ratings(self) -> list[tuple[float, float]]:
        """Rating and deviation of everybody."""
        return [(belief.rating, belief.deviation) for belief in self.beliefs]


class OpenSkill(Own):
    """The ratings of `openskill` on the same scale."""

    def __init__(self) -> None:
        self.model = PlackettLuce(mu=NEWCOMER.rating, sigma=NEWCOMER.deviation, beta=BETA, kappa=1e-6, tau=0)
        self.found = [self.model.rating() for _ in range(PEOPLE)]

    def take(self, people: list[int], bots: list[float], places: list[int]) -> None:
        """Learn from a game."""
        teams = [[self.found[one]] for one in people] + [[self.model.rating(bot, 1e-3)] for bot in bots]
        for one, [rated] in zip(people, self.model.rate(teams, ranks=[float(place) for place in places]), strict=False):
            self.found[one] = rated

    def ratings(self) -> list[tuple[float, float]]:
        """Rating and deviation of everybody."""
        return [(rated.mu, rated.sigma) for rated in self.found]


def print_people() -> None:
    """How far ratings are from the truth, and how many of the intervals hold it."""
    print("| seats | bots | games | ratings by | error | claimed | intervals that hold |\n" + "| --- " * 7 + "|")
    for seats, bots in ((2, 0), (2, 1), (3, 1), (5, 0), (5, 3)):
        misses: dict[tuple[int, str], list[tuple[float, float]]] = {}
        for seed in range(4):
            rng = np.random.default_rng(seed)
            truth = rng.normal(NEWCOMER.rating, 250, PEOPLE)
            systems = {"whistlestop": Own(), "openskill": OpenSkill()}
            rounds = PEOPLE // (seats - bots)
            for number, (people, others) in enumerate(tables(rng, seats, bots), 1):
                places = finish(rng, [*truth[people], *others])
                for name, system in systems.items():
                    system.take(people, others, places)
                    if number % rounds == 0 and number // rounds in AT:
                        ratings, deviations = np.array(system.ratings()).T
                        off = zip(ratings - truth, deviations, strict=True)
                        misses.setdefault((number // rounds, name), []).extend(off)
        for (games, name), pairs in sorted(misses.items()):
            off, claimed = np.array(pairs).T
            held = (np.abs(off) <= SURE * claimed).mean()
            error = np.sqrt((off**2).mean())
            print(
                f"| {seats} | {bots} | {games} | {name} | {error:.0f} | {claimed.mean():.0f} | {held:.0%} |", flush=True
            )


def rate_hidden(game: Game, hidden: int, others: list[int], known: tuple[int, ...], seed: int) -> Belief:
    """The rating of a bot that plays as a newcomer against known bots, from 200 games."""
    rng = np.random.default_rng(seed)
    facts, weights = board_facts(game), weights_array(*(maker(name)().weights_for(game) for name in POLICIES))
    belief = NEWCOMER
    for _ in range(GAMES):
        index = rng.choice(others, game.seats).tolist()
        seat = int(rng.integers(game.seats))
        index[seat] = hidden
        places = contest(game, facts, weights, index, 1, int(rng.integers(1 << 40)))[1][0].tolist()
        beliefs = [Belief(float(known[one])) for one in index]
        beliefs[seat] = belief
        belief = learn(beliefs, places)[seat]
    return belief


def print_bots(name: str, seats: int, runs: int = 20) -> None:
    """A row for each bot of the ladder: where it lands under another name."""
    game, known = Game(name, seats), LADDER[name, seats]
    planner = POLICIES.index("planner")
    for opponents, others in (("planner", [planner]), ("all", list(range(len(POLICIES))))):
        for hidden, bot in enumerate(POLICIES):
            found = [rate_hidden(game, hidden, others, known, seed) for seed in range(runs)]
            off = np.array([belief.rating - known[hidden] for belief in found])
            claimed = np.mean([belief.deviation for belief in found])
            close = (np.abs(off) <= 50).mean()
            print(
                f"| {name} | {seats} | {opponents} | `{bot}` | {known[hidden]} | {off.mean():+.0f} | {off.std():.0f} "
                f"| {claimed:.0f} | {close:.0%} |",
                flush=True,
            )


def main() -> None:
    """Measure, and print tables in Markdown."""
    parser = argparse.ArgumentParser(description="Measure how well ratings of people find a strength that is known.")
    parser.add_argument("--map", choices=sorted({name for name, _ in LADDER}), help="only bots on this map")
    parser.add_argument("--seats", type=int, choices=(2, 3), help="only bots with this number of seats")
    args = parser.parse_args()
    if not args.map and not args.seats:
        print_people()
    print("| map | seats | opponents | bot | ladder | off by | spread | claimed | within 50 |\n" + "| --- " * 9 + "|")
    for name, seats in LADDER:
        if args.map in (None, name) and args.seats in (None, seats):
            print_bots(name, seats)


if __name__ == "__main__":
    main()
