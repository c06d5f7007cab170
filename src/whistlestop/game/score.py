"""Scoring: routes, tickets, borrowed routes, longest path, bonuses, places and why (C16, E4 to E7, N6, N7, Y3 to Y5).

A SCORE_SHEET holds every number of a final score; `result` turns it into lines with reasons.
"""

import numpy as np

from whistlestop.game.kernel import bits, entry, lowest, subroutine
from whistlestop.game.kernel_types import Bits, GameArray, GameRec, IntArray, SheetArray, SheetRec, StateArray, StateRec
from whistlestop.game.limits import (
    BITS,
    BY_EXPRESS,
    BY_LONGEST,
    BY_STATIONS,
    BY_TICKETS,
    CITIES,
    SEATS,
    STATIONS,
    TIE_BREAKS,
    WORDS,
)
from whistlestop.game.longest.network import STACK
from whistlestop.game.longest.path import longest
from whistlestop.game.state import has, put, record_type, size

I = np.int64

SCORE_SHEET = record_type(
    [
        ("routes", I, SEATS),  # points for tracks
        ("done", I, (SEATS, WORDS)),  # tickets completed
        ("completed", I, SEATS),  # how many
        ("tickets", I, SEATS),  # points for tickets, lost ones subtracted
        ("borrowed", I, (SEATS, STATIONS)),  # the track that each station lends, in the order of cities; -1: none
        ("stations", I, SEATS),  # points for stations not built
        ("longest", I, SEATS),  # spaces of the longest path, -1 where nothing asks for it
        ("express", I, SEATS),  # points for it
        ("globetrotter", I, SEATS),
        ("attractions", I, SEATS),  # points for attractions
        ("total", I, SEATS),
        ("place", I, SEATS),  # from 1; equal places are shared
        ("decided", I),  # 0: the first place by points, n: by tie-break n, SHARED: not at all
    ]
)
SHARED = -1
SCRATCH = max(STACK, 2 * STATIONS * CITIES)
"""How many integers of scratch space scoring needs."""


@subroutine
def joined(game: GameRec, tracks: Bits, city: int) -> int:
    """The cities that a set of tracks joins to a city, itself included, as a set."""
    reached = 1 << city
    fresh = reached
    while fresh != 0:
        here = lowest(fresh)
        fresh &= fresh - 1
        for w in range(WORDS):
            leading = tracks[w] & game.touching[here, w]
            while leading != 0:
                track = w * BITS + lowest(leading)
                leading &= leading - 1
                there = 1 << (game.a[track] + game.b[track] - here)
                if reached & there == 0:
                    reached |= there
                    fresh |= there
    return reached


@subroutine
def complete_tickets(game: GameRec, state: StateRec, seat: int, sheet: SheetRec) -> None:
    """Find the tickets that the seat's own tracks complete (C16)."""
    for w in range(WORDS):
        sheet.done[seat, w] = 0
    for w in range(WORDS):
        rest = state.tickets[seat, w]
        while rest != 0:
            cities = joined(game, state.tracks[seat], game.ticket_a[w * BITS + lowest(rest)])
            same = rest
            while same != 0:
                ticket = w * BITS + lowest(same)
                same &= same - 1
                if cities >> game.ticket_a[ticket] & 1 == 1:
                    rest &= ~(1 << (ticket - w * BITS))
                    if cities >> game.ticket_b[ticket] & 1 == 1:
                        put(sheet.done[seat], ticket)


@subroutine
def list_loans(game: GameRec, state: StateRec, seat: int, city: int, first: int, scratch: IntArray) -> int:
    """List what a station in a city could borrow: pairs of a track and the cities that it would join.

    Of the tracks that join the same cities only the lowest is listed. Returns where the list ends.
    """
    own = joined(game, state.tracks[seat], city)
    end = first
    for w in range(WORDS):
        leading = 0
        for other in range(game.seats):
            if other != seat:
                leading |= state.tracks[other, w] & game.touching[city, w]
        while leading != 0:
            track = w * BITS + lowest(leading)
            leading &= leading - 1
            there = game.a[track] + game.b[track] - city
            if own >> there & 1 == 1:
                continue
            added = joined(game, state.tracks[seat], there) | own
            listed = False
            for n in range(first, end, 2):
                if scratch[n + 1] == added:
                    listed = True
            if not listed:
                scratch[end] = track
                scratch[end + 1] = added
                end += 2
    return end


