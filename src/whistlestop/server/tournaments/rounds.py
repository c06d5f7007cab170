"""Rounds: the job that starts tournaments and their rounds, exactly once over all processes.

What comes next is a function of what is stored. It is computed from a snapshot, and written in one transaction with
all its tables, on the condition that nobody has changed the tournament since. So a process that dies leaves nothing
half done, and of several that try, one succeeds.
"""

import asyncio
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Connection, insert, select, update

from whistlestop.server import fairness, schema
from whistlestop.server.clocks import every
from whistlestop.server.identity import now
from whistlestop.server.matchmaker import GONE_AFTER, LIVE
from whistlestop.server.notices import list_notices
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry, table_inserts
from whistlestop.server.seating import TableOptions, made, new_table
from whistlestop.server.table import CLOSED, Seat
from whistlestop.server.table_write import ADD_NOTICE
from whistlestop.server.tournaments import entry
from whistlestop.server.tournaments.stored import (
    CALLED_OFF,
    FINISHED,
    NOT_STARTED,
    OPEN,
    RUNNING,
    TOO_FEW,
    Stored,
    entrants,
    load,
    meetings,
    tables,
    tournaments,
)
from whistlestop.tournaments.lot import draw_numbers
from whistlestop.tournaments.meetings import SWISS, Tables
from whistlestop.tournaments.schedule import Plan, default_rounds, next_tables

LOOK_EVERY = 1.0
"""Seconds between two looks at the tournaments."""
FEWEST = 2
WAITED = 30 * 86_400_000
"""After how many milliseconds a tournament without a start time that nobody has started is called off."""
BATCH = 100
ATTEMPTS = 5
"""How often a host's start is tried again because others entered or left meanwhile."""
log = structlog.get_logger()

ROUND_GOES_ON = (
    select(meetings.round)
    .join(schema.tables, tables.id == meetings.table_id)
    .where(meetings.tournament == tournaments.id, meetings.round == tournaments.round, tables.state.not_in(CLOSED))
    .exists()
)


class Rounds:
    """Starts tournaments whose time has come, and rounds once the one before is over."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def run(self) -> None:
        """Look at the tournaments forever."""
        await every(LOOK_EVERY, self.look)

    async def look(self) -> None:
        """Do what is due."""
        moment = now()
        is_due = (tournaments.state == OPEN) & (tournaments.starts <= moment)
        is_stale = (tournaments.state == OPEN) & tournaments.starts.is_(None) & (tournaments.created < moment - WAITED)
        is_ready = (tournaments.state == RUNNING) & ~ROUND_GOES_ON
        question = select(tournaments.id, is_stale.label("stale")).where(is_due | is_stale | is_ready).limit(BATCH)
        for row in await self._registry.storage.rows(question):
            try:
                if row.stale:
                    await entry.call_off(self._registry.storage, row.id, NOT_STARTED, lambda row: None)
                else:
                    await go_on(self._registry, row.id)
            except Refused as refused:
                log.warning("round_refused", code=refused.code)


async def start_by_host(registry: TableRegistry, player: str, name: str) -> None:
    """The host starts a tournament now."""
    stored = await load(registry.storage, name)
    entry.need_host(stored.row, player)
    if stored.row.state != OPEN:
        raise Refused("tournament_begun" if stored.row.state == RUNNING else "tournament_over")
    for _ in range(ATTEMPTS):
        if await go_on(registry, name):
            return
    raise Refused("too_many", seconds=1)


async def go_on(registry: TableRegistry, name: str) -> bool:
    """Start a tournament or its next round, or end it; False if somebody else has changed it meanwhile."""
    await registry.need_rules()
    stored = await load(registry.storage, name)
    if stored.row.state == OPEN:
        write = partial(begin, registry, stored)
    elif stored.row.state == RUNNING and stored.is_round_over:
        write = partial(advance, registry, stored)
    else:
        return True
    await registry.people.names({one.player for one in stored.admitted if one.player})  # whom notices call
    statements = await asyncio.to_thread(write)
    return await registry.storage.write(partial(execute, stored.row, statements))


Statements = list[tuple[Any, Any]]


def execute(row: Any, statements: Statements, connection: Connection) -> bool:
    """Write a round, unless the tournament has changed since it was read."""
    same = (tournaments.id == row.id) & (tournaments.version == row.version)
    if not connection.execute(update(schema.tournaments).where(same).values(version=row.version + 1)).rowcount:
        return False
    for statement, values in statements:
        connection.execute(statement, values)
    return True


def begin(registry: TableRegistry, stored: Stored) -> Statements:
    """The lot, and the first round; without enough entrants the tournament is called off when its time has come."""
    row, moment = stored.row, now()
    if len(stored.admitted) < FEWEST:
        if row.starts is None or row.starts > moment:
            raise Refused("too_few_entrants")
        return [changed(row, state=CALLED_OFF, why=TOO_FEW, ended=moment)]
    numbers = draw_numbers(row.id, row.secret, [one.entry for one in stored.admitted])
    rounds = row.rounds or (default_rounds(len(numbers)) if row.format == SWISS else 0)
    drawn = [
        (update(schema.entrants).where(of_entry(row.id, one)).values(number=number), None)
        for one, number in numbers.items()
    ]
    first = next_tables(Plan(row.format, row.seats, len(numbers), rounds), [], {})
    return [
        *drawn,
        changed(row, state=RUNNING, began=moment, round=1, rounds=rounds),
        *round_statements(registry, stored, numbers, 1, first),
    ]


def advance(registry: TableRegistry, stored: Stored) -> Statements:
    """The next round, without those who didn't come to the one before; or the end."""
    row, moment = stored.row, now()
    absent = {one for meeting in stored.meetings if meeting.round == row.round for one in meeting.absent}
    newly = [one for one in stored.admitted if one.entry in absent and one.dropped is None]
    gone = [
        (update(schema.entrants).where(of_entry(row.id, one.entry)).values(dropped=row.round), None) for one in newly
    ]
    out = {**stored.out, **{one.number: row.round for one in newly}}
    found = next_tables(stored.plan, stored.past(), out)
    if not found:
        return [*gone, changed(row, state=FINISHED, ended=moment)]
    following = round_statements(registry, stored, stored.numbers, row.round + 1, found)
    return [*gone, changed(row, round=row.round + 1), *following]


