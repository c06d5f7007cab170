"""Seating: make a table, sit down, leave, remove somebody, let a bot play, come back, ask for a rematch."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import insert

from whistlestop.game.fair_key import SECRET_BYTES
from whistlestop.game.game import Game
from whistlestop.game.reasons import BadMap
from whistlestop.server import fairness, schema
from whistlestop.server.consent import settle
from whistlestop.server.deadlines import clock_end
from whistlestop.server.identity import Player, new_id, now
from whistlestop.server.moves import check_level, close, need_playing, prepare_turn
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry, table_inserts
from whistlestop.server.table import ABANDONED, CLOSED, NO_CLOCK, OPEN, PLAYING, SEATS, Seat, Table

YOU = "you"
FREE = "open"
CLOCK, GONE, LEFT, RESIGNED = "clock", "gone", "left", "resigned"
"""Why a bot plays for a person."""


@dataclass(frozen=True)
class TableOptions:
    """What a table is made with. A seat is `you`, `open` or a level of bots."""

    map: str
    seats: list[str]
    listed: bool = False
    watchable: bool = False
    clock: str = NO_CLOCK
    seconds: int = 0
    gone_after: int = 0
    stand_in: str = "dispatcher"
    first: int | None = None
    names: tuple[str, ...] = ()
    rated: bool = False


async def make(registry: TableRegistry, player: str, options: TableOptions) -> Table:
    """Make a table. Its secret is fixed now, and its commitment is public."""
    try:
        game = registry.game(options.map, len(options.seats))
    except BadMap as error:
        raise Refused.because_of("bad_table", error) from None
    if options.first is not None and not 0 <= options.first < game.seats:
        raise Refused("no_such_seat", most=game.seats - 1)
    check_level(options.stand_in, game)
    if options.rated and options.seats.count(YOU) > 1:
        raise Refused("rated_one_seat")
    names = [*options.names, *[""] * game.seats]
    seats = [new_seat(game, text, player, name) for text, name in zip(options.seats, names, strict=False)]
    table = new_table(game, player, options, seats)
    await registry.add(made(table))
    return await start(registry, table.id)


def new_seat(game: Game, text: str, player: str, name: str = "") -> Seat:
    """A seat of a new table as its maker describes it; the name is for one of several people who share a browser."""
    if text == YOU:
        return Seat(player=player, name=name or None)
    if text == FREE:
        return Seat()
    check_level(text, game)
    return Seat(bot=text)


def made(table: Table) -> Change:
    """The first change of a new table: its first event."""
    change = Change(table)
    change.publish("seats", what="made")
    return change


def new_table(game: Game, host: str, options: TableOptions, seats: list[Seat]) -> Table:
    """A table with a new secret, not stored yet."""
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
        rated=options.rated,
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
    """Begin the start of a table if every seat is taken."""
    return await registry.change(name, fairness.begin, registry.settings.start_seconds)


def need_open(table: Table) -> None:
    """Refuse unless the game has not begun. Who sits at a table of a tournament is not decided there."""
    if table.state == PLAYING:
        raise Refused("begun")
    if table.state in CLOSED:
        raise Refused("closed", state=table.state)
    if table.tournament is not None:
        raise Refused("tournament_table")


def need_seat(table: Table, seat: int) -> None:
    """Refuse a seat that the table doesn't have."""
    if not 0 <= seat < table.game.seats:
        raise Refused("no_such_seat", most=table.game.seats - 1)


def publish_seat(table: Table, change: Change, seat: int, what: str) -> None:
    """Store a seat and publish what happened to it."""
    table.touched = change.at
    change.write_seat(seat)
    change.publish("seats", what=what, seat=seat)


def join(
    table: Table,
    change: Change,
    player: str,
    seat: int | None,
    patience: float,
    name: str | None = None,
    blockers: Collection[str] = (),
) -> Table:
    """Command: sit down at a seat, or at the first free one. A player may hold several seats (hot seat).

    Whom the host has removed, and whom the host or somebody at the table has blocked, get one and the same refusal.
    """
    need_open(table)
    company = {table.host, *(one.player for one in table.seats)}
    if player in table.removed or not company.isdisjoint(blockers):
        raise Refused("not_admitted")
    kept = [n for n in table.seats_of(player) if table.seats[n].invited]
    if kept and seat in (None, *kept):
        return accept(table, change, player, patience)
    free = [n for n, taken in enumerate(table.seats) if taken.is_free]
    if seat is not None:
        need_seat(table, seat)
    if table.rated and table.seats_of(player):
        raise Refused("rated_one_seat")
    if not free:
        raise Refused("table_full")
    if seat is not None and seat not in free:
        raise Refused("seat_taken", seat=seat)
    chosen = free[0] if seat is None else seat
    table.seats[chosen] = Seat(player=player, name=name)
    publish_seat(table, change, chosen, "joined")
    return fairness.begin(table, change, patience)


