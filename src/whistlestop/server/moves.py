"""Moves: make a move, choose first tickets, end a game, and prepare the next turn."""

from typing import Any

from sqlalchemy import delete, insert

from whistlestop.bots.levels import levels_on
from whistlestop.game.game import Game
from whistlestop.game.reasons import IllegalMove
from whistlestop.server import schema
from whistlestop.server.deadlines import next_deadline, time_left
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change
from whistlestop.server.results import store_results
from whistlestop.server.table import CLOSED, FINISHED, GAME_CLOCK, OPEN, PLAYING, Table

LEASE = 2_500
"""For how many milliseconds a process leases a bot's turn; it renews the lease for as long as the bot thinks."""
ADD_SEALED = insert(schema.sealed)


def move(table: Table, change: Change, player: str, seat: int | None, ply: int, text: str) -> int:
    """Command: make a player's move. Returns the seat that moved."""
    need_playing(table)
    mover = table.own_seat(player, seat)
    if table.seats[mover].away:
        raise Refused("bot_plays", seat=mover)
    if table.seats[mover].overruns:
        table.seats[mover].overruns = 0
        change.write_seat(mover)
    make_move(table, change, mover, ply, text)
    return mover


def bot_move(table: Table, change: Change, seat: int, ply: int, number: int, undone: int) -> bool:
    """Command: make a bot's move, given by its number in the catalogue; False if a move was undone meanwhile."""
    if table.seats[seat].is_person:
        raise Refused("not_your_seat", seat=seat)
    need_playing(table)
    if table.undone != undone:
        return False
    make_move(table, change, seat, ply, number)
    return True


def need_playing(table: Table) -> None:
    """Refuse unless the game is being played."""
    if table.state == OPEN:
        raise Refused("not_begun")
    if table.state in CLOSED:
        raise Refused("closed", state=table.state)


def make_move(table: Table, change: Change, seat: int, ply: int, move: str | int) -> None:
    """Make a seat's move, given as text or as a number; first tickets are kept sealed until every seat has chosen."""
    record: Any = table.record
    if ply != table.ply:
        raise Refused("stale", ply=table.ply, given=ply)
    was_choosing = table.is_choosing
    try:
        if was_choosing:
            if seat in table.sealed:
                raise Refused("chosen_already", seat=seat)
            number = record.check_choice(move, seat)
            choose(table, change, seat, table.game.catalogue.moves[number].text)
        else:
            if seat != record.mover:
                raise Refused("not_your_move", seat=seat)
            record.play(move, seat)
            spend_time(table, change, seat)
            write_move(table, change, ply)
            publish_moved(table, change, ply)
    except IllegalMove as error:
        raise Refused.because_of("illegal", error) from None
    if table.seats[seat].is_helped and (was_choosing or record.mover != seat):
        end_help(table, change, seat)
    withdraw_proposal(table, change)
    prepare_turn(table, change)


def end_help(table: Table, change: Change, seat: int) -> None:
    """A bot has played a turn for a person whose time had run out: the next turn is theirs again."""
    table.seats[seat].away = False
    change.write_seat(seat)
    if table.state == PLAYING:
        change.publish("returned", seat=seat)


def choose(table: Table, change: Change, seat: int, text: str) -> None:
    """Seal a seat's first choice; the last seat's choice opens and plays them all (C1)."""
    record: Any = table.record
    start = table.ply
    spend_time(table, change, seat)
    if len(table.sealed) + 1 < table.game.seats:
        table.sealed[seat] = text
        change.write(ADD_SEALED, {"table_id": table.id, "seat": seat, "move": text})
        change.publish("sealed", seat=seat)
        return
    choices = {**table.sealed, seat: text}
    table.sealed = {}
    change.write(delete(schema.sealed).where(schema.sealed.c.table_id == table.id))
    for chooser in range(table.game.seats):
        ply = table.ply
        record.play(choices[chooser], chooser)
        write_move(table, change, ply)
    publish_moved(table, change, start)


def write_move(table: Table, change: Change, ply: int, end: int | None = None) -> None:
    """Store the move made at a ply, with the deals up to `end`: by default all that followed it."""
    change.moves.append({"table_id": table.id, "ply": ply, "lines": table.lines(ply, end), "at": change.at})


def publish_moved(table: Table, change: Change, start: int) -> None:
    """Publish the moves since a ply, start the next turn, and close the table if the game is over."""
    record: Any = table.record
    table.began = change.at
    change.publish("moved", start=start)
    if record.over:
        close(table, change, FINISHED, result=record.result.as_dict())


def close(table: Table, change: Change, state: str, **body: Any) -> None:
    """Close a table, and publish everybody's bytes, and the secret unless other tables still play the same deal."""
    table.state = state
    table.proposal = {}
    share_alone(table, change)
    added = [seat.added.hex() if seat.added else None for seat in table.seats]
    secret = {} if table.has_secret_deal else {"secret": table.secret.hex()}
    change.publish(state, commitment=table.commitment, bytes=added, **secret, **body)
    store_results(table, change)
    prepare_turn(table, change)


def share_alone(table: Table, change: Change) -> None:
    """A game that one person played against bots is shared unless they say otherwise; several people are asked."""
    people = [n for n, seat in enumerate(table.seats) if seat.player is not None]
    if len(people) == 1 and table.record is not None:
        table.seats[people[0]].shares = True
        change.write_seat(people[0])


def withdraw_proposal(table: Table, change: Change) -> None:
    """Withdraw the open proposal, if there is one: a move was made, or nobody is left to answer."""
    if table.proposal:
        kind = table.proposal["kind"]
        table.proposal = {}
        change.publish("withdrawn", what=kind)


def spend_time(table: Table, change: Change, seat: int) -> None:
    """Take the time of a turn from a person's time for the game, if another person waited for them."""
    has_company = table.tournament is not None or any(n != seat and one.is_person for n, one in enumerate(table.seats))
    if table.clock == GAME_CLOCK and table.seats[seat].player is not None and has_company:
        table.seats[seat].left = time_left(table, seat, change.at)
        change.write_seat(seat)


def prepare_turn(table: Table, change: Change) -> None:
    """After any change to who is to move, or how: set the deadline, and schedule the bots that are to move."""
    table.touched = change.at
    table.deadline = next_deadline(table)
    schedule_bots(table, change)


def schedule_bots(table: Table, change: Change) -> None:
    """Store a turn for every bot that is to move, leased by this process, and delete turns that are over."""
    wanted = {seat: table.ply for seat in table.asked() if not table.seats[seat].is_person}
    for seat in [seat for seat, ply in table.turns.items() if wanted.get(seat) != ply]:
        del table.turns[seat]
        change.ended.append(seat)
    for seat, ply in wanted.items():
        if seat not in table.turns:
            table.turns[seat] = ply
            turn = {"table_id": table.id, "seat": seat, "ply": ply, "due": change.at, "leased": change.at + LEASE}
            change.turns.append(turn)


def level_of(table: Table, seat: int) -> str:
    """The level of the bot that plays a seat."""
    return table.seats[seat].bot or table.stand_in


def check_level(name: str, game: Game) -> None:
    """Refuse a level that is not offered on the map of a game."""
    levels = levels_on(game.board)
    if name not in levels:
        problem = f"No level named {name[:40]!r} on this map. Available levels: {', '.join(levels)}."
        raise Refused("bad_table", problem=problem)
