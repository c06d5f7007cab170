"""The vector environment: the same games as records, on any number of threads, into arrays that a caller owns."""

import copy
import os
import pickle
from typing import Any

import numpy as np
import pytest
from positions import TABLES, game_of
from small import tiny_game

from whistlestop.env.kernels.games import game_seed
from whistlestop.env.observer import Observer
from whistlestop.env.reasons import BadInput, IllegalAction
from whistlestop.env.rewards import REWARDS
from whistlestop.env.vector import Batch, VectorEnv
from whistlestop.game.dice import SEED_LIMIT
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import BadMap, BadSeed, Reason
from whistlestop.game.record import Record

STEPS = 400 if TARGET == "cpu" else 25
MANY = 4000 if TARGET == "cpu" else 1000


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_games_are_those_of_records_with_the_same_seeds(name: str, seats: int) -> None:
    game = game_of(name, seats)
    observer = Observer(game)
    env = VectorEnv(game, num_envs=2)
    batch = env.reset(seed=11)
    assert env.seeds[0] == 11
    records = [Record(game, int(seed)) for seed in env.seeds]
    for _ in range(STEPS):
        for i, record in enumerate(records):
            assert batch.seat[i] == record.mover
            assert batch.observation[i].tobytes() == observer.observation(record.states, 0, record.mover).tobytes()
            assert np.flatnonzero(batch.mask[i]).tolist() == sorted(record.legal_moves())
        actions = env.sample()
        for record, action in zip(records, actions, strict=True):
            record.play(int(action))
        batch = env.step(actions)
        for i, record in enumerate(records):
            assert batch.done[i] == record.over
            if record.over:
                result = record.result
                assert result is not None
                assert batch.total[i].tolist() == [seat.total for seat in result.seats]
                assert batch.place[i].tolist() == [seat.place for seat in result.seats]
                records[i] = Record(game, int(env.seeds[i]))
            else:
                assert not batch.reward[i].any()


def totals_of(env: VectorEnv, steps: int) -> tuple[Any, Any]:
    """The rewards of every game that ended, summed over its steps, and its final scores."""
    env.reset(seed=3)
    sums = np.zeros((env.num_envs, env.game.seats))
    paid, totals = [], []
    for _ in range(steps):
        batch = env.step(env.sample())
        sums += batch.reward
        for i in np.flatnonzero(batch.done):
            paid.append(sums[i].copy())
            totals.append((batch.total[i].copy(), batch.place[i].copy()))
            sums[i] = 0
    assert paid
    return paid, totals


