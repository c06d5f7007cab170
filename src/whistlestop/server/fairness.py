"""Fair dealing at a table: everybody sends a hash, then the bytes behind it. All the bytes together make the key."""

import secrets

from whistlestop.game.fair_key import SECRET_BYTES, hash_of
from whistlestop.server.moves import close, prepare_turn, write_move
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change
from whistlestop.server.table import (
    ABANDONED,
    BYTES,
    DONE,
    GAME_CLOCK,
    HASHES,
    OPEN,
    PLAYING,
    SEATS,
    TURN_CLOCK,
    Seat,
    Table,
)

TURNS = 20
"""How many turns a person's time for the game lasts, roughly."""
LONGEST = 86_400
"""The most seconds that people have for a step of the start at a table of a tournament."""
SLOWER = 3
"""How many times as long they have there as elsewhere, at least."""


def begin(table: Table, change: Change, patience: float) -> Table:
    """Command: if every seat is taken, ask every person for a hash; bots and prescribed deals begin at once."""
    if table.state == OPEN and table.step == SEATS and not any(seat.is_free or seat.invited for seat in table.seats):
        if people(table) and table.prescribed is None:
            go_to_step(table, change, HASHES, patience)
        else:
            deal(table, change)
    return table


def people(table: Table) -> list[int]:
    """The seats of people."""
    return [n for n, seat in enumerate(table.seats) if seat.player is not None]


def go_to_step(table: Table, change: Change, step: str, patience: float) -> None:
    """Go to a step of the start, and give everybody `patience` seconds for it, or more (`patience_at`)."""
    table.step = step
    table.began = change.at
    table.deadline = change.at + int(patience_at(table, patience) * 1000)
    hashes = [seat.hash for seat in table.seats] if step == BYTES else None
    change.publish("step", step=step, commitment=table.commitment, hashes=hashes, deadline=table.deadline)


def patience_at(table: Table, patience: float) -> float:
    """How many seconds people have for a step: before a slow game, as for a turn.

    In a tournament nobody has asked them when they are here, and the others wait for the round.
    """
    if table.tournament is None:
        return max(patience, table.seconds) if table.is_slow else patience
    turn = table.seconds if table.clock == TURN_CLOCK else table.seconds / TURNS
    return max(SLOWER * patience, min(turn, LONGEST))


def send_hash(table: Table, change: Change, player: str, seat: int | None, digest: str, patience: float) -> int:
    """Command: take the hash of a person's bytes. The last one shows them all. Returns the seat."""
    sender = check_step(table, player, seat, HASHES)
    if table.seats[sender].hash is not None:
        raise Refused("sent_already", seat=sender, what="hash")
    table.seats[sender].hash = digest
    table.touched = change.at
    change.write_seat(sender)
    change.publish("hash", seat=sender)
    if not table.missing():
        go_to_step(table, change, BYTES, patience)
    return sender


def send_bytes(table: Table, change: Change, player: str, seat: int | None, added: bytes) -> int:
    """Command: take a person's bytes, if they match the hash. The last ones deal the cards. Returns the seat."""
    sender = check_step(table, player, seat, BYTES)
    if table.seats[sender].added is not None:
        raise Refused("sent_already", seat=sender, what="bytes")
    if hash_of(added) != table.seats[sender].hash:
        raise Refused("wrong_bytes", seat=sender)
    table.seats[sender].added = added
    table.touched = change.at
    change.write_seat(sender)
    change.publish("bytes", seat=sender)
    if not table.missing():
        deal(table, change)
    return sender


def check_step(table: Table, player: str, seat: int | None, step: str) -> int:
    """The seat that sends something; refused unless the start is at that step."""
    sender = table.own_seat(player, seat)
    if table.state != OPEN or table.step != step:
        raise Refused("not_wanted", what=step, step=table.step if table.state == OPEN else table.state)
    return sender


def deal(table: Table, change: Change) -> None:
    """Make the key, and deal."""
    table.step = DONE
    table.state = PLAYING
    table.began = change.at
    table.deal([])
    for seat in table.seats:
        seat.left = table.seconds * 1000 if table.clock == GAME_CLOCK else 0
    if table.clock == GAME_CLOCK:
        for n in range(len(table.seats)):
            change.write_seat(n)
    write_move(table, change, 0)
    publish_started(table, change)
    prepare_turn(table, change)


def publish_started(table: Table, change: Change) -> None:
    """Publish that the game has started, with everything about the key but the secret."""
    hashes = [seat.hash for seat in table.seats]
    change.publish("started", start=0, commitment=table.commitment, hashes=hashes, bytes=shown_bytes(table))


def break_off(table: Table, change: Change, late: list[int]) -> None:
    """Break off a start: free the seats that were late, show everybody which, and make a new secret."""
    commitment, secret, added = table.commitment, table.secret.hex(), shown_bytes(table)
    table.secret = secrets.token_bytes(SECRET_BYTES)
    table.step = SEATS
    table.deadline = None
    for n, seat in enumerate(table.seats):
        seat.hash = seat.added = None
        if n in late:
            seat.player = seat.name = None
        change.write_seat(n)
    change.publish(
        "broken", late=late, commitment=commitment, secret=secret, bytes=added, next_commitment=table.commitment
    )


def do_without(table: Table, change: Change, late: list[int], patience: float) -> None:
    """At a table of a tournament, bots take the seats of those who don't come. The last one has won without a game."""
    break_off(table, change, late)
    for seat in late:
        table.seats[seat] = Seat(bot=table.stand_in)
        change.publish("seats", what="bot", seat=seat)
    if len(people(table)) > 1:
        begin(table, change, patience)
    else:
        close(table, change, ABANDONED)


def shown_bytes(table: Table) -> list[str | None]:
    """The bytes of every seat in hexadecimal; None where there are none."""
    return [seat.added.hex() if seat.added else None for seat in table.seats]
