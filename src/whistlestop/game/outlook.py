"""Outlook: what has become of a seat's tickets, and a path for each, from what the seat knows.

A ticket is done if it would count as completed if the play ended here; possible, if a path of own and open tracks, and
of as many borrowed ones as there are stations, needs no more cars than are left; else it is impossible. Each ticket is
looked at by itself, and where stations lend is not looked at closely, so that `possible` is no promise while
`impossible` is one.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game.kernel import bits, entry, lowest, subroutine
from whistlestop.game.limits import BITS, CITIES, SEATS, STATIONS, TICKETS, TRACKS, WORDS
from whistlestop.game.score import SHEET, clear_seat, joined, score_seat
from whistlestop.game.state import has, put, record_type
from whistlestop.game.view import SPECTATOR, View, members, offer_tickets

I = np.int64
FAR = 1 << 40
DONE = "done"
POSSIBLE = "possible"
IMPOSSIBLE = "impossible"
LOANS = 2 * STATIONS * CITIES
"""How many integers of scratch space borrowing needs."""

OUTLOOK = record_type(
    [
        ("done", I, WORDS),
        ("possible", I, WORDS),
        ("path", I, (TICKETS, WORDS)),  # tracks that join a ticket's cities
        ("price", I, TRACKS),  # cars that a track costs, FAR if the seat can't have it
        ("lent", I, TRACKS),  # 1: a station could lend it
        ("far", I, (STATIONS + 1, CITIES)),  # cars to a city, with so many tracks borrowed
        ("via", I, (STATIONS + 1, CITIES)),  # the last track on the way
    ]
)


@subroutine
def price_tracks(game: Any, seen: Any, seat: int, outlook: Any) -> None:
    """What each track costs the seat, and whether a station that stands or may still be built could lend it (E4)."""
    left = game.stations - bits(seen.stations[seat])
    for track in range(game.tracks):
        outlook.price[track] = FAR
        outlook.lent[track] = 0
        if has(seen.tracks[seat], track):
            outlook.price[track] = 0
        elif has(seen.open[seat], track) and game.length[track] <= seen.cars[seat]:
            outlook.price[track] = game.length[track]
        for other in range(SEATS):
            if other != seat and has(seen.tracks[other], track):
                ends = 1 << game.a[track] | 1 << game.b[track]
                if left > 0 or seen.stations[seat] & ends != 0:
                    outlook.lent[track] = 1


@subroutine
def spread(game: Any, outlook: Any, layer: int) -> None:
    """Find the cheapest ways on from all cities that are reached with so many tracks borrowed (Dijkstra)."""
    fringe = 0
    for city in range(game.cities):
        if outlook.far[layer, city] < FAR:
            fringe |= 1 << city
    while fringe != 0:
        here = lowest(fringe)
        rest = fringe
        while rest != 0:
            city = lowest(rest)
            rest &= rest - 1
            if outlook.far[layer, city] < outlook.far[layer, here]:
                here = city
        fringe &= ~(1 << here)
        for w in range(WORDS):
            leading = game.touching[here, w]
            while leading != 0:
                track = w * BITS + lowest(leading)
                leading &= leading - 1
                there = game.a[track] + game.b[track] - here
                cost = outlook.far[layer, here] + outlook.price[track]
                if cost < outlook.far[layer, there]:
                    outlook.far[layer, there] = cost
                    outlook.via[layer, there] = track
                    fringe |= 1 << there


@subroutine
def borrow_on(game: Any, outlook: Any, layer: int) -> None:
    """Reach cities by one more borrowed track."""
    for city in range(game.cities):
        outlook.far[layer, city] = FAR
    for track in range(game.tracks):
        if outlook.lent[track] == 1:
            for here in (game.a[track], game.b[track]):
                there = game.a[track] + game.b[track] - here
                if outlook.far[layer - 1, here] < outlook.far[layer, there]:
                    outlook.far[layer, there] = outlook.far[layer - 1, here]
                    outlook.via[layer, there] = track


@subroutine
def find_path(game: Any, seen: Any, seat: int, ticket: int, outlook: Any) -> bool:
    """Find the path of a ticket that needs the fewest cars, then the fewest loans; whether cars last for it."""
    for city in range(game.cities):
        outlook.far[0, city] = FAR
    source = game.ticket_a[ticket]
    target = game.ticket_b[ticket]
    outlook.far[0, source] = 0
    spread(game, outlook, 0)
    best = 0
    for layer in range(1, game.stations + 1):
        borrow_on(game, outlook, layer)
        spread(game, outlook, layer)
        if outlook.far[layer, target] < outlook.far[best, target]:
            best = layer
    if outlook.far[best, target] > seen.cars[seat]:
        return False
    city = target
    while city != source or best > 0:
        track = outlook.via[best, city]
        put(outlook.path[ticket], track)
        if outlook.price[track] == FAR:
            best -= 1
        city = game.a[track] + game.b[track] - city
    return True


@entry
def look(games: Any, views: Any, j: int, wanted: Any, sheets: Any, scratch: Any, outlooks: Any) -> None:
    """Fill the outlook of view j's viewer for a set of tickets, its own or offered ones."""
    game = games[0]
    seen = views[j]
    seat = seen.viewer
    outlook = outlooks[0]
    clear_seat(sheets[0], seat)
    score_seat(game, seen, seat, sheets[0], scratch)
    price_tracks(game, seen, seat, outlook)
    for w in range(WORDS):
        outlook.done[w] = sheets[0].done[seat, w]
        outlook.possible[w] = 0
        rest = wanted[w]
        while rest != 0:
            ticket = w * BITS + lowest(rest)
            rest &= rest - 1
            for word in range(WORDS):
                outlook.path[ticket, word] = 0
            if find_path(game, seen, seat, ticket, outlook):
                put(outlook.possible, ticket)
            if joined(game, seen.tracks[seat], game.ticket_a[ticket]) >> game.ticket_b[ticket] & 1 == 1:
                put(outlook.done, ticket)


@dataclass(frozen=True)
class Prospect:
    """What has become of a ticket, and the tracks of one good path; none where it is impossible."""

    ticket: int
    state: str
    path: tuple[int, ...]


def outlook(view: View) -> dict[int, Prospect]:
    """The prospects of the viewer's tickets, kept and offered; a spectator has none."""
    if view.viewer == SPECTATOR:
        return {}
    kept = members(view.views["tickets"][0, view.viewer].tolist())
    tickets = [*kept, *offer_tickets(view.views["offer"].item())]
    wanted = np.zeros(WORDS, I)
    for ticket in tickets:
        wanted[ticket // BITS] |= 1 << ticket % BITS
    found: Any = np.zeros(1, OUTLOOK)
    look(view.game.tables, view.views, 0, wanted, np.zeros(1, SHEET), np.zeros(LOANS, I), found)
    done, possible = (set(members(found[field][0].tolist())) for field in ("done", "possible"))
    return {
        ticket: Prospect(
            ticket,
            DONE if ticket in done else POSSIBLE if ticket in possible else IMPOSSIBLE,
            tuple(members(found["path"][0, ticket].tolist())),
        )
        for ticket in tickets
    }
