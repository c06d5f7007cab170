"""Seating: make a table, sit down, get up, let a bot play, come back, play again."""

import secrets
from dataclasses import dataclass

from sqlalchemy import insert

from whistlestop.game.fair_key import SECRET_BYTES
from whistlestop.game.game import Game
from whistlestop.game.reasons import BadMap
from whistlestop.server import fairness, schema
from whistlestop.server.identity import new_id, now
from whistlestop.server.moves import arrange, check_level
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Act, Change, TableRegistry
from whistlestop.server.table import CLOSED, HASHES, NO_CLOCK, OPEN, PLAYING, SEATS, Seat, Table

YOU = "you"
FREE = "open"


@dataclass(frozen=True)
class TableOptions:
    """What somebody wants of a table; a seat is `you`, `open` or a level of bots."""

    map: str
    seats: list[str]
    listed: bool = False
    watchable: bool = False
    clock: str = NO_CLOCK
    seconds: int = 0
    gone_after: int = 0
    stand_in: str = "dispatcher"
    first: int | None = None


async def make(registry: TableRegistry, player: str, options: TableOptions) -> Table:
    """A new table; its secret is fixed from now on, and its commitment shown."""
    try:
        game = registry.game(options.map, len(options.seats))
    except BadMap as error:
        raise Refused("bad_table", problem=str(error)) from None
    if options.first is not None and not 0 <= options.first < game.seats:
        raise Refused("no_such_seat", most=game.seats - 1)
    check_level(options.stand_in)
    for seat in options.seats:
        if seat not in (YOU, FREE):
            check_level(seat)
    seats = [Seat(player=player) if one == YOU else Seat() if one == FREE else Seat(bot=one) for one in options.seats]
    table = new_table(game, player, options, seats)
    change = Change(table)
    change.publish("seats", what="made")
    await registry.add(table, change.events)
    return await start(registry, table.id)


def new_table(game: Game, host: str, options: TableOptions, seats: list[Seat]) -> Table:
    """A table with a secret of its own, which nobody has seen yet."""
    moment = now()
    return Table(
        id=new_id(),
        seq=0,
        game=game,
        host=host,
        listed=options.listed,
        watchable=options.watchable,
        clock=options.clock,
        seconds=options.seconds,
        gone_after=options.gone_after,
        stand_in=options.stand_in,
        first=options.first,
        state=OPEN,
        step=SEATS,
        secret=secrets.token_bytes(SECRET_BYTES),
        undone=0,
        proposal={},
        began=moment,
        deadline=None,
        created=moment,
        touched=moment,
        seats=seats,
    )


async def start(registry: TableRegistry, name: str) -> Table:
    """Begin the start of a table, if every seat is taken."""

    def act(table: Table, change: Change) -> Table:
        fairness.begin(table, change, registry.settings.start_seconds)
        return table

    return await registry.change(name, act)


def need_open(table: Table) -> None:
    """Refuse what can be done before the start alone."""
    if table.state == PLAYING:
        raise Refused("begun")
    if table.state in CLOSED:
        raise Refused("closed", state=table.state)


def need_seat(table: Table, seat: int) -> None:
    """Refuse a seat that is not there."""
    if not 0 <= seat < table.game.seats:
        raise Refused("no_such_seat", most=table.game.seats - 1)


def publish_seat(table: Table, change: Change, seat: int, what: str) -> None:
    """Have a seat written as it is now, and everybody told what has become of it."""
    table.touched = change.at
    change.write_seat(seat)
    change.publish("seats", what=what, seat=seat)


def join(registry: TableRegistry, player: str, seat: int | None) -> "Act[Table]":
    """Sit down, at a seat or at the first free one; whoever holds a seat may take another (hot seat)."""

    def act(table: Table, change: Change) -> Table:
        need_open(table)
        free = [n for n, one in enumerate(table.seats) if one.is_free]
        if seat is not None:
            need_seat(table, seat)
        if not free:
            raise Refused("table_full")
        if seat is not None and seat not in free:
            raise Refused("seat_taken", seat=seat)
        chosen = free[0] if seat is None else seat
        table.seats[chosen].player = player
        publish_seat(table, change, chosen, "joined")
        fairness.begin(table, change, registry.settings.start_seconds)
        return table

    return act


