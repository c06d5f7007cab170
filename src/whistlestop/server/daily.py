"""Daily deals: one deal per map and day, in UTC, that everybody may play once against the same bots.

A day's deal is made when somebody first asks for that day or the day before, so its commitment is public before anybody
plays it. Once somebody does, a bot plays it too, in the people's seat: its result is par. People may begin until the
day ends, and finish for `FINISH` more; then the deal is over, and its replays can be watched.

Only players who are older than the day are ranked. Nobody can keep somebody from making another player and looking at
the cards first; but a result with cards that were seen before counts only if the other player was made a day before.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from whistlestop.bots.levels import levels_on
from whistlestop.game.board import Board, load
from whistlestop.game.game import Game
from whistlestop.server import schema
from whistlestop.server.deals import Deal, is_repeatable, new_deal
from whistlestop.server.identity import Player, new_id, now
from whistlestop.server.maps import available_maps
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.table import Seat, Table
from whistlestop.server.tries import (
    begin_try,
    count_played,
    find_try,
    lay_table,
    read_outcome,
    read_ranking,
    rivals_on,
    write_ranking,
)

SEATS = 3
"""How many seats a daily deal has, if the map allows it."""
SEAT = 0
"""The seat of the people."""
PARS = ("stationmaster", "dispatcher")
"""The levels that play the deal in the people's seat: the first that the map offers."""
FINISH = 2 * 3_600_000
"""Milliseconds after the end of the day in which games can be finished."""
DAYS = 14
"""How many days the archive lists."""
HOST = ""
"""Who has made the tables of bots."""


@dataclass(frozen=True)
class DailyDeal:
    """The deal of a map and a day."""

    day: date
    deal: Deal
    par: str
    """The table where bots play it, once somebody has begun to."""

    @property
    def begins(self) -> int:
        """When the day begins."""
        return int(datetime(self.day.year, self.day.month, self.day.day, tzinfo=UTC).timestamp() * 1000)

    @property
    def ends(self) -> int:
        """When the day ends, and people can no longer begin."""
        return end_of(self.day)


def today() -> date:
    """The day it is, in UTC."""
    return datetime.fromtimestamp(now() / 1000, UTC).date()


def end_of(day: date) -> int:
    """When a day ends."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return int(midnight.timestamp() * 1000)


def par_on(board: Board) -> str:
    """The level whose result is par on a map."""
    return next(level for level in PARS if level in levels_on(board) and is_repeatable(level))


def daily_game(registry: TableRegistry, map_name: str) -> Game:
    """The game of the daily deals of a map."""
    usable, _ = available_maps(registry.settings.places)
    if map_name not in usable:
        raise Refused("no_daily_deal")
    _, rules = load(usable[map_name])
    return registry.game(map_name, min(max(SEATS, rules.min_seats), rules.max_seats))


async def find_daily(registry: TableRegistry, map_name: str, day: date) -> DailyDeal | None:
    """The deal of a day, if it was made."""
    daily, deals = schema.daily_deals, schema.deals
    question = (
        select(deals, daily.c.par)
        .join_from(daily, deals, deals.c.id == daily.c.deal)
        .where(daily.c.map == map_name, daily.c.day == day.isoformat())
    )
    rows = await registry.storage.rows(question)
    if not rows:
        return None
    found = dict(rows[0]._mapping)
    par = found.pop("par")
    return DailyDeal(day, Deal(**found), par)


async def need_daily(registry: TableRegistry, map_name: str, day: date) -> DailyDeal:
    """The deal of a day; that of today or tomorrow is made if nobody has asked for it before."""
    found = await find_daily(registry, map_name, day)
    if found is not None:
        return found
    if not 0 <= (day - today()).days <= 1:
        raise Refused("no_daily_deal")
    await make_daily(registry, daily_game(registry, map_name), day)
    found = await find_daily(registry, map_name, day)
    assert found
    return found


async def make_daily(registry: TableRegistry, game: Game, day: date) -> None:
    """Make the deal of a day; somebody else may be faster."""
    deal = new_deal(game, end_of(day) + FINISH)
    row = {"map": game.name, "day": day.isoformat(), "deal": deal.id, "par": new_id()}

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.deals), deal.row())
        connection.execute(insert(schema.daily_deals), row)

    with suppress(IntegrityError):
        await registry.storage.write(write)


async def begin_par(registry: TableRegistry, daily: DailyDeal) -> None:
    """Let bots play a deal that somebody has begun to play, unless they do already."""
    if await registry.storage.rows(select(schema.tables.c.id).where(schema.tables.c.id == daily.par)):
        return
    game = registry.game(daily.deal.map, daily.deal.seats)
    change = lay_table(game, daily.deal, HOST, SEAT, Seat(bot=par_on(game.board)), daily.par)
    try:
        await registry.add(change)
    except Refused as refused:
        if refused.code != "table_exists":
            raise


async def play_daily(registry: TableRegistry, map_name: str, player: Player) -> Table:
    """The table at which a player plays today's deal of a map, begun now if it is their first request."""
    daily = await need_daily(registry, map_name, today())
    rows = await registry.storage.rows(select(schema.players.c.created).where(schema.players.c.id == player.id))
    table = await begin_try(registry, daily.deal, player.id, SEAT, ranked=rows[0].created < daily.begins)
    await begin_par(registry, daily)
    return table


async def write_daily(registry: TableRegistry, daily: DailyDeal, player: Player | None) -> dict[str, Any]:
    """A daily deal for a player or a stranger: its results only for those who have played, or once it is over."""
    deal = daily.deal
    game = registry.game(deal.map, deal.seats)
    content: dict[str, Any] = {
        "map": deal.map,
        "day": daily.day.isoformat(),
        "deal": deal.id,
        "commitment": deal.origin.commitment,
        "seats": deal.seats,
        "seat": SEAT,
        "bots": rivals_on(game.board, deal.seats - 1),
        "par_level": par_on(game.board),
        "begins": daily.begins,
        "ends": daily.ends,
        "over": deal.over,
        "played": await count_played(registry, deal.id),
    }
    own = await find_try(registry, deal.id, player.id) if player else None
    if own is not None and player is not None:
        content["yours"] = {"table": own.table, "state": own.state, "ranked": own.ranked}
        result = await read_ranking(registry, deal.id, player.id)
        if result:
            content["yours"] |= {name: result[0][name] for name in ("points", "margin", "rank")}
    if deal.over or (own is not None and own.is_over):
        ranked = await read_ranking(registry, deal.id)
        content["ranking"] = await write_ranking(registry, ranked, deal.over)
        par = await read_outcome(registry, daily.par, SEAT)
        if par is not None:
            content["par"] = par | ({"table": daily.par} if deal.over else {})
    if deal.over:
        content["secret"] = deal.secret.hex()
    return content


async def list_days(registry: TableRegistry, map_name: str) -> list[str]:
    """The last days with a deal on a map, today included, the newest first."""
    daily = schema.daily_deals.c
    question = (
        select(daily.day)
        .where(daily.map == map_name, daily.day <= today().isoformat())
        .order_by(daily.day.desc())
        .limit(DAYS)
    )
    return [row.day for row in await registry.storage.rows(question)]
