"""Opponents that are compiled: bots whose decisions are made inside a step, at the speed of the engine."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from whistlestop.bots import Bot, make_bot
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.levels import Level
from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.random import RandomBot
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.env.kernels.opponents import ANY_SEAT, RANDOM, Opponents
from whistlestop.env.reasons import BadInput
from whistlestop.game.game import Game
from whistlestop.game.map_files import shown

Lineup: TypeAlias = str | Bot | Sequence[str | Bot]
"""Who plays the other seats of a game: one bot for all of them, or one for each, in the order in which they move."""


def lineups_of(given: Sequence[Lineup], game: Game) -> list[list[Bot]]:
    """For each lineup a bot for every other seat."""
    others, lineups = game.seats - 1, []
    for lineup in [given] if isinstance(given, str) else given:
        bots = list(lineup) if isinstance(lineup, Sequence) and not isinstance(lineup, str) else [lineup]
        if len(bots) not in (1, others):
            raise BadInput("bots_count", found=len(bots), wanted=others)
        made = [make(bot, game) for bot in bots]
        lineups.append(made if len(made) == others else made * others)
    return lineups


def make(bot: str | Bot, game: Game) -> Bot:
    """A bot from its text, and the bot of a level in a game; any other `Bot` is returned as it is."""
    made = make_bot(bot) if isinstance(bot, str) else bot
    return made.make_bot(game) if isinstance(made, Level) else made


def is_compiled(bot: Bot) -> bool:
    """Whether a bot can move inside a step."""
    return isinstance(bot, PolicyBot | RandomBot)


def check_learner(seat: int | None, game: Game) -> None:
    """Refuse a learner's seat that the game does not have."""
    if seat is not None and seat not in range(game.seats):
        raise BadInput("bad_choice", name="seat", found=shown(seat), choices=", ".join(map(str, range(game.seats))))


def make_opponents(given: Sequence[Lineup], game: Game, seat: int | None) -> Opponents | None:
    """Opponents in the form that kernels need; None if there are none."""
    check_learner(seat, game)
    weights: list[Weights] = []

    def row(bot: Bot) -> int:
        if isinstance(bot, RandomBot):
            return RANDOM
        if not isinstance(bot, PolicyBot):
            raise BadInput("not_compiled", found=type(bot).__name__)
        weights.append(bot.weights_for(game))
        return len(weights) - 1

    rows = [[row(bot) for bot in lineup] for lineup in lineups_of(given, game)]
    if not rows:
        return None
    fixed = ANY_SEAT if seat is None else int(seat)
    return Opponents(board_facts(game), weights_array(*(weights or [Weights()])), np.array(rows, np.int64), fixed)
