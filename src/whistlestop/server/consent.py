"""Consent: what all people at a table must agree to, that is to take a move back or to end the play."""

from typing import Any

from sqlalchemy import delete

from whistlestop.game.state import CHANCE, FIRST_CHOICE
from whistlestop.server import schema
from whistlestop.server.moves import arrange, close, need_playing
from whistlestop.server.protocol.events import WITH_VIEWS
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Act, Change
from whistlestop.server.table import ABANDONED, Table

UNDO = "undo"
END = "end"


def propose(player: str, seat: int | None, kind: str, ply: int) -> "Act[Table]":
    """Ask everybody to take back one's last move, or to end the play; whoever asks has agreed."""

    def act(table: Table, change: Change) -> Table:
        need_playing(table)
        own = table.own_seat(player, seat)
        if ply != table.ply:
            raise Refused("stale", ply=table.ply, given=ply)
        if table.proposal:
            raise Refused("proposal_open", kind=table.proposal["kind"])
        back = last_move(table, own) if kind == UNDO else table.ply
        table.proposal = {"kind": kind, "by": own, "back_to": back, "agreed": sorted(table.seats_of(player))}
        table.touched = change.at
        change.publish("proposed", what=kind, by=own, back_to=back)
        settle(table, change)
        return table

    return act


def last_move(table: Table, seat: int) -> int:
    """The ply before a seat's last move, if nothing new was revealed since."""
    record: Any = table.record
    for ply in range(table.ply - 1, -1, -1):
        entry = record.entries[ply]
        if entry.mover == CHANCE or entry.phase == FIRST_CHOICE:
            made = any(one.mover == seat and one.phase != FIRST_CHOICE for one in record.entries[:ply])
            raise Refused("revealed") if made else Refused("nothing_to_undo", seat=seat)
        if entry.mover == seat:
            return ply
    raise Refused("nothing_to_undo", seat=seat)


def answer(player: str, seat: int | None, agree: bool) -> "Act[Table]":
    """Agree to what is proposed, or not."""

    def act(table: Table, change: Change) -> Table:
        need_playing(table)
        own = table.own_seat(player, seat)
        if not table.proposal:
            raise Refused("no_proposal")
        table.touched = change.at
        if not agree:
            kind = table.proposal["kind"]
            table.proposal = {}
            change.publish("declined", seat=own, what=kind)
            return table
        table.proposal["agreed"] = sorted({*table.proposal["agreed"], *table.seats_of(player)})
        change.publish("agreed", seat=own, what=table.proposal["kind"])
        settle(table, change)
        return table

    return act


def settle(table: Table, change: Change) -> None:
    """Do what is proposed once all people have agreed; bots do not mind, and whoever is away is not asked."""
    people = {n for n, seat in enumerate(table.seats) if seat.is_person}
    if not people <= set(table.proposal["agreed"]):
        return
    kind, back = table.proposal["kind"], table.proposal["back_to"]
    table.proposal = {}
    if kind == END:
        close(table, change, ABANDONED)
    else:
        take_back(table, change, back)


def take_back(table: Table, change: Change, ply: int) -> None:
    """Go back to a ply; events that show what came after it are gone with the moves."""
    assert table.record is not None
    table.record = table.record.at(ply)
    table.undone += 1
    moves, events = schema.moves.c, schema.events.c
    change.write(delete(schema.moves).where(moves.table_id == table.id, moves.ply >= ply))
    gone = (events.table_id == table.id) & events.kind.in_(WITH_VIEWS) & (events.ply > ply) & (events.id <= change.seq)
    change.write(delete(schema.events).where(gone))
    change.publish("undone")
    arrange(table, change)
