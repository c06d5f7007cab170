"""The OpenSpiel game: OpenSpiel's own tests pass, what is hidden stays hidden, and its algorithms run."""

import random
from pathlib import Path

import numpy as np
import pytest
from positions import TABLES
from small import tiny_game

from whistlestop.env.bounds import most_decisions
from whistlestop.env.checks import game_of
from whistlestop.env.reasons import BadInput
from whistlestop.game.kernel import TARGET

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this system")

from open_spiel.python.algorithms import gambit, ismcts, mcts, outcome_sampling_mccfr  # noqa: E402 - it needs pyspiel

from whistlestop.env import spiel  # noqa: E402 - it registers the game


def load(tmp_path: Path, kind: str, **settings: object) -> "pyspiel.Game":
    """A small map as an OpenSpiel game."""
    return pyspiel.load_game("python_whistlestop", {"folder": str(tiny_game(tmp_path, kind).folder), **settings})


@pytest.mark.parametrize(("kind", "rewards"), [("out", "place"), ("under", "margin"), ("under", "points")])
def test_openspiel_tests_pass(kind: str, rewards: str, tmp_path: Path) -> None:
    game = load(tmp_path, kind, rewards=rewards)
    pyspiel.random_sim_test(game, num_sims=3 if TARGET == "cpu" else 1, serialize=True, verbose=False)


@pytest.mark.skipif(TARGET != "cpu", reason="it plays whole games")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_map_and_number_of_seats_passes_too(name: str, seats: int) -> None:
    game = pyspiel.load_game("python_whistlestop", {"map": name, "players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_game_is_loaded_from_text() -> None:
    game = pyspiel.load_game("python_whistlestop(map=new_york,seats=3,rewards=margin)")
    assert game.num_players() == 3
    assert game.num_distinct_actions() == 285
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_and_seats_are_the_same(players: int) -> None:
    for name in ("players", "seats"):
        assert pyspiel.load_game("python_whistlestop", {"map": "europe", name: players}).num_players() == players
    with pytest.raises(BadInput, match="give one of them"):
        spiel.WhistlestopGame({"players": players, "seats": players + 1})


def test_the_longest_game_that_the_rules_allow() -> None:
    """C20: two decisions a turn where tunnels can be tried for ever; else cards, cars and tickets run out."""
    assert most_decisions(game_of("europe", 2, ())) == 2 * 1001
    assert most_decisions(game_of("new_york", 2, ())) == 144
    start, longest = pyspiel.load_game("python_whistlestop(map=tiny)").new_initial_state(), 0
    for seed in range(40):
        state, rng, decisions = start.clone(), random.Random(seed), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        longest = max(longest, decisions)
    assert 10 < longest <= state.get_game().max_game_length() == 21


def test_rewards_add_up_to_returns(tmp_path: Path) -> None:
    state, rng = load(tmp_path, "out", rewards="points").new_initial_state(), random.Random(1)
    earned = np.zeros(2)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        earned += state.rewards()
        assert earned.tolist() == state.returns()
    result = state.record.result
    assert [seat.total for seat in result.seats] == state.returns()
    assert np.ptp(state.returns()) > 0


def test_chance_is_explicit_and_information_states_hide_what_others_hold(tmp_path: Path) -> None:
    game, chances = load(tmp_path, "under"), random.Random(1)
    state, observer = game.new_initial_state(), game.make_py_observer()
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
        observer.set_from(state, seat)
        assert observer.tensor.tolist() == state.observation_tensor(seat)
        with pytest.raises(BadInput, match="have no tensor; use information_state_string"):
            state.information_state_tensor(seat)
        assert state.legal_actions(1 - seat) == []
        copied = state.clone()
        copied.apply_action(copied.legal_actions()[0])
        assert copied.information_state_string(seat) != redacted
        assert state.information_state_string(seat) == redacted
        state.apply_action(chances.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


def test_information_states_are_resampled(tmp_path: Path) -> None:
    """The player sees the same; the other's information state fits its new hand, and is often another."""
    state, rng, others = load(tmp_path, "out").new_initial_state(), random.Random(2), set()
    while not state.is_terminal():
        if not state.is_chance_node() and rng.random() < 0.3:
            player = state.current_player()
            world = state.resample_from_infostate(player, rng.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()
            assert len(world.history()) == len(state.history())
            others.add(world.information_state_string(1 - player) != state.information_state_string(1 - player))
        state.apply_action(rng.choice(state.legal_actions()))
    assert True in others
    assert state.resample_from_infostate(0, rng.random).history() == state.history()


def test_search_over_information_states_plays(tmp_path: Path) -> None:
    """OpenSpiel's ISMCTS keeps its nodes by information states, which must be complete in every world."""
    game = load(tmp_path, "under")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20 if TARGET == "cpu" else 4, random_state=np.random.RandomState(1))
    state, rng, decisions = game.new_initial_state(), random.Random(1), 0
    while decisions < 12 and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            state.apply_action(bot.step(state))
            decisions += 1
    assert decisions > 6


@pytest.mark.skipif(TARGET != "cpu", reason="it visits 5,471 histories")
def test_the_tiny_map_is_solved() -> None:
    """Its tree, exported for OpenSpiel's compiled algorithms: after 20 rounds of CFR+ little is left to gain."""
    game = pyspiel.load_game("python_whistlestop(map=tiny)")
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    before = pyspiel.nash_conv(tree, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, solver.average_policy()) < 0.01 < 1 < before


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
