"""Turning points: the steps that changed a seat's chance most, and what happened there, as codes with parameters."""

from typing import Any

from whistlestop.game.catalogue import CLAIM, DRAW, DRAW_TICKETS, GIVE_UP, KEEP, TAKE
from whistlestop.game.engine import list_moves
from whistlestop.game.kernel import entry, lowest, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec, StateArray, StateRec
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.moves.claim import list_claims
from whistlestop.game.moves.listing import COUNT, LIST, NONE
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK
from whistlestop.game.state import ANSWER, CHOICE, OVER, put
from whistlestop.game.ticket_status import find_ticket_paths
from whistlestop.game.view import view
from whistlestop.review.chances import give_turn
from whistlestop.review.records import BLUNDER, MISTAKE, NOTHING, NUMBERS, TURNING_POINTS
from whistlestop.review.split import start_of

FINAL_SCORE = NUMBERS["final_score"]
GAVE_AWAY = NUMBERS["mistake"]
TICKET_BLOCKED = NUMBERS["ticket_blocked"]
TRACK_LOST = NUMBERS["track_lost"]
TICKET_DONE = NUMBERS["ticket_done"]
LAST_ROUND = NUMBERS["last_round"]
TUNNEL_FAILED = NUMBERS["tunnel_failed"]
TUNNEL_DEAR = NUMBERS["tunnel_dear"]
GOOD_DEAL = NUMBERS["good_deal"]
GOOD_TICKETS = NUMBERS["good_tickets"]
TICKETS_LATE = NUMBERS["tickets_late"]
GOOD_CARDS = NUMBERS["good_cards"]
TRACK_CLAIMED = NUMBERS["track_claimed"]
MOVE = NUMBERS["move"]
BAD = 1
"""The code of bad luck follows that of good luck of its kind."""


@entry
def find_turning_points(
    games: GameArray, states: StateArray, steps: Any, turning: Any, views: Any, sheets: Any, all_paths: Any,
    wanted: Any, scratch: Any, out: Any,
) -> None:  # fmt: skip
    """Fill the turning points of all seats, three for each, largest change first; `step` may be NOTHING.

    `states` has the state before each decision, then the last one, and one more as memory.
    """
    game = games[0]
    for seat in range(game.seats):
        first = seat * TURNING_POINTS
        for k in range(TURNING_POINTS):
            point = turning[first + k]
            point.seat = seat
            point.step = largest_change(game, steps, turning, first, k, seat)
            if point.step != NOTHING:
                point.change = change_of(game, steps, point.step, seat)
                explain(games, states, steps, point, views, sheets, all_paths, wanted, scratch, out)


@subroutine
def change_of(game: GameRec, steps: Any, n: int, seat: int) -> int:
    """How much step n changed the open chance of a seat."""
    return steps[n].open[seat] - (steps[n - 1].open[seat] if n > 0 else start_of(game, seat))


@subroutine
def largest_change(game: GameRec, steps: Any, turning: Any, first: int, k: int, seat: int) -> int:
    """The step that changed a seat's chance most, without the first k turning points; NOTHING if none did."""
    found, most = NOTHING, 0
    for n in range(steps.shape[0]):
        is_new = True
        for other in range(k):
            is_new = is_new and turning[first + other].step != n
        size = abs(change_of(game, steps, n, seat))
        if is_new and size > most:
            found, most = n, size
    return found


@subroutine
def say(point: Any, code: int, one: int, two: int, three: int, four: int) -> None:
    """Set what happened."""
    point.code = code
    point.parameters[0] = one
    point.parameters[1] = two
    point.parameters[2] = three
    point.parameters[3] = four


@subroutine
def explain(
    games: GameArray, states: StateArray, steps: Any, point: Any, views: Any, sheets: Any, all_paths: Any,
    wanted: Any, scratch: Any, out: Any,
) -> None:  # fmt: skip
    """Say what happened at a turning point."""
    game, n = games[0], point.step
    step, seat = steps[n], steps[n].seat
    if n == 0:
        say(point, GOOD_DEAL + (BAD if point.change < 0 else 0), point.seat, 0, 0, 0)
        return
    if states[n].phase == OVER:
        say(point, FINAL_SCORE, 0, 0, 0, 0)
        return
    change = change_of(game, steps, n, seat)
    if change < 0 and (step.grade == MISTAKE or step.grade == BLUNDER) and step.better != NOTHING:
        say(point, GAVE_AWAY, seat, step.move, step.better, 0)
        return
    track = claimed_track(states[n - 1], states[n], seat)
    if track != NOTHING:
        explain_claim(games, states, steps, point, track, views, sheets, all_paths, wanted, scratch, out)
    elif states[n].last >= 0 and states[n - 1].last < 0:
        say(point, LAST_ROUND, seat, 0, 0, 0)
    elif game.kind[step.move] == DRAW_TICKETS or (game.kind[step.move] == KEEP and states[n - 1].phase == CHOICE):
        ticket = NOTHING
        if change < 0 and states[steps.shape[0] - 1].phase == OVER:
            ticket = late_ticket(games, states, steps, n, views, sheets, all_paths, wanted, scratch)
        if ticket != NOTHING:
            say(point, TICKETS_LATE, seat, ticket, 0, 0)
        else:
            say(point, GOOD_TICKETS + (BAD if change < 0 else 0), seat, 0, 0, 0)
    else:
        explain_rest(game, states, step, point, n, change, out)


