"""Tables: one game from one seat, whose other seats are played by bots.

`FastTable` plays bots that are compiled, inside a step of a vector environment; `AnyTable` plays every bot.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from whistlestop.bots import Bot
from whistlestop.env.aec import AecEnv
from whistlestop.env.checks import illegal, is_number
from whistlestop.env.observation import Layout
from whistlestop.env.vector import VectorEnv
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.record import Record


class Table(Protocol):
    """A game from one seat."""

    layout: Layout
    seat: int
    """The learner's seat."""
    opponent: int
    """Which of the lineups plays, counted from 0."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    def reset(self, seed: int) -> None:
        """Start the game of a seed, and let the bots move up to the learner's first decision."""

    def step(self, action: Any) -> float:
        """Make the learner's action and the bots' moves after it; returns what the learner earned."""

    def observation(self) -> Any:
        """What the learner's seat knows."""

    def mask(self) -> Any:
        """The learner's legal moves; none if the game is over."""

    def record(self) -> Record:
        """A record in the same position."""


class FastTable:
    """A game against bots that are compiled: a vector environment with one game, which ends with it."""

    def __init__(
        self, game: Game, lineups: Sequence[Sequence[Bot]], seat: int | None, rewards: str, on_illegal: str,
        history: bool,
    ) -> None:  # fmt: skip
        self._env = VectorEnv(
            game, num_envs=1, opponents=lineups, seat=seat, rewards=rewards, on_illegal="lose", history=history
        )
        self.layout = self._env.layout
        self._raises = on_illegal == "raise"
        self.seat, self.opponent = seat or 0, 0

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._env.batch.done[0])

    def reset(self, seed: int) -> None:
        """Start the game of a seed, and let the bots move up to the learner's first decision."""
        batch = self._env.reset(seed)
        self.seat, self.opponent = int(batch.seat[0]), int(self._env.opponent[0])

    def step(self, action: Any) -> float:
        """Make the learner's action and the bots' moves after it; returns what the learner earned."""
        mask = self._env.batch.mask[0]
        is_legal = is_number(action) and 0 <= action < len(mask) and mask[int(action)] == 1
        if self._raises and not is_legal:
            raise illegal(self._env.game, self._env.states[0], action)
        batch = self._env.step([int(action) if is_legal else -1], restart=False)
        return float(batch.reward[0, self.seat])

    def observation(self) -> Any:
        """What the learner's seat knows."""
        return self._env.batch.observation[0].copy()

    def mask(self) -> Any:
        """The learner's legal moves; none if the game is over."""
        return self._env.batch.mask[0].copy()

    def record(self) -> Record:
        """A record in the same position, without the moves that led there."""
        record = Record(self._env.game)
        record.states[0] = self._env.states[0]
        return record


class AnyTable:
    """A game against any bots, which move in Python."""

    def __init__(
        self, game: Game, lineups: Sequence[Sequence[Bot]], seat: int | None, rewards: str, on_illegal: str,
        history: bool,
    ) -> None:  # fmt: skip
        self._env = AecEnv(game, rewards=rewards, on_illegal=on_illegal, history=history)
        self.layout = self._env.layout
        self._lineups, self._fixed = lineups, seat
        self.seat, self.opponent = seat or 0, 0

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return any(self._env.terminations.values())

    def reset(self, seed: int) -> None:
        """Start the game of a seed, and let the bots move up to the learner's first decision."""
        seats = len(self._env.possible_agents)
        chances = seat_rng(seed, seats)  # of no seat: who plays whom
        self.opponent = chances.randrange(len(self._lineups))
        self.seat = chances.randrange(seats) if self._fixed is None else self._fixed
        self._rngs = [seat_rng(seed, n) for n in range(seats)]
        self._env.reset(seed)
        self._let_others_move()

    def step(self, action: Any) -> float:
        """Make the learner's action and the bots' moves after it; returns what the learner earned."""
        self._env.step(action)
        return float(self._env.rewards[self._agent] + self._let_others_move())

    def observation(self) -> Any:
        """What the learner's seat knows."""
        return self._env.observe(self._agent)["observation"]

    def mask(self) -> Any:
        """The learner's legal moves; none if the game is over."""
        return self._env.observe(self._agent)["action_mask"]

    def record(self) -> Record:
        """The game so far."""
        assert self._env.record is not None
        return self._env.record

    @property
    def _agent(self) -> str:
        return str(self._env.possible_agents[self.seat])

    def _let_others_move(self) -> float:
        """Let bots move until it is the learner's move or the game is over; returns what it earned meanwhile."""
        env, reward, others = self._env, 0.0, self._lineups[self.opponent]
        while not self.over and env.agent_selection != self._agent:
            mover = self.record().mover
            bot = others[(mover - self.seat) % len(env.possible_agents) - 1]
            env.step(bot.choose(self.record().view(mover), self._rngs[mover]))
            reward += env.rewards[self._agent]
        return reward
