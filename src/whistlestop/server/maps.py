"""Maps a server can use. One broken folder never keeps the others from being served."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import structlog

from whistlestop import maps
from whistlestop.draw import files
from whistlestop.game.board import LANGUAGES, load, load_names
from whistlestop.game.catalogue import Catalogue
from whistlestop.game.game import Game
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import BadMap, WhistlestopError
from whistlestop.lessons.lesson import Lesson, read_lesson, replay
from whistlestop.lessons.reasons import BadLesson
from whistlestop.lessons.texts import lesson_names
from whistlestop.server.reasons import Refused

log = structlog.get_logger()


@dataclass(frozen=True)
class MapFault:
    """A map that can't be used, or a folder that can't be listed, and why."""

    name: str
    folder: Path
    problem: str


def available_maps(search_path: Iterable[Path] = ()) -> tuple[dict[str, Path], list[MapFault]]:
    """The folders of all usable maps by name, and the faults of the others.

    The given folders are searched first, then those of the environment, then the bundled maps. If two maps have the
    same name, the first one counts, even if it is broken. Each search path is read once per process, and its faults
    are logged then; restart the server after fixing a map.
    """
    usable, faults = _read_maps((*search_path, *maps.search_path()))
    return dict(usable), list(faults)


@cache
def _read_maps(search_path: tuple[Path, ...]) -> tuple[dict[str, Path], list[MapFault]]:
    usable: dict[str, Path] = {}
    faults: list[MapFault] = []
    seen: set[str] = set()
    for place in search_path:
        try:
            folders = maps.folders(place)
        except OSError as error:
            faults.append(MapFault(maps.name(place), place, f"{place} can't be read: {error.strerror or error}."))
            continue
        for name, folder in folders.items():
            if name in seen:
                continue
            seen.add(name)
            problem = map_problem(folder)
            if problem is None:
                usable[name] = folder
            else:
                faults.append(MapFault(name, folder, problem))
    for fault in faults:
        log.error("map_broken", map=fault.name, folder=os.fspath(fault.folder), problem=fault.problem)
    return dict(sorted(usable.items())), faults


def load_game(name: str, seats: int, search_path: Iterable[Path] = ()) -> Game:
    """The game on one of the usable maps; BadMap if there is no such map or it doesn't have that many seats."""
    usable, _ = available_maps(search_path)
    if name in usable:
        return Game.load(usable[name], seats)
    refuse_broken(name, search_path)
    raise BadMap("no_such_map", name=shown(name), maps=", ".join(usable))


def refuse_broken(name: str, search_path: Iterable[Path] = ()) -> None:
    """Refuse a map that is broken. What is wrong with it, and where it is, is the operator's business."""
    _, faults = available_maps(search_path)
    if any(fault.name == name for fault in faults):
        raise Refused("bad_table", problem=f"The map {name!r} is broken on this server. Its log says what is wrong.")


def map_problem(folder: Path) -> str | None:
    """What is wrong with a map in one sentence; None if it can be played, named in every language, drawn and
    taught."""
    try:
        board, rules = load(folder)
        for seats in range(rules.min_seats, rules.max_seats + 1):
            Catalogue(board, rules, seats)
        for language in LANGUAGES:
            load_names(folder, language)
        if files.has_layout(folder):
            files.load(folder, board)
        for lesson in lesson_names(folder):
            read_lesson(folder, lesson)
    except WhistlestopError as error:
        return str(error)
    except Exception as error:  # whatever is wrong with one map must not stop the others
        log.exception("map_unreadable", folder=os.fspath(folder))
        return f"{folder} can't be read: {type(error).__name__}: {error}."
    return None


def has_tested_lessons(folder: Path) -> bool:
    """Whether a map comes with Whistlestop, whose tests replay its lessons: they need no rules to be served."""
    return folder.parent == maps.BUNDLED


@cache
def load_lesson(folder: Path, lesson: str) -> Lesson | None:
    """A lesson of a usable map, read once; None if it doesn't replay, and then the log says where."""
    found = read_lesson(folder, lesson)
    try:
        if not has_tested_lessons(folder):
            replay(found)
    except BadLesson as error:
        log.error("lesson_broken", lesson=lesson, folder=os.fspath(folder), problem=str(error))
        return None
    return found
