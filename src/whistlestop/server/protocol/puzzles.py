"""Puzzles: positions in which one move is clearly best."""

from whistlestop.server.protocol.base import Model


class PuzzleChoice(Model):
    """A move in the position of a puzzle."""

    move: str
    chance: float
    """The chance of winning after it, from 0 to 1."""
    low: float
    """How much less that is than the best move's, at least and at most, at 99 % confidence."""
    high: float


class Puzzle(Model):
    """A position of a game between bots in which a seat is to move."""

    number: int
    """From 1."""
    seats: int
    seed: int
    """Of the fast dealer, who makes the deals."""
    moves: list[int]
    """The moves of the seats up to the position, by their numbers in the map's catalogue for so many seats."""
    seat: int
    themes: list[str]
    difficulty: int
    """From 1 to 5."""
    choices: list[PuzzleChoice]
    """The move that is looked for, then the next best ones. The first is right with any payment and on
    either track of a double route."""
