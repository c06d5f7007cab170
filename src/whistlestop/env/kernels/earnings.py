"""What seats earn: the kinds of rewards, which `rewards` describes, and what each makes of a final score."""

from typing import Any

from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec, SheetRec, StateArray
from whistlestop.game.score import score_state

BY_PLACE = 0
BY_MARGIN = 1
BY_POINTS = 2
FORFEIT = 100.0
"""What an illegal action costs when rewards are in points."""


@subroutine
def pay(game: GameRec, sheet: SheetRec, kind: int, i: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write a final score to row i, and add what it earns to the rewards."""
    for seat in range(game.seats):
        totals[i, seat] = sheet.total[seat]
        places[i, seat] = sheet.place[seat]
        ahead = 0
        best = -(1 << 30)
        for other in range(game.seats):
            if other != seat:
                best = max(best, sheet.total[other])
                ahead += 1 if sheet.place[other] > sheet.place[seat] else 0
                ahead -= 1 if sheet.place[other] < sheet.place[seat] else 0
        if kind == BY_PLACE:
            rewards[i, seat] = ahead / (game.seats - 1)
        elif kind == BY_MARGIN:
            rewards[i, seat] = sheet.total[seat] - best
        else:
            rewards[i, seat] += sheet.total[seat] - sheet.routes[seat]


@subroutine
def forfeit(game: GameRec, loser: int, kind: int, i: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write to row i that a seat forfeited: it is last, the others share the win, and nothing is scored."""
    for seat in range(game.seats):
        totals[i, seat] = 0
        places[i, seat] = game.seats if seat == loser else 1
        if kind == BY_PLACE:
            rewards[i, seat] = -1.0 if seat == loser else 1 / (game.seats - 1)
        else:
            rewards[i, seat] = -FORFEIT if seat == loser else 0.0


@entry
def settle(
    games: GameArray, states: StateArray, i: int, kind: int, scratch: Any, rewards: Any, totals: Any, places: Any
) -> None:  # fmt: skip
    """Score state i, and write what it earns to row 0."""
    score_state(games[0], states[i], scratch.sheets[0], scratch.score_scratch)
    pay(games[0], scratch.sheets[0], kind, 0, rewards, totals, places)


@entry
def lose(games: GameArray, loser: int, kind: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write what a forfeit earns to row 0."""
    forfeit(games[0], loser, kind, 0, rewards, totals, places)
