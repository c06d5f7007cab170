"""Whistlestop as an OpenSpiel game, `python_whistlestop`, with explicit chance nodes; information states are views.

    import pyspiel
    import whistlestop.env.spiel                     # registers the game

    game = pyspiel.load_game("python_whistlestop", {"map": "europe", "seats": 3})

`folder` instead of `map` loads a map of your own. A seat's information state is the record as that seat may see it, as
text; its observation is its view, as named arrays and as a flat tensor.
"""

from typing import Any

import numpy as np
import pyspiel

from whistlestop.env.observation import Layout
from whistlestop.env.observer import Observer
from whistlestop.env.reasons import BadInput
from whistlestop.env.rewards import REWARDS
from whistlestop.game.game import Game
from whistlestop.game.limits import SEATS
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE, TURNS

MOVES_A_TURN = 64
"""More moves than any turn has, not counting deals."""

GAME_TYPE = pyspiel.GameType(
    short_name="python_whistlestop",
    long_name="Whistlestop railway games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"map": "new_york", "folder": "", "seats": 2},
)


class WhistlestopGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type hints
    """A map and a number of seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        seats = int(given["seats"])
        self.rules = Game.load(given["folder"], seats) if given["folder"] else Game(given["map"], seats)
        self.layout = Layout(self.rules)
        longest = TURNS * seats * MOVES_A_TURN
        numbers = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=len(self.rules.catalogue) - self.layout.actions,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(GAME_TYPE, numbers, params or {})

    def new_initial_state(self) -> "WhistlestopState":
        """The state before the first deal."""
        return WhistlestopState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "WhistlestopObserver":
        """An observer that sees a state from one seat."""
        return WhistlestopObserver(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)


class Moment:
    """A game dealt by OpenSpiel, which copies it with every state."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def __deepcopy__(self, memo: object) -> "Moment":
        copied = Record(self.record.game)
        copied.entries.extend(self.record.entries)
        copied.states[0] = self.record.states[0]
        return Moment(copied)


class WhistlestopState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type hints
    """A state; chance's actions count from 0, its moves in the catalogue from `offset`."""

    def __init__(self, game: WhistlestopGame) -> None:
        super().__init__(game)
        self.moment = Moment(Record(game.rules))
        self.offset = game.layout.actions

    @property
    def record(self) -> Record:
        """The game so far."""
        return self.moment.record

    def current_player(self) -> int:
        """The player to move: a seat, chance or nobody."""
        if self.record.over:
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self.record.mover
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        """Legal moves in ascending order; none for a seat that is not to move."""
        return sorted(self.record.legal_moves()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible deals with their probabilities."""
        return [(move - self.offset, float(chance)) for move, chance in self.record.deal_odds()]

    def _apply_action(self, action: int) -> None:
        """Make a move or a deal."""
        self.record.push(action + self.offset if self.is_chance_node() else action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The text of a move."""
        chance = player == pyspiel.PlayerId.CHANCE
        return self.record.game.catalogue.moves[action + self.offset if chance else action].text

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Refuse: a record has no tensor, and OpenSpiel would return an empty one without a word."""
        raise BadInput("no_tensor")

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.record.over

    def returns(self) -> list[float]:
        """The rewards by place; see `rewards`."""
        seats = self.record.game.seats
        if not self.record.over:
            return [0.0] * seats
        paid: list[float] = Observer(self.record.game).rewards(self.record.states, 0, REWARDS["place"]).tolist()
        return paid

    def __str__(self) -> str:
        return str(self.record)


class WhistlestopObserver:
    """Sees a state from one seat: its view, or, with perfect recall, the record as that seat may see it.

    A record has no tensor: it grows, and a tensor of the view would not recall perfectly.
    """

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self._observer = Observer(game)
        self._recalls = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(self._observer.layout.size, np.float32)
        self.dict = {} if self.tensor is None else self._observer.layout.named(self.tensor)

    def set_from(self, state: WhistlestopState, player: int) -> None:
        """Write what a seat knows."""
        if self.tensor is not None:
            self.tensor[:] = self._observer.observation(state.record.states, 0, player)

    def string_from(self, state: WhistlestopState, player: int) -> str:
        """What a seat knows, as text."""
        if self._recalls:
            return state.record.redacted(player)
        return str(state.record.view(player).as_dict())


pyspiel.register_game(GAME_TYPE, WhistlestopGame)
