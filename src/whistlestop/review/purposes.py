"""What a move is good for, from what a seat knows: the reason in words that goes with a hint."""

from typing import Any

from whistlestop.game.catalogue import BUILD, CLAIM, DRAW, DRAW_TICKETS, GIVE_UP, KEEP, TAKE
from whistlestop.game.kernel import entry, lowest, subroutine
from whistlestop.game.kernel_types import Bits, GameArray, GameRec, IntArray, SheetArray, ViewArray, ViewRec
from whistlestop.game.limits import BITS, LOCOMOTIVE, PAYMENTS, WORDS
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK
from whistlestop.game.state import has, put
from whistlestop.game.ticket_status import find_ticket_paths
from whistlestop.review.records import NOTHING, PURPOSES

NUMBERS = {code: number for number, code in enumerate(PURPOSES)}
DONE = NUMBERS["done"]
TICKET = NUMBERS["ticket"]
POINTS = NUMBERS["points"]
COLOUR = NUMBERS["colour"]
LOCOMOTIVES = NUMBERS["locomotive"]
CARD = NUMBERS["draw"]
TICKETS_LEFT = NUMBERS["tickets"]
CARDS_KEPT = NUMBERS["give_up"]
STATION = NUMBERS["station"]


@entry
def find_purpose(
    games: GameArray, views: ViewArray, move: int, wanted: Any, sheets: SheetArray, scratch: IntArray, all_paths: Any,
    out: IntArray,
) -> None:  # fmt: skip
    """Write to `out` the number of what a move is good for to the viewer of view 0, and its parameter.

    The number is NOTHING if that is unknown.
    """
    game, seen = games[0], views[0]
    list_tickets(seen, wanted)
    find_ticket_paths(games, views, 0, wanted, sheets, scratch, all_paths)
    paths = all_paths[0]
    for w in range(WORDS):  # what is done needs nothing
        wanted[w] &= paths.possible[w] & ~paths.done[w]
    out[0] = out[1] = NOTHING
    kind, what = game.kind[move], game.what[move]
    if kind == CLAIM:
        judge_claim(game, seen, what, wanted, paths, out)
    elif kind == TAKE and what == LOCOMOTIVE:
        out[0] = LOCOMOTIVES
    elif kind == TAKE:
        judge_colour(game, seen, what, wanted, paths, out)
    elif kind == KEEP:
        out[0], out[1] = POINTS, points_kept(game, seen.offer, what)
    elif kind == BUILD:
        judge_station(game, seen, what, wanted, paths, out)
    elif kind == DRAW:
        out[0] = CARD
    elif kind == DRAW_TICKETS:
        out[0] = TICKETS_LEFT
    elif kind == GIVE_UP:
        out[0] = CARDS_KEPT


@subroutine
def list_tickets(seen: ViewRec, wanted: Bits) -> None:
    """The set of the viewer's tickets, kept and offered."""
    for w in range(WORDS):
        wanted[w] = seen.tickets[seen.viewer, w]
    offer = seen.offer
    while offer != 0:
        put(wanted, (offer & TICKET_MASK) - 1)
        offer >>= TICKET_BITS


@subroutine
def judge_claim(game: GameRec, seen: ViewRec, track: int, wanted: Bits, paths: Any, out: IntArray) -> None:
    """A claim completes a ticket, or is on the path of one; the dearest counts. Else it is worth its points."""
    out[0], out[1] = POINTS, game.points[game.length[track]]
    most = NOTHING
    for w in range(WORDS):
        rest = wanted[w]
        while rest != 0:
            ticket = w * BITS + lowest(rest)
            rest &= rest - 1
            if is_on_path(game, paths.path[ticket], track):
                completes = is_last_track(game, seen, paths.path[ticket], track)
                points = game.ticket_points[ticket] + (1000 if completes else 0)
                if points > most:
                    most = points
                    out[0], out[1] = DONE if completes else TICKET, ticket


@subroutine
def is_on_path(game: GameRec, path: Bits, track: int) -> bool:
    """Whether a track, or the one beside it, is on a path."""
    return has(path, track) or (game.twin[track] != NOTHING and has(path, game.twin[track]))


@subroutine
def is_last_track(game: GameRec, seen: ViewRec, path: Bits, track: int) -> bool:
    """Whether the viewer has all tracks of a path but this one, or the one beside it."""
    for other in range(game.tracks):
        is_missing = has(path, other) and not has(seen.tracks[seen.viewer], other)
        if is_missing and other not in (track, game.twin[track]):
            return False
    return True


@subroutine
def owner_of(game: GameRec, seen: ViewRec, track: int) -> int:
    """The seat that has claimed a track, or NOTHING."""
    for seat in range(game.seats):
        if has(seen.tracks[seat], track):
            return seat
    return NOTHING


@subroutine
def judge_colour(game: GameRec, seen: ViewRec, card: int, wanted: Bits, paths: Any, out: IntArray) -> None:
    """A card has the colour of a track that a ticket needs."""
    for w in range(WORDS):
        rest = wanted[w]
        while rest != 0:
            ticket = w * BITS + lowest(rest)
            rest &= rest - 1
            for track in range(game.tracks):
                is_wanted = is_on_path(game, paths.path[ticket], track) and owner_of(game, seen, track) == NOTHING
                if out[0] == NOTHING and is_wanted and is_of_colour(game, track, card):
                    out[0], out[1] = COLOUR, track


@subroutine
def is_of_colour(game: GameRec, track: int, colour: int) -> bool:
    """Whether a track can be paid with cards of a colour and with those of no other."""
    found = False
    for payment in range(PAYMENTS):
        if game.pay_coloured[payment] > 0 and has(game.pay_tracks[payment], track):
            if game.pay_colour[payment] != colour:
                return False
            found = True
    return found


@subroutine
def points_kept(game: GameRec, offer: int, places: int) -> int:
    """The points of the tickets in some places of an offer."""
    points, place = 0, 0
    while offer != 0:
        if places >> place & 1 == 1:
            points += game.ticket_points[(offer & TICKET_MASK) - 1]
        offer >>= TICKET_BITS
        place += 1
    return points


@subroutine
def judge_station(game: GameRec, seen: ViewRec, city: int, wanted: Bits, paths: Any, out: IntArray) -> None:
    """A station borrows a route that a ticket needs."""
    for w in range(WORDS):
        rest = wanted[w]
        while rest != 0:
            ticket = w * BITS + lowest(rest)
            rest &= rest - 1
            for track in range(game.tracks):
                owner = owner_of(game, seen, track)
                is_near = game.a[track] == city or game.b[track] == city
                is_borrowed = owner not in (NOTHING, seen.viewer) and has(paths.path[ticket], track)
                if out[0] == NOTHING and is_near and is_borrowed:
                    out[0], out[1] = STATION, ticket
