"""What waits for a person: a move, an answer, or their part of the start of a game."""

from typing import Any

from sqlalchemy import select

from whistlestop.server import schema
from whistlestop.server.deadlines import clock_end, people_to_move
from whistlestop.server.registry import TableRegistry
from whistlestop.server.table import OPEN, PLAYING, Table

MOST = 100
"""How many tables are looked at, those that were touched last."""


def what_waits(table: Table, player: str) -> str | None:
    """What a table waits for from a player; None if for nothing."""
    seats = set(table.seats_of(player))
    if table.state == PLAYING:
        own = {seat for seat in seats if table.seats[seat].is_person}
        if own & set(table.asked()):
            return "move"
        return "answer" if table.proposal and own - set(table.proposal["agreed"]) else None
    if table.state == OPEN:
        if any(table.seats[seat].invited for seat in seats):
            return "rematch"
        if seats & set(table.missing()):
            return "start"
    return None


def time_is_up(table: Table, player: str) -> int | None:
    """When the time of a player who is to move runs out; None if no clock runs."""
    ends = [clock_end(table, seat) for seat in people_to_move(table) if table.seats[seat].player == player]
    return min((end for end in ends if end is not None), default=None)


async def waiting_tables(registry: TableRegistry, player: str) -> list[dict[str, Any]]:
    """The tables that wait for a player: those first whose time runs out first, then the longest untouched."""
    tables, seats = schema.tables.c, schema.seats.c
    own = select(seats.table_id).where(seats.player == player)
    question = select(tables.id).where(tables.id.in_(own), tables.state.in_((OPEN, PLAYING)))
    rows = await registry.storage.rows(question.order_by(tables.touched.desc()).limit(MOST))
    found = []
    for table in await registry.tables([row.id for row in rows]) if rows else []:
        if (what := what_waits(table, player)) is not None:
            content = {"table": table.id, "map": table.game.name, "what": what, "since": table.touched}
            found.append((content, time_is_up(table, player)))
    found.sort(key=lambda pair: (pair[1] is None, pair[1] or 0, pair[0]["since"]))
    return [content if end is None else content | {"ends": end} for content, end in found]
