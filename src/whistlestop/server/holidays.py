"""Holidays: while somebody is on holiday, their clocks of a day or more don't run.

The rows of `holidays` say when each player is on holiday. A seat at a slow game has a copy of those that count for its
turn (`Seat.holidays`), so that whatever looks at a table knows how long everybody has. Every process brings the copies
up to date again and again: a process that is killed in between loses nothing.
"""

from typing import Any

import structlog
from sqlalchemy import Connection, String, cast, insert, select, update

from whistlestop.server import schema
from whistlestop.server.deadlines import next_deadline
from whistlestop.server.identity import now
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.table import HOLIDAY_DAYS, NO_CLOCK, PLAYING, SLOW, Table

DAY = 86_400_000
YEAR = 365 * DAY
COUNTING = 40 * DAY
"""A holiday that ended longer ago counts for no turn: the longest clock has 30 days."""
log = structlog.get_logger()
HOLIDAYS, SEATS, TABLES = schema.holidays.c, schema.seats.c, schema.tables.c


def days_taken(rows: list[Any], moment: int) -> int:
    """How many days of holiday somebody has taken within a year; every day that has begun counts as one."""
    lengths = [row.until - row.began for row in rows if row.began > moment - YEAR]
    return sum(max(1, -(-length // DAY)) for length in lengths)


def summary(rows: list[Any], moment: int) -> dict[str, Any]:
    """Until when somebody is on holiday, and how many days they have left."""
    until = max((row.until for row in rows if row.began <= moment < row.until), default=None)
    return {"until": until, "left": max(0, HOLIDAY_DAYS - days_taken(rows, moment)), "of": HOLIDAY_DAYS}


async def read_holidays(registry: TableRegistry, player: str) -> dict[str, Any]:
    """The holidays of a player, summed up."""
    rows = await registry.storage.rows(select(schema.holidays).where(HOLIDAYS.player == player))
    return summary(rows, now())


async def go_on_holiday(registry: TableRegistry, player: str, days: int) -> dict[str, Any]:
    """Begin a holiday now. Time that has run out already stays so."""

    def write(connection: Connection) -> None:
        rows, moment = own_rows(connection, player), now()
        found = summary(rows, moment)
        if found["until"] is not None:
            raise Refused("on_holiday")
        if days > found["left"]:
            raise Refused("no_holiday_left", left=found["left"], most=HOLIDAY_DAYS)
        connection.execute(insert(schema.holidays), {"player": player, "began": moment, "until": moment + days * DAY})

    await registry.storage.write(write)
    await bring_to_tables(registry, SEATS.player == player)
    return await read_holidays(registry, player)


async def end_holiday(registry: TableRegistry, player: str) -> dict[str, Any]:
    """End a player's holiday now. The days that have not begun are theirs again."""

    def write(connection: Connection) -> None:
        moment = now()
        current = (HOLIDAYS.player == player) & (HOLIDAYS.began <= moment) & (HOLIDAYS.until > moment)
        own_rows(connection, player)
        if not connection.execute(update(schema.holidays).where(current).values(until=moment)).rowcount:
            raise Refused("not_on_holiday")

    await registry.storage.write(write)
    await bring_to_tables(registry, SEATS.player == player)
    return await read_holidays(registry, player)


def own_rows(connection: Connection, player: str) -> list[Any]:
    """All holidays of a player, while nobody else changes them."""
    connection.execute(select(schema.players.c.id).where(schema.players.c.id == player).with_for_update())
    return list(connection.execute(select(schema.holidays).where(HOLIDAYS.player == player)))


async def bring_to_tables(registry: TableRegistry, which: Any) -> None:
    """Tell slow games of the holidays that count for a turn there and that their seats don't know as they are now."""
    copy = cast(HOLIDAYS.began, String) + "-" + cast(HOLIDAYS.until, String)
    counts = (HOLIDAYS.until > now() - COUNTING) & (HOLIDAYS.until > TABLES.began)
    is_slow = (TABLES.state == PLAYING) & (TABLES.clock != NO_CLOCK) & (TABLES.seconds >= SLOW)
    joined = schema.holidays.join(schema.seats, SEATS.player == HOLIDAYS.player).join(
        schema.tables, TABLES.id == SEATS.table_id
    )
    question = (
        select(SEATS.table_id, SEATS.player)
        .distinct()
        .select_from(joined)
        .where(counts, is_slow, ~SEATS.holidays.contains(copy), which)
    )
    for row in await registry.storage.rows(question):
        recent = select(schema.holidays).where(HOLIDAYS.player == row.player, HOLIDAYS.until > now() - COUNTING)
        holidays = [(one.began, one.until) for one in await registry.storage.rows(recent.order_by(HOLIDAYS.began))]
        try:
            await registry.table(row.table_id)  # as it is stored: another process may have dealt the cards
            await registry.change(row.table_id, note_holidays, row.player, holidays)
        except Refused as refused:  # its map is gone, for example; the other tables must know all the same
            log.warning("holiday_refused", code=refused.code)


def note_holidays(table: Table, change: Change, player: str, holidays: list[tuple[int, int]]) -> None:
    """Command: note at a player's seats the holidays that count for their turn."""
    if table.state != PLAYING or not table.is_slow:
        return
    known = " ".join(f"{began}-{until}" for began, until in holidays if until > table.began)
    for seat in table.seats_of(player):
        if table.seats[seat].holidays != known:
            table.seats[seat].holidays = known
            change.write_seat(seat)
            change.publish("holiday", seat=seat)
    if change.events:
        table.deadline = next_deadline(table)
