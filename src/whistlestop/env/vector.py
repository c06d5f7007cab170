"""VectorEnv: thousands of games at once, stepped in compiled code on threads, with no Python object per game.

    env = VectorEnv("new_york", seats=2, num_envs=4096, threads=2)
    batch = env.reset(seed=0)
    while True:
        actions = policy(batch.observation, batch.mask)
        batch = env.step(actions)

One step makes the action of the seat to move in every environment, and all deals after it. With `opponents`, you play
one seat of every game, and a step goes on to its next decision. An environment whose game ends starts the next one at
once: `done` and `reward` then describe the game that ended, `observation`, `mask` and `seat` the new one.

Environment i plays the games i, i + num_envs, i + 2 num_envs and so on of the seed, whatever the number of threads.
`env.seeds` are the seeds of the games under way; `Record(game, seed)` deals the same cards.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from whistlestop.env.checks import MOST_ENVS, ON_ILLEGAL, check, choice, count, game_of, illegal, is_number
from whistlestop.env.history import Histories
from whistlestop.env.kernels import episodes
from whistlestop.env.kernels.games import EPISODE
from whistlestop.env.observation import DTYPE, MASK, Layout
from whistlestop.env.opponents import Lineup, make_opponents
from whistlestop.env.reasons import BadInput
from whistlestop.env.rewards import REWARDS
from whistlestop.env.scratch import Scratch, Threads
from whistlestop.game.dice import check_seed
from whistlestop.game.game import Game
from whistlestop.game.state import STATE


class Batch(NamedTuple):
    """What a step writes: C-contiguous arrays with a row per environment; you can pass your own.

    They are NumPy arrays, so `torch.from_dlpack` and `jax.numpy.from_dlpack` can share their memory.
    """

    observation: Any
    """uint8, (num_envs, columns): what the seat to move knows; `Layout` describes the columns."""
    mask: Any
    """int8, (num_envs, actions): 1 for its legal moves, 0 for all others."""
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


def fields(layout: Layout, num_envs: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The shape and dtype of each array in a batch."""
    seats = layout.game.seats
    return {
        "observation": ((num_envs, layout.size), DTYPE),
        "mask": ((num_envs, layout.actions), MASK),
        "seat": ((num_envs,), np.int8),
        "reward": ((num_envs, seats), np.float32),
        "done": ((num_envs,), np.bool_),
        "total": ((num_envs, seats), np.int32),
        "place": ((num_envs, seats), np.int8),
    }


class VectorEnv:
    """Many environments of one `Game`, stepped together.

    `opponents` is a list: in each game one of them, drawn by the game's seed, plays the other seats. Each is the text
    of a bot that is compiled, such as `planner`, or a tuple with one for each other seat. Your seat is `seat`, or drawn
    as well. Without opponents you play all seats. With `history` observations have what an attentive player remembers.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        num_envs: int = 1024,
        *,
        opponents: Sequence[Lineup] = (),
        seat: int | None = None,
        rewards: str = "place",
        on_illegal: str = "raise",
        threads: int = 1,
        history: bool = False,
        maps: Iterable[Path] = (),
    ) -> None:
        self.game = game_of(game, seats, maps)
        self.layout = Layout(self.game, history)
        self.num_envs = count("num_envs", num_envs, MOST_ENVS)
        self.threads = count("threads", threads, 1024)
        self._opponents = make_opponents(opponents, self.game, seat)
        self._kind = REWARDS[choice("rewards", rewards, REWARDS)]
        self._raises = choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        self._workers = Threads(self.threads)
        self._actions = np.zeros(self.num_envs, np.int64)
        self.states: Any = np.zeros(self.num_envs, STATE)
        """The full states, hidden cards included: for search and for debugging, not for a policy."""
        self.final_observation: Any = np.zeros((self.num_envs, self.layout.size), DTYPE)
        """What your seat, or without opponents the seat that moved last, saw at the end; written only where `done`."""
        self._episodes: Any = np.zeros(self.num_envs, EPISODE)
        self._histories = Histories(self.layout, self.num_envs)
        self._begun = False
        self.batch = self.make_batch()

    @property
    def seeds(self) -> Any:
        """The seeds of the games under way; `Record(game, seed)` deals the same cards."""
        return self._episodes["seed"].copy()

    @property
    def opponent(self) -> Any:
        """Which of `opponents` plays in each game under way, counted from 0."""
        return self._episodes["opponent"].copy()

    @property
    def _arrays(self) -> episodes.Arrays:
        final = self.final_observation
        where = (self.game.compiled, self.layout.offsets, self.states, self._episodes)
        return episodes.Arrays(*where, final, final.view(np.int64), self._histories.noted)

    def make_batch(self) -> Batch:
        """A batch of the right shapes, all zero."""
        return Batch(
            **{name: np.zeros(*shape_and_dtype) for name, shape_and_dtype in fields(self.layout, self.num_envs).items()}
        )

    def reset(self, seed: int | Sequence[int] = 0, out: Batch | None = None) -> Batch:
        """Start all games of a seed; writes to `out` or `self.batch`.

        With a list of seeds, one per environment, each environment starts with the game of its seed.
        """
        listed = not is_number(seed) and isinstance(seed, Sequence | np.ndarray)
        seeds = list(seed) if listed else [seed]  # type: ignore[arg-type]
        for one in seeds:
            check_seed(one)
        if listed and len(seeds) != self.num_envs:
            raise BadInput("seeds_count", found=len(seeds), wanted=self.num_envs)
        batch = self._checked(out)
        self._episodes["run"] = seeds
        self._episodes["number"] = 0 if listed else np.arange(self.num_envs)
        args = (self._arrays, self._opponents, batch, longs(batch))
        self._share(lambda scratch, first, end: episodes.begin_episodes(*args, scratch, first, end))
        self._begun = True
        return batch

    def step(self, actions: Any, out: Batch | None = None, restart: bool = True) -> Batch:
        """Make an action in every environment; writes to `out` or `self.batch`.

        Raises IllegalAction with the environment, the move and the reason before anything changes, unless illegal
        actions lose. With `restart=False` games that end stay as they are: they have no legal move until `reset`.
        """
        batch = self._checked(out)
        self._take(actions)
        if self._raises:
            index = episodes.first_illegal(self._arrays, self._actions)
            if index >= 0:
                raise illegal(self.game, self.states[index], int(self._actions[index]), f" in environment {index}")
        args = (self._arrays, self._opponents, self._actions, self._kind, restart, batch, longs(batch))
        self._share(lambda scratch, first, end: episodes.step_episodes(*args, scratch, first, end))
        return batch

    def sample(self, out: Any = None) -> Any:
        """A random legal action for every environment; reproducible from the seed."""
        actions = np.zeros(self.num_envs, np.int64) if out is None else out
        check("out", actions, (self.num_envs,), np.int64)
        self._share(lambda scratch, first, end: episodes.sample(self._arrays, actions, scratch, first, end))
        return actions

    def action_masks(self) -> Any:
        """The legal moves as booleans, a row per environment: the same memory as `batch.mask`."""
        return self.batch.mask.view(np.bool_)

    def close(self) -> None:
        """Stop the threads."""
        self._workers.close()

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
        self._workers.share(self.num_envs, work)


def longs(batch: Batch) -> Any:
    """The observations as 64-bit words, eight columns each."""
    return batch.observation.view(np.int64)
