"""Advice: the best few moves at a ply, by their chances of winning.

You can ask for advice on your own moves when all your opponents are bots, the game isn't rated and its deal is its own.
Once a game is over, everybody who may see it can ask about every move.
"""

from typing import Any

from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE
from whistlestop.game.view import View
from whistlestop.review import advice
from whistlestop.server.reasons import Refused
from whistlestop.server.table import CLOSED, Table


def advised_view(table: Table, player: str, ply: int) -> View:
    """The view of the seat that decides at a ply; refused if the player may not have advice on it."""
    then = table.at(ply)
    if then.over or then.mover == CHANCE:
        raise Refused("nobody_decides", ply=ply)
    return then.view(then.mover) if table.state in CLOSED else own_view(table, then, player)


def own_view(table: Table, then: Record, player: str) -> View:
    """The view of a player who decides at a ply of a game in progress; all choose their first tickets at once (C1)."""
    if not table.seats_of(player):
        raise Refused("not_seated")
    if table.rated:
        raise Refused("rated_no_advice")
    if table.prescribed is not None:
        raise Refused("deal_no_advice")
    person, *others = [number for number, seat in enumerate(table.seats) if seat.player is not None]
    if others:
        raise Refused("advice_among_people")
    if person != then.mover and not (then.is_choosing and person > then.mover):
        raise Refused("not_your_move", seat=person)
    return then.choice(person) if then.is_choosing else then.view(person)


def advise(view: View) -> list[dict[str, Any]]:
    """The best few moves with their values and what they are good for. Runs in a thread."""
    game = view.game
    return [
        {
            "move": game.catalogue.fields(game.board, hint.move),
            "value": hint.value,
            "low": hint.low,
            "high": hint.high,
            "tried": hint.tried,
            "purpose": None if hint.purpose is None else hint.purpose.as_dict(),
        }
        for hint in advice.advise(view)
    ]
