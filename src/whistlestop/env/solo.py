"""SoloEnv: one seat of a game as a Gymnasium environment; bots play the others.

env = SoloEnv("new_york", bots=["planner"])
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from whistlestop.bots import Bot, make_bot
from whistlestop.env.aec import RENDER_MODES, AecEnv
from whistlestop.env.reasons import BadInput
from whistlestop.env.spaces import action_space, flat_space
from whistlestop.env.vector import choice
from whistlestop.game.dice import SEED_LIMIT, seat_rng
from whistlestop.game.game import Game


class SoloEnv(gymnasium.Env[Any, int]):
    """A game from one seat: observations are flat vectors, the legal moves are in `info["action_mask"]`.

    `bots` are `Bot` objects or texts as in the arena, one for each other seat or one for all of them. The seat is
    `seat`, or drawn for every game. sb3-contrib calls `action_masks()`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        bots: Sequence[str | Bot] = ("planner",),
        seats: int | None = None,
        *,
        seat: int | None = None,
        rewards: str = "place",
        on_illegal: str = "raise",
        render_mode: str | None = None,
        maps: Iterable[Path] = (),
    ) -> None:
        self._table = AecEnv(
            game, seats, rewards=rewards, on_illegal=on_illegal, render_mode=render_mode, maps=maps
        )  # fmt: skip
        self.game, self.layout, self.render_mode = self._table.game, self._table.layout, render_mode
        others = self.game.seats - 1
        if len(bots) not in (1, others):
            raise BadInput("bots_count", found=len(bots), wanted=others)
        if seat is not None:
            choice("seat", str(seat), [str(number) for number in range(self.game.seats)])
        self._fixed = seat
        self.seat = seat or 0
        self._others = [make(bot) for bot in (bots if len(bots) == others else [*bots] * others)]
        self.observation_space = flat_space(self.layout)
        self.action_space = action_space(self.layout)  # type: ignore[assignment]  # Discrete holds NumPy's integers

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and let the bots move up to this seat's first decision."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(SEED_LIMIT))
        drawn = int(self.np_random.integers(self.game.seats))
        self.seat = drawn if self._fixed is None else self._fixed
        self._rngs = [seat_rng(deal, n) for n in range(self.game.seats)]
        self._table.reset(seed=deal)
        self._let_others_move()
        return self._observed()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make this seat's move and let the bots move up to its next decision."""
        agent = self._table.possible_agents[self.seat]
        if self._table.record is None:
            raise BadInput("not_begun")
        if self._over:
            raise BadInput("over_already")
        self._table.step(action)
        reward = self._table.rewards[agent] + self._let_others_move()
        observation, info = self._observed()
        return observation, reward, self._over, False, info

    def action_masks(self) -> Any:
        """The legal moves, as booleans."""
        return self._observed()[1]["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """The table; see AecEnv.render."""
        return self._table.render()

    @property
    def _over(self) -> bool:
        return any(self._table.terminations.values())

    def _let_others_move(self) -> float:
        """Let bots move until it is this seat's move or the game is over; returns what this seat earned meanwhile."""
        table, agent, reward = self._table, self._table.possible_agents[self.seat], 0.0
        while not self._over and table.agent_selection != agent:
            assert table.record is not None
            mover = table.record.mover
            bot = self._others[(mover - self.seat) % self.game.seats - 1]
            table.step(bot.choose(table.record.view(mover), self._rngs[mover]))
            reward += table.rewards[agent]
        return reward

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        seen = self._table.observe(self._table.possible_agents[self.seat])
        return seen["observation"], {"action_mask": seen["action_mask"], "seat": self.seat}


def make(bot: str | Bot) -> Bot:
    """A bot from its text; a `Bot` is returned as it is."""
    return make_bot(bot) if isinstance(bot, str) else bot
