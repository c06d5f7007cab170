"""Kernels as functions that XLA can call, without the interpreter: handlers of its C interface, xla/ffi/api/c_api.h.

Operands and results are whole batches. What never changes, such as the compiled game, comes as operands too, and memory
to work in as results that nobody reads: a handler keeps nothing, so XLA may call it from several threads at once.
"""
# mypy: ignore-errors
# Numba types these functions when it compiles them.

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import carray, config, types
from numba.core import cgutils
from numba.extending import intrinsic

from whistlestop.bots.board_facts import FACTS
from whistlestop.bots.plan import PLAN
from whistlestop.bots.weights import WEIGHTS
from whistlestop.env.kernels.episodes import Arrays, begin_episodes, step_episodes
from whistlestop.env.kernels.features import FEATURE_WORDS, FEATURES
from whistlestop.env.kernels.games import EPISODE, MOVE_LIST
from whistlestop.env.kernels.opponents import Opponents
from whistlestop.env.observation import Offsets
from whistlestop.env.scratch import Scratch
from whistlestop.env.vector import Batch
from whistlestop.game.kernel import cache_folder
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import GAME, STATE

I = np.int64
VERSION = (0, 1)
"""The version of the interface that the handlers were written for; newer ones know it."""

# Bytes from the start of a C struct to a field of it.
FRAME_EXTENSION, FRAME_OPERANDS, FRAME_RESULTS = 8, 72, 112  # XLA_FFI_CallFrame
EXTENSION_METADATA = 24  # XLA_FFI_Metadata_Extension
METADATA_VERSION = 24  # XLA_FFI_Metadata
BUFFER_DATA, BUFFER_SIZES = 24, 40  # XLA_FFI_Buffer

# The operands: what never changes, then what the games are begun from, or the games and the actions.
GAME_IN, RUNS, NUMBERS, SPREAD, FACTS_IN, WEIGHTS_IN, LINEUPS, SETTINGS = range(8)
STARTS = 8
STATES_IN, EPISODES_IN, ACTIONS_IN = 8, 9, 10
# The results: the games, the fields of a Batch, and memory to work in.
STATES, EPISODES, OBSERVATION, MASK, SEAT, REWARD, DONE, TOTAL, PLACE, FINAL, ACTIONS, WORK = range(12)

WORKS = (FEATURES.itemsize, MOVE_LIST.itemsize, SCORE_SHEET.itemsize, 8 * SCRATCH, PLAN.itemsize)
"""The bytes of each part of the memory that is called WORK."""
SHEETS_AT, SCORES_AT, PLANS_AT = sum(WORKS[:2]), sum(WORKS[:3]), sum(WORKS[:4])


@intrinsic
def pointer(typing, address):
    """A number as a pointer."""

    def generate(context, builder, signature, args):
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), generate


@numba.njit
def word(address):
    """The 64-bit word at an address."""
    return carray(pointer(address), 1, I)[0]


@numba.njit
def place(buffers, n):
    """The address of the first byte in a buffer."""
    return word(word(buffers + 8 * n) + BUFFER_DATA)


@numba.njit
def size(buffers, n, axis):
    """How long a buffer is along an axis."""
    return word(word(word(buffers + 8 * n) + BUFFER_SIZES) + 8 * axis)


@numba.njit
def is_question(frame):
    """Answer, if XLA only asks for the version."""
    extension = word(frame + FRAME_EXTENSION)
    if extension == 0:
        return False
    version = carray(pointer(word(extension + EXTENSION_METADATA) + METADATA_VERSION), 2, np.int32)
    version[0], version[1] = VERSION
    return True


