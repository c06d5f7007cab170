"""JaxEnv: the vector environment as pure functions for JAX on the CPU; `jit`, `scan` and `vmap` call compiled code.

    env = JaxEnv("new_york", num_envs=1024)
    states, batch = jax.jit(env.reset)(jax.random.key(0))
    states, batch = jax.jit(env.step)(states, actions)

The games are those of VectorEnv, byte for byte. A step changes nothing: it returns new states, and the same states and
actions give the same again. Illegal actions lose, because a compiled function can't raise an error.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from whistlestop.env import xla
from whistlestop.env.checks import MOST_ENVS, choice, count, game_of, is_number
from whistlestop.env.kernels.games import EPISODE
from whistlestop.env.observation import Layout
from whistlestop.env.opponents import Lineup, make_opponents
from whistlestop.env.reasons import BadInput
from whistlestop.env.rewards import REWARDS
from whistlestop.env.vector import Batch, fields
from whistlestop.game.dice import WORD, check_seed
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.state import STATE

HIGH = (1 << 30) - 1
"""The bits of a seed above the lowest 32."""


class States(NamedTuple):
    """Games under way, as bytes with a row for each; `numpy.asarray(states.state).view(STATE)` reads them."""

    state: Any
    """uint8: STATE records, hidden cards included."""
    episode: Any
    """uint8: EPISODE records, such as each game's seed and its dice."""


class JaxEnv:
    """Many environments of one `Game`, as pure functions of their states; the arguments are those of VectorEnv."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        num_envs: int = 1024,
        *,
        opponents: Sequence[Lineup] = (),
        seat: int | None = None,
        rewards: str = "place",
        maps: Iterable[Path] = (),
    ) -> None:
        if TARGET != "cpu":
            raise BadInput("needs_cpu", found=TARGET)
        self.game = game_of(game, seats, maps)
        self.layout = Layout(self.game)
        self.num_envs = count("num_envs", num_envs, MOST_ENVS)
        kind = REWARDS[choice("rewards", rewards, REWARDS)]
        given = make_opponents(opponents, self.game, seat)
        others, fixed = ((np.zeros((1, 1)),) * 3, 0) if given is None else (given[:3], given.seat)
        arrays = self.game.compiled, *self.layout.offsets, *others
        self._constants = [*(as_bytes(array) for array in arrays), np.array([kind, fixed], np.int32)]
        self._shapes = [
            jax.ShapeDtypeStruct((self.num_envs, record.itemsize), jnp.uint8) for record in (STATE, EPISODE)
        ]
        self._begin = register(xla.begin if given is None else xla.begin_against)
        self._step = register(xla.step if given is None else xla.step_against)

    def reset(self, seed: Any) -> tuple[States, Batch]:
        """Start all games of a seed: a whole number, or a key of `jax.random`.

        With an array of seeds, one per environment, each environment starts with the game of its seed.
        """
        words = self._words(seed)
        one_run = words.ndim == 1
        numbers = jnp.arange(self.num_envs, dtype=jnp.uint32) * jnp.uint32(one_run)
        runs = jnp.broadcast_to(words, (self.num_envs, 2))
        starts = jnp.stack([runs[:, 0], runs[:, 1], numbers, jnp.zeros_like(numbers)], axis=1)
        return self._call(self._begin, (starts,), {})

    def step(self, states: States, actions: Any) -> tuple[States, Batch]:
        """Make an action in every environment; one whose game ends starts the next one."""
        given = actions if isinstance(actions, jax.Array) else np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise BadInput("actions_shape", found=str(given.shape), wanted=str((self.num_envs,)))
        if not jnp.issubdtype(given.dtype, jnp.integer):
            raise BadInput("actions_dtype", found=str(given.dtype))
        for name, array, wanted in zip(States._fields, states, self._shapes, strict=True):
            if array.shape != wanted.shape:
                raise BadInput("array_shape", name=name, found=str(array.shape), wanted=str(wanted.shape))
            if array.dtype != wanted.dtype:
                raise BadInput("array_dtype", name=name, found=str(array.dtype), wanted=str(wanted.dtype))
        short = given.astype(np.int32)
        actions = jnp.where(short == given, short, -1)  # no number becomes a move by being cut off
        first = len(self._constants)
        return self._call(self._step, (*states, actions), {first: xla.STATES, first + 1: xla.EPISODES})

    def _words(self, seed: Any) -> Any:
        """Seeds as pairs of 32-bit words, the lower first."""
        if isinstance(seed, jax.Array):
            if jnp.issubdtype(seed.dtype, jax.dtypes.prng_key):
                return jax.random.bits(seed, (2,), jnp.uint32) & jnp.array([WORD, HIGH], jnp.uint32)
            if not jnp.issubdtype(seed.dtype, jnp.integer):
                raise BadInput("seeds_dtype", found=str(seed.dtype))
            low, high = seed.astype(jnp.uint32), seed >> 31 >> 1 if seed.dtype.itemsize == 8 else jnp.zeros_like(seed)
            words = jnp.stack([low, high.astype(jnp.uint32)], axis=-1)
        else:
            seeds = [seed] if is_number(seed) else list(seed)
            for one in seeds:
                check_seed(one)
            words = np.array(seed, np.int64).reshape(-1).view(np.uint32).reshape(*np.shape(seed), 2)
        if words.shape not in ((2,), (self.num_envs, 2)):
            raise BadInput("seeds_count", found=words.size // 2, wanted=self.num_envs)
        return jnp.asarray(words)

    def _call(self, target: str, operands: tuple[Any, ...], aliases: dict[int, int]) -> tuple[States, Batch]:
        """Call a handler; operands that it may overwrite are copied by XLA if they are still needed."""
        shapes = fields(self.layout, self.num_envs)
        results = [
            *self._shapes,
            *(jax.ShapeDtypeStruct(*shapes[name]) for name in Batch._fields),
            jax.ShapeDtypeStruct((self.num_envs, self.layout.size), jnp.uint8),
            jax.ShapeDtypeStruct((self.num_envs, 8), jnp.uint8),
            jax.ShapeDtypeStruct((sum(xla.WORKS),), jnp.uint8),
        ]
        call = jax.ffi.ffi_call(target, results, vmap_method="sequential", input_output_aliases=aliases)
        state, episode, *batch = call(*self._constants, *operands)[: xla.FINAL]
        return States(state, episode), Batch(*batch)


def as_bytes(array: Any) -> Any:
    """An array as bytes: a row for each record, or the last axis eight times as long."""
    given = np.ascontiguousarray(array)
    return given.view(np.uint8).reshape(*(given.shape[:-1] or given.shape), -1)


def register(function: Callable[[int], int]) -> str:
    """Compile a handler, and make it known to JAX by a name."""
    name = f"whistlestop_{function.__name__}"
    jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(xla.handler(function)), platform="cpu")
    return name