@pytest.mark.parametrize("rewards", REWARDS)
def test_rewards_add_up(rewards: str, tmp_path: Any) -> None:
    games = (
        [tiny_game(tmp_path, "under"), game_of("new_york", 3)] if TARGET == "cpu" else [tiny_game(tmp_path, "under")]
    )
    for game in games:
        paid, ends = totals_of(VectorEnv(game, num_envs=8, rewards=rewards), MANY // 8)
        for reward, (total, place) in zip(paid, ends, strict=True):
            for seat in range(game.seats):
                others = [other for other in range(game.seats) if other != seat]
                if rewards == "points":
                    assert reward[seat] == total[seat]
                elif rewards == "margin":
                    assert reward[seat] == total[seat] - max(total[others])
                else:
                    ahead = sum(int(np.sign(place[other] - place[seat])) for other in others)
                    assert reward[seat] == pytest.approx(ahead / len(others))


def test_threads_change_nothing() -> None:
    game = game_of("new_york", 2)
    envs = [VectorEnv(game, num_envs=7, threads=threads) for threads in (1, 3)]
    for env in envs:
        env.reset(seed=9)
    for _ in range(20):
        actions = [env.sample() for env in envs]
        assert actions[0].tobytes() == actions[1].tobytes()
        one, two = (env.step(action) for env, action in zip(envs, actions, strict=True))
        assert all(a.tobytes() == b.tobytes() for a, b in zip(one, two, strict=True))
    for env in envs:
        env.close()


def test_a_seed_gives_the_same_games_again() -> None:
    env = VectorEnv("new_york", num_envs=3)
    first = [array.copy() for array in env.reset(seed=4)]
    env.step(env.sample())
    assert all(a.tobytes() == b.tobytes() for a, b in zip(first, env.reset(seed=4), strict=True))
    assert env.reset(seed=5).observation.tobytes() != first[0].tobytes()


def test_runs_with_different_seeds_share_no_game() -> None:
    seeds = [game_seed(run, number) for run in (0, 1, 2, 1 << 40, 1 << 61) for number in range(MANY)]
    assert len(set(seeds)) == len(seeds)
    assert 0 <= min(seeds) < max(seeds) < SEED_LIMIT
    env = VectorEnv("new_york", num_envs=16)
    runs = [{row.tobytes() for row in env.reset(seed=seed).observation} for seed in range(4)]
    assert all(len(run) == 16 for run in runs)
    assert len(set.union(*runs)) == 64
    env.reset(seed=[7] * 16)
    assert set(env.seeds) == {7}
    env.reset(seed=(1 << 62) - 1)


@pytest.mark.parametrize("settings", [{}, {"threads": 2, "opponents": ["random"]}])
def test_copies_go_on_exactly_as_the_original(settings: dict[str, Any]) -> None:
    env = VectorEnv("new_york", num_envs=4, **settings)
    env.reset(seed=1)
    env.step(env.sample())
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(12):
        actions = env.sample()
        assert all(one.sample().tobytes() == actions.tobytes() for one in copies)
        batch = env.step(actions)
        for one in copies:
            assert all(a.tobytes() == b.tobytes() for a, b in zip(batch, one.step(actions), strict=True))
    expected = env.reset(seed=2).observation.copy()
    assert expected.any()
    for one in copies:
        assert one.reset(seed=2).observation.tobytes() == expected.tobytes()
        one.close()
    env.close()


def test_numbas_settings_stay_as_they_were() -> None:
    numba = pytest.importorskip("numba")
    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR


def test_games_can_stop_where_they_end() -> None:
    env = VectorEnv(game_of("new_york", 2), num_envs=8)
    env.reset(seed=1)
    while True:
        actions, stopping = env.sample(), copy.deepcopy(env)
        if (batch := env.step(actions)).done.any():
            break
    i = int(np.flatnonzero(batch.done)[0])
    stopped = stopping.step(actions, restart=False)
    assert stopped.done.tolist() == batch.done.tolist()
    assert stopped.observation[i].tobytes() == env.final_observation[i].tobytes()
    assert stopped.observation[i].tobytes() != batch.observation[i].tobytes()
    assert stopped.mask.any(axis=1).tolist() == (~batch.done).tolist()
    with pytest.raises(IllegalAction):
        stopping.step(actions)


def test_arrays_may_be_the_callers() -> None:
    env = VectorEnv("new_york", num_envs=4)
    shapes = {name: getattr(env.batch, name) for name in Batch._fields}
    buffer = Batch(**{name: np.ones((3, *array.shape), array.dtype) for name, array in shapes.items()})
    env.reset(seed=1, out=Batch(*(array[0] for array in buffer)))
    actions = env.sample()
    given = Batch(*(array[1] for array in buffer))
    assert env.step(actions, out=given) is given
    env.reset(seed=1)
    again = env.step(actions)
    assert not again.done.any()
    assert all(a[1].tobytes() == b.tobytes() for a, b in zip(buffer[:5], again[:5], strict=True))
    assert given.total.all()  # written only where a game ends
    assert np.from_dlpack(given.observation).tobytes() == given.observation.tobytes()


def test_an_illegal_action_raises_with_text_and_reason_and_changes_nothing() -> None:
    env = VectorEnv("new_york", num_envs=3)
    batch = env.reset(seed=1)
    before = env.states.tobytes(), [array.copy() for array in batch]
    actions = env.sample()
    actions[1] = env.game.catalogue.numbers["take red"]
    with pytest.raises(
        IllegalAction, match=rf"'take red'.* of seat 0 is illegal in environment 1: {Reason('phase_choice')}"
    ):
        env.step(actions)
    for wrong in (-1, env.layout.actions, 1 << 40):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match=f"no action {wrong} .*0 to 284"):
            env.step(actions)
    assert env.states.tobytes() == before[0]
    assert all(a.tobytes() == b.tobytes() for a, b in zip(before[1], env.batch, strict=True))


