"""Lesson: a record with cues, which tell a learner what to do and show where.

`lessons/NAME/lesson.txt` in a map's folder has a header of its own, the moves of a record, and cues between them:

    learner: 0
    seats: 2
    first: 0                   only if chance's first move doesn't say who begins
    order: 1                   lessons are taken in this order; 9 if it isn't given

    = red
    > keep_both: tickets chelsea-wall_street, area tickets
    0 keep 1 2

What a cue says is in the files of texts beside it. Lines that begin with `#` are notes for the author. Errors name the
file and the line.
"""

import re
from bisect import bisect
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whistlestop import maps
from whistlestop.game import board, reader
from whistlestop.game.game import Game
from whistlestop.game.map_files import SourceLine, read_text, shown
from whistlestop.game.reasons import BadRecord
from whistlestop.game.record import Record, header
from whistlestop.game.rules import Rules
from whistlestop.lessons.reasons import BadLesson
from whistlestop.lessons.texts import FOLDER, HEADLINES, SUMMARY, TITLE, WRONG, check_texts, read_texts

RECORD = "lesson.txt"
CUE, NOTE = ">", "#"
"""How lines begin that are not part of the record."""
DEAL = "= "
OUTCOME = " [0-9]+/[0-9]+$"
"""What a deal of the fair dealer ends with; a lesson doesn't need it."""
LARGEST = 200_000
"""The most characters of a lesson; a long game has about 15,000."""
LAST = 9
"""The order of lessons that don't say theirs."""
AREAS = ("row", "deck", "hand", "tickets", "ticket_deck", "seats", "log", "station", "result", "board")
"""The parts of a table that a cue can show."""
AREA = "area"
MOVE, NEXT = "move", "next"
"""What a cue waits for: that the learner makes the next move, or has read the text."""
Lines = list[tuple[SourceLine, str]]
"""Lines of a file, each with its number and its text."""


@dataclass(frozen=True)
class Cue:
    """What the learner reads at one moment, and what it is about."""

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
    seats: int
    first: int | None
    """Who begins; None if chance's first move says."""
    order: int
    """Lessons of all maps are taken in this order."""
    moves: Lines
    """The moves as a record has them, deals included."""
    cues: list[Cue]

    def as_dict(self, language: str) -> dict[str, Any]:
        """The lesson as JSON-serialisable types, with its texts in one language."""
        texts = read_texts(self.folder, self.name, language)
        return {
            "lesson": self.name,
            "map": maps.name(self.folder),
            "title": texts[TITLE],
            "summary": texts[SUMMARY],
            "seats": self.seats,
            "names": [texts.get(f"name_{seat}", "") for seat in range(self.seats)],
            "learner": self.learner,
            "first": self.first,
            "moves": [text for _, text in self.moves],
            "cues": [cue_dict(cue, texts) for cue in self.cues],
        }


def cue_dict(cue: Cue, texts: Mapping[str, str]) -> dict[str, Any]:
    """A cue as JSON-serialisable types."""
    wrong = texts.get(cue.key + WRONG)
    said = {"ply": cue.ply, "text": texts[cue.key], "show": cue.show, "wait": cue.wait}
    return said if wrong is None else {**said, "wrong": wrong}


def read_lesson(folder: Path, name: str) -> Lesson:
    """A lesson of the map in a folder, as it is written; `replay` finds out whether its moves are legal."""
    path = folder / FOLDER / name / RECORD
    written = read_text(path)
    if len(written) > LARGEST:
        raise BadLesson("lesson_too_large", file=str(path), line=1, size=len(written), most=LARGEST)
    numbered = enumerate(written.splitlines(), 1)
    lines = [(SourceLine(str(path), number), text) for number, text in numbered if not text.startswith(NOTE)]
    end = next((n for n, (_, text) in enumerate(lines) if not text), len(lines))
    top = lines[0][0] if lines else SourceLine(str(path), 1)
    printed, rules = board.load(folder)
    fields = _read_header(top, lines[:end], rules)
    cue_lines = [(line, text) for line, text in lines[end:] if text.startswith(CUE)]
    if not cue_lines:
        raise top.error("lesson_empty", BadLesson)
    moves = [(line, re.sub(OUTCOME, "", text)) for line, text in lines[end:] if text and not text.startswith(CUE)]
    cues = _read_cues(cue_lines, moves, fields["learner"], _things_to_show(printed, rules))
    for language in board.LANGUAGES:
        check_texts(folder, name, language, [cue.key for cue in cues])
    return Lesson(
        folder, name, fields["learner"], fields["seats"], fields.get("first"), fields.get("order", LAST), moves, cues
    )


def replay(lesson: Lesson) -> Record:
    """The record of a lesson, replayed by the rules; raises BadLesson at the first move that is wrong."""
    begin = header(Record(Game.load(lesson.folder, lesson.seats), first=lesson.first))
    text = "\n".join([*begin, *(text for _, text in lesson.moves), ""])
    try:
        return reader.read(text, [lesson.folder])
    except BadRecord as error:
        number = int(error.reason.parameters["line"])
        problem = str(error).removeprefix(f"line {number}: ")
        raise lesson.moves[number - 1 - len(begin)][0].error("lesson_move", BadLesson, problem=problem) from None


def _read_header(top: SourceLine, lines: Lines, rules: Rules) -> dict[str, int]:
    """The fields before the moves: `learner`, `seats`, and perhaps `first` and `order`."""
    found: dict[str, int] = {}
    for line, text in lines:
        field = re.fullmatch("(learner|seats|first|order): ([0-9])", text)
        if not field:
            raise line.error("lesson_header", BadLesson, found=shown(text))
        found[field[1]] = int(field[2])
    seats, least, most = found.get("seats", 0), rules.min_seats, rules.max_seats
    if not least <= seats <= most or not max(found.get("learner", seats), found.get("first", 0)) < seats:
        raise top.error("lesson_seats", BadLesson, least=least, most=most)
    return found


def _read_cues(cue_lines: Lines, moves: Lines, learner: int, choices: Mapping[str, Collection[str]]) -> list[Cue]:
    """The cues in their order. From the first cue on, every move of the learner must have one.

    Moves that follow another of the learner's at once need none: cards for a swap, the payment for a station.
    """
    plies = [bisect(moves, line.line, key=lambda move: move[0].line) for line, _ in cue_lines]
    is_own = [*(text.startswith(f"{learner} ") for _, text in moves), False]
    for ply in range(plies[0], len(moves)):
        if is_own[ply] and not is_own[ply - 1] and ply not in plies:
            raise moves[ply][0].error("cue_missing", BadLesson)
    cues = []
    for (line, text), ply, following in zip(cue_lines, plies, [*plies[1:], -1], strict=True):
        found = re.fullmatch("> ([a-z][a-z0-9_]*)(: (.+))?", text)
        if not found or found[1] in HEADLINES:
            raise line.error("cue_line", BadLesson, found=shown(text))
        if ply < len(moves) and moves[ply][1].startswith(DEAL):
            raise line.error("cue_deal", BadLesson)
        wait = MOVE if is_own[ply] and following != ply else NEXT
        cues.append(Cue(found[1], ply, _read_show(line, found[3], choices), wait))
    return cues


def _things_to_show(printed: board.Board, rules: Rules) -> dict[str, Collection[str]]:
    """What a cue can show, by kind."""
    return {
        "tracks": {track.text for track in printed.tracks},
        "cards": ("locomotive", *rules.colours),
        "cities": {city.id for city in printed.cities},
        "tickets": {ticket.text for ticket in printed.tickets},
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
