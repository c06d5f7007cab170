"""The checks of law 5 by the kernels of this machine: twins of web/tests/engine/agreement/checks.ts.

Each is a digest of all that it finds, so that a byte that differs anywhere is noticed.
"""

import hashlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from whistlestop.bots import make_bot
from whistlestop.game import engine
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.limits import MOVES, SEATS, WORDS
from whistlestop.game.reason_numbers import PARAMETERS
from whistlestop.game.record import Record
from whistlestop.game.result import RESULT_SCRATCH, ROW, ROWS, result_lines
from whistlestop.game.result_paths import PATH
from whistlestop.game.score import SCORE_SHEET, SCRATCH, score
from whistlestop.game.simulation import playouts
from whistlestop.game.state import CHANCE, OVER, STATE
from whistlestop.game.ticket_status import TICKET_PATHS, find_ticket_paths
from whistlestop.game.track_status import TRACK_STATUS, find_track_status
from whistlestop.game.view import VIEW, View, count_points, view
from whistlestop.game.why import why
from whistlestop.review.advice import advise
from whistlestop.review.losses import grade
from whistlestop.review.report import Review

I = np.int64
POLICIES = ("racer", "route_focused", "destination_hungry", "long_route", "one_step", "planner", "veteran")
SEARCHES = ("montecarlo", "treesearch")
NETWORKS = ("express", "express:style=one_step:learned=0.3", "champion")
BATCH = 250
REFUSED = 13
"""One in so many moves is tried to see why it is refused."""


JSON_WORDS = {None: "null", True: "true", False: "false"}


