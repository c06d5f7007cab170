"""Sharing: whether anybody with the link may watch the replay of a game, which its people are asked when it is over."""

from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change
from whistlestop.server.table import CLOSED, Table


def share(table: Table, change: Change, player: str, seat: int | None, agree: bool, show_name: bool) -> Table:
    """Command: answer for a seat, or for all seats of a player. They may change their mind at any time."""
    if table.state not in CLOSED:
        raise Refused("not_over")
    if table.record is None:
        raise Refused("not_begun")
    if not table.seats_of(player):
        raise Refused("not_seated")
    for number in table.seats_of(player) if seat is None else (table.own_seat(player, seat),):
        table.seats[number].shares = agree
        table.seats[number].shows_name = show_name
        change.write_seat(number)
    change.publish("sharing")
    return table
