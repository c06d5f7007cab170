"""Reviews: what adds up, what is found, and what they may not depend on."""

import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from positions import TABLES, game_of
from small import tiny_game

from whistlestop.bots import make_bot
from whistlestop.bots.tree import FINE, FULL_VALUE
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Record
from whistlestop.game.state import STATE, TURN
from whistlestop.game.view import View
from whistlestop.review.chart import HEIGHT, WIDTH, draw_report
from whistlestop.review.losses import grade
from whistlestop.review.puzzles.puzzle import THEMES
from whistlestop.review.reasons import BadReport
from whistlestop.review.records import (
    BEST,
    BLUNDER,
    CODES,
    GOOD,
    GRADE_NAMES,
    INACCURACY,
    MISTAKE,
    NOTHING,
    PURPOSES,
    SEAT_SUMMARY,
    STEP,
    TRIALS,
    UNIT,
)
from whistlestop.review.report import ROLLOUTS, Report, Review, final_report, review
from whistlestop.review.split import sum_up
from whistlestop.review.words import PURPOSES_IN_WORDS, SENTENCES, sentence

COMPILED = pytest.mark.skipif(TARGET != "cpu", reason="networks take minutes uncompiled")
STEPS = 400


def play(name: str, seats: int, bots: str = "planner", plies: int = 10_000) -> Record:
    """A game between bots, or its first plies."""
    record, rng = Record(game_of(name, seats), 11), random.Random(1)
    players = [make_bot(bot) for bot in (bots.split(",") * seats)[:seats]]
    while not record.over and len(record.entries) < plies:
        record.play(players[record.mover].choose(record.view(record.mover), rng))
    return record


def check_sums(report: Report) -> None:
    """Every step's changes, and every seat's sums, are exact."""
    game, seats = report.game, report.game.seats
    summaries, steps = report.summaries, report.steps
    assert (steps["open"][:, :seats].sum(axis=1) == UNIT).all()
    before = np.concatenate([summaries["start"][None], steps["open"][:-1, :seats]])
    parts = steps["skill"] + steps["opponents"] + steps["luck"]
    assert (before + parts[:, :seats] == steps["open"][:, :seats]).all()
    total = sum(summaries[part] for part in ("start", "skill", "opponents", "luck"))
    assert (total == summaries["result"]).all()
    assert (summaries["luck_by"].sum(axis=1) == summaries["luck"]).all()
    assert (summaries["result"] == steps["open"][-1, :seats]).all()
    assert ((steps["skill"] + steps["opponents"])[:, :seats].sum(axis=1) == 0).all()
    assert summaries["start"].sum() == UNIT
    assert game.seats == len(summaries)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_skill_opponents_and_luck_add_up_whatever_the_chances_are(name: str, seats: int) -> None:
    draw = np.random.default_rng(seats)
    steps: Any = np.zeros(STEPS if TARGET == "cpu" else 40, STEP)
    cuts = np.sort(draw.integers(0, UNIT + 1, (len(steps), seats - 1)), axis=1)
    cuts[::7] = 0  # certain positions too
    steps["open"][:, :seats] = np.diff(cuts, axis=1, prepend=0, append=UNIT)
    steps["seat"] = draw.integers(0, seats, len(steps))
    steps["gain"] = draw.integers(-UNIT, UNIT + 1, len(steps)) * draw.integers(0, 2, len(steps))
    steps["luck_kind"] = draw.integers(0, 5, len(steps))
    game = game_of(name, seats)
    report = Report(game, True, 1, np.zeros(len(steps) + 1, STATE), steps)
    check_sums(report)
    assert (steps["skill"] != 0).any()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_picture_of_a_report_has_room_for_all_seats(name: str, seats: int) -> None:
    steps: Any = np.zeros(9, STEP)
    steps["move"] = steps["better"] = NOTHING
    steps["turn"] = range(len(steps))
    report = Report(game_of(name, seats), True, 1, np.zeros(len(steps) + 1, STATE), steps)
    drawing = ElementTree.fromstring(
        draw_report(report.as_dict(), report.game, [f"Player {seat}" for seat in range(seats)], range(seats))
    )
    texts = [one for one in drawing if one.tag.endswith("text")]
    assert sum((one.text or "").startswith("luck") for one in texts) == seats
    places = [(float(one.attrib["x"]), float(one.attrib["y"])) for one in texts]
    assert len(set(places)) == len(places)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in places)


