"""Random numbers: a counter-based generator that gives the same numbers compiled and uncompiled.

Dice are an array with one line per stream: two words of the key, and how many numbers were drawn. Each deck has its own
stream, so that draws from one deck don't change another's; random choices of moves have one too. Number n of a stream
depends only on the seed, the stream and n.
"""

import random

import numpy as np

from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import Dice
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import BadSeed

# Streams. The first four are also the decks of fair dealing.
CARDS = 0
SHORT = 1
LONG = 2
FIRST_SEAT = 3
CHOICES = 4
STREAMS = 5
STREAM_NAMES = ("cards", "short", "long", "first")

SEED_LIMIT = 1 << 62
WORD = 0xFFFFFFFF


@kernel
def mix(word: int) -> int:
    """Scramble the bits of a 32-bit word; the result is different for every word."""
    word = ((word >> 16) ^ word) * 0x45D9F3B & WORD
    word = ((word >> 16) ^ word) * 0x45D9F3B & WORD
    return (word >> 16) ^ word


@kernel
def load_dice(dice: Dice, seed: int) -> None:
    """Set every stream to its start for a seed."""
    for stream in range(STREAMS):
        key = mix(mix(seed & WORD) ^ mix((seed >> 32) + 0x51ED270B)) ^ (stream * 0x2545F491)
        dice[stream, 0] = mix(key & WORD)
        dice[stream, 1] = mix((dice[stream, 0] + (seed & WORD)) & WORD)
        dice[stream, 2] = 0


@kernel
def below(dice: Dice, stream: int, n: int) -> int:
    """The next number of a stream, from 0 to n - 1. The bias is below 2**-20, since n is far below 2**31."""
    word = mix(mix((dice[stream, 0] + dice[stream, 2]) & WORD) ^ dice[stream, 1])
    dice[stream, 2] += 1
    return (word * n) >> 32


def make_dice(seed: int) -> np.ndarray:
    """Dice for a seed, a whole number from 0 to 2**62 - 1."""
    check_seed(seed)
    dice = np.zeros((STREAMS, 3), np.int64)
    load_dice(dice, seed)
    return dice


def seat_rng(seed: int, seat: int) -> random.Random:
    """The generator for one seat's choices in the game of a seed.

    Whatever asks bots for one move after another (terminal, arena, environment, dataset) uses it, so the same bots make
    the same moves. Only bots that move inside a step of an environment have dice instead.
    """
    return random.Random(f"{seed} {seat}")


def check_seed(seed: object) -> None:
    """Raise BadSeed if this is not a seed."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise BadSeed("seed_type", given=type(seed).__name__)
    if not 0 <= seed < SEED_LIMIT:
        raise BadSeed("seed_range", given=shown(seed))
