"""Deadlines: when a person's time is up, and when a person who is not here counts as gone. Arithmetic only.

All moments and durations are milliseconds. A turn starts at `table.began`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from whistlestop.server.table import GAME_CLOCK, TURN_CLOCK, Table

GRACE = 15_000
"""How long a turn may take once a player has used up the time for the game."""
NOBODY_SEEN: Mapping[str, int] = MappingProxyType({})


def people_to_move(table: Table) -> list[int]:
    """The seats that are to move and are played by a person, if another person waits for them. Bots have time.

    For a game of a tournament everybody waits.
    """
    people = [n for n, seat in enumerate(table.seats) if seat.is_person]
    is_awaited = len(people) > 1 or table.tournament is not None
    return [seat for seat in table.asked() if seat in people and is_awaited]


def holidays_of(table: Table, seat: int) -> list[tuple[int, int]]:
    """When each holiday of a seat's person began and ended, or will end; none at a table where they don't count."""
    if not table.is_slow:
        return []
    pairs = (text.partition("-") for text in table.seats[seat].holidays.split())
    return sorted((int(began), int(until)) for began, _, until in pairs)


def end_of_time(start: int, duration: int, holidays: list[tuple[int, int]]) -> int:
    """When a time that starts at a moment is over: it doesn't run on holidays, which begin before it is over."""
    end = start + duration
    for began, until in holidays:
        if until > start and began < end:
            end += until - max(began, start)
    return end


def clock_end(table: Table, seat: int) -> int | None:
    """When the clock of a seat that is to move runs out; None at a table without a clock."""
    if table.clock == TURN_CLOCK:
        return end_of_time(table.began, table.seconds * 1000, holidays_of(table, seat))
    if table.clock == GAME_CLOCK:
        return end_of_time(table.began, table.seats[seat].left or GRACE, holidays_of(table, seat))
    return None


def absence_end(table: Table, seat: int, last_seen: Mapping[str, int]) -> int | None:
    """When a seat that is to move counts as gone unless its player is seen before; None if the table waits forever."""
    if not table.gone_after:
        return None
    seen = last_seen.get(table.seats[seat].player or "", 0)
    return end_of_time(max(table.began, seen), table.gone_after * 1000, holidays_of(table, seat))


def next_deadline(table: Table, last_seen: Mapping[str, int] = NOBODY_SEEN) -> int | None:
    """The earliest moment at which somebody's time is up or somebody counts as gone; None if that never happens."""
    ends = [
        end
        for seat in people_to_move(table)
        for end in (clock_end(table, seat), absence_end(table, seat, last_seen))
        if end is not None
    ]
    return min(ends, default=None)


def overdue(table: Table, moment: int, last_seen: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """The seats whose time is up at a moment, and the others whose player is gone."""
    late, gone = [], []
    for seat in people_to_move(table):
        clock, absence = clock_end(table, seat), absence_end(table, seat, last_seen)
        if clock is not None and clock <= moment:
            late.append(seat)
        elif absence is not None and absence <= moment:
            gone.append(seat)
    return late, gone


def time_left(table: Table, seat: int, moment: int) -> int:
    """What remains of a seat's time for the game if its turn ends at a moment."""
    rested = sum(max(0, min(until, moment) - max(began, table.began)) for began, until in holidays_of(table, seat))
    return max(0, table.seats[seat].left - (moment - table.began - rested))
