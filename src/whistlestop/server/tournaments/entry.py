"""Entry: make a tournament, enter it, drop out, remove somebody, call it off. Each is one transaction.

Every change adds one to the tournament's version, on the condition that its state allows the change. So changes come
one after the other, also those of several processes.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from whistlestop.game.fair_key import SECRET_BYTES
from whistlestop.game.reasons import BadMap
from whistlestop.server import schema
from whistlestop.server.identity import new_id, now
from whistlestop.server.moves import check_level
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.storage import Storage
from whistlestop.server.tournaments.stored import CALLED_OFF, HOST, HOST_GONE, OPEN, RUNNING, entrants, tournaments

HOSTED = 5
"""How many tournaments that are not over somebody may have made."""
ENTERED = 20
"""How many tournaments that are not over somebody may have entered."""
AHEAD = 60 * 86_400_000
"""How many milliseconds ahead a tournament may start at most."""
LIVE = (OPEN, RUNNING)


@dataclass(frozen=True)
class TournamentOptions:
    """What a tournament is made with."""

    name: str
    listed: bool
    format: str
    map: str
    seats: int
    rounds: int
    most: int
    clock: str
    seconds: int
    stand_in: str
    rated: bool
    starts: int | None


async def make(registry: TableRegistry, player: str, options: TournamentOptions) -> str:
    """Make a tournament, which its host enters. Its secret is fixed now, and its commitment is public."""
    await registry.need_rules()
    try:
        game = registry.game(options.map, options.seats)
    except BadMap as error:
        raise Refused.because_of("bad_table", error) from None
    check_level(options.stand_in, game)
    moment, name = now(), new_id()
    if options.starts is not None and not moment < options.starts <= moment + AHEAD:
        days = AHEAD // 86_400_000
        raise Refused("bad_body", field="starts", problem=f"a tournament starts later than now, and within {days} days")
    row = {
        "id": name, "version": 0, "host": player, **vars(options), "state": OPEN, "round": 0,
        "secret": secrets.token_bytes(SECRET_BYTES), "created": moment,
    }  # fmt: skip

    def write(connection: Connection) -> None:
        hosted = (tournaments.host == player) & tournaments.state.in_(LIVE)
        if connection.execute(select(func.count()).where(hosted)).scalar_one() >= HOSTED:
            raise Refused("too_many_tournaments", most=HOSTED)
        connection.execute(insert(schema.tournaments), row)
        add_entrant(connection, name, player)

    await registry.storage.write(write)
    return name


def change(connection: Connection, name: str, states: tuple[str, ...], **values: Any) -> Any:
    """Change a tournament in one of some states, and keep others from changing it until the transaction ends."""
    here = (tournaments.id == name) & tournaments.state.in_(states)
    statement = update(schema.tournaments).where(here).values(version=tournaments.version + 1, **values)
    changed = connection.execute(statement).rowcount
    row = connection.execute(select(schema.tournaments).where(tournaments.id == name)).first()
    if row is None:
        raise Refused("no_such_tournament")
    if not changed:
        raise Refused("tournament_begun" if row.state == RUNNING else "tournament_over")
    return row


def entrants_of(connection: Connection, name: str) -> list[Any]:
    """Everybody who has entered, those whom the host has removed among them."""
    question = select(schema.entrants).where(entrants.tournament == name).order_by(entrants.entry)
    return list(connection.execute(question))


def add_entrant(connection: Connection, name: str, player: str) -> None:
    """Enter somebody; refused if they are in too many tournaments."""
    live = select(tournaments.id).where(tournaments.state.in_(LIVE))
    own = (entrants.player == player) & entrants.tournament.in_(live) & entrants.dropped.is_(None) & ~entrants.removed
    if connection.execute(select(func.count()).where(own)).scalar_one() >= ENTERED:
        raise Refused("too_many_tournaments", most=ENTERED)
    last = max((one.entry for one in entrants_of(connection, name)), default=0)
    row = {"tournament": name, "entry": last + 1, "player": player, "removed": False, "at": now()}
    connection.execute(insert(schema.entrants), row)


async def enter(registry: TableRegistry, player: str, name: str) -> None:
    """Enter a tournament that has not begun. Whoever has entered already stays."""
    blockers = await registry.people.blockers_of(player)

    def write(connection: Connection) -> None:
        row = change(connection, name, (OPEN,))
        known = entrants_of(connection, name)
        own = next((one for one in known if one.player == player), None)
        if (own and own.removed) or row.host in blockers:
            raise Refused("entry_refused")
        if own:
            return
        if sum(not one.removed for one in known) >= row.most:
            raise Refused("tournament_full", most=row.most)
        add_entrant(connection, name, player)

    await registry.storage.write(write)


async def drop_out(storage: Storage, player: str, name: str) -> None:
    """Leave a tournament: before it begins without a trace, later after the current round."""

    def write(connection: Connection) -> None:
        row = change(connection, name, LIVE)
        own = next((one for one in entrants_of(connection, name) if one.player == player and not one.removed), None)
        if own is None or own.dropped is not None:
            raise Refused("not_entered")
        drop(connection, row, own.entry)

    await storage.write(write)


def drop(connection: Connection, row: Any, entry: int) -> None:
    """Take an entrant out of a tournament."""
    one = (entrants.tournament == row.id) & (entrants.entry == entry)
    if row.state == OPEN:
        connection.execute(delete(schema.entrants).where(one))
    else:
        connection.execute(update(schema.entrants).where(one).values(dropped=row.round))


async def remove(storage: Storage, player: str, name: str, entry: int) -> None:
    """The host removes an entrant before the tournament begins. They can't enter again."""

    def write(connection: Connection) -> None:
        need_host(change(connection, name, (OPEN,)), player)
        one = (entrants.tournament == name) & (entrants.entry == entry) & ~entrants.removed
        if not connection.execute(update(schema.entrants).where(one).values(removed=True)).rowcount:
            raise Refused("no_such_entrant")

    await storage.write(write)


