"""Result: a final score as people read it, line by line, with places and why the winner won.

A line is a number of points and a reason; the points of a seat's lines add up to its total. Reasons name cities,
tracks and tickets by their ids, as the map's files and the moves do.

The kernel `result_lines` writes a row of six numbers for each line: the seat, the points, the number of the reason and
its three parameters (see `reason_numbers`), and a path for each row (see `result_paths`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game.game import Game
from whistlestop.game.kernel import bits, entry, lowest, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec, IntArray, SheetArray, SheetRec, StateArray, StateRec
from whistlestop.game.limits import (
    BY_LONGEST,
    BY_STATIONS,
    BY_TICKETS,
    SEATS,
    STATIONS,
    TICKETS,
    TIE_BREAKS,
    WORDS,
)
from whistlestop.game.reason_numbers import NO_REASON, NUMBERS, PARAMETERS, reason_of
from whistlestop.game.reasons import Reason
from whistlestop.game.result_paths import PATH, PATH_SCRATCH, PRICE, SET, write_longest, write_set, write_shortest
from whistlestop.game.score import SCORE_SHEET, SCRATCH, SHARED, complete_tickets, score_state, touched
from whistlestop.game.state import has, put, size
from whistlestop.game.why import owner_of

I = np.int64
ROW = 3 + PARAMETERS
"""How many numbers a row has."""
ROWS = 12 * SEATS + TICKETS + 1
"""How many rows a result has at most: a dozen for each seat, one for each ticket, and why the winner won."""
RESULT_SCRATCH = max(SCRATCH, PATH_SCRATCH)
"""How many integers of scratch space a result needs."""

ROUTES = NUMBERS["routes"]
TICKET_COMPLETED = NUMBERS["ticket_completed"]
TICKET_COMPLETED_BY_STATION = NUMBERS["ticket_completed_by_station"]
TICKET_NOT_COMPLETED = NUMBERS["ticket_not_completed"]
STATIONS_NOT_BUILT = NUMBERS["stations_not_built"]
STATION_BORROWED = NUMBERS["station_borrowed"]
STATION_IDLE = NUMBERS["station_idle"]
ATTRACTIONS = NUMBERS["attractions"]
GLOBETROTTER = NUMBERS["globetrotter"]
EXPRESS = NUMBERS["express"]
WON_BY_POINTS = NUMBERS["won_by_points"]
"""The numbers of the tie-breaks follow."""
WIN_SHARED = NUMBERS["win_shared"]


@dataclass(frozen=True)
class Line:
    """A line of a score; its points may be 0 or negative."""

    points: int
    reason: Reason
    tracks: tuple[str, ...] = ()
    """The tracks that the points are for: all of the seat's for `routes`, the route borrowed for `station_borrowed`;
    for a completed ticket and the Express those of the path, in order from the ticket's first city or from one end."""

    def as_dict(self) -> dict[str, Any]:
        """The line as JSON-serialisable types."""
        return {"points": self.points, **self.reason.as_dict(), "tracks": list(self.tracks)}


@dataclass(frozen=True)
class SeatResult:
    """What one seat scored: the points of its lines add up to the total."""

    seat: int
    total: int
    place: int
    """From 1; seats that share a place have the same."""
    lines: tuple[Line, ...]
    """Routes, tickets, stations, attractions, Globetrotter, Express, in this order."""
    longest_path: tuple[str, ...] = ()
    """The tracks of the longest continuous path, in order; empty where the rules don't ask for it (E6, N7)."""

    def as_dict(self) -> dict[str, Any]:
        """The seat as JSON-serialisable types."""
        return {
            "seat": self.seat,
            "total": self.total,
            "place": self.place,
            "lines": [line.as_dict() for line in self.lines],
            "longest_path": list(self.longest_path),
        }


