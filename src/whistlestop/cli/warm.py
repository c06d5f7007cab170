"""`whistlestop warm`: compile the rules ahead, by playing."""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np

from whistlestop.bots import make_bot
from whistlestop.game import engine
from whistlestop.game.board import available
from whistlestop.game.dealer import FairDealer
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET, cache_root
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.simulation import simulate
from whistlestop.game.state import STATE
from whistlestop.game.ticket_status import ticket_status
from whistlestop.game.track_status import track_status


def run(args: argparse.Namespace) -> int:
    """Compile ahead, where anything is compiled."""
    if TARGET != "cpu":
        print(f"With WHISTLESTOP_TARGET={TARGET} there is nothing to compile ahead.")
    else:
        compile_ahead(RESEARCH if args.env else ())
    return 0


def compile_ahead(more: Sequence[str] = ()) -> None:
    """Compile whatever is not compiled yet, in two processes at once; `more` steps are for research."""
    began = time.perf_counter()
    before = compiled()
    print("Compiling what is not compiled yet; this takes about a minute, once.", flush=True)
    lanes = [*LANES[:-1], (*LANES[-1], *more)]
    with ProcessPoolExecutor(len(lanes), mp_context=get_context("spawn")) as pool:
        for _ in pool.map(compile_lane, lanes):
            pass
    seconds = time.perf_counter() - began
    print(f"All is compiled, after {seconds:.0f} s." if compiled() > before else "All was compiled already.")


def compile_lane(names: Sequence[str]) -> None:
    """Take steps one after another, and say how long each took."""
    games = [Game(name) for name in available()]
    for name in names:
        start = time.perf_counter()
        for game in games:
            STEPS[name](game)
        print(f"  {name}: {time.perf_counter() - start:.0f} s", flush=True)


def compiled() -> int:
    """How many compiled functions lie in the cache."""
    return sum(1 for _ in cache_root().rglob("*.nbc"))


def warm_moves(game: Game) -> None:
    """Deal, and make moves both ways: asked whether they are legal, and not."""
    record = Record(game, 1)
    record.play(record.legal_moves()[0])
    engine.apply(game.compiled, record.states, 0, record.legal_moves()[0])
    Record(game).legal_odds()


def warm_views(game: Game) -> None:
    """See, in words as well, and guess; once tickets lie under the deck, on maps where they go there."""
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
    """Play with planners to the end, and score."""
    record = Record(game, 1)
    chances, planner = random.Random(1), make_bot("planner")
    while not record.over:
        record.play(planner.choose(record.view(record.mover), chances))
    assert record.result


def warm_search(game: Game) -> None:
    """Let the searching bots think."""
    record = Record(game, 1)
    for name in ("montecarlo", "champion"):
        make_bot(f"{name}:rollouts=100").choose(record.view(record.mover), random.Random(1))


def warm_refusals(game: Game) -> None:
    """Ask for moves of every kind until all were refused at the beginning of a play and in its midst."""
    record = Record(game, FairDealer(bytes(32)))
    chances = random.Random(1)
    for _ in range(40):
        for base in game.catalogue.bases:
            if base < len(game.catalogue) and base not in record.legal_moves():
                refuse(record, base)
        if not record.over:
            record.play(chances.choice(record.legal_moves()))
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
    """Have a move refused."""
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
LANES = (tuple(STEPS)[:-2], tuple(STEPS)[-2:-1])
"""The steps that each process takes: scores and simulation need nothing of the others."""
RESEARCH = tuple(STEPS)[-1:]
