"""AecEnv: a game as a PettingZoo environment, for every map and number of seats.

env = AecEnv("europe", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    action = None if termination else env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from whistlestop.env.checks import ON_ILLEGAL, choice, game_of, illegal, is_number
from whistlestop.env.history import Follower
from whistlestop.env.observation import MASK
from whistlestop.env.observer import Observer
from whistlestop.env.picture import render
from whistlestop.env.reasons import BadInput
from whistlestop.env.rewards import REWARDS
from whistlestop.env.spaces import action_space, observation_space
from whistlestop.game.dice import SEED_LIMIT, check_seed
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.score import route_points

OBSERVATIONS = ("flat", "named")
RENDER_MODES = ("ansi", "rgb_array")


class AecEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not marked as typed
    """One game; its agents are `seat_0`, `seat_1` and so on.

    An observation is a dict: `action_mask`, which is in the infos as well, and `observation` as a flat vector or, with
    `observations="named"`, as a dict of named arrays. `rewards`, `on_illegal` and `history` are those of VectorEnv.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "whistlestop_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        rewards: str = "place",
        on_illegal: str = "raise",
        observations: str = "flat",
        history: bool = False,
        render_mode: str | None = None,
        maps: Iterable[Path] = (),
    ) -> None:
        super().__init__()
        self.game = game_of(game, seats, maps)
        self._observer = Observer(self.game, history)
        self.layout = self._observer.layout
        self._kind = REWARDS[choice("rewards", rewards, REWARDS)]
        self._raises = choice("on_illegal", on_illegal, ON_ILLEGAL) == "raise"
        self._named = choice("observations", observations, OBSERVATIONS) == "named"
        self.render_mode = render_mode if render_mode is None else choice("render_mode", render_mode, RENDER_MODES)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.layout, self._named) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.layout) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self.record: Record | None = None
        """The game so far; it can be saved, drawn and replayed."""

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent may observe."""
        return self.observation_spaces[self._check(agent)]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """All moves that a seat can ever make."""
        return self.action_spaces[self._check(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game dealt from the seed; without one, the seed follows from the last one given."""
        if seed is None:
            seed = int(self._seeds.integers(SEED_LIMIT))
        else:
            check_seed(seed)
            self._seeds = np.random.default_rng(seed)
        self.record = Record(self.game, int(seed))
        self._follower = Follower(self.layout, self.record)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ended = False
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent's seat knows now, and its legal moves; none if another seat is to move."""
        seat = self.possible_agents.index(self._check(agent))
        states = self._playing().states
        flat = self._observer.observation(states, 0, seat)
        if self.layout.has_history:
            self._follower.write(seat, flat)
        mask = self._legal.copy() if agent == self.agent_selection else np.zeros_like(self._legal)
        return {"observation": self.layout.named(flat) if self._named else flat, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the selected agent's action and all deals after it; None removes an agent whose game is over."""
        record = self._playing()
        if not self.agents:
            raise BadInput("over_already")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        seat = record.mover
        if self._is_legal(action):
            before = route_points(self.game.compiled[0], record.state.tracks[seat])
            record.play(int(action), seat)  # type: ignore[arg-type]  # it is legal
            if self._kind == REWARDS["points"]:
                after = route_points(self.game.compiled[0], record.state.tracks[seat])
                self.rewards[self.agent_selection] = float(after - before)
            if record.over:
                self._end(self._observer.rewards(record.states, 0, self._kind))
        elif self._raises:
            raise illegal(self.game, record.state, action)
        else:
            self._end(self._observer.forfeited(seat, self._kind))
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The table as text (`ansi`), or the board as an array of pixels (`rgb_array`)."""
        return render(self._playing(), self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _select(self) -> None:
        """Select the agent to move, unless the game is over, and put the legal moves into the infos."""
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": np.zeros(self.layout.actions, MASK)} for agent in self.agents
        }
        self._legal = np.zeros(self.layout.actions, MASK)
        if not self._ended:
            record = self._playing()
            self.agent_selection = self.agents[record.mover]
            self._legal = self._observer.mask(record.states, 0, record.mover)
            self.infos[self.agent_selection]["action_mask"] = self._legal.copy()

    def _end(self, paid: Any) -> None:
        self._ended = True
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, reward in zip(self.possible_agents, paid.tolist(), strict=True):
            self.rewards[agent] += reward

    def _is_legal(self, action: int | None) -> bool:
        return is_number(action) and action in self._playing().legal_moves()

    def _playing(self) -> Record:
        if self.record is None:
            raise BadInput("not_begun")
        return self.record

    def _check(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise BadInput("wrong_agent", found=str(agent)[:40], agents=", ".join(self.possible_agents))
        return agent