@COMPILED
@pytest.mark.parametrize(("name", "seats"), [("new_york", 4), ("nordic", 3), ("europe", 5)])
def test_a_report_adds_up_to_the_result(name: str, seats: int) -> None:
    record = play(name, seats)
    reports = review(record, rollouts=16, threads=1)
    for report in (next(reports), next(reports)):
        check_sums(report)
    reports.close()
    assert record.result
    won = [seat for seat, chance in enumerate(report.summaries["result"]) if chance > 0]
    assert tuple(won) == record.result.winners
    facts = report.as_dict()
    assert (facts["searched"], facts["complete"]) == (1, False)
    assert len(facts["turning_points"]) == 3 * seats
    names = [f"seat {seat}" for seat in range(seats)]
    assert all(sentence(point, names).endswith(".") for point in facts["turning_points"])


@COMPILED
def test_a_report_does_not_depend_on_the_number_of_threads() -> None:
    record = play("new_york", 2)
    one, two = (final_report(record, rollouts=16, threads=threads).as_dict() for threads in (1, 2))
    assert one == two
    assert one["complete"]
    assert one["searched"] > 5


@COMPILED
def test_chances_and_losses_depend_on_what_the_seat_knows_alone() -> None:
    """Law 4: in every guess from the seat's view the decision looks the same; the open chances do not."""
    record = play("new_york", 3, plies=120)
    examined = Review(record, rollouts=16)
    examined.look()
    n = examined.to_search()[0]
    twin = Review(record, rollouts=16)
    twin.look()
    step, seen = examined.steps[n], View(record.game, examined.states, n - 1, int(examined.steps[n].seat))
    guess(record.game.compiled, seen.views, 0, make_dice(5), twin.states, n - 1)
    assert twin.states[n - 1].tobytes() != examined.states[n - 1].tobytes()
    twin.look()
    for field in ("own", "likely", "reference", "grade"):
        assert twin.steps[field][n] == step[field]
    assert (twin.steps["open"][n - 1] != examined.steps["open"][n - 1]).any()
    assert twin.search(n).tobytes() == examined.search(n).tobytes()


