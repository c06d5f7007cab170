"""Checks of what callers give: games, seeds, actions, arrays and settings. The errors say what is wanted."""

import operator
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.env.maps import FOLDER
from whistlestop.env.observation import Layout
from whistlestop.env.reasons import BadInput, IllegalAction
from whistlestop.game.game import Game
from whistlestop.game.map_files import shown
from whistlestop.game.why import why_not

ON_ILLEGAL = ("raise", "lose")
"""What an illegal action does: raise before anything changes, or end the game with the seat in last place."""
MOST_ENVS = 1 << 24


def game_of(game: str | Game, seats: int | None, maps: Iterable[Path]) -> Game:
    """The game of a map by name, with two seats by default; a `Game` is returned as it is if `seats` agrees.

    Beside the maps that people play on, the environments know those of `whistlestop.env.maps`.
    """
    if not isinstance(game, Game):
        return Game(game, 2 if seats is None else seats, (*maps, FOLDER))
    if seats not in (None, game.seats):
        raise BadInput("seats_differ", found=shown(seats), wanted=game.seats)
    return game


def is_number(given: object) -> bool:
    """Whether something is a whole number: Python's, NumPy's, or an array of integers with no dimension."""
    if isinstance(given, bool | np.bool_):
        return False
    try:
        operator.index(given)  # type: ignore[arg-type]  # it may be anything
    except TypeError:
        return False
    return True


def illegal(game: Game, state: Any, action: Any, where: str = "") -> IllegalAction:
    """The error for an illegal action, with the move's text and the reason."""
    most = Layout(game).actions - 1
    seat = int(state.seat)
    if not is_number(action):
        return IllegalAction("action_type", found=shown(action), kind=type(action).__name__, seat=seat, where=where)
    if not 0 <= action <= most:
        return IllegalAction("no_such_action", action=shown(int(action)), seat=seat, where=where, most=most)
    move = game.catalogue.moves[int(action)].text
    problem = str(why_not(game, state, int(action)))
    return IllegalAction("illegal_action", action=int(action), move=move, seat=seat, where=where, problem=problem)


def check(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuse an array that the kernels can't write."""
    if not isinstance(array, np.ndarray):
        raise BadInput(
            "array_dtype", name=name, found=type(array).__name__, wanted=f"a NumPy array of {np.dtype(dtype)}"
        )
    if array.shape != shape:
        raise BadInput("array_shape", name=name, found=str(array.shape), wanted=str(shape))
    if array.dtype != dtype:
        raise BadInput("array_dtype", name=name, found=str(array.dtype), wanted=str(np.dtype(dtype)))
    multiple = 8 if name == "observation" else array.itemsize  # eight columns are written at once
    if not (array.flags.c_contiguous and array.flags.writeable and array.ctypes.data % multiple == 0):
        raise BadInput("array_layout", name=name, multiple=multiple)


def choice(name: str, given: str, choices: Iterable[str]) -> str:
    """Check that a word is one of the choices."""
    if given not in choices:
        raise BadInput("bad_choice", name=name, found=shown(given), choices=", ".join(choices))
    return given


def count(name: str, given: int, most: int) -> int:
    """Check that a number is from 1 to `most`."""
    if not is_number(given) or not 1 <= given <= most:
        raise BadInput("bad_count", name=name, found=shown(given), most=most)
    return int(given)