@pytest.mark.parametrize(("rewards", "paid"), [("place", [-1, 0.5, 0.5]), ("margin", [-100, 0, 0])])
def test_an_illegal_action_can_lose_the_game(rewards: str, paid: list[float]) -> None:
    env = VectorEnv("new_york", 3, num_envs=2, rewards=rewards, on_illegal="lose")
    seat = int(env.reset(seed=1).seat[0])
    assert seat == 0
    actions = env.sample()
    actions[0] = -5
    batch = env.step(actions)
    assert batch.done.tolist() == [True, False]
    assert batch.reward[0].tolist() == paid
    assert batch.place[0].tolist() == [3, 1, 1]
    assert batch.total[0].tolist() == [0, 0, 0]
    following = Record(env.game, int(env.seeds[0]))
    assert batch.observation[0].tobytes() == Observer(env.game).observation(following.states, 0, 0).tobytes()


def test_bad_input_is_named() -> None:
    env = VectorEnv("new_york", num_envs=2)
    with pytest.raises(BadInput, match="call reset first"):
        env.step([0, 0])
    env.reset()
    refused: list[tuple[Any, str]] = [
        ([0, 0, 0], r"shape \(3,\); it must be \(2,\)"),
        (0, r"shape \(\); it must be \(2,\)"),
        (np.zeros(2), "dtype float64; it must be an integer"),
    ]
    for actions, problem in refused:
        with pytest.raises(BadInput, match=problem):
            env.step(actions)
    batch = env.make_batch()
    arrays: list[tuple[dict[str, Any], str]] = [
        ({"mask": np.zeros((2, 5), np.bool_)}, r"mask has the shape \(2, 5\); it must be \(2, 285\)"),
        ({"reward": batch.reward.astype(np.float64)}, "reward has the dtype float64; it must be float32"),
        ({"seat": [0, 0]}, "seat has the dtype list; it must be a NumPy array of int8"),
        ({"place": np.zeros((2, 4), np.int8)[:, ::2]}, "place must be C-contiguous"),
    ]
    for change, problem in arrays:
        with pytest.raises(BadInput, match=problem):
            env.step(env.sample(), out=batch._replace(**change))
    for seed in (-1, 1 << 62, [0, -1]):
        with pytest.raises(BadSeed):
            env.reset(seed=seed)
    with pytest.raises(BadInput, match="3 seeds were given; give one, or 2"):
        env.reset(seed=[1, 2, 3])
    for settings, problem in [
        ({"num_envs": 0}, "num_envs is 0; it must be a whole number from 1"),
        ({"threads": 1.5}, "threads is 1.5"),
        ({"rewards": "gold"}, "rewards is 'gold'; it must be one of: place, margin, points"),
        ({"on_illegal": "cry"}, "on_illegal is 'cry'; it must be one of: raise, lose"),
    ]:
        with pytest.raises(BadInput, match=problem):
            VectorEnv("new_york", **settings)  # type: ignore[arg-type]
    with pytest.raises(BadMap, match="This map has 2 to 4 seats, not 5"):
        VectorEnv("new_york", seats=5)
    with pytest.raises(BadInput, match="seats is 3, but the `Game` has 2 seats"):
        VectorEnv(game_of("new_york", 2), seats=3)