@numba.njit
def arrays_of(operands, results):
    """What the kernels work on."""
    num_envs, columns = size(results, STATES, 0), size(results, OBSERVATION, 1)
    seats, longest = size(operands, RUNS, 0), size(operands, RUNS, 1)
    offsets = Offsets(
        carray(pointer(place(operands, RUNS)), (seats, longest, 4), I),
        carray(pointer(place(operands, NUMBERS)), (seats, size(operands, NUMBERS, 1) // 8), I),
        carray(pointer(place(operands, SPREAD)), 256, I),
    )
    return Arrays(
        carray(pointer(place(operands, GAME_IN)), 1, GAME),
        offsets,
        carray(pointer(place(results, STATES)), num_envs, STATE),
        carray(pointer(place(results, EPISODES)), num_envs, EPISODE),
        carray(pointer(place(results, FINAL)), (num_envs, columns), np.uint8),
        carray(pointer(place(results, FINAL)), (num_envs, columns // 8), I),
        None,
    )


@numba.njit
def opponents_of(operands):
    """Who plays the other seats."""
    settings = carray(pointer(place(operands, SETTINGS)), 2, np.int32)
    lineups = size(operands, LINEUPS, 0), size(operands, LINEUPS, 1) // 8
    return Opponents(
        carray(pointer(place(operands, FACTS_IN)), 1, FACTS),
        carray(pointer(place(operands, WEIGHTS_IN)), size(operands, WEIGHTS_IN, 0), WEIGHTS),
        carray(pointer(place(operands, LINEUPS)), lineups, I),
        I(settings[1]),
    )


@numba.njit
def batch_of(results):
    """The arrays that a step writes; scores are 0 where no game ends."""
    num_envs, seats = size(results, REWARD, 0), size(results, REWARD, 1)
    total = carray(pointer(place(results, TOTAL)), (num_envs, seats), np.int32)
    places = carray(pointer(place(results, PLACE)), (num_envs, seats), np.int8)
    total[:] = 0
    places[:] = 0
    return Batch(
        carray(pointer(place(results, OBSERVATION)), (num_envs, size(results, OBSERVATION, 1)), np.uint8),
        carray(pointer(place(results, MASK)), (num_envs, size(results, MASK, 1)), np.int8),
        carray(pointer(place(results, SEAT)), num_envs, np.int8),
        carray(pointer(place(results, REWARD)), (num_envs, seats), np.float32),
        carray(pointer(place(results, DONE)), num_envs, np.bool_),
        total,
        places,
    )


@numba.njit
def longs_of(results):
    """The observations as 64-bit words."""
    rows = size(results, OBSERVATION, 0), size(results, OBSERVATION, 1) // 8
    return carray(pointer(place(results, OBSERVATION)), rows, I)


@numba.njit
def scratch_of(results):
    """Scratch memory, all 0."""
    work = place(results, WORK)
    carray(pointer(work), size(results, WORK, 0), np.uint8)[:] = 0
    return Scratch(
        carray(pointer(work), 1, FEATURES),
        carray(pointer(work), (1, FEATURE_WORDS), I),
        carray(pointer(work + WORKS[0]), 1, MOVE_LIST),
        carray(pointer(work + SHEETS_AT), 1, SCORE_SHEET),
        carray(pointer(work + SCORES_AT), SCRATCH, I),
        carray(pointer(work + PLANS_AT), 1, PLAN),
    )


@numba.njit
def copy(operands, source, results, target):
    """Copy the records of an operand to a result, unless both are the same memory."""
    before, after = place(operands, source), place(results, target)
    if before != after:
        count = size(results, target, 0) * size(results, target, 1) // 8
        carray(pointer(after), count, I)[:] = carray(pointer(before), count, I)


@numba.njit
def begin_games(frame, opponents):
    """Start games from the number of their run and their own number in it."""
    operands, results = word(frame + FRAME_OPERANDS), word(frame + FRAME_RESULTS)
    arrays = arrays_of(operands, results)
    num_envs = size(results, STATES, 0)
    starts = carray(pointer(place(operands, STARTS)), (num_envs, 2), I)
    for words in (STATES, EPISODES):
        carray(pointer(place(results, words)), num_envs * size(results, words, 1) // 8, I)[:] = 0
    for i in range(num_envs):
        arrays.episodes[i].run = starts[i, 0]
        arrays.episodes[i].number = starts[i, 1]
    batch, longs, scratch = batch_of(results), longs_of(results), scratch_of(results)
    begin_episodes(arrays, opponents, batch, longs, scratch, I(0), num_envs)


@numba.njit
def step_games(frame, opponents):
    """Make an action in every game."""
    operands, results = word(frame + FRAME_OPERANDS), word(frame + FRAME_RESULTS)
    copy(operands, STATES_IN, results, STATES)
    copy(operands, EPISODES_IN, results, EPISODES)
    num_envs = size(results, STATES, 0)
    actions = carray(pointer(place(results, ACTIONS)), num_envs, I)
    actions[:] = carray(pointer(place(operands, ACTIONS_IN)), num_envs, np.int32)
    kind = I(carray(pointer(place(operands, SETTINGS)), 2, np.int32)[0])
    batch, longs, scratch = batch_of(results), longs_of(results), scratch_of(results)
    arrays, restart, first = arrays_of(operands, results), num_envs > 0, I(0)  # no constants: Numba compiles for each
    step_episodes(arrays, opponents, actions, kind, restart, batch, longs, scratch, first, num_envs)


def begin(frame):
    """Start games of which you play all seats."""
    if not is_question(frame):
        begin_games(frame, None)
    return 0


def step(frame):
    """Make an action in games of which you play all seats."""
    if not is_question(frame):
        step_games(frame, None)
    return 0


def begin_against(frame):
    """Start games against opponents."""
    if not is_question(frame):
        begin_games(frame, opponents_of(word(frame + FRAME_OPERANDS)))
    return 0


def step_against(frame):
    """Make an action in games against opponents."""
    if not is_question(frame):
        step_games(frame, opponents_of(word(frame + FRAME_OPERANDS)))
    return 0


@cache
def handler(function: Callable[[int], int]) -> Any:
    """A function as a C function, compiled once; like kernels it stays in the cache folder of their sources."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder("env"))
    try:
        return numba.cfunc(types.int64(types.int64), cache=True)(function).ctypes
    finally:
        config.CACHE_DIR = before
