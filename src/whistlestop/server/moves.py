"""Moves: moves at a table, first tickets chosen by all at once, whose turn it is and how long it may take."""

from typing import Any

from sqlalchemy import delete, insert

from whistlestop.bots.levels import LEVELS
from whistlestop.game.reasons import IllegalMove
from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import ADD_MOVE, Act, Change
from whistlestop.server.table import CLOSED, FINISHED, GAME_CLOCK, OPEN, TURN_CLOCK, Table

GRACE = 15_000
"""Milliseconds a turn for whoever has spent their budget."""
LEASE = 2_500
"""For how many milliseconds a process leases a bot's turn; it leases it anew for as long as the bot thinks."""
ADD_TURN = insert(schema.turns)
ADD_SEALED = insert(schema.sealed)


def move(player: str, seat: int | None, ply: int, text: str) -> "Act[int]":
    """Make a move for a player; the seat that made it."""

    def act(table: Table, change: Change) -> int:
        need_playing(table)
        own = table.own_seat(player, seat)
        if table.seats[own].away:
            raise Refused("bot_plays", seat=own)
        make_move(table, change, own, ply, text)
        return own

    return act


def need_playing(table: Table) -> None:
    """Refuse where nothing is played."""
    if table.state == OPEN:
        raise Refused("not_begun")
    if table.state in CLOSED:
        raise Refused("closed", state=table.state)


def make_move(table: Table, change: Change, seat: int, ply: int, text: str | int) -> None:
    """Make a move of a seat, or lay it down sealed while first tickets are chosen."""
    record: Any = table.record
    if ply != table.ply:
        raise Refused("stale", ply=table.ply, given=ply)
    try:
        if table.is_choosing:
            if seat in table.sealed:
                raise Refused("chosen_already", seat=seat)
            number = record.check_choice(text, seat)
            choose(table, change, seat, table.game.catalogue.moves[number].text)
        else:
            if seat != record.mover:
                raise Refused("not_your_move", seat=seat)
            record.play(text, seat)
            spend(table, change, seat)
            write_move(table, change, ply)
            publish_moved(table, change, ply)
    except IllegalMove as error:
        refused = Refused("illegal", problem=str(error))
        refused.because = error
        raise refused from None
    drop_proposal(table, change)
    arrange(table, change)


def choose(table: Table, change: Change, seat: int, text: str) -> None:
    """Lay a first choice down, sealed; with the last one all are opened and played (C1)."""
    record: Any = table.record
    start = table.ply
    spend(table, change, seat)
    if len(table.sealed) + 1 < table.game.seats:
        table.sealed[seat] = text
        change.write(ADD_SEALED, {"table_id": table.id, "seat": seat, "move": text})
        change.publish("sealed", seat=seat)
        return
    chosen = {**table.sealed, seat: text}
    table.sealed = {}
    change.write(delete(schema.sealed).where(schema.sealed.c.table_id == table.id))
    for one in range(table.game.seats):
        ply = table.ply
        record.play(chosen[one], one)
        write_move(table, change, ply)
    publish_moved(table, change, start)


def write_move(table: Table, change: Change, ply: int) -> None:
    """Have the last move written, with the deals that followed."""
    change.write(ADD_MOVE, {"table_id": table.id, "ply": ply, "lines": table.lines(ply), "at": change.at})


def publish_moved(table: Table, change: Change, start: int) -> None:
    """Tell of moves, and of the end if they ended the play."""
    record: Any = table.record
    change.publish("moved", start=start)
    if record.over:
        close(table, change, FINISHED, result=record.result.as_dict())


def close(table: Table, change: Change, state: str, **body: Any) -> None:
    """End a table: now the secret and everybody's bytes are published."""
    table.state = state
    table.proposal = {}
    origin = table.key_origin
    added = [own.hex() if own else None for own in origin.added]
    change.publish(state, commitment=origin.commitment, secret=origin.secret.hex(), bytes=added, **body)
    arrange(table, change)


def drop_proposal(table: Table, change: Change) -> None:
    """A move withdraws what was proposed before it."""
    if table.proposal:
        kind = table.proposal["kind"]
        table.proposal = {}
        change.publish("withdrawn", what=kind)


def spend(table: Table, change: Change, seat: int) -> None:
    """Take the time of a turn from a seat's budget."""
    if table.clock == GAME_CLOCK and table.seats[seat].player is not None:
        one = table.seats[seat]
        one.left = max(0, one.left - (change.at - table.began))
        change.write_seat(seat)


def arrange(table: Table, change: Change) -> None:
    """After a change: since when the turn lasts and until when it may, and the turns of bots."""
    asked = table.asked()
    if change.events and any(event.kind in ("started", "moved", "undone") for event in change.events):
        table.began = change.at
    table.touched = change.at
    table.deadline = min(
        (due for seat in asked if (due := deadline(table, seat)) is not None),
        default=None,
    )
    wanted = {seat: table.ply for seat in asked if not table.seats[seat].is_person}
    for seat in [seat for seat, ply in table.turns.items() if wanted.get(seat) != ply]:
        del table.turns[seat]
        where = (schema.turns.c.table_id == table.id) & (schema.turns.c.seat == seat)
        change.write(delete(schema.turns).where(where))
    for seat, ply in wanted.items():
        if seat not in table.turns:
            table.turns[seat] = ply
            turn = {"table_id": table.id, "seat": seat, "ply": ply, "due": change.at, "leased": change.at + LEASE}
            change.write(ADD_TURN, turn)
            change.turns.append(turn)


def deadline(table: Table, seat: int) -> int | None:
    """When a person's turn must be looked at: the clock runs out, or they may be gone."""
    one = table.seats[seat]
    if not one.is_person:
        return None
    ends = []
    if table.clock == TURN_CLOCK:
        ends.append(table.began + table.seconds * 1000)
    elif table.clock == GAME_CLOCK:
        ends.append(table.began + (one.left or GRACE))
    if table.gone_after:
        ends.append(table.began + table.gone_after * 1000)
    return min(ends, default=None)


def level_of(table: Table, seat: int) -> str:
    """The level that plays a seat where no person does."""
    return table.seats[seat].bot or table.stand_in


def check_level(name: str) -> str:
    """A level of bots, by its name."""
    if name not in LEVELS:
        raise Refused("bad_table", problem=f"There is no level {name[:40]!r}; there are {', '.join(LEVELS)}.")
    return name
