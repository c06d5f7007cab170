"""Deals that are made beforehand and played at several tables: the same decks in the same order for everybody.

How to let tables play one deal:

1. `deal = new_deal(game, closes)` and `insert(schema.deals), deal.row()` in the transaction that needs it. From then on
   show `deal.origin.commitment` to everybody.
2. For each table, before it is stored: `table = prescribe(new_table(...), deal)`, then `registry.add(made(table))` and
   `seating.start`. Its game begins as soon as all seats are taken: nobody sends bytes, since the key is made already.
3. `await end_deal(registry, deal.id)` once everybody has played, or leave it to `end_deals`, which ends the deals whose
   time (`closes`) has come. Games that are still on are closed as expired.

Until the deal is over, a table that plays it is shown to nobody but those who sit there, and to those without the key
and the secret, even after their own game (`Table.has_secret_deal`). No move is taken back and there are no hints. Bots
play the same moves wherever the people do, unless they think by the clock (`is_repeatable`). If one person plays alone,
no bot plays a part of the game for them. After that the usual rules of sharing hold, and the record proves its deals.
"""

import secrets
from dataclasses import asdict, dataclass

import structlog
from sqlalchemy import exists, select, update

from whistlestop.bots.levels import LEVELS
from whistlestop.game.fair_key import SECRET_BYTES, DealOrigin
from whistlestop.game.game import Game
from whistlestop.server import schema
from whistlestop.server.identity import new_id, now
from whistlestop.server.moves import close
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.table import CLOSED, EXPIRED, Table

END_EVERY = 5.0
"""Seconds between two searches for deals whose time has come."""
LATE = 24 * 3_600_000
"""For how many milliseconds after its time a deal is ended again if a table still plays it."""
log = structlog.get_logger()


@dataclass(frozen=True)
class Deal:
    """A deal that was made beforehand. Its fields are the columns of its row."""

    id: str
    map: str
    digest: str
    seats: int
    secret: bytes
    made: int
    closes: int | None = None
    over: bool = False

    @property
    def origin(self) -> DealOrigin:
        """What its key is made of; the commitment is public."""
        return DealOrigin(self.id, self.secret, self.seats)

    def row(self) -> dict[str, object]:
        """The columns of its row."""
        return asdict(self)


def new_deal(game: Game, closes: int | None = None) -> Deal:
    """A deal with a new secret, not stored yet."""
    return Deal(new_id(), game.name, game.digest, game.seats, secrets.token_bytes(SECRET_BYTES), now(), closes)


async def find_deal(registry: TableRegistry, deal: str) -> Deal | None:
    """A deal by its id."""
    rows = await registry.storage.rows(select(schema.deals).where(schema.deals.c.id == deal))
    return Deal(**rows[0]._mapping) if rows else None


def prescribe(table: Table, deal: Deal) -> Table:
    """Let a table that is not stored yet play a deal."""
    table.prescribed, table.secret = deal.id, deal.secret
    table.listed = table.watchable = False
    return table


def is_repeatable(level: str) -> bool:
    """Whether a level plays the same move again in the same position: it doesn't think by the clock."""
    return "seconds=" not in LEVELS[level].bot


async def end_deals(registry: TableRegistry) -> None:
    """End the deals whose time has come, and again those that a table began to play while they were ended."""
    deals, tables = schema.deals.c, schema.tables.c
    has_late_table = exists().where(tables.prescribed == deals.id, tables.deal_over.is_(False))
    is_late = deals.over & (deals.closes > now() - LATE) & has_late_table
    question = select(deals.id).where((deals.over.is_(False) & (deals.closes <= now())) | is_late)
    for row in await registry.storage.rows(question):
        await end_deal(registry, row.id)


async def end_deal(registry: TableRegistry, deal: str) -> None:
    """Make a deal public at all its tables, and then mark it as over. To do it again does no harm."""
    tables = schema.tables.c
    running = select(tables.id).where(tables.prescribed == deal, tables.deal_over.is_(False))
    for row in await registry.storage.rows(running):
        try:
            await registry.change(row.id, publish_deal)
        except Refused as refused:
            if refused.wait is not None:  # the database is away; the deal is ended later
                raise
            log.info("deal_not_published", code=refused.code)
    over = update(schema.deals).where(schema.deals.c.id == deal).values(over=True)
    await registry.storage.write(lambda connection: connection.execute(over))


def publish_deal(table: Table, change: Change) -> None:
    """Command: the deal of a table is over. A game that is still on is closed."""
    if table.deal_over:
        return
    if table.state not in CLOSED:
        close(table, change, EXPIRED)
    table.deal_over = True
    change.write(update(schema.tables).where(schema.tables.c.id == table.id).values(deal_over=True))
    change.publish("deal", secret=table.secret.hex())