@subroutine
def gain(game: GameRec, state: StateRec, seat: int, sheet: SheetRec, one: int, two: int, three: int, note: bool) -> int:
    """What three sets of joined cities add to the seat's tickets: points times 1,000 plus the number of tickets.

    With `note` the tickets that they complete are added to `done`.
    """
    if one & two != 0:
        one |= two
        two = 0
    if two & three != 0:
        two |= three
        three = 0
    if one & three != 0:
        one |= three
        three = 0
    if one & two != 0:
        one |= two
        two = 0
    value = 0
    for w in range(WORDS):
        rest = state.tickets[seat, w] & ~sheet.done[seat, w]
        while rest != 0:
            ticket = w * BITS + lowest(rest)
            rest &= rest - 1
            ends = 1 << game.ticket_a[ticket] | 1 << game.ticket_b[ticket]
            if one & ends == ends or two & ends == ends or three & ends == ends:
                value += game.ticket_points[ticket] * 1000 + 1
                if note:
                    put(sheet.done[seat], ticket)
    return value


@subroutine
def borrow(game: GameRec, state: StateRec, seat: int, sheet: SheetRec, scratch: IntArray) -> None:
    """Choose a route for each station: the most points, then the most tickets (E4); none where it adds nothing."""
    for n in range(STATIONS):
        sheet.borrowed[seat, n] = -1
    if size(state.tickets[seat]) == size(sheet.done[seat]):
        return
    end_one = end_two = end_three = 0
    cities = state.stations[seat]
    if cities != 0:
        end_one = end_two = end_three = list_loans(game, state, seat, lowest(cities), 0, scratch)
        cities &= cities - 1
    if cities != 0:
        end_two = end_three = list_loans(game, state, seat, lowest(cities), end_one, scratch)
        cities &= cities - 1
    if cities != 0:
        end_three = list_loans(game, state, seat, lowest(cities), end_two, scratch)
    if end_three == 0:
        return
    best = 0
    best_a = best_b = best_c = 0
    for one in range(-2, end_one, 2):
        a = scratch[one + 1] if one >= 0 else 0
        for two in range(end_one - 2, end_two, 2):
            b = scratch[two + 1] if two >= end_one else 0
            for three in range(end_two - 2, end_three, 2):
                c = scratch[three + 1] if three >= end_two else 0
                value = gain(game, state, seat, sheet, a, b, c, False)
                if value > best:
                    best = value
                    sheet.borrowed[seat, 0] = scratch[one] if one >= 0 else -1
                    sheet.borrowed[seat, 1] = scratch[two] if two >= end_one else -1
                    sheet.borrowed[seat, 2] = scratch[three] if three >= end_two else -1
                    best_a, best_b, best_c = a, b, c
    gain(game, state, seat, sheet, best_a, best_b, best_c, True)


@subroutine
def route_points(game: GameRec, tracks: Bits) -> int:
    """The points for a set of tracks (Y3: shown during the game as a help)."""
    points = 0
    for w in range(WORDS):
        rest = tracks[w]
        while rest != 0:
            points += game.points[game.length[w * BITS + lowest(rest)]]
            rest &= rest - 1
    return points


@subroutine
def touched(game: GameRec, tracks: Bits) -> int:
    """The cities that a set of tracks leads to, as a set (Y4)."""
    cities = 0
    for w in range(WORDS):
        rest = tracks[w]
        while rest != 0:
            track = w * BITS + lowest(rest)
            rest &= rest - 1
            cities |= 1 << game.a[track] | 1 << game.b[track]
    return cities


@subroutine
def score_seat(game: GameRec, state: StateRec, seat: int, sheet: SheetRec, scratch: IntArray) -> None:
    """Everything that a seat scores independently of the others."""
    sheet.routes[seat] = route_points(game, state.tracks[seat])
    sheet.attractions[seat] = game.attraction_value * bits(touched(game, state.tracks[seat]) & game.attractions)
    sheet.stations[seat] = game.station_value * (game.stations - bits(state.stations[seat]))
    complete_tickets(game, state, seat, sheet)
    borrow(game, state, seat, sheet, scratch)
    sheet.completed[seat] = size(sheet.done[seat])
    points = 0
    for w in range(WORDS):
        tickets = state.tickets[seat, w]
        while tickets != 0:
            ticket = w * BITS + lowest(tickets)
            tickets &= tickets - 1
            value = game.ticket_points[ticket]
            points += value if has(sheet.done[seat], ticket) else -value
    sheet.tickets[seat] = points


@subroutine
def award(game: GameRec, sheet: SheetRec) -> None:
    """Globetrotter, and the totals without the longest path (N6)."""
    most = 1
    for seat in range(game.seats):
        most = max(most, sheet.completed[seat])
    for seat in range(game.seats):
        sheet.globetrotter[seat] = game.globetrotter if sheet.completed[seat] == most else 0
        own = sheet.routes[seat] + sheet.tickets[seat] + sheet.stations[seat] + sheet.attractions[seat]
        sheet.total[seat] = own + sheet.globetrotter[seat]


