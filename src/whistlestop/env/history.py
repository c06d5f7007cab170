"""Histories: what an attentive player remembers, of one game or of many, in the form that kernels need."""

from typing import Any

import numpy as np

from whistlestop.env.kernels.history import HISTORY, HISTORY_WORDS, Noted, follow, observe_history
from whistlestop.env.observation import Layout
from whistlestop.game import engine
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE, STATE


class Histories:
    """The histories of some games, or, where the layout has none, of nothing: `noted` is None."""

    def __init__(self, layout: Layout, games: int) -> None:
        self.layout = layout
        self._records: Any = np.zeros(games if layout.has_history else 0, HISTORY)

    @property
    def noted(self) -> Noted | None:
        """The histories in the form that kernels need."""
        layout, records = self.layout, self._records
        if not layout.has_history:
            return None
        words = records.view(np.int64).view(np.ndarray).reshape(len(records), HISTORY_WORDS)
        return Noted(records, words, layout.history_offsets, layout.view_size // 8)


class Follower:
    """The history of a record, which it reads on when it is asked."""

    def __init__(self, layout: Layout, record: Record) -> None:
        self._histories, self._record, self._read = Histories(layout, 1), record, 0
        self._states: Any = np.zeros(1, STATE)
        engine.start(record.game.compiled, self._states, 0, CHANCE if record.first is None else record.first)

    def write(self, viewer: int, row: Any) -> None:
        """Write the columns of the history as a seat sees it to an observation."""
        entries, noted = self._record.entries, self._histories.noted
        moves = np.array([entry.move for entry in entries[self._read :]], np.int64)
        follow(self._record.game.compiled, self._states, moves, noted)
        self._read = len(entries)
        rows = row.reshape(1, -1)
        observe_history(self._states, noted, viewer, rows, rows.view(np.int64))
