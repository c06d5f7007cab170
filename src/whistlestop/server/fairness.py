"""Fair dealing at a table: hashes from all, then bytes from all, then the key, and only then a card is dealt."""

import secrets

from whistlestop.game.fair_key import SECRET_BYTES, hash_of
from whistlestop.server.moves import arrange
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import ADD_MOVE, Act, Change
from whistlestop.server.table import BYTES, DONE, GAME_CLOCK, HASHES, OPEN, PLAYING, SEATS, Table


def begin(table: Table, change: Change, patience: float) -> None:
    """Once every seat is taken: ask every person for a hash; where there are none, deal at once."""
    if table.state != OPEN or table.step != SEATS or any(seat.is_free for seat in table.seats):
        return
    if people(table):
        step(table, change, HASHES, patience)
    else:
        deal(table, change)


def people(table: Table) -> list[int]:
    """The seats of people."""
    return [n for n, seat in enumerate(table.seats) if seat.player is not None]


def step(table: Table, change: Change, name: str, patience: float) -> None:
    """Go on to a step of the start, and wait so many seconds for it."""
    table.step = name
    table.began = change.at
    table.deadline = change.at + int(patience * 1000)
    hashes = [seat.hash for seat in table.seats] if name == BYTES else None
    change.publish("step", step=name, commitment=table.commitment, hashes=hashes, deadline=table.deadline)


def send_hash(player: str, seat: int | None, digest: str, patience: float) -> "Act[int]":
    """Take the hash of a person's bytes; with the last one all are shown."""

    def act(table: Table, change: Change) -> int:
        own = expected(table, player, seat, HASHES)
        one = table.seats[own]
        if one.hash is not None:
            raise Refused("sent_already", seat=own, what="hash")
        one.hash = digest
        table.touched = change.at
        change.write_seat(own)
        change.publish("hash", seat=own)
        if all(table.seats[n].hash for n in people(table)):
            step(table, change, BYTES, patience)
        return own

    return act


def send_bytes(player: str, seat: int | None, added: bytes) -> "Act[int]":
    """Take a person's bytes, if they are those of the hash; with the last ones the cards are dealt."""

    def act(table: Table, change: Change) -> int:
        own = expected(table, player, seat, BYTES)
        one = table.seats[own]
        if one.added is not None:
            raise Refused("sent_already", seat=own, what="bytes")
        if hash_of(added) != one.hash:
            raise Refused("wrong_bytes", seat=own)
        one.added = added
        table.touched = change.at
        change.write_seat(own)
        change.publish("bytes", seat=own)
        if all(table.seats[n].added for n in people(table)):
            deal(table, change)
        return own

    return act


def expected(table: Table, player: str, seat: int | None, wanted: str) -> int:
    """The seat that sends something, if that is wanted now."""
    own = table.own_seat(player, seat)
    if table.state != OPEN or table.step != wanted:
        at = table.step if table.state == OPEN else table.state
        raise Refused("not_wanted", what=wanted, step=at)
    return own


def deal(table: Table, change: Change) -> None:
    """Make the key, and deal."""
    table.step = DONE
    table.state = PLAYING
    table.deal([])
    for seat in table.seats:
        seat.left = table.seconds * 1000 if table.clock == GAME_CLOCK else 0
    if table.clock == GAME_CLOCK:
        for n in range(len(table.seats)):
            change.write_seat(n)
    change.write(ADD_MOVE, {"table_id": table.id, "ply": 0, "lines": table.lines(0), "at": change.at})
    hashes = [seat.hash for seat in table.seats]
    added = [seat.added.hex() if seat.added else None for seat in table.seats]
    change.publish("started", start=0, commitment=table.commitment, hashes=hashes, bytes=added)
    arrange(table, change)


def break_off(table: Table, change: Change, late: list[int]) -> None:
    """Show everybody that a start was broken off and by whom; their seats are free, and a new secret is made."""
    added = [seat.added.hex() if seat.added else None for seat in table.seats]
    old, secret = table.commitment, table.secret.hex()
    table.secret = secrets.token_bytes(SECRET_BYTES)
    table.step = SEATS
    table.deadline = None
    for n, seat in enumerate(table.seats):
        seat.hash = seat.added = None
        if n in late:
            seat.player = None
        change.write_seat(n)
    change.publish("broken", late=late, commitment=old, secret=secret, bytes=added, next_commitment=table.commitment)