@subroutine
def explain_rest(game: GameRec, states: StateArray, step: Any, point: Any, n: int, change: int, out: Any) -> None:
    """Say what happened where no track was claimed and no tickets were drawn."""
    kind, seat = game.kind[step.move], step.seat
    if kind == CLAIM and states[n].phase == ANSWER:
        if list_moves(game, states[n], COUNT, out) == 1:
            say(point, TUNNEL_FAILED, seat, game.what[step.move], 0, 0)
        else:
            say(point, TUNNEL_DEAR, seat, game.what[step.move], states[n].due, 0)
    elif kind == GIVE_UP:
        say(point, TUNNEL_FAILED, seat, game.what[states[n - 1].claim], 0, 0)
    elif kind in (DRAW, TAKE):
        say(point, GOOD_CARDS + (BAD if change < 0 else 0), seat, 0, 0, 0)
    else:
        say(point, MOVE, seat, step.move, 0, 0)


@subroutine
def explain_claim(
    games: GameArray, states: StateArray, steps: Any, point: Any, track: int, views: Any, sheets: Any, all_paths: Any,
    wanted: Any, scratch: Any, out: Any,
) -> None:  # fmt: skip
    """Say what a claimed track meant: for those who lost by it, else for the seat that claimed it."""
    game, n = games[0], point.step
    seat = steps[n].seat
    for other in range(game.seats):
        if other != seat and change_of(game, steps, n, other) < 0:
            find_status(games, states, n - 1, n - 1, other, views, sheets, all_paths, wanted, scratch)
            before, before_high = all_paths[0].possible[0], all_paths[0].possible[1]
            find_status(games, states, n, n - 1, other, views, sheets, all_paths, wanted, scratch)
            before &= ~all_paths[0].possible[0]
            before_high &= ~all_paths[0].possible[1]
            ticket = dearest(game, before, before_high)
            if ticket != NOTHING:
                say(point, TICKET_BLOCKED, other, seat, ticket, track)
                return
    for other in range(game.seats):
        if (
            other != seat
            and change_of(game, steps, n, other) < 0
            and could_claim(game, states, n - 1, other, track, out)
        ):
            say(point, TRACK_LOST, other, seat, track, 0)
            return
    find_status(games, states, n - 1, n - 1, seat, views, sheets, all_paths, wanted, scratch)
    done, done_high = all_paths[0].done[0], all_paths[0].done[1]
    find_status(games, states, n, n - 1, seat, views, sheets, all_paths, wanted, scratch)
    ticket = dearest(game, all_paths[0].done[0] & ~done, all_paths[0].done[1] & ~done_high)
    if ticket != NOTHING:
        say(point, TICKET_DONE, seat, ticket, 0, 0)
    elif states[n].last >= 0 and states[n - 1].last < 0:
        say(point, LAST_ROUND, seat, 0, 0, 0)
    else:
        say(point, TRACK_CLAIMED, seat, track, 0, 0)


@subroutine
def find_status(
    games: GameArray, states: StateArray, i: int, of: int, seat: int, views: Any, sheets: Any, all_paths: Any,
    wanted: Any, scratch: Any,
) -> None:  # fmt: skip
    """Find which of the tickets that a seat had in state `of` are done and possible in state i."""
    for w in range(WORDS):
        wanted[w] = states[of].tickets[seat, w]
    view(games, states, i, seat, views, 0)
    find_ticket_paths(games, views, 0, wanted, sheets, scratch, all_paths)


@subroutine
def claimed_track(before: StateRec, after: StateRec, seat: int) -> int:
    """The track that a seat has claimed between two states; NOTHING if it has not."""
    for w in range(WORDS):
        fresh = after.tracks[seat, w] & ~before.tracks[seat, w]
        if fresh != 0:
            return w * BITS + lowest(fresh)
    return NOTHING


@subroutine
def could_claim(game: GameRec, states: StateArray, i: int, seat: int, track: int, out: Any) -> bool:
    """Whether a seat could have claimed a track if it had been its turn in state i."""
    last = states.shape[0] - 1
    states[last] = states[i]
    give_turn(game, states[last], seat)
    found = False
    for k in range(list_claims(game, states[last], NONE, LIST, out)):
        found = found or game.what[out[k]] == track
    return found


@subroutine
def dearest(game: GameRec, low: int, high: int) -> int:
    """The ticket of a set, given as two words, that is worth most; NOTHING if the set is empty."""
    found = NOTHING
    for ticket in range(game.tickets):
        word = low if ticket < BITS else high
        if word >> ticket % BITS & 1 == 1 and (found < 0 or game.ticket_points[ticket] > game.ticket_points[found]):
            found = ticket
    return found


@subroutine
def late_ticket(
    games: GameArray, states: StateArray, steps: Any, n: int, views: Any, sheets: Any, all_paths: Any, wanted: Any,
    scratch: Any,
) -> int:  # fmt: skip
    """The dearest ticket that a seat drew or kept at step n and never completed; NOTHING if there is none."""
    game, seat, end = games[0], steps[n].seat, steps.shape[0] - 1
    find_status(games, states, end, end, seat, views, sheets, all_paths, wanted, scratch)
    for w in range(WORDS):
        wanted[w] = states[n].tickets[seat, w] & ~states[n - 1].tickets[seat, w]
    offer = states[n].offer[seat]
    while offer != 0:
        put(wanted, (offer & TICKET_MASK) - 1)
        offer >>= TICKET_BITS
    for w in range(WORDS):
        wanted[w] &= states[end].tickets[seat, w] & ~all_paths[0].done[w]
    return dearest(game, wanted[0], wanted[1])