def leave(table: Table, change: Change, player: str, seat: int) -> Table:
    """Command: leave a seat. Before the start it is free again; during a game a bot plays on."""
    left = table.own_seat(player, seat)
    if table.state == PLAYING and table.is_solo:
        raise Refused("deal_no_stand_in")
    if table.state == PLAYING:
        step_away(table, change, {left: LEFT})
        return table
    need_open(table)
    if table.step == SEATS:
        table.seats[left] = Seat()
        publish_seat(table, change, left, "left")
    else:
        fairness.break_off(table, change, [left])
    return table


def remove(table: Table, change: Change, player: str, seat: int) -> Table:
    """Command: the host removes a person from all their seats before the start. They can't sit down again."""
    need_open(table)
    need_seat(table, seat)
    if player != table.host:
        raise Refused("not_host")
    holder = table.seats[seat].player
    if holder == player:
        raise Refused("own_seat", seat=seat)
    if holder is None:
        raise Refused("no_person", seat=seat)
    if holder not in table.removed:
        table.removed.add(holder)
        change.write(insert(schema.removals), {"table_id": table.id, "player": holder})
    seats = list(table.seats_of(holder))
    if table.step != SEATS:
        fairness.break_off(table, change, seats)
    for left in seats:
        table.seats[left] = Seat()
        publish_seat(table, change, left, "removed")
    return table


def put_bot(table: Table, change: Change, player: str, seat: int, level: str, patience: float) -> Table:
    """Command: seat a bot before the start: a player at their own seat, the host at one that is free or kept."""
    check_level(level, table.game)
    need_open(table)
    need_seat(table, seat)
    holder = table.seats[seat].player
    is_awaited = holder is None or table.seats[seat].invited
    if holder != player and not is_awaited:
        raise Refused("not_your_seat", seat=seat)
    if holder != player and player != table.host:
        raise Refused("not_host")
    if table.step != SEATS and holder is not None:
        fairness.break_off(table, change, [seat])
    elif table.step != SEATS:
        raise Refused("not_wanted", what=SEATS, step=table.step)
    table.seats[seat] = Seat(bot=level)
    publish_seat(table, change, seat, "bot")
    return fairness.begin(table, change, patience)


def free_bot(table: Table, change: Change, player: str, seat: int) -> Table:
    """Command: remove a bot from its seat before the start."""
    need_open(table)
    need_seat(table, seat)
    if player != table.host:
        raise Refused("not_host")
    if table.seats[seat].bot is None or table.step != SEATS:
        raise Refused("no_bot", seat=seat)
    table.seats[seat].bot = None
    publish_seat(table, change, seat, "freed")
    return table


def step_away(table: Table, change: Change, reasons: dict[int, str]) -> None:
    """Let bots play for some seats until their people come back; the reason of each is that of the event `away`.

    After the first turn that ran out of time the person is back by themselves (`moves.end_help`).
    """
    for seat, why in reasons.items():
        one = table.seats[seat]
        if not one.away or one.is_helped or why == RESIGNED:
            one.away = True
            one.resigned = why == RESIGNED
            one.overruns = one.overruns + 1 if why == CLOCK else 0
            change.write_seat(seat)
            change.publish("away", seat=seat, why=why)
    settle(table, change)
    prepare_turn(table, change)


def resign(table: Table, change: Change, player: str, seat: int | None) -> Table:
    """Command: give the game up for good. A bot plays on; without anybody else who can play, the game ends.

    In a tournament it also ends with the last person who is still there: they have won.
    """
    need_playing(table)
    given_up = table.own_seat(player, seat)
    if table.seats[given_up].resigned:
        raise Refused("resigned", seat=given_up)
    step_away(table, change, {given_up: RESIGNED})
    left = [one for one in table.seats if one.player is not None and not one.resigned]
    has_winner = table.tournament is not None and len(left) == 1 and left[0].is_person
    if table.state == PLAYING and (not left or has_winner):
        close(table, change, ABANDONED)
    return table


