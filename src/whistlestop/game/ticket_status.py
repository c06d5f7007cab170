"""The status of a seat's tickets and a path for each, from what the seat knows.

A ticket is done if it would count as completed if the game ended now. It is possible if a path of own and open tracks,
and of at most as many borrowed ones as there are stations, needs no more cars than are left. Else it is impossible.
Each ticket is looked at by itself, and not every limit on borrowing is checked: a ticket called impossible is, but one
called possible may turn out not to be.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game.kernel import bits, entry, lowest, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec, IntArray, PathsRec, SheetArray, ViewArray, ViewRec
from whistlestop.game.limits import BITS, CITIES, SEATS, STATIONS, TICKETS, TRACKS, WORDS
from whistlestop.game.paths import FAR, NOWHERE, extend_paths
from whistlestop.game.score import SCORE_SHEET, clear_seat, joined, score_seat
from whistlestop.game.state import has, put, record_type
from whistlestop.game.view import SPECTATOR, View, members, offer_tickets

I = np.int64
DONE = "done"
POSSIBLE = "possible"
IMPOSSIBLE = "impossible"
LOANS = 2 * STATIONS * CITIES
"""How many integers of scratch space borrowing needs."""

TICKET_PATHS = record_type(
    [
        ("done", I, WORDS),
        ("possible", I, WORDS),
        ("path", I, (TICKETS, WORDS)),  # tracks that join a ticket's cities
        ("price", I, TRACKS),  # cars that a track costs, FAR if the seat can't have it
        ("lent", I, TRACKS),  # 1: a station could lend it
        ("far", I, (STATIONS + 1, CITIES)),  # cars to a city, by the number of tracks borrowed
        ("via", I, (STATIONS + 1, CITIES)),  # the last track on the way
    ]
)


@subroutine
def price_tracks(game: GameRec, seen: ViewRec, seat: int, paths: PathsRec) -> None:
    """What each track costs the seat, and whether a station, built or still to build, could lend it (E4)."""
    left = game.stations - bits(seen.stations[seat])
    for track in range(game.tracks):
        paths.price[track] = FAR
        paths.lent[track] = 0
        if has(seen.tracks[seat], track):
            paths.price[track] = 0
        elif has(seen.open[seat], track) and game.length[track] <= seen.cars[seat]:
            paths.price[track] = game.length[track]
        for other in range(SEATS):
            if other != seat and has(seen.tracks[other], track):
                ends = 1 << game.a[track] | 1 << game.b[track]
                if left > 0 or seen.stations[seat] & ends != 0:
                    paths.lent[track] = 1


@subroutine
def extend_layer(game: GameRec, paths: PathsRec, layer: int) -> None:
    """Find the cheapest ways on from all cities that are reached with this many tracks borrowed."""
    reached = 0
    for city in range(game.cities):
        if paths.far[layer, city] < FAR:
            reached |= 1 << city
    extend_paths(game, paths.price, paths.far[layer], paths.via[layer], reached, NOWHERE)


@subroutine
def borrow_on(game: GameRec, paths: PathsRec, layer: int) -> None:
    """Reach cities by one more borrowed track."""
    for city in range(game.cities):
        paths.far[layer, city] = FAR
    for track in range(game.tracks):
        if paths.lent[track] == 1:
            for here in (game.a[track], game.b[track]):
                there = game.a[track] + game.b[track] - here
                if paths.far[layer - 1, here] < paths.far[layer, there]:
                    paths.far[layer, there] = paths.far[layer - 1, here]
                    paths.via[layer, there] = track


@subroutine
def find_ticket_path(game: GameRec, seen: ViewRec, seat: int, ticket: int, paths: PathsRec) -> bool:
    """Find the path of a ticket that needs the fewest cars, then the fewest loans; whether the cars suffice."""
    for city in range(game.cities):
        paths.far[0, city] = FAR
    source = game.ticket_a[ticket]
    target = game.ticket_b[ticket]
    paths.far[0, source] = 0
    extend_layer(game, paths, 0)
    best = 0
    for layer in range(1, game.stations + 1):
        borrow_on(game, paths, layer)
        extend_layer(game, paths, layer)
        if paths.far[layer, target] < paths.far[best, target]:
            best = layer
    if paths.far[best, target] > seen.cars[seat]:
        return False
    city = target
    while city != source or best > 0:
        track = paths.via[best, city]
        put(paths.path[ticket], track)
        if paths.price[track] == FAR:
            best -= 1
        city = game.a[track] + game.b[track] - city
    return True


@entry
def find_ticket_paths(
    games: GameArray, views: ViewArray, j: int, wanted: Any, sheets: SheetArray, scratch: IntArray, all_paths: Any
) -> None:
    """Find paths for a set of tickets of view j's viewer, its own or offered ones."""
    game = games[0]
    seen = views[j]
    seat = seen.viewer
    paths = all_paths[0]
    clear_seat(sheets[0], seat)
    score_seat(game, seen, seat, sheets[0], scratch)
    price_tracks(game, seen, seat, paths)
    for w in range(WORDS):
        paths.done[w] = sheets[0].done[seat, w]
        paths.possible[w] = 0
        rest = wanted[w]
        while rest != 0:
            ticket = w * BITS + lowest(rest)
            rest &= rest - 1
            for word in range(WORDS):
                paths.path[ticket, word] = 0
            if find_ticket_path(game, seen, seat, ticket, paths):
                put(paths.possible, ticket)
            if joined(game, seen.tracks[seat], game.ticket_a[ticket]) >> game.ticket_b[ticket] & 1 == 1:
                put(paths.done, ticket)


@dataclass(frozen=True)
class TicketStatus:
    """Whether a ticket is done, possible or impossible, and the tracks of one good path; none if impossible."""

    ticket: int
    state: str
    path: tuple[int, ...]


def ticket_status(view: View) -> dict[int, TicketStatus]:
    """The status of the viewer's tickets, kept and offered; a spectator has none."""
    if view.viewer == SPECTATOR:
        return {}
    kept = members(view.views["tickets"][0, view.viewer].tolist())
    tickets = [*kept, *offer_tickets(view.views["offer"].item())]
    wanted = np.zeros(WORDS, I)
    for ticket in tickets:
        wanted[ticket // BITS] |= 1 << ticket % BITS
    found: Any = np.zeros(1, TICKET_PATHS)
    find_ticket_paths(view.game.compiled, view.views, 0, wanted, np.zeros(1, SCORE_SHEET), np.zeros(LOANS, I), found)
    done, possible = (set(members(found[field][0].tolist())) for field in ("done", "possible"))
    return {
        ticket: TicketStatus(
            ticket,
            DONE if ticket in done else POSSIBLE if ticket in possible else IMPOSSIBLE,
            tuple(members(found["path"][0, ticket].tolist())),
        )
        for ticket in tickets
    }
