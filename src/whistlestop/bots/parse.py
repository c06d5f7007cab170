"""Seating a bot by what people write: its name and settings, or a file and what it holds."""

import inspect
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from whistlestop.bots import Bot, bot_class, bots
from whistlestop.bots.levels import LEVELS
from whistlestop.game.reasons import WhistlestopError
from whistlestop.game.view import View

ENGLISH = {
    "no_such_bot": "There is no bot {name!r}; there are the levels {levels}, the bots {bots}, and `file.py:Name` is"
    " one of your own.",
    "no_bot_file": "There is no file {file}; a bot of your own is written `file.py:Name`.",
    "bot_file_fails": "{file} can't be run: {problem}.",
    "bot_fails": "{name} can't be made: {problem}.",
    "no_bot_there": "{file} has no {name!r}; it must be a class with `choose(view, rng)`, or such a function.",
    "bad_setting": "{text!r} is no setting of {name}; it has {settings}.",
    "bad_setting_value": "{setting} of {name} must be {wanted}, not {given!r}.",
}
NUMBERS = {int: "a whole number from 1 to {most:,}", float: "a number above 0 and at most {most:,}"}
MOST = {"threads": 64, "seconds": 3600}
"""The most that a setting may be; others may be a billion."""


class BadBot(WhistlestopError):
    """A bot that can't be had."""

    english = ENGLISH


class Function:
    """A bot that is a function."""

    def __init__(self, choose: Callable[[View, random.Random], int]) -> None:
        self.choose = choose


def make_bot(text: str) -> Bot:
    """A bot as people write it: a level, `planner`, `champion:seconds=0.5`, or `mine.py:Mine` for your own."""
    name, *settings = text.split(":")
    if name.endswith(".py"):
        name, *settings = settings or [""]
        home = own(Path(text.split(":")[0]), name)
    elif name in LEVELS and not settings:
        return LEVELS[name]
    elif name in bots:
        home = bot_class(name)
    else:
        raise BadBot("no_such_bot", name=name[:80], bots=", ".join(bots), levels=", ".join(LEVELS))
    if not inspect.isclass(home):
        if settings:
            raise BadBot("bad_setting", text=settings[0][:80], name=name, settings="none")
        return Function(home)
    given = dict(setting(home, name, one) for one in settings)
    try:
        return cast(Bot, home(**given))
    except Exception as error:
        raise BadBot("bot_fails", name=name, problem=f"{type(error).__name__}: {error}"[:200]) from error


def own(file: Path, name: str) -> Callable[..., Any]:
    """A class or function out of a file."""
    if not file.is_file():
        raise BadBot("no_bot_file", file=str(file))
    try:
        found = runpy.run_path(str(file)).get(name)
    except Exception as error:
        raise BadBot("bot_file_fails", file=str(file), problem=f"{type(error).__name__}: {error}"[:200]) from error
    if not callable(found) or (inspect.isclass(found) and not callable(getattr(found, "choose", None))):
        raise BadBot("no_bot_there", file=str(file), name=name)
    return cast(Callable[..., Any], found)


def setting(home: Callable[..., Any], name: str, text: str) -> tuple[str, int | float]:
    """A setting of a bot: the number that one of its arguments takes."""
    kinds = {
        key: argument.annotation
        for key, argument in inspect.signature(home).parameters.items()
        if argument.annotation in NUMBERS
    }
    key, _, value = text.partition("=")
    if key not in kinds:
        raise BadBot("bad_setting", text=text[:80], name=name, settings=", ".join(kinds) or "none")
    most = MOST.get(key, 10**9)
    try:
        number = kinds[key](value)
        if not 0 < number <= most:
            raise ValueError
    except ValueError:
        wanted = NUMBERS[kinds[key]].format(most=most)
        raise BadBot("bad_setting_value", setting=key, name=name, wanted=wanted, given=value[:80]) from None
    return key, number
