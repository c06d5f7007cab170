"""Bots that do what a bot must not do."""

import os
import random
import time
from contextlib import suppress

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
