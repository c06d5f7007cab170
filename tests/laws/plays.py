"""Random plays move by move, with every state on the way, and records made from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from laws.walk import dealt

from whistlestop.game import play
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.game import Game
from whistlestop.game.record import Entry, Record
from whistlestop.game.state import CHANCE, OVER, STATE

game_of = cache(Game)


@dataclass(frozen=True)
class Play:
    """A play: its moves, who made them when, and the states before each of them and after the last."""

    game: Game
    entries: list[Entry]
    states: Any

    def record(self, ply: int) -> Record:
        """The first moves of the play as a record dealt by hand."""
        return record_of(self.game, self.entries[:ply], self.states[ply])


def record_of(game: Game, entries: Sequence[Entry], state: Any) -> Record:
    """A record dealt by hand that has come to a state by some moves, without playing them again."""
    record = Record(game)
    record.entries.extend(entries)
    record.states[0] = state
    return record


def entry_of(states: Any, i: int, move: int) -> Entry:
    """A move of state i that is about to be made."""
    return Entry(int(play.mover(states, i)), int(move), int(states[i].phase), int(states[i].seat))


def random_play(game: Game, seed: int) -> Play:
    """A play from a seed to its end, every legal move equally likely."""
    dice = np.zeros((STREAMS, 3), np.int64)
    load_dice(dice, seed)
    out = np.zeros(len(game.catalogue), np.int64)
    states: Any = np.zeros(1, STATE).view(np.recarray)
    play.start(game.tables, states, 0, CHANCE)
    entries: list[Entry] = []
    passed = [states[0].copy()]
    while states[0].phase != OVER:
        if play.mover(states, 0) == CHANCE:
            move = dealt(game.tables, states, 0, dice)
        else:
            move = out[below(dice, CHOICES, play.legal(game.tables, states, 0, out))]
        entries.append(entry_of(states, 0, move))
        play.apply(game.tables, states, 0, int(move))
        passed.append(states[0].copy())
    return Play(game, entries, np.array(passed, STATE).view(np.recarray))


def finish(record: Record, seed: int, plies: int | None = None) -> Record:
    """Play a record on, to its end or to a number of moves; seats choose at random, chance too where nobody deals."""
    dice = np.zeros((STREAMS, 3), np.int64)
    load_dice(dice, seed)
    while not record.over and (plies is None or len(record.entries) < plies):
        legal = record.legal_moves()
        record.play(legal[below(dice, CHOICES, len(legal))])
    return record
