"""Opponents inside a step: they play what they should, for a seat of one's own, and Gymnasium's interfaces show it."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from positions import TABLES, game_of

from whistlestop.bots import make_bot
from whistlestop.env import ids
from whistlestop.env.kernels.opponents import LEARNER
from whistlestop.env.observer import Observer
from whistlestop.env.reasons import BadInput
from whistlestop.env.solo import SoloEnv
from whistlestop.env.solo_vector import SoloVectorEnv
from whistlestop.env.vector import VectorEnv
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Record

STEPS = 300 if TARGET == "cpu" else 30


@pytest.mark.parametrize(("name", "seats"), TABLES if TARGET == "cpu" else TABLES[-1:])
def test_a_step_goes_on_to_the_learners_next_decision(name: str, seats: int) -> None:
    game = game_of(name, seats)
    observer = Observer(game)
    env = VectorEnv(game, num_envs=4, opponents=["planner", "random"], rewards="points")
    batch = env.reset(seed=3)
    paid, ended = np.zeros(4), 0
    for _ in range(STEPS):
        for i, seat in enumerate(batch.seat):
            assert env.states[i].seat == seat
            assert env._episodes["players"][i, seat] == LEARNER
            assert batch.observation[i].tobytes() == observer.observation(env.states, i, seat).tobytes()
            assert batch.mask[i].tobytes() == observer.mask(env.states, i, seat).tobytes()
        seat = batch.seat.copy()
        batch = env.step(env.sample())
        paid += batch.reward[range(4), seat]
        for i in np.flatnonzero(batch.done):
            assert paid[i] == batch.total[i, seat[i]]
            paid[i] = 0
            ended += 1
    assert ended or TARGET != "cpu"


def test_games_depend_on_seeds_and_actions_alone() -> None:
    game = game_of("new_york", 3)
    envs = [VectorEnv(game, num_envs=5, opponents=["racer", ("random", "racer")], threads=n) for n in (1, 2)]
    one, two = (env.reset(seed=9) for env in envs)
    assert set(envs[0].opponent) == {0, 1}
    for _ in range(25):
        actions = (one.mask.argmax(axis=1)).astype(np.int64)
        envs[0].sample()  # draws from dice that the opponents do not use
        one, two = (env.step(actions) for env in envs)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one, two, strict=True))
    for env in envs:
        env.close()
    assert set(VectorEnv(game, 3, 9, opponents=["random"], seat=2).reset().seat) == {2}
    first = VectorEnv(game, num_envs=64, opponents=["random"])
    assert set(first.reset().seat) == {0, 1, 2}
    assert Record(game, int(first.seeds[0])).state.first == first.states[0].first


@pytest.mark.skipif(TARGET != "cpu", reason="strength takes many games")
def test_opponents_are_as_strong_as_their_names() -> None:
    shares = {}
    for name in ("random", "racer", "planner"):
        env, results = VectorEnv("new_york", num_envs=256, opponents=[name]), []
        env.reset(seed=1)
        while len(results) < 600:
            seat = env.batch.seat.copy()
            batch = env.step(env.sample())
            results += [batch.reward[i, seat[i]] for i in np.flatnonzero(batch.done)]
        shares[name] = np.mean(results)
    assert abs(shares["random"]) < 0.15
    assert shares["racer"] < -0.9
    assert shares["planner"] < -0.95


def test_ids_are_in_gymnasiums_registry() -> None:
    cells = [gymnasium.spec(id_).kwargs for id_ in ids.IDS]
    assert {(cell["game"], cell["seats"]) for cell in cells} == set(TABLES)
    env = gymnasium.make("whistlestop.env:whistlestop/NewYork-3-v0", bots=["random"], on_illegal="lose")
    assert env.unwrapped.game.seats == 3  # type: ignore[attr-defined]
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert env.unwrapped.action_masks().sum() == info["action_mask"].sum()  # type: ignore[attr-defined]
    env.step(env.action_space.sample(info["action_mask"]))


@pytest.mark.skipif(not hasattr(gymnasium, "VectorizeMode"), reason="Gymnasium makes vector environments since 1.0")
def test_every_id_makes_a_vector_environment() -> None:
    for id_, settings in ids.IDS.items():
        env: Any = gymnasium.make_vec(id_, num_envs=3, opponents=["random"])
        assert (env.game.name, env.game.seats) == (settings["game"], settings["seats"])
        observations, infos = env.reset(seed=1)
        for _ in range(5):
            assert env.observation_space.contains(observations)
            observations, rewards, terminations, truncations, infos = env.step(infos["action_mask"].argmax(axis=1))
            assert rewards.shape == terminations.shape == truncations.shape == (3,)


def test_many_games_are_a_vector_environment_of_gymnasium() -> None:
    settings: dict[str, Any] = {"num_envs": 4, "opponents": ["random"], "rewards": "margin"}
    made: Any = SoloVectorEnv("new_york", **settings)
    if hasattr(gymnasium, "VectorizeMode"):  # since version 1.0
        made = gymnasium.make_vec("whistlestop/NewYork-2-v0", **settings)
    assert isinstance(made, SoloVectorEnv)
    assert made.num_envs == 4
    assert made.metadata["autoreset_mode"] in ("SameStep", getattr(gymnasium.vector, "AutoresetMode", str)("SameStep"))
    env, twin = made, copy.deepcopy(made)
    observations, infos = env.reset(seed=5)
    again, _ = twin.reset(seed=5)
    other, _ = twin.reset()
    assert observations.tobytes() == again.tobytes() != other.tobytes()
    for many in (env, twin):
        many.reset(seed=[6, 7, 8, 9])
    assert env.reset()[0].tobytes() == twin.reset()[0].tobytes()
    observations, infos = env.reset(seed=5)
    twin.reset(seed=5)
    ends = 0
    while not ends:
        kept = observations.copy()
        actions = infos["action_mask"].argmax(axis=1)
        assert env.action_space.contains(actions)
        assert env.action_masks().tobytes() == infos["action_mask"].tobytes()
        step, same = env.step(actions), twin.step(actions)
        assert observations.tobytes() == kept.tobytes()  # every call returns new arrays
        observations, rewards, terminations, truncations, infos = step
        assert env.observation_space.contains(observations)
        assert rewards.shape == terminations.shape == truncations.shape == (4,)
        assert not truncations.any()
        assert all(a.tobytes() == b.tobytes() for a, b in zip(step[:4], same[:4], strict=True))
        assert ("final_obs" in infos) == terminations.any()
        for i in np.flatnonzero(terminations):
            ends += 1
            final = infos["final_info"]
            assert infos["_final_obs"][i]
            assert env.single_observation_space.contains(infos["final_obs"][i])
            assert infos["final_obs"][i].tobytes() != observations[i].tobytes()
            seat, totals = final["seat"][i], final["total"][i]
            assert rewards[i] == totals[seat] - totals[1 - seat]
            assert not final["action_mask"][i].any()
    assert rewards.any()
    env.close()
    assert env.closed
    with pytest.raises(BadInput, match="opponents is empty"):
        SoloVectorEnv("new_york", opponents=[])


@pytest.mark.skipif(TARGET != "cpu", reason="it plays whole games")
def test_gymnasiums_wrappers_take_it() -> None:
    wrappers = pytest.importorskip("gymnasium.wrappers.vector", reason="they came with Gymnasium 1.0")
    env = wrappers.RecordEpisodeStatistics(
        SoloVectorEnv("new_york", num_envs=3, opponents=["random"], rewards="points")
    )
    _, infos = env.reset(seed=1)
    while "episode" not in infos:
        _, _, over, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    i = int(np.flatnonzero(over)[0])
    assert infos["episode"]["r"][i] == infos["final_info"]["total"][i, infos["final_info"]["seat"][i]]


def test_bad_opponents_are_named() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"opponents": ["champion"]}, "A SearchBot can't move inside a step; random, racer, planner"),
        ({"opponents": [("random", "random")]}, "2 bots were given; give 1"),
        ({"opponents": ["random"], "seat": 2}, "seat is '2'; it must be one of: 0, 1"),
    ]
    for settings, problem in wrong:
        with pytest.raises(BadInput, match=problem):
            VectorEnv("new_york", **settings)
    level = VectorEnv("new_york", num_envs=1, opponents="dispatcher")
    assert level._opponents is not None
    assert level._opponents.lineups.tolist() == [[0]]
    assert SoloEnv("new_york", [make_bot("dispatcher")])._table.__class__.__name__ == "FastTable"
