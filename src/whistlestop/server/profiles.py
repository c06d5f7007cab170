"""Profiles: ratings and results of a person, as far as the one who asks may see them.

Nothing here looks at a game before it is over. To others a profile counts only the games whose replay they may watch
and in which the person shows their name; the ratings alone count all rated games, which everybody agreed to at the
start.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from whistlestop.ratings.beliefs import Belief
from whistlestop.server import schema
from whistlestop.server.identity import Player
from whistlestop.server.reasons import Refused
from whistlestop.server.storage import Storage, as_fields
from whistlestop.server.table import OPEN

NOBODY, MET, ANYBODY = "nobody", "met", "anybody"
POINTS = 500
"""The most points of a curve."""
ENCOUNTERS = 20
PAGE = 30
"""How many games are listed at once."""

results = schema.results.c
OTHERS = schema.results.alias("others")
others = OTHERS.c
WON = (results.place == 1) & ~results.gave_up
"""Where everybody has given up, all share the only place, and nobody has won."""


@dataclass(frozen=True)
class Filter:
    """Which games of a person are listed; a field that is None leaves them all."""

    map: str | None = None
    seats: int | None = None
    result: str | None = None
    """`won`, `lost` or `rated`."""
    opponent: str | None = None
    """The id of a player, or a level of bots."""
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True)
class Profile:
    """The profile of a person for somebody who may see it."""

    storage: Storage
    player: Player
    asker: str | None

    async def ratings(self) -> list[dict[str, Any]]:
        """The ratings with their curves, the one with the most games first."""
        rank = func.row_number().over(
            partition_by=(results.map, results.seats), order_by=results.number.desc()
        )  # fmt: skip
        ranked = (
            select(
                results.map, results.seats, results.closed, results.rating, results.deviation, results.number,
                rank.label("rank"), func.count().over(partition_by=(results.map, results.seats)).label("games"),
            )
            .where(results.player == self.player.id, results.rating.is_not(None))
            .subquery()
        )  # fmt: skip
        rows = await self.storage.rows(select(ranked).where(ranked.c.rank <= POINTS).order_by(ranked.c.number))
        found: dict[tuple[str, int], dict[str, Any]] = {}
        for row in rows:
            one = found.setdefault((row.map, row.seats), {"map": row.map, "seats": row.seats, "curve": []})
            shown = {"rating": round(row.rating), "margin": Belief(row.rating, row.deviation).margin}
            one |= {"games": row.games, **shown}
            one["curve"].append({"at": row.closed, **shown})
        return sorted(found.values(), key=lambda one: (-one["games"], one["map"], one["seats"]))

    async def maps(self) -> list[dict[str, Any]]:
        """The totals on each map, the one with the most games first."""
        question = (
            select(
                results.map,
                func.count().label("games"),
                func.sum(case((WON, 1), else_=0)).label("won"),
                func.coalesce(func.sum(results.tickets), 0).label("tickets"),
                func.coalesce(func.sum(results.completed), 0).label("completed"),
                func.max(results.longest).label("longest"),
            )
            .where(self.is_listed())
            .group_by(results.map)
            .order_by(func.count().desc(), results.map)
        )
        return [as_fields(row) for row in await self.storage.rows(question)]

    async def encounters(self) -> list[dict[str, Any]]:
        """Whom they met most often, and who was before whom."""
        met = (
            select(
                case((self.is_named(), others.player), else_=None).label("player"),
                others.bot,
                case((results.place < others.place, 1), else_=0).label("before"),
                case((results.place > others.place, 1), else_=0).label("behind"),
            )
            .join_from(schema.results, OTHERS, (results.table_id == others.table_id) & (results.seat != others.seat))
            .where(self.is_listed())
            .subquery()
        ).c
        games = func.count()
        question = (
            select(
                met.player, met.bot, games.label("games"), func.sum(met.before).label("before"),
                func.sum(met.behind).label("behind"),
            )
            .where(or_(met.player.is_not(None), met.bot.is_not(None)))
            .group_by(met.player, met.bot)
            .order_by(games.desc(), met.bot, met.player)
            .limit(ENCOUNTERS)
        )  # fmt: skip
        rows = await self.storage.rows(question)
        names = await self.names({row.player for row in rows})
        return [as_fields(row) | {"name": names.get(row.player, "")} for row in rows]

    async def games(self, chosen: Filter, skip: int) -> dict[str, Any]:
        """A page of games that are over, the newest first."""
        question = (
            select(schema.results)
            .where(self.is_listed(), *self.conditions(chosen))
            .order_by(results.closed.desc(), results.table_id)
            .offset(skip)
            .limit(PAGE + 1)
        )
        found = await self.storage.rows(question)
        rows = found[:PAGE]
        outcomes = await self.outcomes([row.table_id for row in rows])
        return {
            "games": [self.game(row, outcomes[row.table_id]) for row in rows],
            "more": len(found) > PAGE,
        }

    def game(self, row: Any, outcomes: list[dict[str, Any]]) -> dict[str, Any]:
        """A game with what each seat did."""
        content = {
            "table": row.table_id, "map": row.map, "seats": row.seats, "closed": row.closed, "seat": row.seat,
            "place": row.place, "gave_up": row.gave_up, "points": row.points, "rated": row.rating is not None,
            "outcomes": outcomes,
        }  # fmt: skip
        if row.rating is not None:
            content |= {"rating": round(row.rating), "change": round(row.rating) - round(row.rating_before)}
        return content

    async def outcomes(self, tables: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        """What all seats of some tables did."""
        question = (
            select(OTHERS, case((self.is_named(), others.player), else_=None).label("named"))
            .where(others.table_id.in_(tables))
            .order_by(others.seat)
        )
        rows = await self.storage.rows(question)
        names = await self.names({row.named for row in rows})
        found: dict[str, list[dict[str, Any]]] = {table: [] for table in tables}
        for row in rows:
            found[row.table_id].append({
                "seat": row.seat, "player": row.named, "name": names.get(row.named, ""), "bot": row.bot,
                "place": row.place, "gave_up": row.gave_up, "points": row.points,
            })  # fmt: skip
        return found

    async def names(self, players: set[str | None]) -> dict[str | None, str]:
        """The names of some people."""
        wanted = schema.players.c.id.in_(players - {None})
        question = select(schema.players.c.id, schema.players.c.name).where(wanted)
        return {row.id: row.name for row in await self.storage.rows(question)}

    def is_listed(self) -> ColumnElement[bool]:
        """Whether a result is one of the person's, and the asker may watch the replay and see who played it."""
        own = results.player == self.player.id
        if self.asker == self.player.id:
            return own
        is_shown = is_shared(results.table_id) & shows_name(results.table_id, results.seat)
        return own & or_(self.has_played(results.table_id), is_shown)

    def is_named(self) -> ColumnElement[bool]:
        """Whether the asker may see the name of a seat at a table of `others`."""
        return self.has_played(others.table_id) | shows_name(others.table_id, others.seat)

    def has_played(self, table: Any) -> ColumnElement[bool]:
        """Whether the asker holds a seat at a table."""
        seats = schema.seats.alias("asker_seats").c
        return exists().where(seats.table_id == table, seats.player == (self.asker or ""))

    def conditions(self, chosen: Filter) -> list[ColumnElement[bool]]:
        """A filter as conditions on results."""
        by_result = {"won": WON, "lost": ~WON, "rated": results.rating.is_not(None)}
        found = [results[name] == value for name in ("map", "seats") if (value := getattr(chosen, name)) is not None]
        if chosen.result is not None:
            found.append(by_result[chosen.result])
        if chosen.opponent is not None:
            is_opponent = or_(others.bot == chosen.opponent, and_(others.player == chosen.opponent, self.is_named()))
            same_table = (others.table_id == results.table_id) & (others.seat != results.seat)
            found.append(exists().where(same_table, is_opponent))
        if chosen.since is not None:
            found.append(results.closed >= chosen.since)
        if chosen.until is not None:
            found.append(results.closed < chosen.until)
        return found