@dataclass(frozen=True)
class Result:
    """A final score: all seats in their order, who won, and why."""

    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]
    """The seats in first place; several if the win is shared."""
    reason: Reason

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON-serialisable types."""
        return {
            "seats": [seat.as_dict() for seat in self.seats],
            "winners": list(self.winners),
            "reason": self.reason.as_dict(),
        }


def result(game: Game, states: Any, i: int) -> Result:
    """The final score of state i, as if the game ended there."""
    sheets: Any = np.zeros(2, SCORE_SHEET)
    rows, paths = np.zeros((ROWS, ROW), I), np.zeros((ROWS, PATH), I)
    count = result_lines(game.compiled, states[i : i + 1].copy(), 0, sheets, np.zeros(RESULT_SCRATCH, I), rows, paths)
    lines: list[list[Line]] = [[] for _ in range(game.seats)]
    longest: list[tuple[str, ...]] = []
    *scored, won = rows[:count].tolist()
    for n, (seat, points, number, *parameters) in enumerate(scored):
        tracks = tuple(game.board.tracks[track].text for track in paths[n, 1 : 1 + paths[n, 0]].tolist())
        if number == NO_REASON:
            longest.append(tracks)
        else:
            lines[seat].append(Line(points, reason_of(game, number, parameters), tracks))
    totals, places = sheets["total"][0].tolist(), sheets["place"][0].tolist()
    seats = tuple(
        SeatResult(seat, totals[seat], places[seat], tuple(lines[seat]), longest[seat]) for seat in range(game.seats)
    )
    winners = tuple(seat for seat in range(game.seats) if places[seat] == 1)
    return Result(seats, winners, reason_of(game, won[2], won[3:]))


@entry
def result_lines(
    games: GameArray, states: StateArray, i: int, sheets: SheetArray, scratch: IntArray, rows: Any, paths: Any
) -> int:
    """Fill sheet 0 for state i as if the game ended there, and write its lines; return how many rows there are.

    The seats follow one another. The first row of each has NO_REASON and its longest path, the others are its lines.
    The last row has the seat -1 and says why the winner won.
    """
    game, state = games[0], states[i]
    score_state(game, state, sheets[0], scratch)
    n = 0
    for seat in range(game.seats):
        complete_tickets(game, state, seat, sheets[1])
        longest = n
        n = add_longest(game, state, seat, scratch, rows, paths, n)
        n = add_routes(game, state, sheets[0], seat, rows, paths, n)
        n = add_tickets(game, state, sheets[0], sheets[1], seat, scratch, rows, paths, n)
        n = add_stations(game, state, sheets[0], seat, rows, paths, n)
        n = add_bonuses(game, state, sheets[0], seat, rows, paths, n, longest)
    return add_why_won(game, state, sheets[0], rows, paths, n)


@subroutine
def add_row(rows: Any, paths: Any, n: int, seat: int, points: int, number: int, one: int, two: int, three: int) -> int:
    """Write row n, without a path; return the number of the next."""
    rows[n, 0] = seat
    rows[n, 1] = points
    rows[n, 2] = number
    rows[n, 3] = one
    rows[n, 4] = two
    rows[n, 5] = three
    paths[n, 0] = 0
    return n + 1


@subroutine
def add_longest(game: GameRec, state: StateRec, seat: int, scratch: IntArray, rows: Any, paths: Any, n: int) -> int:
    """The seat's longest path, where the rules ask for it (E6, N7)."""
    is_asked = game.express > 0
    for tie_break in range(TIE_BREAKS):
        if game.tie_breaks[tie_break] == BY_LONGEST:
            is_asked = True
    add_row(rows, paths, n, seat, 0, NO_REASON, 0, 0, 0)
    if is_asked:
        write_longest(game, state.tracks[seat], scratch, paths[n])
    return n + 1


@subroutine
def add_routes(game: GameRec, state: StateRec, sheet: SheetRec, seat: int, rows: Any, paths: Any, n: int) -> int:
    """The points for all tracks of the seat."""
    spaces = 0
    for track in range(game.tracks):
        if has(state.tracks[seat], track):
            spaces += game.length[track]
    add_row(rows, paths, n, seat, sheet.routes[seat], ROUTES, size(state.tracks[seat]), spaces, 0)
    write_set(state.tracks[seat], paths[n])
    return n + 1


