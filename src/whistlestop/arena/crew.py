"""Crews play the games of a match: in this process, in several, or on a Ray cluster. The order is always the same."""

import logging
import multiprocessing
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from whistlestop.arena.bout import Fixture, Outcome, play_game
from whistlestop.arena.reasons import BadArena
from whistlestop.game.game import Game

AHEAD = 16
"""How many games are queued for each worker before the first of them has to end."""

Played = tuple[Outcome, str]
"""The outcome of a game, and its record."""
Games = Generator[Played, None, None]


def play_all(game: Game, fixtures: Iterable[Fixture], move_limit: float | None, jobs: int, ray: str | None) -> Games:
    """Play games and yield them in order, wherever they are played; closing the iterator stops the workers."""
    if ray is not None:
        return on_ray(game, fixtures, move_limit, ray)
    if jobs > 1:
        return in_processes(game, fixtures, move_limit, jobs)
    return (play_game(game, move_limit, fixture) for fixture in fixtures)


def in_order(
    fixtures: Iterable[Fixture], begin: Callable[[Fixture], Any], finish: Callable[[Any], Played], ahead: int
) -> Games:
    """Start games ahead of the one that is awaited, and yield them in order."""
    waiting: deque[Any] = deque()
    for fixture in fixtures:
        waiting.append(begin(fixture))
        if len(waiting) > ahead:
            yield finish(waiting.popleft())
    while waiting:
        yield finish(waiting.popleft())


def in_processes(game: Game, fixtures: Iterable[Fixture], move_limit: float | None, jobs: int) -> Games:
    """Play on the cores of this machine."""
    spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that threads of compiled code hold
    pool = ProcessPoolExecutor(jobs, spawn, start_work, (game, move_limit))
    try:
        yield from in_order(
            fixtures, lambda fixture: pool.submit(work, fixture), lambda future: future.result(), AHEAD * jobs
        )
    except BrokenProcessPool:
        raise BadArena("worker_died") from None
    finally:
        pool.shutdown(cancel_futures=True)


_shared: tuple[Game, float | None]
"""The game and move limit of a worker process; set once, because a `Game` is large."""


def start_work(game: Game, move_limit: float | None) -> None:
    """Prepare a worker process; it ends silently when the match is interrupted."""
    global _shared
    _shared = game, move_limit
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def work(fixture: Fixture) -> Played:
    """Play a game in a worker process."""
    game, move_limit = _shared
    return play_game(game, move_limit, fixture)


def on_ray(game: Game, fixtures: Iterable[Fixture], move_limit: float | None, address: str) -> Games:
    """Play on a Ray cluster whose machines have Whistlestop installed; `local` starts one here."""
    if find_spec("ray") is None:
        raise BadArena("no_ray")
    if not is_answered(address):
        raise BadArena("no_cluster", address=address)
    ray: Any = import_module("ray")  # installed or not, the types are the same
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError):
        raise BadArena("no_cluster", address=address) from None
    try:
        begin = partial(ray.remote(play_game).remote, ray.put(game), move_limit)
        yield from in_order(fixtures, begin, ray.get, AHEAD * int(ray.cluster_resources()["CPU"]))
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
        raise BadArena("worker_died") from None
    finally:
        ray.shutdown()


def is_answered(address: str) -> bool:
    """Whether a server listens at `host:port`; Ray itself would try for minutes. Other addresses are left to Ray."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return True
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError):
        return False
    return True
