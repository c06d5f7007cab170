"""Rooms: what they show of decisions."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra `train`")

from whistlestop.bots.inputs import make_shape  # noqa: E402 - these come after the check for PyTorch
from whistlestop.learn.league import BOTS, Shares, assign, first_priors  # noqa: E402
from whistlestop.learn.room import all_games, make_room  # noqa: E402


def test_a_style_rates_the_candidates_and_changes_no_input() -> None:
    games = all_games("new_york")[:1]
    plays = assign(games, Shares({"planner": 1.0}, {2: 1.0}), 8, seed=4).plays
    styled = plays.copy()
    styled["style"] = list(BOTS).index("destination_hungry")
    rooms = [
        make_room(games, make_shape(games[0], 64, 1), first_priors(games), given, "cpu") for given in (plays, styled)
    ]
    for room in rooms:
        room.reset()
    differ = 0
    for _ in range(4):
        assert torch.equal(rooms[0].rows, rooms[1].rows)
        differ += int((rooms[0].prior != rooms[1].prior).sum())
        actions = rooms[0].mask.numpy().argmax(1)
        for room in rooms:
            room.step(torch.from_numpy(actions.astype(np.int64)))
    assert differ > 0
