"""Whistlestop as an OpenSpiel game, `python_whistlestop`, with explicit chance nodes; information states are views.

    import pyspiel
    import whistlestop.env.spiel                     # registers the game

    game = pyspiel.load_game("python_whistlestop", {"map": "europe", "players": 3})

`folder` instead of `map` loads a map of your own. A seat's information state is the record as that seat may see it, as
text; its observation is its view, as named arrays and as a flat tensor.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from whistlestop.env.bounds import most_decisions, score_range
from whistlestop.env.checks import choice, game_of
from whistlestop.env.observer import Observer
from whistlestop.env.reasons import BadInput
from whistlestop.env.resample import NoWorld, Worlds
from whistlestop.env.rewards import REWARDS
from whistlestop.game.game import Game
from whistlestop.game.limits import SEATS
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.score import route_points
from whistlestop.game.state import CHANCE

WORLDS = 200
"""How many worlds are tried before none is found."""

PARAMETERS: dict[str, Any] = {"map": "new_york", "folder": "", "players": 0, "seats": 0, "rewards": "place"}


def game_type(rewards: str, seats: int) -> Any:
    """What OpenSpiel should know of the game: margins of more than two seats and points don't add up to zero."""
    is_zero_sum = rewards == "place" or (rewards == "margin" and seats == 2)
    utilities, models = pyspiel.GameType.Utility, pyspiel.GameType.RewardModel
    return pyspiel.GameType(
        short_name="python_whistlestop",
        long_name="Whistlestop railway games",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if is_zero_sum else utilities.GENERAL_SUM,
        reward_model=models.REWARDS if rewards == "points" else models.TERMINAL,
        max_num_players=SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class WhistlestopGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no type hints
    """A map and a number of seats, with the rewards of VectorEnv."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        seats = number_of_seats(int(given["players"]), int(given["seats"]))
        kind = choice("rewards", str(given["rewards"]), REWARDS)
        self.rules = Game.load(given["folder"], seats) if given["folder"] else game_of(given["map"], seats, ())
        self.observer = Observer(self.rules)
        self.layout = self.observer.layout
        self.kind = REWARDS[kind]
        least, most = utility_range(self.rules, kind)
        kind_of_game = game_type(kind, seats)
        numbers = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=len(self.rules.catalogue) - self.layout.actions,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if kind_of_game.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=most_decisions(self.rules),
        )
        super().__init__(kind_of_game, numbers, params or {})

    def new_initial_state(self) -> "WhistlestopState":
        """The state before the first deal."""
        return WhistlestopState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "WhistlestopObserver":
        """An observer that sees a state from one seat."""
        return WhistlestopObserver(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)


def number_of_seats(players: int, seats: int) -> int:
    """The number of seats, by either name; two if neither is given."""
    if players and seats and players != seats:
        raise BadInput("players_differ", players=players, seats=seats)
    return players or seats or 2


def utility_range(game: Game, rewards: str) -> tuple[float, float]:
    """The least and the most that a seat can earn in a game."""
    least, most = score_range(game)
    spread = float(most - least)
    return {"place": (-1.0, 1.0), "margin": (-spread, spread), "points": (float(least), float(most))}[rewards]


class Moment:
    """A game dealt by OpenSpiel, which copies it with every state."""

    def __init__(self, record: Record, before: list[float]) -> None:
        self.record = record
        self.before = before
        """What each seat had earned before the last move."""
        self.worlds: dict[int, Worlds] = {}
        """Made for a seat when its information state is first resampled."""

    def __deepcopy__(self, memo: object) -> "Moment":
        copied = Record(self.record.game)
        copied.entries.extend(self.record.entries)
        copied.states[0] = self.record.states[0]
        return Moment(copied, self.before)


class WhistlestopState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no type hints
    """A state; chance's actions count from 0, its moves in the catalogue from `offset`."""

    def __init__(self, game: WhistlestopGame) -> None:
        super().__init__(game)
        self.moment = Moment(Record(game.rules), [0.0] * game.rules.seats)
        self.offset = game.layout.actions
        self.kind = game.kind

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
        if self.kind == REWARDS["points"]:
            self.moment.before = self.returns()
        self.moment.worlds = {}
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
        """What each seat has earned so far; see `rewards`."""
        record, seats = self.record, self.record.game.seats
        if record.over:
            paid: list[float] = self.get_game().observer.rewards(record.states, 0, self.kind).tolist()
        else:
            paid = [0.0] * seats
        if self.kind == REWARDS["points"]:
            for seat in range(seats):
                paid[seat] += float(route_points(record.game.compiled[0], record.state.tracks[seat]))
        return paid

    def rewards(self) -> list[float]:
        """What each seat earned by the last move."""
        return [now - before for now, before in zip(self.returns(), self.moment.before, strict=True)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "WhistlestopState":
        """A state that the player can't tell from this one, dealt afresh where it does not see the cards.

        Its history gives the player the same information state, and the others one that fits their new hands.
        """
        if self.record.over:
            return self.clone()  # everything is seen
        if player not in self.moment.worlds:
            self.moment.worlds[player] = Worlds(self.record, player)
        rng, seen = random.Random(sampler()), self.record.view(player).views.tobytes()
        for _ in range(WORLDS):
            try:
                world = self._replayed(self.moment.worlds[player].sample(rng))
            except (IllegalMove, NoWorld):
                continue
            if world is not None and world.record.view(player).views.tobytes() == seen:
                return world
        raise BadInput("no_world", player=player, tries=WORLDS)

    def _replayed(self, moves: list[int]) -> "WhistlestopState | None":
        """A state after some moves, if each is made by the same seat and in the same phase as here."""
        state = self.get_game().new_initial_state()
        for move, entry in zip(moves, self.record.entries, strict=True):
            state.apply_action(move - self.offset if entry.mover == CHANCE else move)
            made = state.record.entries[-1]
            if (made.mover, made.phase, made.seat) != (entry.mover, entry.phase, entry.seat):
                return None
        return state

    def __str__(self) -> str:
        return str(self.record)


class WhistlestopObserver:
    """Sees a state from one seat: its view, or, with perfect recall, the record as that seat may see it.

    A record has no tensor: it grows, and a tensor of the view would not recall perfectly.
    """

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self._observer = Observer(game)
        self._recalls = perfect_recall
        columns = self._observer.layout.fields[-1].stop  # without padding
        self.tensor = None if perfect_recall else np.zeros(columns, np.float32)
        self.dict = {} if self.tensor is None else self._observer.layout.named(self.tensor)

    def set_from(self, state: WhistlestopState, player: int) -> None:
        """Write what a seat knows."""
        if self.tensor is not None:
            self.tensor[:] = self._observer.observation(state.record.states, 0, player)[: len(self.tensor)]

    def string_from(self, state: WhistlestopState, player: int) -> str:
        """What a seat knows, as text."""
        if self._recalls:
            return state.record.redacted(player)
        return str(state.record.view(player).as_dict())


pyspiel.register_game(game_type("place", 2), WhistlestopGame)
