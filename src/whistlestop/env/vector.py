"""VectorEnv: thousands of games at once, stepped in compiled code on threads, with no Python object per game.

    env = VectorEnv("new_york", seats=2, num_envs=4096, threads=2)
    batch = env.reset(seed=0)
    while True:
        actions = policy(batch.observation, batch.mask)
        batch = env.step(actions)

One step makes the action of the seat to move in every environment, and all deals after it. An environment whose game
ends starts the next one at once: `done` and `reward` then describe the game that ended, `observation`, `mask` and
`seat` the new one. Environment i starts with seed `seed + i`, and each new game adds `num_envs` to it, whatever the
number of threads; `Record(game, seed)` deals the same cards.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from whistlestop.env import kernels
from whistlestop.env.observation import DTYPE, Layout, words_of
from whistlestop.env.reasons import BadInput, IllegalAction
from whistlestop.env.rewards import REWARDS
from whistlestop.game.dice import check_seed
from whistlestop.game.game import Game
from whistlestop.game.map_files import shown
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import STATE
from whistlestop.game.why import why_not

ON_ILLEGAL = ("raise", "lose")
"""What an illegal action does: raise before anything changes, or end the game with the seat in last place."""
MOST_ENVS = 1 << 24


class Batch(NamedTuple):
    """What a step writes: C-contiguous arrays with a row per environment; you can pass your own.

    They are NumPy arrays, so `torch.from_dlpack` and `jax.numpy.from_dlpack` can share their memory.
    """

    observation: Any
    """uint8, (num_envs, columns): what the seat to move knows; `Layout` describes the columns."""
    mask: Any
    """bool, (num_envs, actions): its legal moves."""
    seat: Any
    """int8, (num_envs,): the seat to move."""
    reward: Any
    """float32, (num_envs, seats): what each seat earned in the last step."""
    done: Any
    """bool, (num_envs,): whether the last step ended a game; the next one has then started."""
    total: Any
    """int32, (num_envs, seats): the final score; written only where `done`."""
    place: Any
    """int8, (num_envs, seats): the final places from 1, equal if shared; written only where `done`."""


class Scratch(NamedTuple):
    """Scratch memory of the kernels, one for each thread."""

    features: Any
    words: Any
    """The same memory as `features`."""
    move_lists: Any
    sheets: Any
    score_scratch: Any


def make_scratch() -> Scratch:
    """New scratch memory."""
    features: Any = np.zeros(1, kernels.FEATURES)
    return Scratch(
        features,
        words_of(features),
        np.zeros(1, kernels.MOVE_LIST),
        np.zeros(1, SCORE_SHEET),
        np.zeros(SCRATCH, np.int64),
    )


def fields(layout: Layout, num_envs: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and dtype of each array in a batch."""
    seats = layout.game.seats
    return {
        "observation": ((num_envs, layout.size), DTYPE),
        "mask": ((num_envs, layout.actions), np.bool_),
        "seat": ((num_envs,), np.int8),
        "reward": ((num_envs, seats), np.float32),
        "done": ((num_envs,), np.bool_),
        "total": ((num_envs, seats), np.int32),
        "place": ((num_envs, seats), np.int8),
    }


