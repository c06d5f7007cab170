"""Guests: agents from files, in a process of their own.

A guest gets views and nothing else, so it can't look at what its seat may not know. If it crashes or never answers,
only its process ends, and the next game starts another. What it prints goes to stderr.
"""

import json
import os
import random
import signal
import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from typing import Any

import numpy as np

from whistlestop.bots import Bot, make_bot
from whistlestop.game.game import Game
from whistlestop.game.view import VIEW, View

MAKING = 120
"""How many seconds a guest may take to be made, the start of its process included."""
NEW = None
"""What the process is sent when a game begins."""
ANSWER = 1 << 16
"""The longest answer that is read, in bytes. Answers are JSON: nothing of a guest is unpickled."""


class Overtime(Exception):
    """A bot took too long."""


class Raised(Exception):
    """A guest raised an exception; the text has its type and message."""


class Died(Exception):
    """The process of a guest ended; the text has its exit code."""


def is_guest(agent: str) -> bool:
    """Whether an agent is from a file."""
    return agent.split(":")[0].endswith(".py")


class Room:
    """The process of a guest, for all its games of a map."""

    def __init__(self, agent: str, game: Game) -> None:
        self.key = agent, game.digest, game.seats
        context = get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=serve, args=(other, agent, game))
        self._process.start()
        other.close()
        self._end = Finalize(self, end, (self._process, self._connection), exitpriority=100)

    def ask(self, question: Any, seconds: float | None) -> Any:
        """The answer of the process; any failure to answer ends it."""
        try:
            self._connection.send(question)
            if not self._connection.poll(seconds):
                raise Overtime
            made, answer = json.loads(self._connection.recv_bytes(ANSWER))
        except (EOFError, OSError, ValueError, TypeError):
            self._process.join(10)
            code = self._process.exitcode
            self.close()
            raise Died(str(code)) from None
        except BaseException:  # such as Overtime from an alarm: a late answer would be taken for the next one
            self.close()
            raise
        if not made:
            raise Raised(str(answer))
        return answer

    def close(self) -> None:
        """End the process."""
        global _room
        self._end()
        _room = None


def end(process: Any, connection: Connection) -> None:
    """End a process, whatever it does."""
    process.kill()
    process.join()
    connection.close()


_room: Room | None = None
"""The last guest's process, kept for its next game."""


def room_of(agent: str, game: Game) -> Room:
    """The process of a guest: the one of its last game, or a new one."""
    global _room
    if _room is not None and _room.key != (agent, game.digest, game.seats):
        _room.close()
    _room = _room or Room(agent, game)
    return _room


class Guest:
    """An agent from a file, newly made for a game. If it can't be made, it raises at its first move."""

    def __init__(self, agent: str, game: Game, move_limit: float | None) -> None:
        self._limit, self._room = move_limit, room_of(agent, game)
        self.problem: Exception | None = None
        try:
            self._room.ask(NEW, MAKING)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is raised later
            self.problem = error

    def choose(self, view: View, rng: random.Random) -> Any:
        """What the agent chooses; it may be anything."""
        if self.problem:
            raise self.problem
        question = view.views.tobytes(), view.viewer, view.legal, rng.getstate()
        move, (version, words, gauss) = self._room.ask(question, self._limit)
        rng.setstate((version, tuple(words), gauss))
        return move


def serve(connection: Connection, agent: str, game: Game) -> None:
    """Answer until the other side has gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    bot: Any = None
    while True:
        try:
            question = connection.recv()
        except (EOFError, OSError):
            return
        try:
            if question is NEW:
                bot, answer = make_bot(agent), None
            else:
                answer = decide(bot, game, *question)
            text = json.dumps((True, answer))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
            text = json.dumps((False, f"{type(error).__name__}: {error}"[:1000]))
        connection.send_bytes(text.encode())


def decide(bot: Bot, game: Game, views: bytes, viewer: int, legal: list[int], state: Any) -> tuple[Any, Any]:
    """A bot's move, and the state of its random numbers after it."""
    view, rng = View.__new__(View), random.Random()
    view.game, view.viewer, view.views, view.legal = game, viewer, np.frombuffer(bytearray(views), VIEW), legal
    rng.setstate(state)
    move: Any = bot.choose(view, rng)
    return int(move) if isinstance(move, np.integer) else move, rng.getstate()