class Found:
    """Bytes in a row, and their digest."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def add(self, *arrays: Any) -> None:
        for array in arrays:
            self.hash.update(array.tobytes())

    def add_numbers(self, *numbers: float) -> None:
        self.hash.update(np.array(numbers, np.float64).tobytes())

    def add_content(self, content: Any) -> None:
        """Add what JSON can hold, the keys of objects in alphabetical order."""
        if isinstance(content, dict):
            for key in sorted(content):
                self.add_content(key)
                self.add_content(content[key])
        elif isinstance(content, list | tuple):
            for one in content:
                self.add_content(one)
        elif isinstance(content, int | float) and not isinstance(content, bool):
            self.add_numbers(content)
        else:
            self.hash.update(JSON_WORDS.get(content, str(content)).encode())

    @property
    def digest(self) -> str:
        return self.hash.hexdigest()


class FixedSeed(random.Random):
    """Gives a bot the seed that the test wants."""

    def __init__(self, seed: int) -> None:
        self.fixed = seed

    def getrandbits(self, k: int) -> int:
        return self.fixed


def check_random(game: Game, seed: int, count: int) -> str:
    """Whole random games by one kernel: states at the end, numbers of moves, score sheets."""
    found = Found()
    for first in range(seed, seed + count, BATCH):
        states, sheets, plies = np.zeros(BATCH, STATE), np.zeros(BATCH, SCORE_SHEET), np.zeros(BATCH, np.int32)
        playouts(game.compiled, states, np.zeros((STREAMS, 3), I), np.zeros(MOVES, I), first, plies)
        score(game.compiled, states, 0, BATCH, sheets, np.zeros(SCRATCH, I))
        found.add(states, plies, sheets)
    return found.digest


def play(game: Game, seed: int, decide: Callable[..., int], watch: Callable[..., None] = lambda *moment: None) -> Any:
    """Play a game to its end: `decide` and `watch` get states, dice, legal moves, mover and ply."""
    states, dice, out = np.zeros(1, STATE), np.zeros((STREAMS, 3), I), np.zeros(MOVES, I)
    load_dice(dice, seed)
    engine.start(game.compiled, states, 0, CHANCE)
    ply = 0
    while states["phase"][0] != OVER:
        mover = engine.mover(states, 0)
        legal = out[: engine.legal(game.compiled, states, 0, out)].copy()
        watch(states, dice, legal, mover, ply)
        if mover == CHANCE:
            deck, deals = engine.deck(game.compiled, states, 0), engine.deals(game.compiled, states, 0)
            move = engine.nth_deal(game.compiled, states, 0, below(dice, deck, deals))
        else:
            move = decide(states, dice, legal, mover, ply)
        assert engine.step(game.compiled, states, 0, move, out) >= 0
        ply += 1
    return states


def check_steps(game: Game, seed: int, count: int, every: int) -> str:
    """Random games move by move: every state, its legal moves and deals; now and then all that is derived from one."""
    found = Found()

    def watch(states: Any, dice: Any, legal: Any, mover: int, ply: int) -> None:
        found.add(states)
        found.add_numbers(mover, *legal)
        if mover == CHANCE:
            found.add_numbers(engine.deck(game.compiled, states, 0), engine.deals(game.compiled, states, 0))
        if ply % every == 0:
            derive(game, states, ply, found)
            refuse(game, states, legal, found)

    for k in range(count):
        states = play(game, seed + k, lambda _, dice, legal, *more: legal[below(dice, CHOICES, len(legal))], watch)
        sheets = np.zeros(1, SCORE_SHEET)
        score(game.compiled, states, 0, 1, sheets, np.zeros(SCRATCH, I))
        found.add(states, sheets)
        derive(game, states, 0, found)
        refuse(game, states, np.zeros(0, I), found)
        tell_result(game, states, found)
    return found.digest


def tell_result(game: Game, states: Any, found: Found) -> None:
    """The lines of the result."""
    sheets, scratch = np.zeros(2, SCORE_SHEET), np.zeros(RESULT_SCRATCH, I)
    rows, paths = np.zeros((ROWS, ROW), I), np.zeros((ROWS, PATH), I)
    found.add_numbers(result_lines(game.compiled, states, 0, sheets, scratch, rows, paths))
    found.add(sheets, rows, paths)


def refuse(game: Game, states: Any, legal: Any, found: Found) -> None:
    """Why some of the moves are refused that are not legal."""
    allowed, parameters = set(legal.tolist()), np.zeros(PARAMETERS, I)
    for move in range(0, len(game.catalogue), REFUSED):
        if move not in allowed:
            found.add_numbers(why(game.compiled, states, 0, move, parameters))
            found.add(parameters)


def derive(game: Game, states: Any, seed: int, found: Found) -> None:
    """Views, points, guesses, track statuses and ticket paths of every viewer."""
    for viewer in range(-1, game.seats):
        views, points, guesses = np.zeros(1, VIEW), np.zeros(SEATS, I), np.zeros(1, STATE)
        view(game.compiled, states, 0, viewer, views, 0)
        count_points(game.compiled, views, 0, points)
        dice = np.zeros((STREAMS, 3), I)
        load_dice(dice, seed)
        guess(game.compiled, views, 0, dice, guesses, 0)
        found.add(views, points, guesses)
        for track in range(len(game.board.tracks)):
            ways, statuses = np.zeros(MOVES, I), np.zeros(1, TRACK_STATUS)
            count = find_track_status(game.compiled, views, 0, track, np.zeros(1, STATE), ways, statuses)
            found.add(ways[:count], statuses)
        if viewer >= 0:
            wanted, sheets, paths = np.zeros(WORDS, I), np.zeros(1, SCORE_SHEET), np.zeros(1, TICKET_PATHS)
            wanted[:] = views["tickets"][0, viewer]
            find_ticket_paths(game.compiled, views, 0, wanted, sheets, np.zeros(SCRATCH, I), paths)
            found.add(sheets, paths)


def check_policies(game: Game, seed: int) -> str:
    """The move of every bot that follows the policy, in every decision of a game between planners."""
    found, bots = Found(), [make_bot(name) for name in POLICIES]

    def decide(states: Any, dice: Any, legal: Any, mover: int, ply: int) -> int:
        seen = View(game, states, 0, mover)
        moves = [bot.choose(seen, FixedSeed(ply)) for bot in bots]
        found.add_numbers(*moves)
        return moves[POLICIES.index("planner")]

    play(game, seed, decide)
    return found.digest


def check_searches(game: Game, seed: int, count: int, rollouts: int) -> str:
    """Opinions of the bots that search, at some decisions of a game between planners."""
    found, views = Found(), decisions(game, seed)
    for name in SEARCHES:
        bot: Any = make_bot(f"{name}:rollouts={rollouts}")
        for k in range(count):
            for opinion in bot.explain(views[k * len(views) // count], FixedSeed(k)):
                found.add_numbers(opinion.move, opinion.value, opinion.tried)
    return found.digest


def check_networks(game: Game, seed: int, count: int, rollouts: int) -> str:
    """Moves and opinions of the bots with a network, at some decisions of a game between planners."""
    found, views = Found(), decisions(game, seed)
    for name in NETWORKS:
        bot: Any = make_bot(f"{name}:rollouts={rollouts}" if name == "champion" else name)
        for k in range(count):
            view = views[k * len(views) // count]
            if name == "champion":
                for opinion in bot.explain(view, FixedSeed(k)):
                    found.add_numbers(opinion.move, opinion.value, opinion.tried)
            else:
                found.add_numbers(bot.choose(view, FixedSeed(k)))
    return found.digest


def check_reviews(game: Game, seed: int, count: int, rollouts: int) -> str:
    """The report on a game between planners when some of its decisions were searched, and hints on the next."""
    found, planner, record = Found(), make_bot("planner"), Record(game, seed)
    while not record.over:
        record.play(planner.choose(record.view(record.mover), FixedSeed(len(record.entries))))
    review = Review(record, rollouts)
    review.look()
    for n in review.to_search()[:count]:
        grade(review.search(n), review.steps, n)
    found.add_content(review.report().as_dict())
    n = review.to_search()[0]
    for hint in advise(View(game, review.states, n - 1, int(review.steps[n].seat))):
        purpose = hint.purpose and {"code": hint.purpose.code, "parameters": hint.purpose.parameters}
        text = game.catalogue.moves[hint.move].text
        found.add_content([text, hint.value, hint.low, hint.high, hint.tried, purpose])
    return found.digest


def decisions(game: Game, seed: int) -> list[View]:
    """The views of all decisions with a choice in a game between planners."""
    views, planner = [], make_bot("planner")

    def decide(states: Any, dice: Any, legal: Any, mover: int, ply: int) -> int:
        seen = View(game, states, 0, mover)
        if len(legal) > 1:
            views.append(seen)
        return planner.choose(seen, FixedSeed(ply))

    play(game, seed, decide)
    return views


CHECKS: dict[str, Callable[..., str]] = {
    "random": check_random, "steps": check_steps, "policies": check_policies, "searches": check_searches,
    "networks": check_networks, "reviews": check_reviews,
}  # fmt: skip