def come_back(table: Table, change: Change, player: str, seat: int | None) -> Table:
    """Command: play a seat again that a bot has played.

    During the one turn that a bot plays for a late person this does nothing: the next turn is theirs anyway.
    """
    returned = table.own_seat(player, seat)
    if table.state != PLAYING or not table.seats[returned].away:
        raise Refused("not_away", seat=returned)
    if table.seats[returned].resigned:
        raise Refused("resigned", seat=returned)
    if table.seats[returned].is_helped:
        return table
    has_waited = any(seat != returned and is_late(table, seat, change.at) for seat in table.asked())
    table.seats[returned].away = False
    if table.clock == NO_CLOCK or has_waited:  # else leaving and coming back would win time
        table.began = change.at
    change.write_seat(returned)
    change.publish("returned", seat=returned)
    prepare_turn(table, change)
    return table


def is_late(table: Table, seat: int, moment: int) -> bool:
    """Whether a person's clock has run out. The game has waited for them if nobody else was there."""
    end = clock_end(table, seat) if table.seats[seat].is_person else None
    return end is not None and end <= moment


def hand_over(table: Table, change: Change, player: str, patience: float) -> None:
    """Command: remove a player who asked to be forgotten; during a game a bot takes their seats for good."""
    seats = list(table.seats_of(player))
    if not seats:
        return
    if table.state == OPEN and table.tournament is not None:
        fairness.do_without(table, change, seats, patience)
        change.publish("seats", what="forgotten")
        return
    if table.state == OPEN and table.step != SEATS:
        fairness.break_off(table, change, seats)
    for seat in seats:
        one = table.seats[seat]
        one.player = one.name = None
        one.holidays = ""
        if table.state not in CLOSED:
            one.away = one.invited = one.resigned = False
            one.overruns = 0
        if table.state == PLAYING:
            one.bot = table.stand_in
        change.write_seat(seat)
    change.publish("seats", what="forgotten")
    if table.state in CLOSED:
        change.publish("sharing")
    if table.state == PLAYING:
        settle(table, change)
        prepare_turn(table, change)


async def rematch(registry: TableRegistry, player: Player, name: str) -> Table:
    """The rematch of a closed table, made by the first player who asks: same people, same seats, same options.

    The others are invited. Their seats are kept until they ask for the rematch too, or leave, or the host seats a bot.
    The seats of those whom the player has blocked are free.
    """
    again = await registry.change(name, make_rematch, player.id, player.blocked)
    return await registry.change(again, accept, player.id, registry.settings.start_seconds)


def accept(table: Table, change: Change, player: str, patience: float) -> Table:
    """Command: take the seats of a rematch that are kept for a player. It begins once nobody is awaited any more."""
    if table.reader(player) is None:
        raise Refused("no_such_table")
    for seat in table.seats_of(player):
        if table.state == OPEN and table.seats[seat].invited:
            table.seats[seat].invited = False
            publish_seat(table, change, seat, "joined")
    return fairness.begin(table, change, patience)


def make_rematch(table: Table, change: Change, player: str, blocked: Collection[str]) -> str:
    """Command: store the rematch in the transaction that links to it, so there is one or none. Returns its id."""
    own = table.seats_of(player)
    if not own:
        raise Refused("not_seated")
    if table.again is not None:
        return table.again
    if table.state not in CLOSED:
        raise Refused("begun")
    options = TableOptions(
        table.game.name, [], table.listed, table.watchable, table.clock, table.seconds, table.gone_after,
        table.stand_in, table.first, rated=table.rated,
    )  # fmt: skip
    seats = [
        Seat() if one.player in blocked
        else Seat(one.player, one.bot, name=one.name, invited=one.player not in (None, player))
        for one in table.seats
    ]  # fmt: skip
    again = new_table(table.game, player, options, seats)
    for statement, values in table_inserts(again, made(again).events):
        change.write(statement, values)
    change.write(insert(schema.rematches), {"table_id": table.id, "again": again.id})
    table.again = again.id
    change.publish("rematch", again=again.id, by=own[0])
    return again.id
