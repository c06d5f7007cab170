"""The PettingZoo and Gymnasium environments: their own tests pass, seeds are honoured, bad input is named."""

import copy
import pickle
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from iceland import PLACES, make
from positions import TABLES, game_of

from whistlestop.bots import make_bot
from whistlestop.env import whistlestop_v0
from whistlestop.env.aec import AecEnv
from whistlestop.env.reasons import BadInput, IllegalAction
from whistlestop.env.solo import SoloEnv
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import BadMap
from whistlestop.game.view import View

CYCLES = 60 if TARGET == "cpu" else 3

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's own tests import a game of its own in a way that it deprecates
    from pettingzoo.test import api_test, parallel_api_test, seed_test

KNOWS_NESTED = tuple(map(int, pettingzoo.__version__.split(".")[:2])) >= (1, 25)
"""Whether PettingZoo's own tests know observations that are dicts of dicts."""

# An observation with its mask is a dict, as in PettingZoo's own board games, which it exempts by name; and the
# mask of a seat that is not to move has no legal move.
ADVICE = [
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]


@pytest.mark.filterwarnings(*ADVICE)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_tests_pass(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    for observations in ("flat", "named") if seats == 2 and KNOWS_NESTED else ("flat",):
        api_test(AecEnv(game_of(name, seats), observations=observations), num_cycles=CYCLES)
    seed_test(lambda: AecEnv(game_of(name, seats)), num_cycles=CYCLES)
    parallel_api_test(whistlestop_v0.parallel_env(game_of(name, seats)), num_cycles=CYCLES)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings(*ADVICE)
def test_a_map_folder_is_an_environment(tmp_path: Path) -> None:
    folder = make(tmp_path / "iceland", PLACES)
    api_test(AecEnv(Game.load(folder, 3)), num_cycles=CYCLES)
    assert AecEnv("iceland", 2, maps=[tmp_path]).game.name == "iceland"


def play_out(env: AecEnv, seed: int) -> tuple[list[int], dict[str, float]]:
    """Play at random to the end: the actions, and what each agent was paid in all."""
    env.reset(seed=seed)
    chances = random.Random(seed)
    actions: list[int] = []
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        paid[agent] += reward
        action = None if termination else chances.choice(np.flatnonzero(observation["action_mask"]).tolist())
        actions += [] if action is None else [action]
        env.step(action)
    return actions, paid


def test_rewards_are_those_of_the_final_score() -> None:
    game = game_of("new_york", 3)
    for rewards in ("place", "margin", "points"):
        env = AecEnv(game, rewards=rewards)
        actions, paid = play_out(env, 5)
        assert env.record is not None
        result = env.record.result
        assert result is not None
        totals = [seat.total for seat in result.seats]
        if rewards == "points":
            assert list(paid.values()) == totals
        elif rewards == "margin":
            assert max(paid.values()) == sorted(totals)[-1] - sorted(totals)[-2]
        else:
            assert sum(paid.values()) == pytest.approx(0)
            assert paid[f"seat_{result.winners[0]}"] == max(paid.values()) > 0
        assert actions == play_out(AecEnv(game), 5)[0]


def test_games_without_a_seed_follow_from_the_last_seed() -> None:
    decks = []
    for _ in range(2):
        env = AecEnv("new_york")
        for seed in (3, None, None):
            env.reset(seed=seed)
            decks.append(env.observe("seat_0")["observation"].tobytes())
    assert decks[:3] == decks[3:]
    assert len(set(decks)) == 3


def test_the_observation_is_that_of_the_agent_alone() -> None:
    env = AecEnv("new_york", 3, observations="named")
    env.reset(seed=1)
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert [one["mover"].tolist() for one in seen] == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert [env.observe(agent)["action_mask"].any() for agent in env.agents] == [True, False, False]


def test_it_is_rendered_as_text_and_as_an_image() -> None:
    env = AecEnv("new_york", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().splitlines()[0] == "new_york, turn 0: seat 0, first choice"
    assert len(env.render().splitlines()) == 4
    env = AecEnv("new_york", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.std() > 10


def test_an_illegal_action_raises_or_loses() -> None:
    env = AecEnv("new_york")
    with pytest.raises(BadInput, match="call reset first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"'take red'.* of seat 0 is illegal: Choose which of the offered"):
        env.step(env.game.catalogue.numbers["take red"])
    for wrong in (-1, 285, "keep 1", None, 2.0, True):
        with pytest.raises(IllegalAction, match="has no action"):
            env.step(wrong)  # type: ignore[arg-type]
    env = AecEnv("new_york", 3, on_illegal="lose")
    env.reset(seed=1)
    env.step(-1)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.5, "seat_2": 0.5}
    assert all(env.terminations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    for _ in range(3):
        env.step(None)
    with pytest.raises(BadInput, match="call reset"):
        env.step(None)


def test_whole_numbers_of_any_type_are_actions() -> None:
    for kind in (int, np.int8, np.uint64, lambda action: np.array(action), lambda action: np.array(action, np.int16)):
        for env in (AecEnv("new_york"), SoloEnv("new_york", ["random"])):
            env.reset(seed=1)
            env.step(kind(env.game.catalogue.numbers["keep 1"]))
    for wrong in (np.array([10]), np.array(10.0), np.bool_(True)):
        with pytest.raises(IllegalAction, match="an action is a whole number, not"):
            env.step(wrong)  # type: ignore[arg-type]


def test_copies_go_on_exactly_as_the_original() -> None:
    for make_copy in (copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))):
        for env in (AecEnv("new_york"), whistlestop_v0.env("new_york")):
            env.reset(seed=1)
            other = make_copy(env)
            for _ in range(4):
                mask = env.last()[0]["action_mask"]
                action = int(np.flatnonzero(mask)[0])
                env.step(action)
                other.step(action)
                for agent in env.agents:
                    seen, seen_too = env.observe(agent), other.observe(agent)
                    assert all(seen[name].tobytes() == seen_too[name].tobytes() for name in seen)
            other.reset(seed=2)
            env.reset(seed=2)
            assert other.observe("seat_0")["observation"].tobytes() == env.observe("seat_0")["observation"].tobytes()


@pytest.mark.parametrize("bot", ["random", "first"])
def test_copies_of_one_seat_go_on_exactly_as_the_original(bot: str) -> None:
    """With opponents inside the step, and with a bot of one's own."""
    env = SoloEnv("new_york", ["random" if bot == "random" else Echo()])
    env.reset(seed=1)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(6):
        action = int(np.flatnonzero(env.action_masks())[0])
        observation, *rest, info = env.step(action)
        assert observation.any()
        for one in copies:
            seen, *others, known = one.step(action)
            assert seen.tobytes() == observation.tobytes()
            assert others == rest
            assert known["action_mask"].tobytes() == info["action_mask"].tobytes()
    for one in copies:
        assert one.reset()[0].tobytes() == copy.deepcopy(env).reset()[0].tobytes()


def test_masks_are_in_the_infos_as_well() -> None:
    env = AecEnv("new_york", 3)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    for agent in env.agents:
        mask = env.infos[agent]["action_mask"]
        assert mask.dtype == np.int8
        assert mask.tobytes() == env.observe(agent)["action_mask"].tobytes()


@pytest.mark.filterwarnings(*ADVICE)
def test_pettingzoo_names_make_the_environments() -> None:
    assert whistlestop_v0.raw_env is AecEnv
    api_test(whistlestop_v0.env("new_york", seats=3), num_cycles=CYCLES)
    env = whistlestop_v0.env("new_york", rewards="margin")
    env.reset(seed=1)
    env.step(0)
    assert env.unwrapped.rewards == {"seat_0": -100.0, "seat_1": 0.0}


def test_bad_settings_are_named() -> None:
    for settings, problem in [
        ({"rewards": "gold"}, "rewards is 'gold'"),
        ({"observations": "both"}, "observations is 'both'; it must be one of: flat, named"),
        ({"render_mode": "human"}, "render_mode is 'human'; it must be one of: ansi, rgb_array"),
    ]:
        with pytest.raises(BadInput, match=problem):
            AecEnv("new_york", **settings)  # type: ignore[arg-type]
    with pytest.raises(BadMap, match="2 to 3 seats"):
        AecEnv("nordic", seats=4)
    with pytest.raises(BadInput, match=r"No agent named 'seat_2'\. Agents: seat_0, seat_1"):
        AecEnv("nordic").observation_space("seat_2")
    with pytest.raises(BadInput, match="3 bots were given; give 2"):
        SoloEnv("new_york", ["random"] * 3, seats=3)
    with pytest.raises(BadInput, match="seat is '2'; it must be one of: 0, 1"):
        SoloEnv("new_york", ["random"], seat=2)


class Echo:
    """A bot of one's own: it makes the first legal move."""

    def choose(self, view: View, rng: random.Random) -> int:
        return view.legal[0]


@pytest.mark.parametrize(("name", "seats"), TABLES if TARGET == "cpu" else TABLES[-1:])
def test_gymnasiums_check_passes(name: str, seats: int) -> None:
    env = SoloEnv(game_of(name, seats), ["random"], on_illegal="lose")
    check_env(env, skip_render_check=True)


def test_one_seat_is_a_gymnasium_environment() -> None:
    with pytest.raises(BadInput, match="call reset first"):
        SoloEnv("new_york").step(0)
    tables: list[list[Any]] = [["racer", "random"], [make_bot("planner"), Echo()]]
    for bots in tables:
        strong: Any = SoloEnv("new_york", bots, seats=3, seat=1, rewards="points", render_mode="ansi")
        _, info = strong.reset(seed=3)
        assert (info["seat"], strong.seat, info["opponent"]) == (1, 1, 0)
        with pytest.raises(IllegalAction, match=r"'take red'.* of seat 1 is illegal"):
            strong.step(strong.game.catalogue.numbers["take red"])
        paid, over, moves = 0.0, False, 0
        while not over:
            assert strong.action_masks().sum() == info["action_mask"].sum() > 0
            _, reward, over, _, info = strong.step(strong.action_space.sample(info["action_mask"]))
            paid += reward
            moves += 1
        assert moves > 5
        assert not info["action_mask"].any()
        assert paid == strong._table.record().result.seats[1].total
        assert "nobody, the game is over" in strong.render()
        with pytest.raises(BadInput, match="call reset to start"):
            strong.step(0)


def test_a_bot_is_drawn_for_every_game() -> None:
    for opponents in (["random", "racer"], ["racer", Echo()]):
        env = SoloEnv("new_york", opponents=opponents)
        drawn = [env.reset(seed=seed)[1]["opponent"] for seed in range(12)]
        assert set(drawn) == {0, 1}
        assert env.reset(seed=5)[1]["opponent"] == drawn[5]
