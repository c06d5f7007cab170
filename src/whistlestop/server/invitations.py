"""Standing invitations: somebody offers a slow game, others accept at any time, and each time there is a table."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from whistlestop.game.reasons import BadMap
from whistlestop.server import schema
from whistlestop.server.identity import Player, new_id, now
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.seating import TableOptions, join, made, new_table, start
from whistlestop.server.table import OPEN, PLAYING, SEATS, TURN_CLOCK, Seat, Table

MOST = 5
"""How many standing invitations a player may have."""
SHOWN = 100
"""The most invitations in the list for everybody."""
LATELY = 14 * 86_400_000
"""Invitations of players who were not seen for so many milliseconds are not listed."""
INVITATIONS, LINKS, TABLES = schema.invitations.c, schema.invitation_tables.c, schema.tables.c
NOT_THIS_ONE = ("table_full", "not_admitted", "begun", "closed", "seat_taken")
"""Why somebody can't sit down at a table, and might at another."""


@dataclass(frozen=True)
class Offer:
    """What somebody offers to play."""

    map: str
    seats: int
    seconds: int
    """Of the clock, for each turn."""
    rated: bool
    at_once: int
    """How many games of it may be open or played at the same time."""
    listed: bool


async def invite(registry: TableRegistry, player: str, offer: Offer) -> str:
    """Make a standing invitation. Returns its id."""
    try:
        registry.game(offer.map, offer.seats)
    except BadMap as error:
        raise Refused.because_of("bad_table", error) from None
    name = new_id()

    def write(connection: Connection) -> None:
        connection.execute(select(schema.players.c.id).where(schema.players.c.id == player).with_for_update())
        count = select(func.count()).where(INVITATIONS.player == player)
        if connection.execute(count).scalar_one() >= MOST:
            raise Refused("too_many_invitations", most=MOST)
        connection.execute(insert(schema.invitations), {"id": name, "player": player, "created": now(), **vars(offer)})

    await registry.storage.write(write)
    return name


async def withdraw(registry: TableRegistry, player: str, name: str) -> None:
    """Withdraw a player's invitation. Its games go on."""
    statement = delete(schema.invitations).where(INVITATIONS.id == name, INVITATIONS.player == player)
    if not await registry.storage.write(lambda connection: connection.execute(statement).rowcount):
        raise Refused("no_such_invitation")


async def find(registry: TableRegistry, name: str) -> Any:
    """The row of an invitation."""
    for row in await registry.storage.rows(select(schema.invitations).where(INVITATIONS.id == name)):
        return row
    raise Refused("no_such_invitation")


async def listed(registry: TableRegistry, player: Player) -> list[Any]:
    """The listed invitations of others that a player may accept, the newest first."""
    hidden = player.blocked | await registry.people.blockers_of(player.id) | {player.id}
    is_shown = INVITATIONS.listed & (schema.players.c.seen > now() - LATELY) & INVITATIONS.player.not_in(hidden)
    joined = schema.invitations.join(schema.players, schema.players.c.id == INVITATIONS.player)
    question = select(schema.invitations).select_from(joined).where(is_shown).order_by(INVITATIONS.created.desc())
    return await registry.storage.rows(question.limit(SHOWN))


async def own(registry: TableRegistry, player: str) -> list[Any]:
    """A player's invitations, the oldest first."""
    question = select(schema.invitations).where(INVITATIONS.player == player).order_by(INVITATIONS.created)
    return await registry.storage.rows(question)


def running(name: str) -> Any:
    """The question for the tables of an invitation that are open or played, the oldest first."""
    joined = schema.invitation_tables.join(schema.tables, TABLES.id == LINKS.table_id)
    is_running = (LINKS.invitation == name) & TABLES.state.in_((OPEN, PLAYING))
    return select(TABLES.id, TABLES.state, TABLES.step).select_from(joined).where(is_running).order_by(TABLES.created)


async def describe(registry: TableRegistry, row: Any) -> dict[str, Any]:
    """An invitation as everybody sees it."""
    await registry.people.names({row.player})
    tables = await registry.storage.rows(running(row.id))
    is_waiting = any(table.state == OPEN and table.step == SEATS for table in tables)
    content = {name: getattr(row, name) for name in ("id", "player", "created", *Offer.__dataclass_fields__)}
    content |= {"name": registry.people.name(row.player), "running": len(tables)}
    content["full"] = len(tables) >= row.at_once and not is_waiting
    emblem = registry.people.emblem(row.player)
    return content if emblem is None else content | {"emblem": emblem}


async def accept(registry: TableRegistry, player: Player, name: str) -> Table:
    """Accept an invitation: the table where the player sits. Whoever plays a game of it already gets that one."""
    invitation = await find(registry, name)
    blockers = await registry.people.blockers_of(player.id)
    if invitation.player == player.id:
        raise Refused("own_invitation")
    if invitation.player in blockers | player.blocked:
        raise Refused("not_admitted")
    tables = await registry.tables([row.id for row in await registry.storage.rows(running(name))])
    for table in tables:
        if table.seats_of(player.id):
            return table
    for table in tables:
        if table.state == OPEN and table.step == SEATS:
            try:
                patience = registry.settings.start_seconds
                return await registry.change(table.id, join, player.id, None, patience, None, blockers)
            except Refused as refused:
                if refused.code not in NOT_THIS_ONE:
                    raise
    return await make_table(registry, invitation, player.id)


async def make_table(registry: TableRegistry, invitation: Any, player: str) -> Table:
    """A new table of an invitation, unless there are as many as it allows, or it has been withdrawn."""
    options = TableOptions(
        invitation.map, [], clock=TURN_CLOCK, seconds=invitation.seconds, rated=invitation.rated
    )  # fmt: skip
    try:
        game = registry.game(invitation.map, invitation.seats)
    except BadMap as error:
        raise Refused.because_of("bad_table", error) from None
    seats = [Seat(player=invitation.player), Seat(player=player), *(Seat() for _ in range(game.seats - 2))]
    table = new_table(game, invitation.player, options, seats)
    change = made(table)

    def link(connection: Connection) -> None:
        locked = select(schema.invitations).where(INVITATIONS.id == invitation.id).with_for_update()
        if connection.execute(locked).first() is None:
            raise Refused("no_such_invitation")
        if len(connection.execute(running(invitation.id)).all()) >= invitation.at_once:
            raise Refused("invitation_full", most=invitation.at_once)
        connection.execute(insert(schema.invitation_tables), {"table_id": table.id, "invitation": invitation.id})

    change.acts.append(link)
    await registry.people.names({invitation.player, player})
    await registry.add(change)
    return await start(registry, table.id)