@subroutine
def add_tickets(
    game: GameRec,
    state: StateRec,
    sheet: SheetRec,
    alone: SheetRec,
    seat: int,
    scratch: IntArray,
    rows: Any,
    paths: Any,
    n: int,
) -> int:
    """The points of each ticket, with the tracks that complete it: its own, and borrowed ones if it needs them.

    `alone` holds the tickets that the seat completes without stations.
    """
    for ticket in range(game.tickets):
        if not has(state.tickets[seat], ticket):
            continue
        points = game.ticket_points[ticket]
        if not has(sheet.done[seat], ticket):
            n = add_row(rows, paths, n, seat, -points, TICKET_NOT_COMPLETED, ticket, 0, 0)
            continue
        usable = scratch[SET:PRICE]
        for w in range(WORDS):
            usable[w] = state.tracks[seat, w]
        number = TICKET_COMPLETED
        if not has(alone.done[seat], ticket):
            number = TICKET_COMPLETED_BY_STATION
            for station in range(STATIONS):
                if sheet.borrowed[seat, station] >= 0:
                    put(usable, sheet.borrowed[seat, station])
        add_row(rows, paths, n, seat, points, number, ticket, 0, 0)
        write_shortest(game, game.ticket_a[ticket], game.ticket_b[ticket], scratch, paths[n])
        n += 1
    return n


@subroutine
def add_stations(game: GameRec, state: StateRec, sheet: SheetRec, seat: int, rows: Any, paths: Any, n: int) -> int:
    """The points for stations not built, and the route that each built one borrowed (E4, E5)."""
    built = state.stations[seat]
    left = game.stations - bits(built)
    if left > 0 and game.station_value != 0:
        n = add_row(rows, paths, n, seat, sheet.stations[seat], STATIONS_NOT_BUILT, left, game.station_value, 0)
    station = 0
    while built != 0:
        city = lowest(built)
        built &= built - 1
        track = sheet.borrowed[seat, station]
        station += 1
        if track < 0:
            n = add_row(rows, paths, n, seat, 0, STATION_IDLE, city, 0, 0)
        else:
            add_row(rows, paths, n, seat, 0, STATION_BORROWED, city, track, owner_of(game, state, track))
            paths[n, 0] = 1
            paths[n, 1] = track
            n += 1
    return n


@subroutine
def add_bonuses(
    game: GameRec, state: StateRec, sheet: SheetRec, seat: int, rows: Any, paths: Any, n: int, longest: int
) -> int:
    """Attractions, Globetrotter and Express; row `longest` has the seat's longest path."""
    reached = touched(game, state.tracks[seat]) & game.attractions
    if reached != 0 and game.attraction_value != 0:
        n = add_row(rows, paths, n, seat, sheet.attractions[seat], ATTRACTIONS, bits(reached), reached, 0)
    if sheet.globetrotter[seat] != 0:
        n = add_row(rows, paths, n, seat, sheet.globetrotter[seat], GLOBETROTTER, sheet.completed[seat], 0, 0)
    if sheet.express[seat] != 0:
        n = add_row(rows, paths, n, seat, sheet.express[seat], EXPRESS, sheet.longest[seat], 0, 0)
        for place in range(paths[longest, 0] + 1):
            paths[n - 1, place] = paths[longest, place]
    return n


@subroutine
def add_why_won(game: GameRec, state: StateRec, sheet: SheetRec, rows: Any, paths: Any, n: int) -> int:
    """What decided the first place (N7, E7, Y5)."""
    winners = 0
    for seat in range(game.seats):
        if sheet.place[seat] == 1:
            winners |= 1 << seat
    winner = lowest(winners)
    total = sheet.total[winner]
    if sheet.decided == SHARED:
        return add_row(rows, paths, n, -1, 0, WIN_SHARED, winners, total, 0)
    if sheet.decided == 0:
        return add_row(rows, paths, n, -1, 0, WON_BY_POINTS, winner, total, 0)
    tie_break = game.tie_breaks[sheet.decided - 1]
    by = sheet.longest[winner]
    if tie_break == BY_TICKETS:
        by = sheet.completed[winner]
    elif tie_break == BY_STATIONS:
        by = bits(state.stations[winner])
    return add_row(rows, paths, n, -1, 0, WON_BY_POINTS + tie_break, winner, total, by)
