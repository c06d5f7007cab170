"""Tries: everybody plays a deal once, alone against the same bots, and all results at one seat are ranked.

The primary key of `tries` is what makes it once: the try and its table are stored in one transaction, so of two
requests, in any processes, one stores both and the other finds them.

A seat's margin is its points less those of its best opponent. Results are ranked by margin, and where that is equal by
points; equal results share a rank. So nobody gains by helping a bot, and a win counts before a high score.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, case, func, insert, select

from whistlestop.bots.levels import levels_on
from whistlestop.game.board import Board
from whistlestop.game.game import Game
from whistlestop.server import fairness, schema
from whistlestop.server.deals import Deal, is_repeatable, prescribe
from whistlestop.server.profiles import is_shared, shows_name
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.seating import TableOptions, made, new_table
from whistlestop.server.storage import as_fields
from whistlestop.server.table import CLOSED, Seat, Table

RIVALS = ("surveyor", "dispatcher", "conductor", "porter")
"""The bots at the table, as far as the map offers them; they play at once, and the same move wherever people do."""
SHOWN = 100
"""How many places of a ranking are shown."""
tries, results, tables = schema.tries.c, schema.results.c, schema.tables.c


@dataclass(frozen=True)
class Try:
    """A person's try at a deal, and how it stands."""

    table: str
    seat: int
    ranked: bool
    state: str

    @property
    def is_over(self) -> bool:
        """Whether it is over: played, given up or expired."""
        return self.state in CLOSED


def rivals_on(board: Board, count: int) -> list[str]:
    """The levels of the bots that everybody plays against on a map."""
    offered = [level for level in RIVALS if level in levels_on(board) and is_repeatable(level)]
    return [offered[n % len(offered)] for n in range(count)]


def lay_table(game: Game, deal: Deal, host: str, seat: int, holder: Seat, name: str | None = None) -> Change:
    """A table that plays a deal, dealt but not stored yet: somebody at one seat, bots at the others."""
    rivals = iter(rivals_on(game.board, game.seats - 1))
    seats = [holder if n == seat else Seat(bot=next(rivals)) for n in range(game.seats)]
    table = prescribe(new_table(game, host, TableOptions(game.name, []), seats), deal)
    table.id = name or table.id
    change = made(table)
    fairness.begin(change.table, change, 0)
    return change


async def find_try(registry: TableRegistry, deal: str, player: str) -> Try | None:
    """A player's try at a deal."""
    question = (
        select(tries.table_id, tries.seat, tries.ranked, tables.state)
        .join_from(schema.tries, schema.tables, tables.id == tries.table_id)
        .where(tries.deal == deal, tries.player == player)
    )
    rows = await registry.storage.rows(question)
    return Try(rows[0].table_id, rows[0].seat, rows[0].ranked, rows[0].state) if rows else None


async def begin_try(registry: TableRegistry, deal: Deal, player: str, seat: int, ranked: bool) -> Table:
    """The table of a player's only try at a deal; made now if there is none yet."""
    known = await find_try(registry, deal.id, player)
    if known is None and deal.over:
        raise Refused("deal_over")
    if known is None:
        game = registry.game(deal.map, deal.seats)
        if game.digest != deal.digest:
            raise Refused("map_changed", map=deal.map)
        await registry.people.names({player})
        change = lay_table(game, deal, player, seat, Seat(player=player))
        row = {"deal": deal.id, "player": player, "table_id": change.table.id, "seat": seat}
        change.write(insert(schema.tries), row | {"begun": change.at, "ranked": ranked})
        try:
            await registry.add(change)
        except Refused as refused:
            if refused.code != "table_exists":
                raise
            known = await find_try(registry, deal.id, player)  # another request was faster
    return await registry.table(known.table if known else change.table.id)


def outcomes() -> Select[Any]:
    """Points and margin of every seat that was played to the end of a game."""
    others = schema.results.alias("rivals").c
    best = select(func.max(others.points)).where(others.table_id == results.table_id, others.seat != results.seat)
    margin = (results.points - best.scalar_subquery()).label("margin")
    return select(results.table_id, results.seat, results.points, margin).where(
        results.points.is_not(None), results.gave_up.is_(False)
    )


async def read_outcome(registry: TableRegistry, table: str, seat: int) -> dict[str, Any] | None:
    """Points and margin of a seat; None if it didn't play to the end, or hasn't yet."""
    found = outcomes().subquery().c
    question = select(found.points, found.margin).where(found.table_id == table, found.seat == seat)
    rows = await registry.storage.rows(question)
    return as_fields(rows[0]) if rows else None


async def read_ranking(registry: TableRegistry, deal: str, player: str | None = None) -> list[dict[str, Any]]:
    """The best results of a deal, or that of one player alone; one that isn't ranked has no rank."""
    played_out = outcomes().subquery()
    found = played_out.c
    rank = func.rank().over(partition_by=tries.ranked, order_by=(found.margin.desc(), found.points.desc()))
    played = (
        select(
            tries.player, tries.table_id.label("table"), tries.seat, found.points, found.margin,
            case((tries.ranked, rank), else_=None).label("rank"),
        )
        .join_from(schema.tries, played_out, (tries.table_id == found.table_id) & (tries.seat == found.seat))
        .where(tries.deal == deal)
        .subquery()
    )  # fmt: skip
    is_wanted = played.c.rank.is_not(None) if player is None else played.c.player == player
    best = select(played).where(is_wanted).order_by(played.c.rank, played.c.player).limit(SHOWN).subquery()
    shown = (is_shared(best.c.table).label("shared"), shows_name(best.c.table, best.c.seat).label("named"))
    rows = await registry.storage.rows(select(best, *shown).order_by(best.c.rank, best.c.player))
    return [as_fields(row) for row in rows]


async def count_played(registry: TableRegistry, deal: str) -> int:
    """How many people have played a deal to its end."""
    found = outcomes().subquery()
    is_same = (tries.table_id == found.c.table_id) & (tries.seat == found.c.seat)
    question = select(func.count()).select_from(schema.tries).join(found, is_same).where(tries.deal == deal)
    return int((await registry.storage.rows(question))[0][0])


async def write_ranking(registry: TableRegistry, rows: list[dict[str, Any]], is_over: bool) -> list[dict[str, Any]]:
    """A ranking as it is sent: names that people show to strangers, and the tables whose replay anybody may watch."""
    people = registry.people
    await people.names({row["player"] for row in rows})
    written = []
    for row in rows:
        player = row["player"] if row["named"] else None
        content = {
            "rank": row["rank"],
            "player": player,
            "name": people.name(player),
            "points": row["points"],
            "margin": row["margin"],
        }
        emblem = people.emblem(player)
        content |= {} if emblem is None else {"emblem": emblem}
        written.append(content | ({"table": row["table"]} if is_over and row["shared"] else {}))
    return written
