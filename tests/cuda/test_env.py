"""The vector environment on CUDA writes the bytes that it writes on the CPU: in the simulator, against plain Python."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whistlestop.env.gpu import CudaVectorEnv
from whistlestop.env.reasons import BadInput, IllegalAction

CELLS = {
    "new_york:2:points:": 75,
    "europe:3:place:": 8,
    "nordic:2:margin:": 8,
    "new_york:3:points:racer,random": 40,
}
"""A map, a number of seats, rewards and opponents, and how many steps are compared; games end on New York."""

# What the other process runs: the same steps with no GPU, uncompiled.
OTHER = """
import hashlib, json, sys
import conftest
from whistlestop.env.vector import VectorEnv

answers = {}
for cell, steps in json.loads(sys.argv[1]).items():
    name, seats, rewards, opponents = cell.split(":")
    env = VectorEnv(
        name, int(seats), 2, opponents=opponents.split(",") if opponents else (), rewards=rewards, on_illegal="lose"
    )
    digests = [[hashlib.sha256(array.tobytes()).hexdigest() for array in env.reset(seed=5)]]
    ended = 0
    for step in range(steps):
        actions = env.sample()
        if step == 3:
            actions[1] = -1
        batch = env.step(actions)
        ended += int(batch.done.sum())
        digests.append([hashlib.sha256(array.tobytes()).hexdigest() for array in batch])
    answers[cell] = [ended, digests]
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def uncompiled() -> Any:
    """What the uncompiled kernels write."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": "none", "PYTHONPATH": path}
    command = [sys.executable, "-c", OTHER, json.dumps(CELLS)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def digests_of(batch: Any) -> list[str]:
    return [hashlib.sha256(np.ascontiguousarray(array.copy_to_host()).tobytes()).hexdigest() for array in batch]


@pytest.mark.parametrize("cell", CELLS)
def test_steps_on_cuda_agree_byte_for_byte(cell: str, uncompiled: Any) -> None:
    name, seats, rewards, opponents = cell.split(":")
    given = opponents.split(",") if opponents else ()
    env = CudaVectorEnv(name, int(seats), 2, opponents=given, rewards=rewards, on_illegal="lose")
    digests = [digests_of(env.reset(seed=5))]
    ended = 0
    for step in range(CELLS[cell]):
        actions = env.sample()
        if step == 3:
            actions[1] = -1
        batch = env.step(actions)
        ended += int(batch.done.copy_to_host().sum())
        digests.append(digests_of(batch))
    assert [ended, digests] == uncompiled[cell]
    assert ended >= (2 if cell.startswith("new_york") else 1)


def test_bad_actions_are_named() -> None:
    env = CudaVectorEnv("new_york", 2, 2)
    with pytest.raises(BadInput, match="call reset first"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    with pytest.raises(BadInput, match=r"shape \(3,\); it must be \(2,\)"):
        env.step([0, 0, 0])
    with pytest.raises(BadInput, match="dtype float64"):
        env.step(np.zeros(2))
    actions = env.sample()
    actions[1] = env.game.catalogue.numbers["take red"]
    with pytest.raises(IllegalAction, match=r"'take red'.* in environment 1: the phase is 'first choice'"):
        env.step(actions)
    actions[1] = 9999
    with pytest.raises(IllegalAction, match="Seat 0 has no action 9999 in environment 1"):
        env.step(actions)
