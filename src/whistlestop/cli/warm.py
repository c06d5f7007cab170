"""`whistlestop warm`: compile the rules ahead of time, by calling them."""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from whistlestop import maps
from whistlestop.bots import make_bot
from whistlestop.game import engine
from whistlestop.game.dealer import FairDealer
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET, cache_folder
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.result_paths import shortest_path
from whistlestop.game.simulation import simulate
from whistlestop.game.state import STATE
from whistlestop.game.ticket_status import ticket_status
from whistlestop.game.track_status import track_status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `warm`."""
    parser.description = "Compile the rules now, so that no later command has to wait for it."
    parser.add_argument("--env", action="store_true", help="also compile the research environments")


def run(args: argparse.Namespace) -> int:
    """Compile, unless nothing is compiled on this target."""
    if TARGET != "cpu":
        print(f"With WHISTLESTOP_TARGET={TARGET} there is nothing to compile.")
    else:
        compile_ahead(RESEARCH if args.env else ())
    return 0


def compile_ahead(more: Sequence[str] = ()) -> None:
    """Compile what is not compiled yet, in two processes at once; `more` names further steps."""
    began = time.perf_counter()
    before = compiled()
    print("Compiling the rules; this takes about a minute, once.", flush=True)
    shares = [*SHARES[:-1], (*SHARES[-1], *more)]
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
        for _ in pool.map(compile_steps, shares):
            pass
    seconds = time.perf_counter() - began
    print(f"Compiled everything in {seconds:.0f} s." if compiled() > before else "Everything was already compiled.")


def compile_steps(names: Sequence[str]) -> None:
    """Take steps one after another, and say how long each took.

    The bundled maps are enough: the compiled rules are the same for every map.
    """
    games = [Game.load(folder) for folder in maps.folders(maps.BUNDLED).values()]
    for name in names:
        start = time.perf_counter()
        for game in games:
            STEPS[name](game)
        print(f"  {name}: {time.perf_counter() - start:.0f} s", flush=True)


def compiled() -> int:
    """How many compiled functions of these rules and bots are in the cache."""
    return sum(1 for package in ("game", "bots") for _ in cache_folder(package).rglob("*.nbc"))


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
    for name in ("montecarlo", "champion"):
        make_bot(f"{name}:rollouts=100").choose(record.view(record.mover), random.Random(1))


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


def warm_env(game: Game) -> None:
    """Step the environments."""
    from whistlestop.env.observer import Observer
    from whistlestop.env.vector import VectorEnv

    env = VectorEnv(game, num_envs=1)
    env.reset(seed=1)
    env.step(env.sample())
    observer = Observer(game)
    observer.observation(env.states, 0, 0)
    observer.rewards(env.states, 0, 0)
    observer.forfeited(0, 0)


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
    "refusals": warm_refusals,
    "scores and simulation": lambda game: simulate(game, 1),
    "environments": warm_env,
}
SHARES = (tuple(STEPS)[:-2], tuple(STEPS)[-2:-1])
"""The steps of each process: scores and simulation need nothing that the others compile."""
RESEARCH = tuple(STEPS)[-1:]
