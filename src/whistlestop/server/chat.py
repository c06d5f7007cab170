"""Chat: messages and reactions of the people at a table."""

from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change
from whistlestop.server.table import Table


def say(table: Table, change: Change, player: str, text: str) -> None:
    """Command: publish a message of somebody who holds a seat."""
    if not table.seats_of(player):
        raise Refused("not_seated")
    change.publish("chat", player, text=text)


def react(table: Table, change: Change, player: str, reaction: str) -> None:
    """Command: publish a reaction of somebody who holds a seat."""
    if not table.seats_of(player):
        raise Refused("not_seated")
    change.publish("reaction", player, reaction=reaction)
