"""Bots that do what a bot must not do."""

import gc
import os
import random
import time
from contextlib import suppress
from typing import Any

from whistlestop.game.record import Record
from whistlestop.game.view import View


class Raiser:
    """Raises at its second move."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, view: View, rng: random.Random) -> int:
        self.moves += 1
        if self.moves == 2:
            raise ZeroDivisionError("too clever")
        return view.legal[0]


class Cheat:
    """Makes a move that does not exist."""

    def choose(self, view: View, rng: random.Random) -> int:
        return -1


class Dreamer:
    """Never ends."""

    def choose(self, view: View, rng: random.Random) -> int:
        while True:
            time.sleep(0.01)


class Sleeper:
    """Takes too long, and can't be interrupted."""

    def choose(self, view: View, rng: random.Random) -> int:
        until = time.perf_counter() + 0.5
        while time.perf_counter() < until:
            with suppress(Exception):
                time.sleep(0.01)
        return view.legal[0]


class Deserter:
    """Ends its whole process."""

    def choose(self, view: View, rng: random.Random) -> int:
        os._exit(1)


class Quitter:
    """Leaves Python."""

    def choose(self, view: View, rng: random.Random) -> int:
        raise SystemExit(3)


class Statue:
    """Never ends, and no exception reaches it."""

    def choose(self, view: View, rng: random.Random) -> int:
        while True:
            with suppress(BaseException):
                time.sleep(0.01)


class Riddler:
    """Answers with something that is no move."""

    def choose(self, view: View, rng: random.Random) -> Any:
        return {view}


class Stillborn:
    """Can't be made."""

    def __init__(self) -> None:
        os._exit(4)

    def choose(self, view: View, rng: random.Random) -> int:
        return view.legal[0]


class Spy:
    """Looks for what it must not know, and plays like the first legal move if it finds nothing."""

    def choose(self, view: View, rng: random.Random) -> int:
        print("noise on standard output")  # noqa: T201 - that is what is tested
        if any(isinstance(found, Record) for found in gc.get_objects()):
            raise LookupError("found a record")
        return view.legal[rng.randrange(len(view.legal))]
