"""Why a lesson is refused, with the sentences."""

from typing import ClassVar

from whistlestop.game.reasons import BadMap

ENGLISH = {
    # The texts
    "lesson_name": "{file}: a lesson is named after its folder, and {name!r} is not a valid name. Use lower-case"
    " letters, digits and _.",
    "text_line": "{file}:{line}: {found!r} is not a text. Write a name, a colon, a space and the text.",
    "text_twice": "{file}:{line}: {key!r} is already on line {first}. Give each text once.",
    "text_unknown": "{file}:{line}: no cue needs the text {key!r}. Remove it, or correct its name.",
    "text_missing": "{file}:{line}: the text {key!r} is missing.",
    # The moves and cues
    "lesson_header": "{file}:{line}: {found!r} is not part of a lesson's header. It has `learner: SEAT`,"
    " `seats: NUMBER` and perhaps `first: SEAT` and `order: NUMBER`; then an empty line.",
    "lesson_seats": "{file}:{line}: a lesson begins with `learner: SEAT` and `seats: NUMBER`. This map has {least} to"
    " {most} seats, numbered from 0.",
    "lesson_move": "{file}:{line}: {problem}",
    "lesson_too_large": "{file}: the lesson has {size} characters; the most is {most}. Make it shorter.",
    "lesson_empty": "{file}:{line}: the lesson has no cue. Add lines that begin with `>`.",
    "cue_line": "{file}:{line}: {found!r} is not a cue. Write `> name`, or `> name: tracks a-b, cards red, area hand`.",
    "cue_item": "{file}:{line}: {found!r} can't be shown: it is not one of the {kind} of this map.",
    "cue_deal": "{file}:{line}: a deal follows this cue. Put the cue before a move of a seat, or at the end.",
    "cue_missing": "{file}:{line}: nothing tells the learner to make this move. Put a cue before it.",
}


class BadLesson(BadMap):
    """A lesson that can't be read, or doesn't replay."""

    english: ClassVar = {**BadMap.english, **ENGLISH}
