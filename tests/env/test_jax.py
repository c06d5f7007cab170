"""JaxEnv: the games of VectorEnv as pure functions, inside `jit` and `scan`."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whistlestop.game.kernel import TARGET

jax = pytest.importorskip("jax", reason="JAX is not installed; `make recipes` runs this")
pytestmark = pytest.mark.skipif(TARGET != "cpu", reason="XLA calls compiled kernels")

if TARGET == "cpu":
    from whistlestop.env.jax import JaxEnv
    from whistlestop.env.reasons import BadInput
    from whistlestop.env.vector import VectorEnv
    from whistlestop.game.reasons import BadSeed

STEPS = 600
SETTINGS: list[dict[str, Any]] = [
    {"game": "new_york", "rewards": "points"},
    {"game": "europe", "seats": 4, "rewards": "margin"},
    {"game": "nordic"},
    {"game": "new_york", "seats": 3, "opponents": ["planner", "random"], "rewards": "points"},
]


def same(batch: Any, expected: Any) -> bool:
    """Whether two batches are equal; scores count only where a game ended, and are 0 elsewhere."""
    done = np.asarray(expected.done)[:, None]
    wanted = expected._replace(total=expected.total * done, place=expected.place * done)
    return all(np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in zip(batch, wanted, strict=True))


@pytest.mark.parametrize("settings", SETTINGS)
def test_scanned_steps_are_those_of_the_vector_environment(settings: dict[str, Any]) -> None:
    env, other = JaxEnv(num_envs=32, **settings), VectorEnv(num_envs=32, on_illegal="lose", **settings)
    expected = [other.make_batch()]
    other.reset(7, out=expected[0])
    actions = np.zeros((STEPS, 32), np.int32)
    for step in range(STEPS):
        actions[step] = other.sample()
        if step % 50 == 9:
            actions[step, step % 32] = (-1, 9999, 0)[step % 3]
        expected.append(other.step(actions[step], out=other.make_batch()))
    states, batch = jax.jit(env.reset)(7)
    assert same(batch, expected[0])
    ends, batches = jax.jit(lambda states, actions: jax.lax.scan(env.step, states, actions))(states, actions)
    for step in range(STEPS):
        assert same(type(batch)(*(array[step] for array in batches)), expected[step + 1])
    assert np.asarray(ends.state).tobytes() == other.states.tobytes()
    assert np.asarray(batches.done).sum() > 32


def test_a_step_is_pure() -> None:
    env = JaxEnv("new_york", num_envs=8)
    states, batch = env.reset(1)
    before = [np.array(array) for array in states]
    actions = batch.mask.argmax(axis=1)
    step = jax.jit(env.step)
    first, second, plain = step(states, actions), step(states, actions), env.step(states, actions)
    for one, two, three in zip(*map(jax.tree.leaves, (first, second, plain)), strict=True):
        assert np.asarray(one).tobytes() == np.asarray(two).tobytes() == np.asarray(three).tobytes()
    assert all(np.array_equal(a, b) for a, b in zip(before, states, strict=True))
    assert not np.array_equal(first[0].state, states.state)


def test_seeds_are_numbers_lists_and_keys() -> None:
    env, other = JaxEnv("new_york", num_envs=4), VectorEnv("new_york", num_envs=4)
    big = (1 << 62) - 1
    for seed in (0, np.int64(3), big, [5, 5, 6, big]):
        assert same(env.reset(seed)[1], other.reset(seed))
    assert same(jax.jit(env.reset)(jax.numpy.uint32(3))[1], other.reset(3))
    assert same(env.reset(jax.numpy.arange(4))[1], other.reset(range(4)))
    one, two, again = (np.asarray(env.reset(jax.random.key(n))[1].observation) for n in (0, 1, 0))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, two)
    _, batches = jax.vmap(env.reset)(jax.numpy.arange(3))
    assert np.array_equal(batches.observation[2], other.reset(2).observation)


def test_illegal_actions_lose_whatever_their_type() -> None:
    env = JaxEnv("new_york", num_envs=2)
    states, batch = env.reset(0)
    move = int(batch.mask[0].argmax())
    for actions in (np.array([move, move + (1 << 32)]), np.array([move, 1 << 63], np.uint64), np.array([move, -1])):
        assert np.asarray(env.step(states, actions)[1].done).tolist() == [False, True]
    assert not np.asarray(env.step(states, batch.mask.argmax(axis=1).astype(np.uint16))[1].done).any()


def test_bad_input_is_named() -> None:
    env = JaxEnv("new_york", num_envs=4)
    states, _ = env.reset(0)
    with pytest.raises(BadInput, match=r"shape \(3,\); it must be \(4,\)"):
        jax.jit(env.step)(states, np.zeros(3, np.int32))
    with pytest.raises(BadInput, match="dtype float32"):
        env.step(states, np.zeros(4, np.float32))
    with pytest.raises(BadInput, match=r"state has the shape \(2, 1904\); it must be \(4, 1904\)"):
        env.step(type(states)(*(array[:2] for array in states)), np.zeros(4, np.int32))
    with pytest.raises(BadInput, match="episode has the dtype int8; it must be uint8"):
        env.step(states._replace(episode=states.episode.astype(np.int8)), np.zeros(4, np.int32))
    with pytest.raises(BadInput, match="Seeds have the dtype float32"):
        env.reset(jax.numpy.zeros(4))
    with pytest.raises(BadInput, match="3 seeds were given; give one, or 4"):
        env.reset([1, 2, 3])
    with pytest.raises(BadSeed):
        env.reset(-1)


def test_the_example_of_the_documentation_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    lines = text.split("\n## JAX\n")[1].split("\n## ")[0].splitlines()
    program: dict[str, Any] = {}
    exec("\n".join(line[4:] for line in lines if line.startswith("    ") or not line), program)
    assert program["batches"].observation.shape[:2] == (128, 1024)
    assert np.asarray(program["batches"].done).sum() > 1024
