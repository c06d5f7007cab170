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

from whistlestop.bots import Bot
from whistlestop.env.aec import RENDER_MODES
from whistlestop.env.checks import ON_ILLEGAL, choice, game_of
from whistlestop.env.opponents import Lineup, check_learner, is_compiled, lineups_of
from whistlestop.env.picture import render
from whistlestop.env.reasons import BadInput
from whistlestop.env.spaces import action_space, flat_space
from whistlestop.env.tables import AnyTable, FastTable, Table
from whistlestop.game.dice import SEED_LIMIT
from whistlestop.game.game import Game


class SoloEnv(gymnasium.Env[Any, int]):
    """A game from one seat: observations are flat vectors, the legal moves are in `info["action_mask"]`.

    `bots` are `Bot` objects or texts as in the arena, one for each other seat or one for all of them. Instead,
    `opponents` may list several of these, one of which is drawn for every game. The seat is `seat`, or drawn for every
    game. Bots that follow the policy play at the speed of the engine. sb3-contrib calls `action_masks()`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        bots: Sequence[str | Bot] = ("planner",),
        seats: int | None = None,
        *,
        opponents: Sequence[Lineup] = (),
        seat: int | None = None,
        rewards: str = "place",
        on_illegal: str = "raise",
        history: bool = False,
        render_mode: str | None = None,
        maps: Iterable[Path] = (),
    ) -> None:
        self.game = game_of(game, seats, maps)
        self.render_mode = render_mode if render_mode is None else choice("render_mode", render_mode, RENDER_MODES)
        check_learner(seat, self.game)
        choice("on_illegal", on_illegal, ON_ILLEGAL)
        lineups = lineups_of(opponents or [bots], self.game)
        kind = FastTable if all(is_compiled(bot) for lineup in lineups for bot in lineup) else AnyTable
        self._table: Table = kind(self.game, lineups, seat, rewards, on_illegal, history)
        self.layout = self._table.layout
        self._begun = False
        self.observation_space = flat_space(self.layout)
        self.action_space = action_space(self.layout)  # type: ignore[assignment]  # Discrete holds NumPy's integers

    @property
    def seat(self) -> int:
        """The seat that you play in this game."""
        return self._table.seat

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and let the bots move up to this seat's first decision."""
        super().reset(seed=seed)
        self._table.reset(int(self.np_random.integers(SEED_LIMIT)))
        self._begun = True
        return self._table.observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make this seat's move and let the bots move up to its next decision."""
        table = self._playing()
        if table.over:
            raise BadInput("over_already")
        reward = table.step(action)
        return table.observation(), reward, table.over, False, self._info()

    def action_masks(self) -> Any:
        """The legal moves, as booleans."""
        return self._playing().mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as text (`ansi`), or the board as an array of pixels (`rgb_array`)."""
        return render(self._playing().record(), self.render_mode)

    def _playing(self) -> Table:
        if not self._begun:
            raise BadInput("not_begun")
        return self._table

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask(), "seat": self._table.seat, "opponent": self._table.opponent}
