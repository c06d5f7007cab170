"""Lesson: a record with cues, which tell a learner what to do and show where.

`lessons/NAME/lesson.txt` in a map's folder is a record with `learner: SEAT` before it and cues between its moves:

    learner: 0
    format: 1
    ...

    = red
    > keep_both: tickets chelsea-wall_street, area tickets
    0 keep 1 2

What a cue says is in the files of texts beside it. Lines that begin with `#` are notes for the author. Errors name the
file and the line.
"""

import re
from bisect import bisect
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from whistlestop import maps
from whistlestop.game.board import LANGUAGES
from whistlestop.game.map_files import SourceLine, read_text, shown
from whistlestop.game.reader import read as read_record
from whistlestop.game.reasons import BadRecord
from whistlestop.game.record import Record
from whistlestop.game.record import line as write_line
from whistlestop.lessons.reasons import BadLesson
from whistlestop.lessons.texts import FOLDER, HEADLINES, SUMMARY, TITLE, WRONG, check_texts, read_texts

RECORD = "lesson.txt"
CUE, NOTE = ">", "#"
"""How lines begin that are not part of the record."""
AREAS = ("row", "deck", "hand", "tickets", "ticket_deck", "seats", "log", "station", "result", "board")
"""The parts of a table that a cue can show."""
AREA = "area"
MOVE, NEXT = "move", "next"
"""What a cue waits for: that the learner makes the next move, or has read the text."""


@dataclass(frozen=True)
class Cue:
    """What the learner is told at one moment, and what it is about."""

    key: str
    """The key of its text."""
    ply: int
    """How many moves of the record have been made when it appears."""
    show: dict[str, Any]
    """`tracks`, `cards`, `cities` and `tickets` as lists, and an `area`; only those that it names."""
    wait: str
    """MOVE or NEXT."""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a map."""

    folder: Path
    """The map's folder."""
    name: str
    learner: int
    record: Record
    cues: tuple[Cue, ...]

    def as_dict(self, language: str) -> dict[str, Any]:
        """The lesson as JSON-serialisable types, with its texts in one language."""
        texts = read_texts(self.folder, self.name, language)
        record = self.record
        return {
            "lesson": self.name,
            "map": record.game.name,
            "digest": record.game.digest,
            "title": texts[TITLE],
            "summary": texts[SUMMARY],
            "seats": record.game.seats,
            "names": [texts.get(f"name_{seat}", "") for seat in range(record.game.seats)],
            "learner": self.learner,
            "first": record.first,
            "moves": [write_line(record, replace(entry, outcome=None)) for entry in record.entries],
            "cues": [
                {
                    "ply": cue.ply, "text": texts[cue.key], "show": cue.show, "wait": cue.wait,
                    **({"wrong": texts[cue.key + WRONG]} if cue.key + WRONG in texts else {}),
                }
                for cue in self.cues
            ],
        }  # fmt: skip


Lines = list[tuple[SourceLine, str]]
"""Lines of a file, each with its number and its text."""


def read_lesson(folder: Path, name: str) -> Lesson:
    """A lesson of the map in a folder, replayed by the rules; raises BadLesson if something is wrong with it."""
    path = folder / FOLDER / name / RECORD
    numbered = enumerate(read_text(path).split("\n"), 1)
    (first, begin), *lines = [(SourceLine(str(path), number), text) for number, text in numbered]
    written = [(line, text) for line, text in lines if not text.startswith((CUE, NOTE))]
    record = _read_record(folder, written)
    learner = begin.removeprefix("learner: ")
    if learner not in map(str, range(record.game.seats)):
        raise first.error("lesson_learner", BadLesson, found=shown(begin), most=record.game.seats - 1)
    cue_lines = [(line, text) for line, text in lines if text.startswith(CUE)]
    if not cue_lines:
        raise first.error("lesson_empty", BadLesson)
    moves = written[-1 - len(record.entries) : -1]
    cues = _read_cues(record, learner, cue_lines, moves)
    for language in LANGUAGES:
        check_texts(folder, name, language, [cue.key for cue in cues])
    return Lesson(folder, name, int(learner), record, cues)


def _read_record(folder: Path, lines: Lines) -> Record:
    """The record in a lesson, on the map of this folder."""
    try:
        record = read_record("\n".join(text for _, text in lines), [folder])
    except BadRecord as error:
        number = int(error.reason.parameters.get("line", 1))
        problem = str(error).removeprefix(f"line {number}: ")
        raise lines[number - 1][0].error("lesson_record", BadLesson, problem=problem) from None
    if record.game.name != maps.name(folder):
        raise lines[1][0].error("lesson_map", BadLesson, found=record.game.name, wanted=maps.name(folder))
    return record


def _read_cues(record: Record, learner: str, cue_lines: Lines, moves: Lines) -> tuple[Cue, ...]:
    """The cues in their order. From the first cue on, every move of the learner must have one.

    Moves that follow another of the learner's at once need none: cards for a swap, the payment for a station.
    """
    plies = [bisect(moves, line.line, key=lambda move: move[0].line) for line, _ in cue_lines]
    is_own = [*(text.startswith(f"{learner} ") for _, text in moves), False]
    for ply in range(plies[0], len(moves)):
        if is_own[ply] and not is_own[ply - 1] and ply not in plies:
            raise moves[ply][0].error("cue_missing", BadLesson)
    choices = _things_to_show(record)
    cues = []
    for (line, text), ply, following in zip(cue_lines, plies, [*plies[1:], -1], strict=True):
        found = re.fullmatch("> ([a-z][a-z0-9_]*)(: (.+))?", text)
        if not found or found[1] in HEADLINES:
            raise line.error("cue_line", BadLesson, found=shown(text))
        wait = MOVE if is_own[ply] and following != ply else NEXT
        cues.append(Cue(found[1], ply, _read_show(line, found[3], choices), wait))
    return tuple(cues)


def _things_to_show(record: Record) -> dict[str, Collection[str]]:
    """What a cue can show, by kind."""
    board = record.game.board
    return {
        "tracks": {track.text for track in board.tracks},
        "cards": record.game.catalogue.kinds,
        "cities": {city.id for city in board.cities},
        "tickets": {ticket.text for ticket in board.tickets},
        AREA: AREAS,
    }


def _read_show(line: SourceLine, text: str | None, choices: Mapping[str, Collection[str]]) -> dict[str, Any]:
    """What a cue shows: `tracks a-b c-d, cards red, area hand`."""
    show: dict[str, Any] = {}
    for part in text.split(", ") if text else ():
        kind, *items = part.split(" ")
        if kind not in choices or not items or (kind == AREA and len(items) > 1):
            raise line.error("cue_line", BadLesson, found=shown(part))
        for item in items:
            if item not in choices[kind]:
                raise line.error("cue_item", BadLesson, found=shown(item), kind=kind)
        show[kind] = items[0] if kind == AREA else items
    return show