@COMPILED
@pytest.mark.parametrize("seed", [1, 5])
def test_a_blunder_in_the_game_of_a_strong_player_is_found(seed: int) -> None:
    """Late in a game of `express` a seat draws tickets that it can't complete any more."""
    game, rng, express = game_of("new_york", 2), random.Random(1), make_bot("express")
    record, turns = Record(game, seed), []
    while not record.over:
        view = record.view(record.mover)
        if view.seen.phase == TURN:
            turns.append(len(record.entries))
        record.play(express.choose(view, rng))
    spoilt = record.at(turns[len(turns) * 3 // 5])
    spoilt.play("tickets")
    examined = Review(spoilt, ROLLOUTS)
    examined.look()
    n = examined.to_search()[0]
    assert n == len(examined.steps) - 1
    grade(examined.search(n), examined.steps, n)
    assert examined.steps["grade"][n] in (MISTAKE, BLUNDER)


@COMPILED
def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes() -> None:
    record = play("new_york", 2, plies=40)
    for part in (record.at(0), record.at(9), record.at(30), record):
        facts = next(review(part)).as_dict()
        assert not facts["over"]
        assert sum(one["result"] for one in facts["summary"]) == pytest.approx(1)
    assert next(review(record.at(0))).as_dict()["steps"][0]["open"] == [0.5, 0.5]


def test_a_map_without_a_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadReport, match="there is no network for it") as refused:
        review(Record(tiny_game(tmp_path, "under")))
    assert refused.value.reason.code == "no_network_to_review"


@pytest.mark.parametrize(("field", "value"), [("rollouts", 0), ("rollouts", True), ("threads", 65), ("threads", "2")])
def test_a_budget_that_makes_no_sense_is_refused(field: str, value: Any) -> None:
    with pytest.raises(BadReport):
        review(Record(game_of("nordic", 2)), **{field: value})


def trials(values: list[float], tried: int, spread: float = 0.02) -> Any:
    """What was found: the mean values of some moves, and how much they differ from rollout to rollout."""
    found: Any = np.zeros(1, TRIALS)
    found["count"], found["tried"] = len(values), tried
    whole = tried * (FULL_VALUE >> FINE) ** 2
    for n, value in enumerate(values):
        found[0].move[n] = 100 + n
        found[0].gained[n] = int(value * FULL_VALUE * tried)
        found[0].squares[n] = int((value * value + 2 * spread) * whole)
        lead = value - values[0]
        found[0].spread[n] = int((lead * lead + spread) * whole)
    return found


@pytest.mark.parametrize(
    ("lead", "tried", "wanted"),
    [
        (0.0, 1000, BEST), (0.003, 100_000, BEST), (0.01, 100_000, GOOD), (0.03, 100_000, INACCURACY),
        (0.07, 100_000, MISTAKE), (0.2, 100_000, BLUNDER), (0.03, 20, GOOD), (0.06, 20, GOOD), (-0.2, 100_000, BEST),
    ],
)  # fmt: skip
def test_a_decision_is_graded_by_the_chance_it_gave_away(lead: float, tried: int, wanted: int) -> None:
    """What could be chance is never worse than good."""
    steps: Any = np.zeros(1, STEP)
    grade(trials([0.4, 0.4 + lead], tried), steps, 0)
    step = steps[0]
    assert step.grade == wanted
    assert step.low <= step.loss <= step.high
    assert step.better == (NOTHING if wanted == BEST else 101)
    assert step.choice_move[0] == (101 if lead > 0 else 100)


def test_skill_is_the_lead_over_what_the_network_would_have_played() -> None:
    steps: Any = np.zeros(1, STEP)
    steps["reference"] = 101
    grade(trials([0.5, 0.4], 10_000), steps, 0)
    assert 90_000 < steps[0].gain <= 100_000
    grade(trials([0.5, 0.49], 20), steps, 0)
    assert steps[0].gain == 0


@pytest.mark.parametrize(("value", "tried", "wide"), [(0.5, 100, 0.039), (0.5, 400, 0.0196), (0.99, 4, 0.196)])
def test_the_chance_of_a_move_has_an_interval(value: float, tried: int, wide: float) -> None:
    """Twice the spread is a variance of 0.04: 1.96 standard deviations of the mean to each side, from 0 to 1."""
    steps: Any = np.zeros(1, STEP)
    grade(trials([value], tried), steps, 0)
    low, chance, high = (steps[field][0, 0] / UNIT for field in ("choice_low", "choice_chance", "choice_high"))
    assert (low, chance) == pytest.approx((value - wide, value), abs=1e-3)
    assert high == pytest.approx(min(1, value + wide), abs=1e-3)


def test_every_code_has_a_sentence() -> None:
    """In English here, and in the browser, whose tests compare its languages."""
    assert list(SENTENCES) == list(CODES)
    assert list(PURPOSES_IN_WORDS) == list(PURPOSES)
    texts = (Path(__file__).parents[2] / "web" / "src" / "i18n" / "en.ts").read_text(encoding="utf-8")
    keys = {*(f"turning_{code}" for code in CODES), *(f"why_{code}" for code in PURPOSES)}
    keys |= {f"theme_{theme}" for theme in THEMES} | {f"grade_{name}" for name in GRADE_NAMES if name}
    assert {key for key in keys if f"\n  {key}: " not in texts} == set()


def test_an_accuracy_falls_with_the_mean_loss() -> None:
    accuracies = []
    for loss in (0, 5_000, 20_000, 100_000):
        steps, summaries = np.zeros(3, STEP), np.zeros(2, SEAT_SUMMARY)
        steps["grade"][1:] = GOOD
        steps["loss"][1:] = loss
        sum_up(Game("nordic").compiled, steps, summaries)
        assert summaries["accuracy"][1] == NOTHING
        accuracies.append(int(summaries["accuracy"][0]))
    assert accuracies == [100, 90, 67, 14]