def changed(row: Any, **values: Any) -> tuple[Any, Any]:
    """The statement that changes a tournament."""
    return update(schema.tournaments).where(tournaments.id == row.id).values(**values), None


def of_entry(tournament: str, number: int) -> Any:
    """The row of an entrant."""
    return (entrants.tournament == tournament) & (entrants.entry == number)


def round_statements(
    registry: TableRegistry, stored: Stored, numbers: dict[int, int], number: int, found: Tables
) -> Statements:
    """What stores a round: its meetings, and their tables, each of which waits for its people."""
    statements: Statements = []
    of_number = {drawn: one for one, drawn in numbers.items()}
    players = {one.entry: one.player for one in stored.admitted}
    for place, table in enumerate(found):
        entries = [of_number[one] for one in table]
        name = None
        if len(entries) > 1:
            name, inserts = table_statements(registry, stored.row, [players[one] for one in entries])
            statements += inserts
        rows = [{"seat": seat, "entry": one} for seat, one in enumerate(entries or [None])]
        about = {"tournament": stored.row.id, "round": number, "meeting": place, "table_id": name}
        statements.append((insert(schema.meetings), [{**about, **row} for row in rows]))
    return statements


def table_statements(registry: TableRegistry, row: Any, people: list[str | None]) -> tuple[str, Statements]:
    """A table for some people, whom notices call, and bots. It may be watched, and its replay as well."""
    game = registry.game(row.map, row.seats)
    options = TableOptions(
        row.map, [], watchable=True, clock=row.clock, seconds=row.seconds,
        gone_after=GONE_AFTER if row.seconds < LIVE else 0, stand_in=row.stand_in, rated=row.rated,
    )  # fmt: skip
    bots = [Seat(bot=row.stand_in) for _ in range(game.seats - len(people))]
    seats = [Seat(player=player) if player else Seat(bot=row.stand_in) for player in people]
    host = next((player for player in people if player), row.host)
    table = new_table(game, host, options, [*seats, *bots])
    table.tournament = row.id
    change = made(table)
    fairness.begin(table, change, registry.settings.start_seconds)
    notices = list_notices(table, change.events, registry.people)
    return table.id, [*table_inserts(table, change.events), *([(ADD_NOTICE, notices)] if notices else [])]
