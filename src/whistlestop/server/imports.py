"""Imports: a game that was begun elsewhere, in a browser for example, becomes a table and is played on.

The record says how the key was made, so the cards that are still to come are fixed. Whoever imports it has the key and
could know them all; therefore nobody else can sit down at such a table, or watch it.
"""

import re

from sqlalchemy import insert

from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin, hash_of
from whistlestop.game.reader import verify
from whistlestop.game.reasons import BadRecord
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE, FIRST_CHOICE
from whistlestop.server import schema
from whistlestop.server.fairness import publish_started
from whistlestop.server.identity import ID
from whistlestop.server.maps import refuse_broken
from whistlestop.server.moves import check_level, close, prepare_turn, write_move
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.seating import YOU, TableOptions, made, new_seat, new_table
from whistlestop.server.settings import Settings
from whistlestop.server.table import DONE, FINISHED, PLAYING, Table


def read_fair_record(text: str, settings: Settings) -> Record:
    """A record with every move and deal checked; refused unless it can be played on. Runs in a thread."""
    named = re.search("(?m)^map: (.+)$", text)
    if named:
        refuse_broken(named[1], settings.places)
    try:
        record = verify(text, settings.places)
    except BadRecord as error:
        raise Refused.because_of("bad_record", error) from None
    dealer = record.dealer
    if not isinstance(dealer, FairDealer) or not isinstance(dealer.origin, KeyOrigin):
        raise Refused("no_key_origin")
    if not re.fullmatch(ID, dealer.origin.table):
        raise Refused("no_key_origin")
    record.deal()  # the record may end between two deals
    return record


async def import_table(registry: TableRegistry, player: str, record: Record, seats: list[str]) -> Table:
    """Make a table from a record. The importer holds the seats `you`, and bots the others."""
    if len(seats) != record.game.seats:
        raise Refused("wrong_seats", seats=record.game.seats, given=len(seats))
    if YOU not in seats:
        raise Refused("bad_body", field="seats", problem="at least one of them must be `you`")
    for level in set(seats) - {YOU}:
        check_level(level, record.game)
    change = made(table_of(record, player, seats))
    fill(change)
    await registry.add(change)
    return change.table


def table_of(record: Record, player: str, seats: list[str]) -> Table:
    """The table of a record, not stored yet."""
    dealer = record.dealer
    assert isinstance(dealer, FairDealer)
    assert isinstance(dealer.origin, KeyOrigin)
    taken = [new_seat(record.game, text, player) for text in seats]
    for seat, added in zip(taken, dealer.origin.added, strict=True):
        seat.added = added
        seat.hash = hash_of(added) if added else None
    options = TableOptions(record.game.name, seats, first=record.first)
    table = new_table(record.game, player, options, taken)
    table.id, table.secret = dealer.origin.table, dealer.origin.secret
    table.state, table.step = PLAYING, DONE
    table.record, table.sealed = unseal(record)
    return table


def unseal(record: Record) -> tuple[Record, dict[int, str]]:
    """A record without the first choices of some seats, and those choices: a table keeps them sealed (C1)."""
    if not record.is_choosing:
        return record, {}
    texts = record.game.catalogue.moves
    chosen = [entry for entry in record.entries if entry.phase == FIRST_CHOICE]
    start = len(record.entries) - len(chosen)
    return record.at(start), {entry.mover: texts[entry.move].text for entry in chosen}


def fill(change: Change) -> None:
    """Add what is stored beside the table: its moves, its sealed choices, its events and the bots' turns."""
    table = change.table
    record = table.record
    assert record
    starts = [0, *(ply for ply, entry in enumerate(record.entries) if entry.mover != CHANCE)]
    for ply, end in zip(starts, [*starts[1:], table.ply], strict=True):
        write_move(table, change, ply, end)
    for seat, text in table.sealed.items():
        change.write(insert(schema.sealed), {"table_id": table.id, "seat": seat, "move": text})
    publish_started(table, change)
    if result := record.result:
        close(table, change, FINISHED, result=result.as_dict())
    else:
        prepare_turn(table, change)