def need_host(row: Any, player: str) -> None:
    """Refuse unless a player made the tournament."""
    if row.host != player:
        raise Refused("not_tournament_host")


async def call_off(storage: Storage, name: str, why: str, allowed: Callable[[Any], None]) -> None:
    """Call a tournament off. Games that are being played go on as ordinary games."""

    def write(connection: Connection) -> None:
        allowed(change(connection, name, LIVE, state=CALLED_OFF, why=why, ended=now()))

    await storage.write(write)


async def call_off_by_host(storage: Storage, player: str, name: str) -> None:
    """The host calls a tournament off."""
    await call_off(storage, name, HOST, lambda row: need_host(row, player))


async def forget(storage: Storage, player: str) -> None:
    """Take somebody who is deleted out of all tournaments, and call off those that only they could start."""

    def write(connection: Connection) -> None:
        own = select(schema.tournaments).join(schema.entrants, entrants.tournament == tournaments.id)
        live = own.where(entrants.player == player, tournaments.state.in_(LIVE)).order_by(tournaments.id)
        for row in list(connection.execute(live)):
            with suppress(Refused):  # it has just ended
                changed = change(connection, row.id, LIVE)
                for one in entrants_of(connection, row.id):
                    if one.player == player and one.dropped is None and not one.removed:
                        drop(connection, changed, one.entry)
        connection.execute(update(schema.entrants).where(entrants.player == player).values(player=None))
        hosted = tournaments.host == player
        alone = select(tournaments.id).where(hosted, tournaments.state == OPEN, tournaments.starts.is_(None))
        for found in list(connection.execute(alone)):
            change(connection, found.id, (OPEN,), state=CALLED_OFF, why=HOST_GONE, ended=now())
        connection.execute(update(schema.tournaments).where(hosted).values(name=""))

    await storage.write(write)
