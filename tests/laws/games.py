"""Random games with every state on the way, and records made from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from laws.walk import LOG, copy, dealt

from whistlestop.game import engine
from whistlestop.game.dice import CHOICES, below, make_dice
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry
from whistlestop.game.record import Entry, Record
from whistlestop.game.state import BY_CHANCE, CHANCE, OVER, STATE, is_chance


@dataclass(frozen=True)
class RandomGame:
    """A game: its moves, and the states before each of them and after the last."""

    game: Game
    log: Any
    states: Any

    @cached_property
    def entries(self) -> list[Entry]:
        """The moves, with who made them when."""
        fields = (self.log, self.states["phase"][:-1], self.states["seat"][:-1])
        return [
            Entry(CHANCE if BY_CHANCE >> phase & 1 else seat, move, phase, seat)
            for move, phase, seat in zip(*(field.tolist() for field in fields), strict=True)
        ]

    def record(self, ply: int) -> Record:
        """The first moves of the game as a record dealt by hand, without playing them again."""
        record = Record(self.game)
        record.entries.extend(self.entries[:ply])
        record.states[0] = self.states[ply]
        return record


def words_of(states: Any) -> Any:
    """An array of states as words, one row per state."""
    return states.view(np.int64).view(np.ndarray).reshape(len(states), -1)


@entry
def unroll(games: Any, states: Any, words: Any, dice: Any, out: Any, log: Any) -> int:
    """Play at random from state 0, every move on a copy of the state before it; return how many moves were made."""
    ply = 0
    while states[ply].phase != OVER:
        if is_chance(states[ply].phase):
            log[ply] = dealt(games, states, ply, dice)
        else:
            log[ply] = out[below(dice, CHOICES, engine.legal(games, states, ply, out))]
        copy(words, ply, ply + 1)
        engine.apply(games, states, ply + 1, log[ply])
        ply += 1
    return ply


def random_game(game: Game, seed: int) -> RandomGame:
    """A game from a seed to its end, every legal move equally likely; the deals are the fast dealer's."""
    states: Any = np.zeros(LOG, STATE).view(np.recarray)
    log, out = np.zeros(LOG, np.int64), np.zeros(len(game.catalogue), np.int64)
    engine.start(game.compiled, states, 0, CHANCE)
    plies = unroll(game.compiled, states, words_of(states), make_dice(seed), out, log)
    return RandomGame(game, log[:plies].copy(), states[: plies + 1].copy())


def finish(record: Record, seed: int, plies: int | None = None) -> Record:
    """Play a record on, to its end or to a number of moves; seats choose at random, chance too where nobody deals."""
    dice = make_dice(seed)
    while not record.over and (plies is None or len(record.entries) < plies):
        legal = record.legal_moves()
        record.play(legal[below(dice, CHOICES, len(legal))])
    return record
