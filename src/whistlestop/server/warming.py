"""Warming: call every kernel that a server needs, so that all are compiled, or loaded from the cache."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop import maps
from whistlestop.bots import make_bot
from whistlestop.game import engine
from whistlestop.game.dealer import FairDealer
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import cache_folder
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.result_paths import shortest_path
from whistlestop.game.simulation import simulate
from whistlestop.game.state import STATE
from whistlestop.game.ticket_status import ticket_status
from whistlestop.game.track_status import track_status
from whistlestop.review.advice import advise
from whistlestop.review.report import final_report


def load_kernels() -> None:
    """Take all steps."""
    games = bundled_games()
    for step in STEPS.values():
        for game in games:
            step(game)


def is_compiled() -> bool:
    """Whether all kernels of these sources were compiled into the cache."""
    return marker().exists()


def mark_compiled() -> None:
    """Note in the cache that all kernels are there."""
    marker().touch()


def marker() -> Path:
    """The file in the cache that says so. A single kernel there says nothing about the others."""
    return cache_folder("review") / "complete"


def bundled_games() -> list[Game]:
    """A game on each bundled map. They are enough: the compiled rules are the same for every map."""
    return [Game.load(folder) for folder in maps.folders(maps.BUNDLED).values()]


def warm_moves(game: Game) -> None:
    """Deal, and make moves both ways: with and without a check that they are legal."""
    record = Record(game, 1)
    record.play(record.legal_moves()[0])
    engine.apply(game.compiled, record.states, 0, record.legal_moves()[0])
    Record(game).legal_odds()


def warm_views(game: Game) -> None:
    """Make views and guesses, after tickets were put under the deck on maps that do so."""
    record = Record(game, 1)
    for _ in range(game.seats):
        record.play(record.legal_moves()[0])
    states = np.zeros(1, STATE)
    for viewer in range(game.seats):
        view = record.view(viewer)
        view.as_dict()
        ticket_status(view)
        track_status(view, 0)
        guess(game.compiled, view.views, 0, make_dice(1), states, 0)


def warm_planner(game: Game) -> None:
    """Play a whole game between planners, score it, and find a path as boards for the browser do."""
    record = Record(game, 1)
    rng, planner = random.Random(1), make_bot("planner")
    while not record.over:
        record.play(planner.choose(record.view(record.mover), rng))
    assert record.result
    ticket = game.board.tickets[0]
    shortest_path(game, range(len(game.board.tracks)), ticket.a, ticket.b)


def warm_search(game: Game) -> None:
    """Let the searching bots think."""
    record = Record(game, 1)
    for name in ("montecarlo", "treesearch"):
        make_bot(f"{name}:rollouts=100").choose(record.view(record.mover), random.Random(1))


def warm_networks(game: Game) -> None:
    """Let the bots with a network think."""
    view = Record(game, 1).view(0)
    make_bot("express").choose(view, random.Random(1))
    searcher: Any = make_bot("champion:rollouts=16")
    searcher.explain(view, random.Random(1))


def warm_reviews(game: Game) -> None:
    """Review the beginning of a game."""
    record = Record(game, 1)
    for _ in range(game.seats + 1):
        record.play(record.legal_moves()[0])
    final_report(record, rollouts=16, threads=1).as_dict()
    advise(record.view(record.mover), rollouts=16)


def warm_refusals(game: Game) -> None:
    """Try illegal moves of every kind, at the start of a game and in the middle."""
    record = Record(game, FairDealer(bytes(32)))
    rng = random.Random(1)
    for _ in range(40):
        for base in game.catalogue.bases:
            if base < len(game.catalogue) and base not in record.legal_moves():
                refuse(record, base)
        if not record.over:
            record.play(rng.choice(record.legal_moves()))
    Record.read(str(record))


def refuse(record: Record, move: int) -> None:
    """Try an illegal move."""
    try:
        record.play(move)
    except IllegalMove:
        return


STEPS: dict[str, Callable[[Game], object]] = {
    "set-up": Record,
    "legal moves": lambda game: Record(game).legal_moves(),
    "moves": warm_moves,
    "views and guesses": warm_views,
    "planner": warm_planner,
    "search": warm_search,
    "networks": warm_networks,
    "reviews": warm_reviews,
    "refusals": warm_refusals,
    "scores and simulation": lambda game: simulate(game, 1),
}
"""What is called, step by step; each step needs what the steps before it have compiled, but the last one doesn't."""
