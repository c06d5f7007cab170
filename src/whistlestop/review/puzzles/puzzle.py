"""A puzzle: a position of a game, written as a seed and the moves of the seats, and what its moves are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whistlestop.game.catalogue import CLAIM, PAY
from whistlestop.game.game import Game
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record

EASIEST, HARDEST = 1, 5
"""The limits of a difficulty."""
THEMES = (
    "finish_ticket", "save_ticket", "block", "stop_drawing", "end_game", "last_round", "points", "cards", "tickets",
    "first_tickets", "tunnel", "station",
)  # fmt: skip
"""What a puzzle can be about; `themes` finds out."""


@dataclass(frozen=True)
class Choice:
    """A move with the chance of winning after it, from 0 to 1."""

    move: int
    chance: float
    low: float
    """How much less this is than the best move's, at least and at most, at 99 % confidence; the best move has 0 and
    0."""
    high: float


@dataclass(frozen=True)
class Puzzle:
    """A position in which a seat is to move, and its best moves."""

    number: int
    """From 1 within a file."""
    seats: int
    seed: int
    """Of the fast dealer, who makes chance's moves."""
    moves: tuple[int, ...]
    """The moves of the seats up to the position, as numbers of the catalogue."""
    seat: int
    themes: tuple[str, ...]
    difficulty: int
    choices: tuple[Choice, ...]
    """The best move, then the next best ones; no other move is nearer to the best than the last of these."""

    @property
    def best(self) -> int:
        """The move that solves it, as a number of the catalogue."""
        return self.choices[0].move

    def as_dict(self, game: Game) -> dict[str, Any]:
        """The puzzle as JSON-serialisable types."""
        return {
            "number": self.number,
            "seats": self.seats,
            "seed": self.seed,
            "seat": self.seat,
            "themes": list(self.themes),
            "difficulty": self.difficulty,
            "moves": list(self.moves),
            "choices": [
                {
                    "move": game.catalogue.moves[one.move].text,
                    "chance": one.chance,
                    "low": one.low,
                    "high": one.high,
                }
                for one in self.choices
            ],
        }


def replay(game: Game, seed: int, moves: Sequence[int]) -> Record:
    """The record of a position; raises IllegalMove at the first move that is wrong."""
    record = Record(game, seed)
    for move in moves:
        if not 0 <= move < len(game.catalogue):
            raise IllegalMove("no_such_move", given=move, most=len(game.catalogue) - 1)
        record.play(move)
    return record


def answer_of(game: Game, move: int) -> tuple[int, ...]:
    """What a move answers to a puzzle.

    Claims of the same route are one answer, whatever the payment and the track, and so are all payments of a station or
    a tunnel. Other moves are answers of their own.
    """
    found = game.catalogue.moves[move]
    if found.kind == CLAIM:
        track = game.board.tracks[found.what]
        return CLAIM, min(track.a, track.b), max(track.a, track.b)
    return (PAY,) if found.kind == PAY else (found.kind, found.what)
