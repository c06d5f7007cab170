"""Consent: undo a move or end a game early, which everybody at the table must agree to."""

from typing import Any

from sqlalchemy import delete

from whistlestop.game.state import FIRST_CHOICE
from whistlestop.server import schema
from whistlestop.server.moves import close, need_playing, prepare_turn, withdraw_proposal
from whistlestop.server.protocol.events import WITH_VIEWS
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change
from whistlestop.server.table import ABANDONED, Table

UNDO = "undo"
END = "end"


def propose(table: Table, change: Change, player: str, seat: int | None, kind: str, ply: int) -> Table:
    """Command: propose to undo the player's last move, or to end the game. The proposer has agreed."""
    need_playing(table)
    proposer = asked_seat(table, player, seat)
    if ply != table.ply:
        raise Refused("stale", ply=table.ply, given=ply)
    if table.proposal:
        raise Refused("proposal_open", kind=table.proposal["kind"])
    if kind == UNDO and table.rated:
        raise Refused("rated_no_undo")
    if kind == UNDO and table.prescribed is not None:
        raise Refused("deal_no_undo")
    back_to = ply_to_undo_to(table, proposer) if kind == UNDO else table.ply
    table.proposal = {"kind": kind, "by": proposer, "back_to": back_to, "agreed": sorted(table.seats_of(player))}
    table.touched = change.at
    change.publish("proposed", what=kind, by=proposer, back_to=back_to)
    settle(table, change)
    return table


def asked_seat(table: Table, player: str, seat: int | None) -> int:
    """The seat that a player proposes or answers for; refused if they have resigned."""
    found = table.own_seat(player, seat)
    if table.seats[found].resigned:
        raise Refused("resigned", seat=found)
    return found


def ply_to_undo_to(table: Table, seat: int) -> int:
    """The ply to which an undo of a seat's last move goes back; refused if anything was revealed to a person since."""
    record: Any = table.record
    ply = table.ply_before_last_move(seat)
    if ply is not None:
        return ply
    has_moved = any(entry.mover == seat and entry.phase != FIRST_CHOICE for entry in record.entries)
    raise Refused("revealed") if has_moved else Refused("nothing_to_undo", seat=seat)


def answer(table: Table, change: Change, player: str, seat: int | None, agree: bool) -> Table:
    """Command: agree to the open proposal, or decline it."""
    need_playing(table)
    answerer = asked_seat(table, player, seat)
    if not table.proposal:
        raise Refused("no_proposal")
    table.touched = change.at
    if not agree:
        kind = table.proposal["kind"]
        table.proposal = {}
        change.publish("declined", seat=answerer, what=kind)
        return table
    table.proposal["agreed"] = sorted({*table.proposal["agreed"], *table.seats_of(player)})
    change.publish("agreed", seat=answerer, what=table.proposal["kind"])
    settle(table, change)
    return table


def settle(table: Table, change: Change) -> None:
    """Carry out the open proposal once everybody has agreed. Bots and people who are away are not asked.

    Call this whenever somebody agrees, and whenever somebody goes away: they may have been the last one undecided.
    """
    if not table.proposal:
        return
    people = {n for n, seat in enumerate(table.seats) if seat.is_person}
    if not people:
        withdraw_proposal(table, change)
    elif people <= set(table.proposal["agreed"]):
        kind, back_to = table.proposal["kind"], table.proposal["back_to"]
        table.proposal = {}
        if kind == END:
            close(table, change, ABANDONED)
        else:
            undo(table, change, back_to)


def undo(table: Table, change: Change, ply: int) -> None:
    """Go back to a ply. Moves made after it are deleted, and so are the events that show them."""
    assert table.record is not None
    table.record = table.record.at(ply)
    table.undone += 1
    table.began = change.at
    moves, events = schema.moves.c, schema.events.c
    change.write(delete(schema.moves).where(moves.table_id == table.id, moves.ply >= ply))
    undone = (events.table_id == table.id) & events.kind.in_(WITH_VIEWS) & (events.ply > ply)
    change.write(delete(schema.events).where(undone & (events.id <= change.seq)))
    change.publish("undone")
    prepare_turn(table, change)
