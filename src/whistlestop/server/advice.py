"""Advice: what the strongest level thinks of the moves at a ply.

It is for whoever plays alone among bots. Among people it would not be fair, so they get none until the play is over;
then everything lies open, and the moves of all can be looked at.
"""

import random
import secrets
from typing import Any

from whistlestop.bots.levels import ADVISER
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE
from whistlestop.game.view import View
from whistlestop.server.reasons import Refused
from whistlestop.server.table import CLOSED, Table


def question(table: Table, player: str, ply: int) -> View:
    """The view of whoever decides at a ply, if a player may have advice on it."""
    then = table.at(ply)
    if then.over or then.mover == CHANCE:
        raise Refused("nobody_decides", ply=ply)
    return then.view(then.mover) if table.state in CLOSED else own_question(table, then, player)


def own_question(table: Table, then: Record, player: str) -> View:
    """What a player decides while the play goes on; first tickets are chosen by all at once (C1)."""
    if not table.seats_of(player):
        raise Refused("not_seated")
    own, *others = [seat for seat, one in enumerate(table.seats) if one.player is not None]
    if others:
        raise Refused("advice_among_people")
    if own != then.mover and not (then.is_choosing and own > then.mover):
        raise Refused("not_your_move", seat=own)
    return then.choice(own) if then.is_choosing else then.view(own)


def advise(view: View) -> list[dict[str, Any]]:
    """The best few moves with their values, in a thread."""
    game = view.game
    return [
        {
            "move": game.catalogue.fields(game.board, opinion.move),
            "value": round(opinion.value, 3),
            "tried": opinion.tried,
        }
        for opinion in ADVISER.explain(view, random.Random(secrets.randbits(64)))
    ]
