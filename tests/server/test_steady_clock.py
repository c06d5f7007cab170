"""The clock of tables: it follows the time of day, and takes part in none of its jumps."""

import time
from pathlib import Path

from server.faults import jumping
from server.serving import Person, Server, start

from whistlestop.server.bot_turns import rest_of_pace
from whistlestop.server.steady_clock import MOST, SteadyClock

SECOND, HOUR = 1_000, 3_600_000


class Machine:
    """A time of day that can be set, and a steady one that can't."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000_000 * HOUR, 77
        self.clock = SteadyClock(lambda: self.wall * 1_000_000, lambda: self.steady * 1_000_000)

    def after(self, milliseconds: int, jump: int = 0) -> int:
        """What the clock shows some time later, in milliseconds after the machine's start."""
        self.wall += milliseconds + jump
        self.steady += milliseconds
        return self.clock.read() - 1_000_000 * HOUR


def test_it_follows_the_time_of_day() -> None:
    machine = Machine()
    assert [machine.after(250), machine.after(10 * HOUR)] == [250, 10 * HOUR + 250]
    assert machine.after(1000, jump=50) == 10 * HOUR + 1300, "a small correction is followed at once"


def test_an_hour_forward_passes_as_slowly_as_any_other() -> None:
    machine = Machine()
    assert machine.after(SECOND, jump=HOUR) == 1100
    assert machine.after(9 * SECOND) == 11 * SECOND
    assert machine.after(12 * HOUR) == 13 * HOUR + 10 * SECOND, "and in the end it shows the time of day again"


def test_an_hour_back_never_goes_back() -> None:
    machine = Machine()
    shown = [machine.after(SECOND), machine.after(SECOND, jump=-HOUR), *(machine.after(SECOND) for _ in range(8))]
    assert shown == [1000, *range(1900, 9101, 900)]
    assert machine.after(12 * HOUR) == 11 * HOUR + 10 * SECOND


def test_a_clock_that_had_not_been_set_is_believed_at_once() -> None:
    machine = Machine()
    assert machine.after(SECOND, jump=2 * MOST) == 2 * MOST + SECOND
    assert machine.after(SECOND, jump=-2 * MOST) == 2 * SECOND


def test_a_bot_never_waits_longer_than_its_pace() -> None:
    """Even if its turn began, by the clock of another host or of an earlier process, an hour from now."""
    assert [rest_of_pace(2.0, due, 10_000) for due in (0, 9_000, 10_000, 10_000 + HOUR)] == [0.0, 1.0, 2.0, 2.0]


def test_nobody_is_late_when_the_time_of_day_jumps(tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("0")
    server = Server(str(tmp_path / "tables.db"), environment=jumping(clock))
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        by_turn = start([ann, bo], clock={"kind": "turn", "seconds": 60}, gone_after=30, first=0)
        by_game = start([ann, bo], clock={"kind": "game", "seconds": 600}, first=0)
        for jump in ("3600", "-3600"):
            clock.write_text(jump)
            time.sleep(1.2)
            seats = [seat for name in (by_turn, by_game) for seat in ann.do("GET", f"/tables/{name}")["seats"]]
            assert not any(seat["away"] for seat in seats)
        assert ann.move(by_game, 0, ann.view(by_game, 0)["ply"], "keep 1 2").status_code == 200
        assert ann.do("GET", f"/tables/{by_game}")["seats"][0]["left"] > 500_000
    finally:
        server.stop()
