"""Observer: observations of one state at a time, for the environments that step in Python."""

from typing import Any

import numpy as np

from whistlestop.env.kernels.earnings import lose, settle
from whistlestop.env.kernels.features import observe
from whistlestop.env.observation import DTYPE, MASK, Layout
from whistlestop.env.reasons import BadInput
from whistlestop.env.scratch import make_scratch
from whistlestop.game import engine
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.limits import MOVES
from whistlestop.game.state import STATE
from whistlestop.game.view import View


class Observer:
    """Makes observations, masks and rewards of a game's states; every call returns new arrays.

    A single state has no history: with `history`, its columns are 0 until a `Follower` writes them.
    """

    def __init__(self, game: Game, history: bool = False) -> None:
        self.game = game
        self.layout = Layout(game, history)
        self._scratch = make_scratch()
        self._out = np.zeros(MOVES, np.int64)

    def observation(self, states: Any, i: int, viewer: int) -> Any:
        """What a seat knows about state i, as a flat vector."""
        rows = np.zeros((1, self.layout.size), DTYPE)
        longs = rows.view(np.int64)
        observe(self.game.compiled, self.layout.offsets, states, i, viewer, self._scratch, rows, longs)
        return rows[0]

    def of_view(self, view: View) -> Any:
        """What a bot knows that has a view: the same observation, since without a history it depends on the view alone.

        Raises BadInput if the layout has a history: a view does not contain what happened before.
        """
        if self.layout.has_history:
            raise BadInput("no_history")
        state: Any = np.zeros(1, STATE)
        guess(self.game.compiled, view.views, 0, make_dice(0), state, 0)
        return self.observation(state, 0, view.viewer)

    def mask_of_view(self, view: View) -> Any:
        """The legal moves of a bot that has a view, int8."""
        mask = np.zeros(self.layout.actions, MASK)
        mask[view.legal] = 1
        return mask

    def mask(self, states: Any, i: int, viewer: int) -> Any:
        """The legal moves of a seat in state i, int8; all 0 if it is not that seat's move."""
        mask = np.zeros(self.layout.actions, MASK)
        if engine.mover(states, i) == viewer:
            mask[self._out[: engine.legal(self.game.compiled, states, i, self._out)]] = 1
        return mask

    def rewards(self, states: Any, i: int, kind: int) -> Any:
        """What each seat earns from the final score of state i."""
        paid = np.zeros((1, self.game.seats), np.float32)
        totals, places = np.zeros((1, self.game.seats), np.int32), np.zeros((1, self.game.seats), np.int8)
        settle(self.game.compiled, states, i, kind, self._scratch, paid, totals, places)
        return paid[0]

    def forfeited(self, loser: int, kind: int) -> Any:
        """What each seat earns when one of them forfeits."""
        paid = np.zeros((1, self.game.seats), np.float32)
        totals, places = np.zeros((1, self.game.seats), np.int32), np.zeros((1, self.game.seats), np.int8)
        lose(self.game.compiled, loser, kind, paid, totals, places)
        return paid[0]
