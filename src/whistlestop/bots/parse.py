"""Make a bot from text: its name and settings, or a file and the name of a class or function in it."""

import inspect
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from whistlestop.bots import NAMES, Bot, maker
from whistlestop.bots.levels import LEVELS
from whistlestop.game.reasons import WhistlestopError
from whistlestop.game.view import View

ENGLISH = {
    "no_such_bot": "No bot named {name!r}. Available bots: {bots}. Levels: {levels}. Your own bot: `file.py:Name`.",
    "no_bot_file": "No file named {file}. Your own bot is written `file.py:Name`.",
    "bot_file_fails": "{file} can't be run: {problem}.",
    "bot_fails": "{name} can't be made: {problem}.",
    "no_bot_there": "{file} has no bot named {name!r}. A bot is a class with `choose(view, rng)`, or such a function.",
    "bad_setting": "{name} has no setting {text!r}. Available settings: {settings}.",
    "bad_setting_value": "The setting {setting} of {name} must be {wanted}, not {given!r}.",
}
NUMBERS = {int: "a whole number from 1 to {most:,}", float: "a number above 0 and at most {most:,}"}
MOST = {"threads": 64, "seconds": 3600, "learned": 1}
"""The largest values of these settings; all others can be up to a billion."""


class BadBot(WhistlestopError):
    """Text that names no bot, or a bot that can't be made."""

    english = ENGLISH


class FunctionBot:
    """A bot that is a function."""

    def __init__(self, choose: Callable[[View, random.Random], int]) -> None:
        self.choose = choose


def make_bot(text: str) -> Bot:
    """Make a bot from text: a level, `planner`, `champion:seconds=0.5`, or `mine.py:Mine` for your own."""
    name, *settings = text.split(":")
    if name.endswith(".py"):
        file = Path(name)
        name, *settings = settings or [""]
        make = load_own(file, name)
        if not inspect.isclass(make):
            if settings:
                raise BadBot("bad_setting", text=settings[0][:80], name=name, settings="none")
            return FunctionBot(make)
    elif name in LEVELS and not settings:
        return LEVELS[name]
    elif name in NAMES:
        make = maker(name)
    else:
        raise BadBot("no_such_bot", name=name[:80], bots=", ".join(NAMES), levels=", ".join(LEVELS))
    given = dict(parse_setting(make, name, setting) for setting in settings)
    try:
        return cast(Bot, make(**given))
    except WhistlestopError:
        raise
    except Exception as error:
        raise BadBot("bot_fails", name=name, problem=f"{type(error).__name__}: {error}"[:200]) from error


def load_own(file: Path, name: str) -> Callable[..., Any]:
    """Load a class or function from a file."""
    if not file.is_file():
        raise BadBot("no_bot_file", file=str(file))
    try:
        found = runpy.run_path(str(file)).get(name)
    except Exception as error:
        raise BadBot("bot_file_fails", file=str(file), problem=f"{type(error).__name__}: {error}"[:200]) from error
    if not callable(found) or (inspect.isclass(found) and not callable(getattr(found, "choose", None))):
        raise BadBot("no_bot_there", file=str(file), name=name)
    return cast(Callable[..., Any], found)


def parse_setting(make: Callable[..., Any], name: str, text: str) -> tuple[str, int | float | str]:
    """Parse `setting=value`; the settings of a bot are the parameters annotated as `int`, `float` or `str`."""
    kinds = {
        key: parameter.annotation
        for key, parameter in inspect.signature(make).parameters.items()
        if parameter.annotation in (*NUMBERS, str)
    }
    key, _, value = text.partition("=")
    if key not in kinds:
        raise BadBot("bad_setting", text=text[:80], name=name, settings=", ".join(kinds) or "none")
    return key, value if kinds[key] is str else parse_number(name, key, value, kinds[key])


def parse_number(name: str, key: str, value: str, kind: type[int] | type[float]) -> int | float:
    """Parse the value of a setting that is a number."""
    most = MOST.get(key, 10**9)
    try:
        number = kind(value)
        if not 0 < number <= most:
            raise ValueError
    except ValueError:
        wanted = NUMBERS[kind].format(most=most)
        raise BadBot("bad_setting_value", setting=key, name=name, wanted=wanted, given=value[:80]) from None
    return number