def leave(player: str, seat: int) -> "Act[Table]":
    """Get up: before the start the seat is free again, after it a bot plays on."""

    def act(table: Table, change: Change) -> Table:
        own = table.own_seat(player, seat)
        if table.state in CLOSED:
            raise Refused("closed", state=table.state)
        if table.state == PLAYING:
            step_away(table, change, [own], "left")
        elif table.step == SEATS:
            table.seats[own].player = None
            publish_seat(table, change, own, "left")
        else:
            fairness.break_off(table, change, [own])
        return table

    return act


def put_bot(registry: TableRegistry, player: str, seat: int, level: str) -> "Act[Table]":
    """Seat a bot: the host at a free seat, a player at their own."""

    def act(table: Table, change: Change) -> Table:
        check_level(level)
        need_open(table)
        need_seat(table, seat)
        one = table.seats[seat]
        if one.player is not None and one.player != player:
            raise Refused("not_your_seat", seat=seat)
        if one.player is None and player != table.host:
            raise Refused("not_host")
        if table.step != SEATS and one.player is not None:
            fairness.break_off(table, change, [seat])
        elif table.step != SEATS:
            raise Refused("not_wanted", what=SEATS, step=HASHES)
        one.player, one.bot = None, level
        publish_seat(table, change, seat, "bot")
        fairness.begin(table, change, registry.settings.start_seconds)
        return table

    return act


def free_bot(player: str, seat: int) -> "Act[Table]":
    """Let a bot get up again before the start."""

    def act(table: Table, change: Change) -> Table:
        need_open(table)
        need_seat(table, seat)
        if player != table.host:
            raise Refused("not_host")
        if table.seats[seat].bot is None or table.step != SEATS:
            raise Refused("no_bot", seat=seat)
        table.seats[seat].bot = None
        publish_seat(table, change, seat, "freed")
        return table

    return act


def step_away(table: Table, change: Change, seats: list[int], why: str) -> None:
    """Let a bot play for some people until they return."""
    for seat in seats:
        if not table.seats[seat].away:
            table.seats[seat].away = True
            change.write_seat(seat)
            change.publish("away", seat=seat, why=why)
    arrange(table, change)


def come_back(player: str, seat: int | None) -> "Act[Table]":
    """Play one's seat oneself again."""

    def act(table: Table, change: Change) -> Table:
        own = table.own_seat(player, seat)
        if table.state != PLAYING or not table.seats[own].away:
            raise Refused("not_away", seat=own)
        table.seats[own].away = False
        if table.clock == NO_CLOCK:  # else to leave and to return would win time
            table.began = change.at
        change.write_seat(own)
        change.publish("returned", seat=own)
        arrange(table, change)
        return table

    return act


def hand_over(player: str) -> "Act[None]":
    """Take a player who wants to be forgotten out of a table: a bot has their seats for good, if it goes on."""

    def act(table: Table, change: Change) -> None:
        own = list(table.seats_of(player))
        if table.state == OPEN and table.step != SEATS and own:
            fairness.break_off(table, change, own)
        for seat in own:
            table.seats[seat].player = None
            table.seats[seat].away = False
            if table.state == PLAYING:
                table.seats[seat].bot = table.stand_in
            change.write_seat(seat)
        if own:
            change.publish("seats", what="forgotten")
            if table.state == PLAYING:
                arrange(table, change)

    return act


async def play_again(registry: TableRegistry, player: str, name: str) -> Table:
    """A table like one that is closed, with the same people at the same seats; whoever asks, there is one such."""
    old = await registry.table(name)
    if not old.seats_of(player):
        raise Refused("not_seated")
    if old.again:
        return await registry.table(old.again)
    if old.state not in CLOSED:
        raise Refused("begun")
    options = TableOptions(
        old.game.name, [], old.listed, old.watchable, old.clock, old.seconds, old.gone_after, old.stand_in, old.first
    )
    table = new_table(old.game, player, options, [Seat(player=seat.player, bot=seat.bot) for seat in old.seats])
    change = Change(table)
    change.publish("seats", what="made")
    await registry.add(table, change.events)

    def act(table_then: Table, change: Change) -> str:
        if table_then.again is None:
            table_then.again = table.id
            change.write(insert(schema.rematches), {"table_id": name, "again": table.id})
            change.publish("rematch", again=table.id)
        return table_then.again

    again = await registry.change(name, act)
    if again != table.id:  # somebody else was faster
        return await registry.table(again)
    return await start(registry, table.id)