@subroutine
def award_longest(game: GameRec, sheet: SheetRec) -> None:
    """The longest path, where it is known (E6)."""
    farthest = 1
    for seat in range(game.seats):
        farthest = max(farthest, sheet.longest[seat])
    for seat in range(game.seats):
        if sheet.longest[seat] == farthest:
            sheet.express[seat] = game.express
            sheet.total[seat] += game.express


@subroutine
def wants_longest(game: GameRec, sheet: SheetRec) -> bool:
    """Whether the longest path scores or may have to break a tie; it is costly to find, so only then."""
    if game.express > 0:
        return True
    breaks_ties = False
    for n in range(TIE_BREAKS):
        if game.tie_breaks[n] == BY_LONGEST:
            breaks_ties = True
    for seat in range(game.seats):
        for other in range(seat):
            if breaks_ties and sheet.total[seat] == sheet.total[other]:
                return True
    return False


@subroutine
def measure(game: GameRec, state: StateRec, seat: int, tie_break: int, sheet: SheetRec) -> int:
    """What a tie-break compares; more is better."""
    if tie_break == BY_TICKETS:
        return sheet.completed[seat]
    if tie_break == BY_STATIONS:
        return -bits(state.stations[seat])
    if tie_break == BY_EXPRESS:
        return sheet.express[seat]
    return sheet.longest[seat] if tie_break == BY_LONGEST else 0


@subroutine
def compare(game: GameRec, state: StateRec, one: int, two: int, sheet: SheetRec) -> int:
    """Which of two seats is ahead, and by what: 0 if neither, else 1 + n where tie-break n decides (0: points).

    Negative if the second is ahead.
    """
    ahead = sheet.total[one] - sheet.total[two]
    if ahead != 0:
        return 1 if ahead > 0 else -1
    for n in range(TIE_BREAKS):
        tie_break = game.tie_breaks[n]
        ahead = measure(game, state, one, tie_break, sheet) - measure(game, state, two, tie_break, sheet)
        if ahead != 0:
            return n + 2 if ahead > 0 else -n - 2
    return 0


@subroutine
def rank(game: GameRec, state: StateRec, sheet: SheetRec) -> None:
    """The places, and what decided the first (N7, E7, Y5)."""
    winners = 0
    sheet.decided = 0
    for seat in range(game.seats):
        place = 1
        closest = 0
        for other in range(game.seats):
            if other != seat:
                verdict = compare(game, state, seat, other, sheet)
                closest = max(closest, verdict - 1)
                if verdict < 0:
                    place += 1
        sheet.place[seat] = place
        if place == 1:
            winners += 1
            sheet.decided = closest
    if winners > 1:
        sheet.decided = SHARED


@subroutine
def clear_seat(sheet: SheetRec, seat: int) -> None:
    """A seat that has scored nothing."""
    sheet.routes[seat] = sheet.completed[seat] = sheet.tickets[seat] = sheet.stations[seat] = 0
    sheet.express[seat] = sheet.globetrotter[seat] = sheet.attractions[seat] = sheet.total[seat] = 0
    sheet.place[seat] = 0
    sheet.longest[seat] = -1
    for w in range(WORDS):
        sheet.done[seat, w] = 0
    for n in range(STATIONS):
        sheet.borrowed[seat, n] = -1


@subroutine
def score_seats(game: GameRec, state: StateRec, sheet: SheetRec, scratch: IntArray) -> None:
    """Fill the sheet without longest path and places; seats beyond the number of players score nothing."""
    for seat in range(SEATS):
        clear_seat(sheet, seat)
    for seat in range(game.seats):
        score_seat(game, state, seat, sheet, scratch)
    award(game, sheet)


@subroutine
def score_state(game: GameRec, state: StateRec, sheet: SheetRec, scratch: IntArray) -> None:
    """Fill the sheet for a state as if the game ended there."""
    score_seats(game, state, sheet, scratch)
    if wants_longest(game, sheet):
        for seat in range(game.seats):
            sheet.longest[seat] = longest(game, state.tracks[seat], scratch)
        award_longest(game, sheet)
    rank(game, state, sheet)


@entry
def score(games: GameArray, states: StateArray, first: int, end: int, sheets: SheetArray, scratch: IntArray) -> None:
    """Fill the sheets from `first` to before `end` for the same states, as if the games ended there."""
    for i in range(first, end):
        score_state(games[0], states[i], sheets[i], scratch)