def is_shared(table: Any) -> ColumnElement[bool]:
    """Whether anybody with the link may watch a game that is over; the same as `Table.is_shared`, or watchable.

    Nobody may while others play the same deal.
    """
    seats, tables = schema.seats.alias("asked").c, schema.tables.alias("shared").c
    silent = seats.player.is_not(None) & seats.shares.is_(None)
    refused = exists().where(seats.table_id == table, seats.bot.is_(None), or_(silent, seats.shares.is_(False)))
    is_secret = exists().where(tables.id == table, tables.prescribed.is_not(None), tables.deal_over.is_(False))
    return ~is_secret & (exists().where(tables.id == table, tables.watchable) | ~refused)


def shows_name(table: Any, seat: Any) -> ColumnElement[bool]:
    """Whether the person at a seat lets strangers see their name; if they hold several, at all of them."""
    seats, same = schema.seats.alias("shown_seats").c, schema.seats.alias("own_seats").c
    return ~exists().where(
        seats.table_id == table,
        seats.shows_name.is_(False),
        same.table_id == table,
        same.seat == seat,
        seats.player == same.player,
    )


async def open_profile(storage: Storage, owner: Player | None, asker: str | None) -> Profile:
    """The profile of a player, if there is one that the asker may see."""
    if owner is None:
        raise Refused("no_such_player")
    if owner.id != asker:
        shown_to = await read_shown_to(storage, owner.id)
        if shown_to == NOBODY or (shown_to == MET and not (asker and await have_met(storage, owner.id, asker))):
            raise Refused("private_profile")
    return Profile(storage, owner, asker)


async def read_shown_to(storage: Storage, player: str) -> str:
    """Who may see a player's profile."""
    question = select(schema.players.c.shown_to).where(schema.players.c.id == player)
    return str((await storage.rows(question))[0].shown_to)


async def have_met(storage: Storage, one: str, other: str) -> bool:
    """Whether two people have a seat at the same table, and its game has begun."""
    first, second = schema.seats.alias("first").c, schema.seats.alias("second").c
    begun = schema.tables.c.ply > 0
    question = (
        select(first.table_id)
        .where(first.player == one, second.player == other, first.table_id == second.table_id)
        .where(schema.tables.c.id == first.table_id, schema.tables.c.state != OPEN, begun)
        .limit(1)
    )
    return bool(await storage.rows(question))
