"""What a lesson says: `lessons/NAME/LANGUAGE.txt` in a map's folder has one text per line, `key: text`."""

import re
from pathlib import Path

from whistlestop.game.board import FALLBACK
from whistlestop.game.map_files import SourceLine, read_text, shown
from whistlestop.lessons.reasons import BadLesson

FOLDER = "lessons"
TITLE = "title"
SUMMARY = "summary"
HEADLINES = (TITLE, SUMMARY)
"""What every lesson has a text for, beside its cues."""
WRONG = ".wrong"
"""Ends the key of the text for a learner who makes another move than the cue asks for."""

KEY = r"[a-z][a-z0-9_]*(\.wrong)?"


def lesson_names(folder: Path) -> list[str]:
    """The names of the lessons in a map's folder, in alphabetical order."""
    place = folder / FOLDER
    if not place.is_dir():
        return []
    names = sorted(entry.name for entry in place.iterdir() if entry.is_dir())
    for name in names:
        if not re.fullmatch("[a-z0-9][a-z0-9_]*", name):
            raise BadLesson("lesson_name", file=str(place / name), name=shown(name))
    return names


def read_texts(folder: Path, name: str, language: str) -> dict[str, str]:
    """The texts of a lesson by key. What a language lacks is in English."""
    texts = _read_file(_file(folder, name, FALLBACK))
    own = _file(folder, name, language)
    return texts | (_read_file(own) if own.exists() else {})


def check_texts(folder: Path, name: str, language: str, cues: list[str]) -> None:
    """Raise BadLesson if a language has a text that no cue needs, or if a text is missing in English."""
    path = _file(folder, name, language)
    lines = _read_lines(path) if language == FALLBACK or path.exists() else {}
    known = {*HEADLINES, *cues, *(f"{cue}{WRONG}" for cue in cues)}
    for key, (line, _) in lines.items():
        if key not in known and not re.fullmatch("name_[0-9]", key):
            raise line.error("text_unknown", BadLesson, key=shown(key))
    for key in (*HEADLINES, *cues):
        if language == FALLBACK and key not in lines:
            raise BadLesson("text_missing", file=str(path), line=1, key=key)


def _file(folder: Path, name: str, language: str) -> Path:
    return folder / FOLDER / name / f"{language}.txt"


def _read_file(path: Path) -> dict[str, str]:
    return {key: text for key, (_, text) in _read_lines(path).items()}


def _read_lines(path: Path) -> dict[str, tuple[SourceLine, str]]:
    """The texts of a file by key, each with its line. Empty lines are skipped."""
    found: dict[str, tuple[SourceLine, str]] = {}
    for number, text in enumerate(read_text(path).splitlines(), 1):
        line = SourceLine(str(path), number)
        key, _, said = text.partition(": ")
        if not text.strip():
            continue
        if not re.fullmatch(KEY, key) or not said.strip() or not said.isprintable():
            raise line.error("text_line", BadLesson, found=shown(text))
        if key in found:
            raise line.error("text_twice", BadLesson, key=key, first=found[key][0].line)
        found[key] = (line, said.strip())
    return found
