"""The OpenSpiel game: OpenSpiel's own tests pass, what is hidden stays hidden, and one of its algorithms runs."""

import random
from pathlib import Path

import pytest
from small import tiny_game

from whistlestop.env.reasons import BadInput
from whistlestop.game.kernel import TARGET

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this system")

from open_spiel.python.algorithms import outcome_sampling_mccfr  # noqa: E402 - it needs pyspiel

from whistlestop.env import spiel  # noqa: E402, F401 - it registers the game


def load(tmp_path: Path, kind: str) -> "pyspiel.Game":
    """A tiny map as an OpenSpiel game."""
    return pyspiel.load_game("python_whistlestop", {"folder": str(tiny_game(tmp_path, kind).folder)})


@pytest.mark.parametrize("kind", ["out", "under"])
def test_openspiel_tests_pass(kind: str, tmp_path: Path) -> None:
    pyspiel.random_sim_test(load(tmp_path, kind), num_sims=3 if TARGET == "cpu" else 1, serialize=True, verbose=False)


def test_a_real_map_passes_too() -> None:
    game = pyspiel.load_game("python_whistlestop(map=new_york,seats=3)")
    assert game.num_players() == 3
    assert game.num_distinct_actions() == 285
    if TARGET == "cpu":
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_chance_is_explicit_and_information_states_hide_what_others_hold(tmp_path: Path) -> None:
    state = load(tmp_path, "under").new_initial_state()
    chances = random.Random(1)
    assert state.is_chance_node()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(odds for _, odds in outcomes) == pytest.approx(1)
            state.apply_action(chances.choice(outcomes)[0])
            continue
        seat = state.current_player()
        redacted = state.information_state_string(seat)
        assert redacted == state.record.redacted(seat)
        assert "= ?" in redacted
        assert "hand" in state.observation_string(seat)
        assert len(state.observation_tensor(1 - seat)) == state.get_game().layout.fields[-1].stop
        with pytest.raises(BadInput, match="have no tensor; use information_state_string"):
            state.information_state_tensor(seat)
        assert state.legal_actions(1 - seat) == []
        copied = state.clone()
        copied.apply_action(copied.legal_actions()[0])
        assert copied.information_state_string(seat) != redacted
        assert state.information_state_string(seat) == redacted
        state.apply_action(chances.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


def test_outcome_sampling_runs(tmp_path: Path) -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(tmp_path, "out"))
    for _ in range(10 if TARGET == "cpu" else 2):
        solver.iteration()
    state = load(tmp_path, "out").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    assert set(policy) == set(state.legal_actions())
