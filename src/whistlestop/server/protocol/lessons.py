"""Lessons: games with cues for a learner."""

from typing import Literal

from whistlestop.server.protocol.base import Model, absent


class CueTargets(Model):
    """What a cue is about: things on the board, cards, tickets, and a part of the table."""

    tracks: list[str] = absent()
    cards: list[str] = absent()
    cities: list[str] = absent()
    tickets: list[str] = absent()
    area: Literal["row", "deck", "hand", "tickets", "ticket_deck", "seats", "log", "station", "result", "board"] = (
        absent()
    )


class LessonCue(Model):
    """What the learner reads at one moment."""

    ply: int
    """How many moves of the lesson have been made when it appears. Several cues of one ply follow each other."""
    text: str
    show: CueTargets
    wait: Literal["move", "next"]
    """`move`: until the learner makes the move at this ply, and the learner's moves that follow it without a cue;
    `next`: until the learner has read it."""
    wrong: str = absent()
    """What to say when the learner makes another move instead."""


class Lesson(Model):
    """A lesson in one language: a game that plays by itself, except for the moves that cues wait for."""

    lesson: str
    map: str
    title: str
    summary: str
    seats: int
    names: list[str]
    """What each seat is called; empty for no name."""
    learner: int
    """The learner's seat."""
    first: int | None
    """The seat that begins; null if chance's first move says."""
    moves: list[str]
    """The lines of the record, deals included. Those before the first cue are made at once."""
    cues: list[LessonCue]
