"""Gymnasium spaces of observations and actions."""

from typing import Any

import numpy as np
from gymnasium import spaces

from whistlestop.env.observation import DTYPE, MASK, Field, Layout


def flat_space(layout: Layout) -> spaces.Box:
    """Observations as flat vectors; `high` has the highest value of every column."""
    high = np.ones(layout.size, DTYPE)
    for field in layout.fields:
        high[field.start : field.stop] = field.most
    return spaces.Box(np.zeros_like(high), high, dtype=DTYPE)


def named_space(layout: Layout) -> spaces.Dict:
    """Observations as named arrays."""
    return spaces.Dict({field.name: box(field) for field in layout.fields})


def box(field: Field) -> spaces.Box:
    """One named array."""
    return spaces.Box(0, field.most, field.shape, DTYPE)


def observation_space(layout: Layout, named: bool) -> spaces.Dict:
    """An observation with its action mask, in PettingZoo's form."""
    observed: spaces.Space[Any] = named_space(layout) if named else flat_space(layout)
    return spaces.Dict({"observation": observed, "action_mask": spaces.Box(0, 1, (layout.actions,), MASK)})


def action_space(layout: Layout) -> spaces.Discrete:
    """All moves that a seat can ever make, numbered as in the catalogue."""
    return spaces.Discrete(layout.actions)
