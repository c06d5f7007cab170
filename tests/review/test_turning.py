"""Turning points: what is said to have happened at the step that changed a seat's chance most."""

from typing import Any

import numpy as np
import pytest
from positions import Position

from whistlestop.game.state import OVER, STATE
from whistlestop.review.records import BLUNDER, NOTHING, STEP, UNIT
from whistlestop.review.report import Report
from whistlestop.review.words import sentence

WORSE, BETTER = (300_000, 700_000), (700_000, 300_000)
"""The open chances of seat 0 and seat 1 after the last decision, from even chances."""


def report_on(
    position: Position, decisions: list[tuple[str, ...]], chances: tuple[int, int], better: str = "", ending: str = ""
) -> Report:
    """The report on some decisions, each with its deals, after which chance deals on until a seat is to move.

    Only the last of them changes anything; it is a blunder if a better move is named. The game is over after an
    `ending`, one more decision.
    """
    numbers, last = position.game.catalogue.numbers, len(decisions)
    whole = [*decisions, (ending,)] if ending else decisions
    states: Any = np.zeros(len(whole) + 2, STATE).view(np.recarray)
    steps: Any = np.zeros(len(whole) + 1, STEP)
    steps["move"] = steps["better"] = NOTHING
    steps["open"][:, :2] = UNIT // 2
    steps["open"][last:, :2] = chances
    states[0] = position.state
    for n, (move, *deals) in enumerate(whole, 1):
        steps["move"][n], steps["seat"][n] = numbers[move], position.mover
        position.play(move, *(f"= {deal}" for deal in deals)).settle()
        states[n] = position.state
    if better:
        steps["grade"][last], steps["better"][last] = BLUNDER, numbers[better]
    if ending:
        states[len(whole)].phase = OVER
    return Report(position.game, bool(ending), 1, states, steps)


def told(report: Report, seat: int = 0) -> tuple[str, dict[str, Any]]:
    """The code and the parameters of a seat's only turning point."""
    (point,) = (one for one in report.as_dict()["turning_points"] if one["seat"] == seat)
    assert sentence(point, ["Ann", "Bo"])[0].isupper()
    return point["code"], point["parameters"]


def test_a_claim_that_makes_a_ticket_impossible_blocks_it() -> None:
    position = Position(
        "nordic", hand="2 locomotive", tracks={0: "stockholm-tallinn"}, tickets={1: "narvik-tallinn tallinn-tampere"}
    )
    report = report_on(position, [("claim helsinki-tallinn 2 locomotive",)], BETTER)
    blocked = ("ticket_blocked", {"seat": 1, "by": 0, "ticket": "narvik-tallinn", "track": "helsinki-tallinn"})
    assert told(report, seat=1) == blocked, "the dearer of two tickets"
    assert told(report, seat=0) == blocked, "the others see the same"


@pytest.mark.parametrize(("hand", "code"), [("2 locomotive", "track_lost"), ("1 locomotive", "track_claimed")])
def test_a_track_is_lost_to_a_seat_that_could_have_claimed_it(hand: str, code: str) -> None:
    position = Position("nordic", hand="2 locomotive", hands={1: hand})
    found = told(report_on(position, [("claim helsinki-tallinn 2 locomotive",)], BETTER))
    lost = {"seat": 1, "by": 0, "track": "helsinki-tallinn"}
    assert found == (code, lost if code == "track_lost" else {"seat": 0, "track": "helsinki-tallinn"})


def test_a_claim_completes_the_dearest_ticket() -> None:
    position = Position("nordic", hand="2 locomotive", tracks={0: "helsinki-tampere"}, tickets={0: "tallinn-tampere"})
    found = told(report_on(position, [("claim helsinki-tallinn 2 locomotive",)], BETTER))
    assert found == ("ticket_done", {"seat": 0, "ticket": "tallinn-tampere"})


def test_the_last_round_is_begun_by_a_claim_that_means_nothing_else() -> None:
    position = Position("nordic", hand="2 locomotive", cars={0: 3})
    found = told(report_on(position, [("claim helsinki-tallinn 2 locomotive",)], BETTER))
    assert found == ("last_round", {"seat": 0})


def test_a_tunnel_fails_that_the_seat_cannot_pay_for_or_gives_up() -> None:
    claim = ("claim barcelona-pamplona 2 red", "red", "red", "red")
    track = {"seat": 0, "track": "barcelona-pamplona"}
    assert told(report_on(Position("europe", hand="2 red"), [claim], WORSE)) == ("tunnel_failed", track)
    rich = "5 red"
    assert told(report_on(Position("europe", hand=rich), [claim], WORSE)) == ("tunnel_dear", {**track, "cards": 3})
    given_up = report_on(Position("europe", hand=rich), [claim, ("give up",)], WORSE)
    assert told(given_up) == ("tunnel_failed", track)
    paid = report_on(Position("europe", hand=rich), [claim, ("pay 3 red",)], BETTER)
    assert told(paid) == ("track_claimed", track)


def test_cards_tickets_and_the_deal_are_good_or_bad_by_what_they_changed() -> None:
    for chances, kind in ((BETTER, "good"), (WORSE, "bad")):
        assert told(report_on(Position("europe"), [("draw",)], chances)) == (f"{kind}_cards", {"seat": 0})
        assert told(report_on(Position("europe"), [("take blue",)], chances)) == (f"{kind}_cards", {"seat": 0})
        assert told(report_on(Position("europe"), [("tickets",)], chances)) == (f"{kind}_tickets", {"seat": 0})
        assert told(report_on(Position("europe"), [], chances)) == (f"{kind}_deal", {"seat": 0})


@pytest.mark.parametrize(
    ("decisions", "ending"), [([("tickets",)], "keep 1 2 3"), ([("tickets",), ("keep 1 2 3",)], "draw")]
)
def test_tickets_are_drawn_too_late_if_the_game_ends_without_them(
    decisions: list[tuple[str, ...]], ending: str
) -> None:
    def drawn() -> Position:
        return Position("europe", ticket_deck="berlin-moskva kyiv-sochi smolensk-warszawa")

    assert told(report_on(drawn(), decisions, WORSE))[0] == "bad_tickets", "the game goes on"
    late = told(report_on(drawn(), decisions, WORSE, ending=ending))
    assert late == ("tickets_late", {"seat": 0, "ticket": "berlin-moskva"})


def test_a_mistake_comes_before_everything_else_that_the_move_did() -> None:
    position = Position("nordic", hand="2 locomotive", hands={1: "2 locomotive"})
    move, better = "claim helsinki-tallinn 2 locomotive", "draw"
    report = report_on(position, [(move,)], WORSE, better)
    assert told(report) == ("mistake", {"seat": 0, "move": move, "better": better})
    lucky = report_on(Position("nordic", hand="2 locomotive"), [(move,)], BETTER, better)
    assert told(lucky)[0] == "track_claimed", "it did no harm"


def test_the_end_and_other_moves_are_named() -> None:
    position = Position("europe", hand="1 red")
    assert told(report_on(position, [("station paris",)], WORSE)) == ("move", {"seat": 0, "move": "station paris"})
    report = report_on(Position("europe"), [("draw",), ("draw",)], WORSE)
    report.states[2].phase = OVER
    assert told(report) == ("final_score", {})
