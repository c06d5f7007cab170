"""Slow games: clocks of days, holidays, what waits for a person, and standing invitations."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.serving import Person, Server, begin, start
from server.test_commands import choose, deal, kinds, later
from sqlalchemy import insert

from whistlestop.server import fairness, moves, schema, seating
from whistlestop.server.clocks import Clocks, expire_untouched, meet_deadline
from whistlestop.server.deadlines import clock_end, end_of_time
from whistlestop.server.holidays import DAY, YEAR, days_taken, note_holidays, summary
from whistlestop.server.identity import People, now
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.seating import made
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage
from whistlestop.server.table import GAME_CLOCK, HOLIDAY_DAYS, TURN_CLOCK, Table
from whistlestop.server.waiting import what_waits

HOUR = 3_600_000
PATIENCE = 60
SLOW_CLOCK = {"kind": "turn", "seconds": 86_400}
OFFER = {"map": "new_york", "seats": 2, "seconds": 259_200, "listed": True}


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def slow(*players: str | None, days: int = 1, clock: str = TURN_CLOCK) -> Table:
    """A game with a clock of days, that has been dealt."""
    table = deal(*players, clock=clock)
    table.seconds = days * 86_400
    for seat in table.seats:
        seat.left = days * DAY if clock == GAME_CLOCK else 0
    return table


def rest(table: Table, player: str, *holidays: tuple[float, float]) -> Change:
    """Note holidays, which are given in hours since the turn began."""
    change = Change(table)
    note_holidays(
        table, change, player, [(table.began + int(a * HOUR), table.began + int(b * HOUR)) for a, b in holidays]
    )
    return change


# Arithmetic


def test_time_does_not_run_on_holidays() -> None:
    assert end_of_time(100, 50, []) == 150
    assert end_of_time(100, 50, [(120, 130)]) == 160
    assert end_of_time(100, 50, [(0, 110), (140, 200)]) == 220, "a holiday may have begun before the turn"
    assert end_of_time(100, 50, [(120, 130), (155, 175)]) == 180, "the first one makes room for the second"
    assert end_of_time(100, 50, [(0, 100), (150, 500)]) == 150, "once the time has run out it is too late"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
def test_a_day_has_24_hours_also_when_daylight_saving_begins_or_ends(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = now()
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        noons = [datetime(2026, 1, 1, 12, tzinfo=UTC).timestamp() + 86_400 * day for day in range(366)]
        offsets = [datetime.fromtimestamp(noon).astimezone().utcoffset() for noon in noons]
        changing = [noon for noon, one, other in zip(noons, offsets, offsets[1:], strict=False) if one != other]
        assert len(changing) == 2, "daylight saving begins and ends"
        table = slow("ann", "bo")
        for noon in changing:
            table.began = int(noon * 1000)
            rest(table, "ann", (0, 24))
            assert (clock_end(table, 0), clock_end(table, 1)) == (table.began + 2 * DAY, table.began + DAY)
            meet_deadline(table, later(table, 86_399), {}, PATIENCE)
            assert not table.seats[1].away
        assert 0 <= now() - before < 60_000, "the server's clock knows no zone"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_year_has_so_many_days_and_every_day_that_has_begun_counts() -> None:
    class Row:
        def __init__(self, began: float, until: float) -> None:
            self.began, self.until = int(began * DAY), int(until * DAY)

    moment = 1000 * DAY
    assert days_taken([Row(999, 999.001), Row(990, 991.5)], moment) == 3
    assert days_taken([Row(634, 640), Row(636, 638)], moment) == 2, "a year ago is long ago"
    assert summary([Row(999, 1003)], moment) == {"until": 1003 * DAY, "left": HOLIDAY_DAYS - 4, "of": HOLIDAY_DAYS}
    assert summary([Row(960, 990)], moment) == {"until": None, "left": 0, "of": HOLIDAY_DAYS}
    assert YEAR == 365 * DAY


# Tables


def test_a_turn_of_a_day_lasts_longer_by_the_holiday() -> None:
    table = slow("ann", "bo")
    choose(table)
    change = rest(table, "ann", (10, 58))
    assert kinds(change) == ["holiday"]
    assert kinds(rest(table, "ann", (10, 58))) == [], "the table knows that already"
    assert table.deadline == table.began + 72 * HOUR
    meet_deadline(table, later(table, 71 * 3600), {}, PATIENCE)
    assert not table.seats[0].away
    meet_deadline(table, later(table, 72 * 3600), {}, PATIENCE)
    assert table.seats[0].is_helped


def test_a_holiday_that_ends_early_or_is_taken_in_parts_counts_as_it_was() -> None:
    table = slow("ann", "bo")
    choose(table)
    rest(table, "ann", (10, 58))
    rest(table, "ann", (10, 20))
    assert table.deadline == table.began + 34 * HOUR
    rest(table, "ann", (10, 20), (30, 40))
    assert table.deadline == table.began + 44 * HOUR
    rest(table, "ann", (10, 20), (30, 40), (50, 60))
    assert table.deadline == table.began + 44 * HOUR, "by then her time had run out"


def test_a_holiday_does_not_help_others_nor_at_fast_games() -> None:
    table = slow("ann", "bo")
    choose(table)
    rest(table, "bo", (1, 99))
    assert clock_end(table, 0) == table.began + DAY
    fast = deal("ann", "bo")
    assert kinds(rest(fast, "ann", (0, 99))) == []
    fast.seats[0].holidays = f"{fast.began}-{fast.began + DAY}"
    assert clock_end(fast, 0) == fast.began + 60_000


def test_the_time_for_a_slow_game_is_not_spent_on_holiday() -> None:
    table = slow("ann", "bo", clock=GAME_CLOCK)
    for seat in (0, 1):
        rest(table, ("ann", "bo")[seat], (1, 11))
    began = table.began
    for seat in range(2):
        change = Change(table)
        change.at = began + 12 * HOUR
        moves.make_move(table, change, seat, table.ply, "keep 1 2")
    assert [seat.left for seat in table.seats] == [22 * HOUR] * 2


def test_who_is_forgotten_leaves_no_holiday_behind() -> None:
    table = slow("ann", "bo", "cy")
    rest(table, "bo", (0, 50))
    seating.hand_over(table, Change(table), "bo", PATIENCE)
    assert table.seats[1].holidays == ""


def test_a_slow_game_that_is_alive_does_not_expire() -> None:
    table = slow("ann", "bo", days=14)
    choose(table)
    rest(table, "ann", (1, 21 * 24))
    late = later(table, 30 * 86_400)
    expire_untouched(table, late, late.at)
    assert table.state == "playing"
    meet_deadline(table, later(table, 40 * 86_400), {}, PATIENCE)
    assert table.seats[0].away, "its clock ends by itself"
    waiting = deal("ann", "bo", clock="none")
    expire_untouched(waiting, late, late.at)
    assert waiting.state == "expired"


def test_a_slow_game_gives_people_as_long_to_start_as_for_a_turn() -> None:
    for days, patience in ((3, 3 * DAY), (0, 60_000)):
        table = slow("ann", "bo", days=days)
        table.state, table.step, table.record = "open", "seats", None
        fairness.begin(table, Change(table), 60)
        assert table.deadline == table.began + patience
        assert [what_waits(table, player) for player in ("ann", "bo", "eve")] == ["start", "start", None]


def test_what_waits_for_whom() -> None:
    table = slow("ann", "bo", None)
    assert [what_waits(table, player) for player in ("ann", "bo", "eve")] == ["move", "move", None]
    choose(table)
    assert [what_waits(table, player) for player in ("ann", "bo")] == ["move", None]
    table.proposal = {"kind": "end", "by": 0, "back_to": table.ply, "agreed": [0]}
    assert [what_waits(table, player) for player in ("ann", "bo")] == ["move", "answer"]
    table.seats[1].away = True
    assert what_waits(table, "bo") is None
    table.state = "finished"
    assert what_waits(table, "ann") is None
    table.state, table.seats[1].invited = "open", True
    assert what_waits(table, "bo") == "rematch"


# Servers


def eventually(found: Callable[[], Any], wanted: Any, seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while found() != wanted and time.monotonic() < until:
        time.sleep(0.1)
    assert found() == wanted


def test_a_holiday_is_seen_at_the_seat_and_stops_the_clock(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], clock=SLOW_CLOCK, first=0)
    fast = start([ann, bo], clock={"kind": "turn", "seconds": 600}, first=0)
    before = bo.do("GET", f"/tables/{table}")["clock"]
    assert before["ends"] == [before["began"] + DAY] * 2
    stream = bo.follow(table)
    assert ann.do("GET", "/me/holiday") == {"until": None, "left": 21, "of": 21}
    holiday = ann.do("PUT", "/me/holiday", days=5)
    assert holiday["left"] == 16
    noted = stream.wait("holiday")
    assert (noted["seat"], noted["changes"]["seats"][0]["holiday"]) == (0, holiday["until"])
    clock = bo.do("GET", f"/tables/{table}")["clock"]
    assert 0 <= clock["ends"][0] - (before["ends"][0] + 5 * DAY) < 5000
    assert clock["ends"][1] == before["ends"][1]
    assert "holiday" not in bo.do("GET", f"/tables/{fast}")["seats"][0]
    later_table = start([ann, bo], clock=SLOW_CLOCK, first=0)
    assert code(ann.ask("PUT", "/me/holiday", days=1)) == (409, "on_holiday")
    assert [len(ann.do("GET", "/me/export")[name]) for name in ("holidays", "invitations")] == [1, 0]
    assert ann.do("DELETE", "/me/holiday") == {"until": None, "left": 20, "of": 21}, "a day that has begun is taken"
    assert "holiday" not in stream.wait("holiday", count=2)["changes"]["seats"][0]
    stream.knows(bo.do("GET", f"/tables/{table}"))
    for name in (table, later_table):
        ends = bo.do("GET", f"/tables/{name}")["clock"]
        assert 0 <= ends["ends"][0] - ends["began"] - DAY < 60_000
    assert code(ann.ask("DELETE", "/me/holiday")) == (409, "not_on_holiday")
    assert code(ann.ask("PUT", "/me/holiday", days=21)) == (409, "no_holiday_left")
    for wrong in (0, 22, -1, 1.5, "2"):
        assert code(ann.ask("PUT", "/me/holiday", days=wrong)) == (422, "bad_body")


def test_the_tables_that_wait_come_in_the_order_of_their_clocks(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    assert ann.do("GET", "/me/waiting") == []
    without = start([ann, bo], first=0)
    long = start([ann, bo], clock={"kind": "turn", "seconds": 604_800}, first=0)
    short = start([ann, bo], clock=SLOW_CLOCK, first=0)
    found = ann.do("GET", "/me/waiting")
    assert [(one["table"], one["what"], "ends" in one) for one in found] == [
        (short, "move", True), (long, "move", True), (without, "move", False),
    ]  # fmt: skip
    assert ann.move(short, 0, ann.views(short)[0]["ply"], "keep 1 2").status_code == 200
    assert [one["table"] for one in ann.do("GET", "/me/waiting")] == [long, without]
    assert Person(url, "Eve").do("GET", "/me/waiting") == []


def test_an_invitation_makes_a_table_each_time_up_to_its_limit(url: str) -> None:
    ann, bo, cy, dee = (Person(url, name) for name in ("Ann", "Bo", "Cy", "Dee"))
    made = ann.do("POST", "/invitations", **OFFER, at_once=2)
    assert (made["name"], made["running"], made["full"]) == ("Ann", 0, False)
    assert code(ann.ask("POST", f"/invitations/{made['id']}/accept")) == (409, "own_invitation")
    first = bo.do("POST", f"/invitations/{made['id']}/accept")
    assert (first["host"], first["step"], first["clock"]["seconds"]) == (ann.id, "hashes", 259_200)
    assert bo.do("POST", f"/invitations/{made['id']}/accept")["id"] == first["id"], "a second click changes nothing"
    assert [(one["table"], one["what"]) for one in ann.do("GET", "/me/waiting")] == [(first["id"], "start")]
    begin(first["id"], ann, bo)
    assert ann.do("GET", f"/tables/{first['id']}")["state"] == "playing"
    assert cy.do("POST", f"/invitations/{made['id']}/accept")["id"] != first["id"]
    assert dee.do("GET", f"/invitations/{made['id']}")["full"]
    assert code(dee.ask("POST", f"/invitations/{made['id']}/accept")) == (409, "invitation_full")
    bo.do("POST", f"/tables/{first['id']}/resign")
    ann.do("POST", f"/tables/{first['id']}/resign")
    assert dee.do("POST", f"/invitations/{made['id']}/accept")["yours"] == [1]
    assert ann.do("GET", "/me/export")["invitations"][0]["id"] == made["id"]
    ann.do("DELETE", f"/invitations/{made['id']}")
    eve = Person(url, "Eve")
    assert code(eve.ask("POST", f"/invitations/{made['id']}/accept")) == (404, "no_such_invitation")
    assert ann.do("GET", f"/tables/{first['id']}")["state"] == "abandoned", "its games stay"


def test_people_gather_at_the_table_of_an_invitation_for_three(url: str) -> None:
    ann, bo, cy, dee = (Person(url, name) for name in ("Ann", "Bo", "Cy", "Dee"))
    made = ann.do("POST", "/invitations", **{**OFFER, "seats": 3}, at_once=1)
    first = bo.do("POST", f"/invitations/{made['id']}/accept")
    assert [seat["player"] for seat in first["seats"]] == [ann.id, bo.id, None]
    assert not dee.do("GET", f"/invitations/{made['id']}")["full"], "a seat is free"
    assert cy.do("POST", f"/invitations/{made['id']}/accept")["id"] == first["id"]
    assert code(dee.ask("POST", f"/invitations/{made['id']}/accept")) == (409, "invitation_full")


def test_invitations_respect_blocks_and_limits(url: str) -> None:
    ann, bo, cy = (Person(url, name) for name in ("Ann", "Bo", "Cy"))
    shown = ann.do("POST", "/invitations", **OFFER)["id"]
    hidden = ann.do("POST", "/invitations", **{**OFFER, "listed": False})["id"]

    def listed(person: Person) -> list[str]:
        return [one["id"] for one in person.do("GET", "/invitations") if one["player"] == ann.id]

    assert (listed(bo), listed(ann)) == ([shown], [])
    assert bo.do("GET", f"/invitations/{hidden}")["id"] == hidden, "whoever has the link may see it"
    ann.do("PUT", "/me/blocks", player=bo.id)
    cy.do("PUT", "/me/blocks", player=ann.id)
    for person in (bo, cy):
        assert listed(person) == []
        assert code(person.ask("POST", f"/invitations/{shown}/accept")) == (403, "not_admitted")
    assert code(bo.ask("DELETE", f"/invitations/{shown}")) == (404, "no_such_invitation")
    for wrong, answer in (
        ({"map": "atlantis"}, (422, "bad_table")), ({"seconds": 60}, (422, "bad_body")),
        ({"at_once": 11}, (422, "bad_body")), ({"seats": 1}, (422, "bad_body")),
    ):  # fmt: skip
        assert code(ann.ask("POST", "/invitations", **{**OFFER, **wrong})) == answer
    for _ in range(3):
        ann.do("POST", "/invitations", **OFFER)
    assert code(ann.ask("POST", "/invitations", **OFFER)) == (409, "too_many_invitations")
    assert code(ann.ask("GET", "/invitations/guessed")) == (404, "no_such_invitation")
    ann.do("DELETE", "/me")
    assert code(Person(url).ask("GET", f"/invitations/{shown}")) == (404, "no_such_invitation")


def test_holidays_and_invitations_hold_across_processes_and_kills(postgres_server: Server) -> None:
    here, there = Server(postgres_server.database), postgres_server
    try:
        ann, bo = Person(here.url, "Ann"), Person(there.url, "Bo")
        table = ann.make(["you", "open"], clock=SLOW_CLOCK, first=0)
        bo.do("POST", f"/tables/{table}/seats")
        begin(table, ann, bo)
        before = bo.do("GET", f"/tables/{table}")["clock"]["ends"][0]
        ann.do("PUT", "/me/holiday", days=2)
        until = ann.do("GET", "/me/holiday")["until"]
        eventually(lambda: bo.do("GET", f"/tables/{table}")["seats"][0].get("holiday"), until)
        made = ann.do("POST", "/invitations", **OFFER)["id"]
        people = [Person((here, there)[n % 2].url, f"Player {n}") for n in range(4)]
        answers = [person.post(f"/invitations/{made}/accept").status_code for person in people]
        assert sorted(answers) == [200, 409, 409, 409], "one game at once"
        here.kill()
        found = bo.do("GET", f"/tables/{table}")
        assert found["seats"][0]["holiday"] == until
        assert 0 <= found["clock"]["ends"][0] - before - 2 * DAY < 5000
        assert bo.do("GET", f"/invitations/{made}")["full"]
    finally:
        here.stop()


def test_a_process_that_is_killed_after_a_holiday_was_stored_loses_nothing(tmp_path: Path) -> None:
    """The turn began 25 hours ago and is late by an hour, but for the holiday, of which the table doesn't know yet."""

    async def act() -> list[tuple[bool, int | None]]:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/tables.db")
        await storage.open()
        before = TableRegistry(Settings(), storage, People(storage))
        ann, bo = await before.people.welcome("Ann"), await before.people.welcome("Bo")
        table = slow(ann.id, bo.id)
        change = made(table)
        change.at = began = now() - 25 * HOUR
        table.state, table.step, table.record = "open", "seats", None
        fairness.deal(table, change)
        await before.add(change)
        row = {"player": ann.id, "began": began + HOUR, "until": began + 3 * HOUR}
        await storage.write(lambda connection: connection.execute(insert(schema.holidays), row))
        registry = TableRegistry(Settings(), storage, People(storage))
        await Clocks(registry).strike()
        known = await registry.table(table.id)
        await storage.close()
        return [(seat.away, clock_end(known, n) - began) for n, seat in enumerate(known.seats)]

    assert asyncio.run(act()) == [(False, 26 * HOUR), (True, 24 * HOUR)]
