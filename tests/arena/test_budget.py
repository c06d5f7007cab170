"""Budgets in seconds: measured once, stated with what they came to, and played as rollouts."""

import json
import random
from pathlib import Path

import pytest
from positions import game_of

from whistlestop.arena import budget, chart
from whistlestop.arena.bout import Outcome
from whistlestop.arena.budget import calibrate, is_timed, with_rollouts
from whistlestop.arena.tournament import match
from whistlestop.bots import montecarlo
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Record
from whistlestop.game.view import View

TIMED, PLAYED = "champion:seconds=0.1", "champion:rollouts=1740"


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        ("champion:seconds=0.1", True),
        ("montecarlo", True),
        ("director", True),
        ("champion:rollouts=5", False),
        ("champion:rollouts=5:seconds=1", False),
        ("dispatcher", False),
        ("surveyor", False),
        ("planner", False),
    ],
)
def test_searching_bots_have_a_budget_in_seconds_unless_it_is_in_rollouts(bot: str, expected: bool) -> None:
    assert is_timed(bot) == expected


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        ("champion:seconds=0.1", "champion:rollouts=9"),
        ("champion:seconds=0.1:threads=2", "champion:rollouts=9:threads=2"),
        ("montecarlo", "montecarlo:rollouts=9"),
        ("director", "champion:rollouts=9"),
    ],
)
def test_rollouts_replace_seconds_and_all_else_stays(bot: str, expected: str) -> None:
    assert with_rollouts(bot, {bot: 9}) == expected
    assert with_rollouts(bot, {}) == bot


def test_rollouts_are_as_many_as_take_the_seconds_in_the_mean_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SearchBot, "choose", choose_without_a_clock)
    assert calibrate(game_of("new_york", 3), ["planner", TIMED, TIMED]) == {TIMED: 30}


def choose_without_a_clock(bot: SearchBot, view: View, rng: random.Random) -> int:
    """Decide at random, and claim that there was time for 20 rollouts in one decision and for 60 in another."""
    bot.search.cost.add(bot.search.seconds / 20)
    bot.search.cost.add(bot.search.seconds / 60)
    return rng.choice(view.legal)


def test_a_search_keeps_what_its_rollouts_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = montecarlo.make(rollouts=24)
    record = Record(game_of("new_york", 2), 1)
    clock = iter([5.0, 7.0])
    monkeypatch.setattr("whistlestop.bots.search.time.process_time", lambda: next(clock))
    opinions = bot.explain(record.view(record.mover), random.Random(1))
    made = sum(opinion.tried for opinion in opinions)
    assert 12 <= made <= 24
    assert bot.search.cost.value == 2 / made


def test_a_search_does_not_grow_with_its_decisions() -> None:
    search = montecarlo.make(rollouts=1).search
    record = Record(game_of("new_york", 2), 1)
    view, weights = record.view(record.mover), weights_array(Weights())
    sizes = []
    for _ in range(3):
        search.opinions(view, weights, random.Random(1))
        sizes.append(len(repr(vars(search)).split(",")))
    assert len(set(sizes)) == 1
    assert search.cost.count == 3


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots that were measured; how they play does not matter here."""
    found: list[str] = []

    def count(game: Game, spec: str) -> int:
        found.append(spec)
        return 1740

    monkeypatch.setattr(budget, "count", count)
    monkeypatch.setattr(SearchBot, "choose", lambda bot, view, rng: rng.choice(view.legal))
    return found


def test_a_budget_is_measured_once_and_both_names_are_kept(measured: list[str], tmp_path: Path) -> None:
    file = tmp_path / "results"
    game = game_of("new_york", 2)
    match(game, [TIMED, "random"], 1, results=file)
    again = match(game, [TIMED, "random"], 2, results=file)
    assert measured == [TIMED]
    header, *lines = map(json.loads, file.read_text().splitlines())
    assert (header["bots"], header["rollouts"]) == ([TIMED, "random"], {TIMED: 1740})
    assert [line["seating"] for line in lines] == [[PLAYED, "random"], ["random", PLAYED]] * 2
    assert set(again.seconds_per_move) == {TIMED, "random"}
    assert {standing["bot"]: standing["rollouts"] for standing in again.as_dict()["standings"]} == {
        TIMED: 1740,
        "random": None,
    }


def test_standings_state_seconds_and_rollouts(measured: list[str]) -> None:
    standings = match(game_of("new_york", 2), [TIMED, "random"], 1, sequential=(0.4, 0.6))
    labels = {standing.label for standing in standings.rows}
    assert labels == {"champion:seconds=0.1 (1,740 rollouts)", "random"}
    assert "champion:seconds=0.1 (1,740 rollouts)" in chart.draw(standings)


def test_records_name_the_bots_that_played(measured: list[str]) -> None:
    records: list[str | None] = []

    def report(outcome: Outcome, record: str | None) -> None:
        records.append(record)

    match(game_of("new_york", 2), [TIMED, "random"], 1, report=report)
    assert records[0] is not None
    assert f'name 0: "{PLAYED}"' in records[0]


@pytest.mark.skipif(TARGET != "cpu", reason="a searching bot takes minutes uncompiled")
def test_a_match_with_seconds_is_the_same_in_one_process_or_two_once_they_are_measured(tmp_path: Path) -> None:
    game, names = game_of("new_york", 2), ["montecarlo:seconds=0.002", "racer"]
    alone, crowd = tmp_path / "alone", tmp_path / "crowd"
    match(game, names, 1, results=alone)
    crowd.write_text(alone.read_text().splitlines(keepends=True)[0])
    match(game, names, 1, jobs=2, results=crowd)
    assert crowd.read_bytes() == alone.read_bytes()
