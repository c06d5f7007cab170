"""Skill, opponents and luck: what each step changed, and what it adds up to for each seat.

The change of a seat's open chance over a step is split exactly. The seat that decided gets as skill how much better its
move was than the network's; the others lose that to it, in proportion to their chances; the rest is luck.
"""

from typing import Any

from whistlestop.bots.network import exp
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec
from whistlestop.review.records import FORCED, GRADES, LUCKS, NOTHING, UNGRADED, UNIT

STRICTNESS = 20.0
"""How fast the accuracy falls with the mean loss: it is 100 exp(-20 loss), so 82 for one point."""


@entry
def sum_up(games: GameArray, steps: Any, summaries: Any) -> None:
    """Split all steps, and fill the summary of each seat."""
    game = games[0]
    for seat in range(game.seats):
        start_summary(game, seat, summaries[seat])
    for n in range(steps.shape[0]):
        step = steps[n]
        split(game, steps, n)
        for seat in range(game.seats):
            summary = summaries[seat]
            summary.skill += step.skill[seat]
            summary.opponents += step.opponents[seat]
            summary.luck += step.luck[seat]
            summary.luck_by[step.luck_kind] += step.luck[seat]
            summary.result = step.open[seat]
        if n > 0:
            summaries[step.seat].grades[step.grade] += 1
    for seat in range(game.seats):
        summaries[seat].accuracy = accuracy_of(steps, seat)


@subroutine
def start_of(game: GameRec, seat: int) -> int:
    """The chance of a seat before anything is dealt; what can't be divided goes to the first seats."""
    return UNIT // game.seats + (1 if seat < UNIT % game.seats else 0)


@subroutine
def start_summary(game: GameRec, seat: int, summary: Any) -> None:
    """A summary of no steps."""
    summary.start = summary.result = start_of(game, seat)
    summary.skill = summary.opponents = summary.luck = 0
    for kind in range(LUCKS):
        summary.luck_by[kind] = 0
    for grade in range(GRADES):
        summary.grades[grade] = 0


@subroutine
def split(game: GameRec, steps: Any, n: int) -> None:
    """Split the change of each seat's chance over step n."""
    step = steps[n]
    for seat in range(game.seats):
        step.skill[seat] = step.opponents[seat] = 0
    if n > 0:
        step.skill[step.seat] = step.gain
        take_from_others(game, steps[n - 1], step)
    for seat in range(game.seats):
        before = steps[n - 1].open[seat] if n > 0 else start_of(game, seat)
        step.luck[seat] = step.open[seat] - before - step.skill[seat] - step.opponents[seat]


@subroutine
def take_from_others(game: GameRec, before: Any, step: Any) -> None:
    """Take what the deciding seat has gained from the others, in proportion to the chances they had."""
    whole, most = 0, NOTHING
    for seat in range(game.seats):
        if seat != step.seat:
            whole += before.open[seat]
            if most == NOTHING or before.open[seat] > before.open[most]:
                most = seat
    left, size = abs(step.gain), abs(step.gain)
    sign = 1 if step.gain < 0 else -1
    for seat in range(game.seats):
        if seat != step.seat and whole > 0:
            part = size * before.open[seat] // whole
            step.opponents[seat] = sign * part
            left -= part
    step.opponents[most] += sign * left


@subroutine
def accuracy_of(steps: Any, seat: int) -> int:
    """How little chance a seat's graded decisions gave away, from 0 to 100; NOTHING if there are none."""
    count = total = 0
    for n in range(1, steps.shape[0]):
        step = steps[n]
        if step.seat == seat and step.grade != UNGRADED and step.grade != FORCED:
            count += 1
            total += step.loss
    if count == 0:
        return NOTHING
    return int(100.0 * exp(-STRICTNESS * (total / count) / UNIT) + 0.5)
