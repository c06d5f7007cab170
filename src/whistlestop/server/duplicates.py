"""Duplicate matches: a group plays the same boards, and everybody is compared with those who held the same cards.

A deal that somebody has played can't be dealt to them again at another seat: they know the cards. So on every board
each player sits alone at a table of their own, at the same seat, with the same cards and the same bots. The seat moves
on by one from board to board, so that everybody plays every seat as often as the others. This is fair for any number of
players, and nobody waits for anybody.

A board is scored in matchpoints: two for each player with a worse result, one for each with an equal one. Results are
compared by margin and then by points (`tries.py`). Whoever hasn't played a board to its end when it is over has nothing
on it, and everybody who has is before them. A board is over when all are through with it, or `PATIENCE` after the
start.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from whistlestop.game.reasons import BadMap
from whistlestop.server import schema
from whistlestop.server.deals import Deal, end_deal, new_deal
from whistlestop.server.identity import new_id, now
from whistlestop.server.profiles import is_shared
from whistlestop.server.protocol.deals import PLAYERS
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.storage import as_fields
from whistlestop.server.table import CLOSED, Table
from whistlestop.server.tries import begin_try, find_try, outcomes, rivals_on

PATIENCE = 14 * 24 * 3_600_000
"""Milliseconds after the start until which boards can be played."""
OPEN, PLAYING, OVER = "open", "playing", "over"
duplicates, members, boards = schema.duplicates.c, schema.duplicate_players.c, schema.boards.c
tries, deals, tables = schema.tries.c, schema.deals.c, schema.tables.c


@dataclass(frozen=True)
class Duplicate:
    """A match with its players and, once it has started, its boards."""

    id: str
    host: str
    """Who has made it; once they have left, who joined first."""
    map: str
    seats: int
    boards: int
    made: int
    started: int | None
    players: tuple[str, ...]
    """In the order in which they joined."""
    deals: tuple[Deal, ...]
    """Those of the boards 1, 2, 3 …"""

    @property
    def state(self) -> str:
        """Whether people can still join, whether it is played, or over."""
        if self.started is None:
            return OPEN
        return OVER if all(deal.over for deal in self.deals) else PLAYING

    def seat(self, board: int) -> int:
        """The seat that everybody plays on a board."""
        return (board - 1) % self.seats

    def deal(self, board: int) -> Deal:
        """The deal of a board."""
        if self.started is None:
            raise Refused("duplicate_not_started")
        if not 1 <= board <= self.boards:
            raise Refused("no_such_board", most=self.boards)
        return self.deals[board - 1]


async def make_duplicate(registry: TableRegistry, host: str, map_name: str, seats: int, count: int) -> str:
    """Make a match that its host has joined; its id is its link."""
    try:
        game = registry.game(map_name, seats)
    except BadMap as error:
        raise Refused.because_of("bad_table", error) from None
    row = {"id": new_id(), "host": host, "map": game.name, "seats": seats, "boards": count, "made": now()}

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.duplicates), row)
        add_player(connection, str(row["id"]), host)

    await registry.storage.write(write)
    return str(row["id"])


def add_player(connection: Connection, duplicate: str, player: str) -> None:
    """Add a player to a match, in a transaction."""
    values = {"duplicate": duplicate, "player": player, "joined": now()}
    connection.execute(insert(schema.duplicate_players), values)


async def find_duplicate(registry: TableRegistry, duplicate: str) -> Duplicate:
    """A match as it is stored."""
    async with registry.storage.reading() as connection:
        row = (await connection.execute(select(schema.duplicates).where(duplicates.id == duplicate))).first()
        if row is None:
            raise Refused("no_such_duplicate")
        joined = select(members.player).where(members.duplicate == duplicate).order_by(members.joined, members.player)
        players = tuple(one.player for one in await connection.execute(joined))
        played = (
            select(schema.deals)
            .join(schema.boards, boards.deal == deals.id)
            .where(boards.duplicate == duplicate)
            .order_by(boards.board)
        )
        found = tuple(Deal(**one._mapping) for one in await connection.execute(played))
    host = row.host if row.host in players or not players else players[0]
    return Duplicate(**{**row._mapping, "host": host}, players=players, deals=found)


async def join_duplicate(registry: TableRegistry, duplicate: str, player: str) -> None:
    """Join a match that has not started; to join again does no harm."""

    def write(connection: Connection) -> None:
        lock_open(connection, duplicate)
        joined = connection.execute(select(members.player).where(members.duplicate == duplicate)).scalars().all()
        if player in joined:
            return
        if len(joined) >= PLAYERS:
            raise Refused("duplicate_full", most=PLAYERS)
        add_player(connection, duplicate, player)

    await find_duplicate(registry, duplicate)
    await registry.storage.write(write)


async def leave_duplicate(registry: TableRegistry, duplicate: str, player: str) -> None:
    """Leave a match that has not started."""

    def write(connection: Connection) -> None:
        lock_open(connection, duplicate)
        own = (members.duplicate == duplicate) & (members.player == player)
        connection.execute(delete(schema.duplicate_players).where(own))

    await need_player(registry, duplicate, player)
    await registry.storage.write(write)


def lock_open(connection: Connection, duplicate: str) -> None:
    """Keep others from starting or joining a match until the transaction ends; refused if it has started."""
    is_open = (duplicates.id == duplicate) & duplicates.started.is_(None)
    same = update(schema.duplicates).where(is_open).values(boards=schema.duplicates.c.boards)
    if connection.execute(same).rowcount != 1:
        raise Refused("duplicate_started")


async def need_player(registry: TableRegistry, duplicate: str, player: str) -> Duplicate:
    """A match that a player takes part in."""
    found = await find_duplicate(registry, duplicate)
    if player not in found.players:
        raise Refused("not_in_duplicate")
    return found


async def start_duplicate(registry: TableRegistry, duplicate: str, player: str) -> None:
    """The host starts a match: its deals are made, and nobody can join any more."""
    found = await need_player(registry, duplicate, player)
    if player != found.host:
        raise Refused("not_host")
    game = registry.game(found.map, found.seats)
    moment = now()
    made = [new_deal(game, moment + PATIENCE) for _ in range(found.boards)]

    def write(connection: Connection) -> None:
        lock_open(connection, duplicate)
        count = select(func.count()).where(members.duplicate == duplicate)
        if connection.execute(count).scalar_one() < 2:
            raise Refused("duplicate_alone")
        connection.execute(insert(schema.deals), [deal.row() for deal in made])
        rows = [{"duplicate": duplicate, "board": n, "deal": deal.id} for n, deal in enumerate(made, 1)]
        connection.execute(insert(schema.boards), rows)
        connection.execute(update(schema.duplicates).where(duplicates.id == duplicate).values(started=moment))

    await registry.storage.write(write)


async def play_board(registry: TableRegistry, duplicate: str, board: int, player: str) -> Table:
    """The table at which a player plays a board, begun now if it is their first request."""
    found = await need_player(registry, duplicate, player)
    return await begin_try(registry, found.deal(board), player, found.seat(board), ranked=True)


async def end_duplicate(registry: TableRegistry, duplicate: str, player: str) -> None:
    """The host ends a match: boards that somebody has not finished count as they are."""
    found = await need_player(registry, duplicate, player)
    if player != found.host:
        raise Refused("not_host")
    if found.started is None:
        raise Refused("duplicate_not_started")
    for deal in found.deals:
        await end_deal(registry, deal.id)


async def end_played_boards(registry: TableRegistry) -> None:
    """End the boards that all players of their match are through with."""
    through = (
        select(func.count())
        .select_from(schema.tries)
        .join(schema.tables, tables.id == tries.table_id)
        .where(tries.deal == boards.deal, tables.state.in_(CLOSED))
        .correlate(schema.boards)
        .scalar_subquery()
    )
    wanted = (
        select(func.count()).where(members.duplicate == boards.duplicate).correlate(schema.boards).scalar_subquery()
    )
    question = (
        select(boards.deal).join(schema.deals, deals.id == boards.deal).where(deals.over.is_(False), through >= wanted)
    )
    for row in await registry.storage.rows(question):
        await end_deal(registry, row.deal)


async def write_duplicate(registry: TableRegistry, found: Duplicate, player: str | None) -> dict[str, Any]:
    """A match as a player or a stranger may see it."""
    await registry.people.names(set(found.players))
    game = registry.game(found.map, found.seats)
    written = [await write_board(registry, found, n, player) for n in range(1, len(found.deals) + 1)]
    content = {
        "id": found.id,
        "map": found.map,
        "seats": found.seats,
        "bots": rivals_on(game.board, found.seats - 1),
        "host": found.host,
        "made": found.made,
        "state": found.state,
        "players": [{"id": one, "name": registry.people.name(one)} for one in found.players],
        "count": found.boards,
        "boards": written,
        "scores": add_up(found.players, [board["scores"] for board in written if "scores" in board]),
    }
    if found.started is not None:
        content["ends"] = found.started + PATIENCE
    return content


async def write_board(registry: TableRegistry, found: Duplicate, board: int, player: str | None) -> dict[str, Any]:
    """A board: its scores only for those who have played it, or once it is over."""
    deal = found.deal(board)
    rows = await read_results(registry, deal.id)
    own = await find_try(registry, deal.id, player) if player else None
    content: dict[str, Any] = {
        "board": board,
        "deal": deal.id,
        "commitment": deal.origin.commitment,
        "seat": found.seat(board),
        "over": deal.over,
        "played": sum(row["state"] in CLOSED for row in rows),
    }
    if own is not None:
        content["yours"] = {"table": own.table, "state": own.state, "ranked": own.ranked}
        mine = next(row for row in rows if row["player"] == player)
        if mine["points"] is not None:
            content["yours"] |= {"points": mine["points"], "margin": mine["margin"]}
    if deal.over or (own is not None and own.is_over):
        content["scores"] = score_board(found.players, rows, deal.over)
    return content


async def read_results(registry: TableRegistry, deal: str) -> list[dict[str, Any]]:
    """What everybody who has begun a deal has achieved; points and margin are null without a result."""
    played = outcomes().subquery()
    is_same = (played.c.table_id == tries.table_id) & (played.c.seat == tries.seat)
    question = (
        select(
            tries.player, tries.table_id.label("table"), tables.state, played.c.points, played.c.margin,
            is_shared(tries.table_id).label("shared"),
        )
        .join_from(schema.tries, schema.tables, tables.id == tries.table_id)
        .outerjoin(played, is_same)
        .where(tries.deal == deal)
    )  # fmt: skip
    return [as_fields(row) for row in await registry.storage.rows(question)]


def score_board(players: tuple[str, ...], rows: list[dict[str, Any]], is_over: bool) -> list[dict[str, Any]]:
    """The matchpoints of everybody on a board, the best first; while it is played, among those who have a result."""
    by_player = {row["player"]: row for row in rows}
    results = {
        player: (row["margin"], row["points"])
        for player in players
        if (row := by_player.get(player)) and row["points"] is not None
    }
    compared = [player for player in players if is_over or player in results]
    written = []
    for player in compared:
        own = results.get(player)
        others = [results.get(other) for other in compared if other != player]
        row = by_player.get(player, {})
        content = {
            "player": player,
            "matchpoints": sum(matchpoints(own, other) for other in others),
            "points": own[1] if own else None,
            "margin": own[0] if own else None,
        }
        written.append(content | ({"table": row["table"]} if is_over and row.get("shared") else {}))
    return in_order(written)


def matchpoints(own: tuple[int, int] | None, other: tuple[int, int] | None) -> int:
    """What a result is worth against another one at the same cards; no result is worth nothing."""
    if own is None:
        return 0
    return 2 if other is None or own > other else 1 if own == other else 0


def add_up(players: tuple[str, ...], scored: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The totals of some boards, the best first; without any board there are none."""
    if not scored:
        return []
    totals = []
    for player in players:
        own = [one for scores in scored for one in scores if one["player"] == player]
        played = [one for one in own if one["points"] is not None]
        totals.append({
            "player": player,
            "matchpoints": sum(one["matchpoints"] for one in own),
            "points": sum(one["points"] for one in played) if played else None,
            "margin": sum(one["margin"] for one in played) if played else None,
        })  # fmt: skip
    return in_order(totals)


def in_order(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Scores by matchpoints, then by margin and points; those without a result come last."""
    least = -1_000_000

    def key(one: dict[str, Any]) -> tuple[int, int, int]:
        margin, points = (least if one[name] is None else one[name] for name in ("margin", "points"))
        return (one["matchpoints"], margin, points)

    return sorted(scores, key=key, reverse=True)
