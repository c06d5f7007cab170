"""Compile the kernels of `network_gpu.py` into the cache, all at the same time, each in a process of its own."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import network_kernels
import numpy as np
from numba import cuda

from whistlestop.bots.board_facts import FACTS
from whistlestop.bots.inputs import SHAPE
from whistlestop.bots.turns import PLAY
from whistlestop.bots.weights import WEIGHTS
from whistlestop.game.state import GAME, STATE
from whistlestop.game.view import VIEW
from whistlestop.learn import gpu_room

INTS = (np.int64, 1)
TABLE = (np.int64, 2)
RULES = ((GAME, 1), (FACTS, 1), (WEIGHTS, 1))
SHOWN = ((np.uint8, 2), (np.bool_, 2), (np.int16, 2), (np.uint8, 2), (np.uint8, 2))
ARGUMENTS = {
    "begin_on_gpu": (RULES[0], (STATE, 1), (PLAY, 1)),
    "act_on_gpu": (*RULES, (STATE, 1), (PLAY, 1), INTS, TABLE),
    "show_on_gpu": (*RULES, (SHAPE, 1), (STATE, 1), (PLAY, 1), TABLE, INTS, 0, *SHOWN),
    "distances_on_gpu": (RULES[0], (STATE, 1), (PLAY, 1), 0, 0, (np.uint8, 2)),
    "look_on_gpu": (RULES[0], (STATE, 1), (PLAY, 1), TABLE, (VIEW, 1)),
    "style_on_gpu": (*RULES, (STATE, 1), TABLE, (np.int16, 2), (np.uint8, 2), TABLE),
    "end_on_gpu": (RULES[0], (STATE, 1), (np.int32, 2), (np.int32, 2), (np.bool_, 1)),
    "start_on_gpu": (RULES[0], (VIEW, 1), (np.float64, 2), INTS, INTS, TABLE, 0, 0, 0, (STATE, 1), (PLAY, 1)),
    "sample_on_gpu": ((PLAY, 1), (np.float32, 2), (np.int16, 2), (np.uint8, 2), INTS),
    "list_on_gpu": (*RULES, 0, (VIEW, 1), INTS, INTS, INTS, TABLE, TABLE, TABLE),
    "roll_on_gpu": (*RULES, 0, 0, (VIEW, 1), INTS, INTS, TABLE, INTS, TABLE),
}
"""What each kernel takes: arrays, with their types and numbers of dimensions, and whole numbers."""


def compile_one(name: str) -> float:
    """Compile a kernel without launching it; returns how many seconds that took."""
    began = time.perf_counter()
    kernel = getattr(network_kernels, name, None) or getattr(gpu_room, name)
    arguments = [
        cuda.to_device(np.zeros((1, 1)[: one[1]], one[0])) if isinstance(one, tuple) else one for one in ARGUMENTS[name]
    ]
    kernel.compile(tuple(kernel.typeof_pyval(argument) for argument in arguments))
    return time.perf_counter() - began


def compile_all() -> None:
    """Compile all kernels, and print how long each took."""
    with ProcessPoolExecutor(len(ARGUMENTS), get_context("spawn")) as pool:
        for name, seconds in zip(ARGUMENTS, pool.map(compile_one, ARGUMENTS), strict=True):
            print(f"{name}: {seconds:.1f} s", flush=True)