class VectorEnv:
    """Many environments of one `Game`, stepped together."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        num_envs: int = 1024,
        *,
        rewards: str = "place",
        on_illegal: str = "raise",
        threads: int = 1,
        maps: Iterable[Path] = (),
    ) -> None:
        self.game = game_of(game, seats, maps)
        self.layout = Layout(self.game)
        self.num_envs = count("num_envs", num_envs, MOST_ENVS)
        self.threads = count("threads", threads, 1024)
        self._kind = REWARDS[choice("rewards", rewards, REWARDS)]
        self._raises = choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        self._scratches = [make_scratch() for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._actions = np.zeros(num_envs, np.int64)
        self.states: Any = np.zeros(self.num_envs, STATE)
        """The full states, hidden cards included: for search and for debugging, not for a policy."""
        self._episodes: Any = np.zeros(self.num_envs, kernels.EPISODE)
        self._arrays = kernels.Arrays(self.game.compiled, self.layout.offsets, self.states, self._episodes)
        self._begun = False
        self.batch = self.make_batch()

    def make_batch(self) -> Batch:
        """A batch of the right shapes, all zero."""
        return Batch(
            **{name: np.zeros(*shape_and_dtype) for name, shape_and_dtype in fields(self.layout, self.num_envs).items()}
        )

    def reset(self, seed: int = 0, out: Batch | None = None) -> Batch:
        """Start all games, the first with this seed, the next with `seed + 1`; writes to `out` or `self.batch`."""
        check_seed(seed)
        check_seed(seed + self.num_envs - 1)
        batch = self._checked(out)
        self._episodes["seed"] = seed + np.arange(self.num_envs)
        args = (self._arrays, batch, longs(batch))
        self._share(lambda scratch, first, end: kernels.begin_episodes(*args, scratch, first, end))
        self._begun = True
        return batch

    def step(self, actions: Any, out: Batch | None = None) -> Batch:
        """Make an action in every environment; writes to `out` or `self.batch`.

        Raises IllegalAction with the environment, the move and the reason before anything changes, unless illegal
        actions lose.
        """
        batch = self._checked(out)
        self._take(actions)
        if self._raises:
            index = kernels.first_illegal(self._arrays, self._actions)
            if index >= 0:
                raise illegal(self.game, self.states[index], int(self._actions[index]), f" in environment {index}")
        args = (self._arrays, self._actions, self._kind, batch, longs(batch))
        self._share(lambda scratch, first, end: kernels.step_episodes(*args, scratch, first, end))
        return batch

    def sample(self, out: Any = None) -> Any:
        """A random legal action for every environment; reproducible from the seed."""
        actions = np.zeros(self.num_envs, np.int64) if out is None else out
        check("out", actions, (self.num_envs,), np.int64)
        self._share(lambda scratch, first, end: kernels.sample(self._arrays, actions, scratch, first, end))
        return actions

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _take(self, actions: Any) -> None:
        """Copy the actions, after checking their shape and dtype."""
        if not self._begun:
            raise BadInput("not_begun")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise BadInput("actions_shape", found=str(given.shape), wanted=str((self.num_envs,)))
        if not np.issubdtype(given.dtype, np.integer):
            raise BadInput("actions_dtype", found=str(given.dtype))
        np.copyto(self._actions, given, casting="unsafe")

    def _checked(self, out: Batch | None) -> Batch:
        """The batch to write to; refuses arrays that the kernels can't write."""
        if out is None or out is self.batch:
            return self.batch
        for name, (shape, dtype) in fields(self.layout, self.num_envs).items():
            check(name, getattr(out, name, None), shape, dtype)
        return out

    def _share(self, work: Callable[[Scratch, int, int], object]) -> None:
        """Let every thread do its share of the environments."""
        bounds = [self.num_envs * n // self.threads for n in range(self.threads + 1)]
        parts = list(zip(self._scratches, bounds, bounds[1:], strict=False))
        others = [self._pool.submit(work, *part) for part in parts[1:]] if self._pool else []
        work(*parts[0])
        for other in others:
            other.result()


def game_of(game: str | Game, seats: int | None, maps: Iterable[Path]) -> Game:
    """The game of a map by name, with two seats by default; a `Game` is returned as it is if `seats` agrees."""
    if not isinstance(game, Game):
        return Game(game, 2 if seats is None else seats, maps)
    if seats not in (None, game.seats):
        raise BadInput("seats_differ", found=shown(seats), wanted=game.seats)
    return game


def longs(batch: Batch) -> Any:
    """The observations as 64-bit words, eight columns each."""
    return batch.observation.view(np.int64)


def is_number(given: object) -> bool:
    """Whether something is a whole number."""
    return isinstance(given, int | np.integer) and not isinstance(given, bool)


def illegal(game: Game, state: Any, action: Any, where: str = "") -> IllegalAction:
    """The error for an illegal action, with the move's text and the reason."""
    most = Layout(game).actions - 1
    seat = int(state.seat)
    if not is_number(action) or not 0 <= action <= most:
        return IllegalAction("no_such_action", action=shown(action), seat=seat, where=where, most=most)
    move = game.catalogue.moves[action].text
    problem = str(why_not(game, state, action))
    return IllegalAction("illegal_action", action=int(action), move=move, seat=seat, where=where, problem=problem)


def check(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuse an array that the kernels can't write."""
    if not isinstance(array, np.ndarray):
        raise BadInput(
            "array_dtype", name=name, found=type(array).__name__, wanted=f"a NumPy array of {np.dtype(dtype)}"
        )
    if array.shape != shape:
        raise BadInput("array_shape", name=name, found=str(array.shape), wanted=str(shape))
    if array.dtype != dtype:
        raise BadInput("array_dtype", name=name, found=str(array.dtype), wanted=str(np.dtype(dtype)))
    multiple = 8 if name == "observation" else array.itemsize  # eight columns are written at once
    if not (array.flags.c_contiguous and array.flags.writeable and array.ctypes.data % multiple == 0):
        raise BadInput("array_layout", name=name, multiple=multiple)


def choice(name: str, given: str, choices: Iterable[str]) -> str:
    """Check that a word is one of the choices."""
    if given not in choices:
        raise BadInput("bad_choice", name=name, found=shown(given), choices=", ".join(choices))
    return given


def count(name: str, given: int, most: int) -> int:
    """Check that a number is from 1 to `most`."""
    if not is_number(given) or not 1 <= given <= most:
        raise BadInput("bad_count", name=name, found=shown(given), most=most)
    return int(given)
