"""Rebuild: compute all results and ratings again from the records. It finds the same numbers as the games did."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from sqlalchemy import Connection, insert, select, update

from whistlestop.ratings.beliefs import NEWCOMER, Belief
from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.results import list_results, lock_ratings, rate_rows
from whistlestop.server.table import ABANDONED, FINISHED

Report = Callable[[int, int], None]
"""Called with the number of tables that are done, and the number of all."""


async def rebuild(registry: TableRegistry, report: Report) -> tuple[int, int, int]:
    """Compute everything again. Returns the numbers of games, of rated games, and of tables that can't be read."""
    closings = await list_closings(registry)
    unreadable = 0
    for done, (name, closed) in enumerate(closings):
        report(done, len(closings))
        try:
            table = await registry.table(name)
        except Refused:
            unreadable += 1
            continue
        rows = list_results(table, closed)
        await registry.storage.write(partial(store_again, rows=rows))
        registry.let_go(name)
    report(len(closings), len(closings))
    rated = await registry.storage.write(lambda connection: rate_again(connection, registry))
    return len(closings) - unreadable, rated, unreadable


async def list_closings(registry: TableRegistry) -> list[tuple[str, int]]:
    """All tables whose game was played or given up, and when they were closed, the oldest first."""
    events, tables = schema.events.c, schema.tables.c
    question = (
        select(events.table_id, events.at)
        .join_from(schema.events, schema.tables, events.table_id == tables.id)
        .where(tables.state.in_((FINISHED, ABANDONED)), events.kind == tables.state, tables.ply > 0)
        .order_by(events.at, events.table_id)
    )
    return [(row.table_id, row.at) for row in await registry.storage.rows(question)]


def store_again(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Store the results of a table again. Whose they are stays: somebody may be deleted meanwhile."""
    results = schema.results.c
    for row in rows:
        of_seat = (results.table_id == row["table_id"]) & (results.seat == row["seat"])
        found = {name: value for name, value in row.items() if name != "player"}
        if not connection.execute(update(schema.results).where(of_seat).values(found)).rowcount:
            connection.execute(insert(schema.results), row)


def rate_again(connection: Connection, registry: TableRegistry) -> int:
    """Rate all rated games again, one after the other. Returns how many there are."""
    lock_ratings(connection)
    known: dict[tuple[str, str, int], tuple[Belief, int]] = {}
    number = 0
    for number, rows in enumerate(list_rated(connection), 1):
        first = rows[0]
        people = {row.player: known.get((row.player, row.map, row.seats), (NEWCOMER, row.closed)) for row in rows}
        game = registry.game(first.map, first.seats)
        for seat, values in rate_rows(rows, game, people).items():
            of_seat = (schema.results.c.table_id == first.table_id) & (schema.results.c.seat == seat)
            connection.execute(update(schema.results).where(of_seat).values(number=number, **values))
            player = next(row.player for row in rows if row.seat == seat)
            if player and values["rating"] is not None and values["deviation"] is not None:
                belief = Belief(values["rating"], values["deviation"])
                known[player, first.map, first.seats] = belief, first.closed
    return number


def list_rated(connection: Connection) -> Iterator[list[Any]]:
    """The results of each rated game, in the order in which the games counted; those without a number come last."""
    results, tables = schema.results.c, schema.tables.c
    question = (
        select(schema.results)
        .join_from(schema.results, schema.tables, results.table_id == tables.id)
        .where(tables.rated)
        .order_by(results.number.is_(None), results.number, results.closed, results.table_id, results.seat)
    )
    rows: list[Any] = []
    for row in connection.execute(question).all():
        if rows and rows[0].table_id != row.table_id:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows
