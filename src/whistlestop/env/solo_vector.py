"""SoloVectorEnv: one seat of many games as Gymnasium's vector environment; compiled bots play the others.

    env = SoloVectorEnv("new_york", num_envs=1024, opponents=["planner", "racer"])
    observations, infos = env.reset(seed=7)
    observations, rewards, terminations, truncations, infos = env.step(actions)

It shows a `VectorEnv` with opponents in Gymnasium's form. A game that ends is followed by the next in the same step
(`AutoresetMode.SAME_STEP`): `infos["final_obs"]` and `infos["final_info"]` then describe the end of the game.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from whistlestop.env.opponents import Lineup
from whistlestop.env.reasons import BadInput
from whistlestop.env.spaces import action_space, flat_space
from whistlestop.env.vector import Batch, VectorEnv
from whistlestop.game.dice import SEED_LIMIT
from whistlestop.game.game import Game

SAME_STEP = getattr(gymnasium.vector, "AutoresetMode", lambda name: name)("SameStep")
"""Gymnasium has a type for this since version 1.1."""


class SoloVectorEnv(gymnasium.vector.VectorEnv):
    """Many games, of each one seat; the arguments are those of VectorEnv. Every call returns new arrays."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": SAME_STEP}  # noqa: RUF012 - as Gymnasium has it
    is_vector_env = True  # Gymnasium's wrappers asked for it before version 1.0

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        seats: int | None = None,
        *,
        opponents: Sequence[Lineup] = ("planner",),
        seat: int | None = None,
        rewards: str = "place",
        on_illegal: str = "raise",
        threads: int = 1,
        history: bool = False,
        maps: Iterable[Path] = (),
        render_mode: None = None,
    ) -> None:
        if not opponents:
            raise BadInput("no_opponents")
        self._env = VectorEnv(
            game, seats, num_envs, opponents=opponents, seat=seat, rewards=rewards, on_illegal=on_illegal,
            threads=threads, history=history, maps=maps,
        )  # fmt: skip
        self.game, self.layout, self.num_envs = self._env.game, self._env.layout, self._env.num_envs
        self.render_mode = render_mode
        self._batch = self._env.batch
        self.closed = False
        self.single_observation_space = flat_space(self.layout)
        self.single_action_space = action_space(self.layout)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games. Without a seed, it follows from the last one given, or from the first of the last ones."""
        given = int(self.np_random.integers(SEED_LIMIT)) if seed is None else seed
        self._batch = self._env.reset(given, out=self._env.make_batch())
        if seed is not None:
            self._np_random, self._np_random_seed = seeding.np_random(int(np.ravel(seed)[0]))
        return self._batch.observation, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make an action in every game, and let the opponents move up to the next decision."""
        ended = {"seat": self._batch.seat, "opponent": self._env.opponent}
        batch = self._env.step(actions, out=self._env.make_batch())
        earned = batch.reward[np.arange(self.num_envs), ended["seat"]]
        self._batch = batch
        infos = self._infos()
        if batch.done.any():
            infos |= self._final(batch, ended)
        return batch.observation, earned, batch.done, np.zeros_like(batch.done), infos

    def action_masks(self) -> Any:
        """The legal moves as booleans, a row for each game."""
        return self._batch.mask.view(np.bool_)

    def close(self, **_: Any) -> None:
        """Stop the threads."""
        self._env.close()
        self.closed = True

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return where(everywhere, action_mask=self._batch.mask, seat=self._batch.seat, opponent=self._env.opponent)

    def _final(self, batch: Batch, ended: dict[str, Any]) -> dict[str, Any]:
        """What Gymnasium's own vector environments say of games that ended, and the result."""
        observations = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(batch.done):
            observations[i] = self._env.final_observation[i].copy()
        result = {"total": batch.total, "place": batch.place, "action_mask": np.zeros_like(batch.mask)}
        return where(batch.done, final_obs=observations, final_info=where(batch.done, **ended, **result))


def where(mask: Any, **infos: Any) -> dict[str, Any]:
    """Infos with the mask that says which environments have them, as Gymnasium writes it."""
    return infos | {f"_{name}": mask.copy() for name in infos}
