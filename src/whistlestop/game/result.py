"""Result: a final score as people read it, line by line, with places and why the winner won.

A line is a number of points and a reason; the points of a seat's lines add up to its total. Reasons name cities,
tracks and tickets by their ids, as the map's files and the moves do.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game.game import Game
from whistlestop.game.reasons import Reason
from whistlestop.game.result_paths import longest_path, shortest_path
from whistlestop.game.score import SCORE_SHEET, SCRATCH, SHARED, score
from whistlestop.game.view import members


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
    """The final score of state i, as if the game ended there; the states don't change."""
    state = states[i : i + 1].copy()
    sheet = _score(game, state)
    alone = state.copy()
    alone["stations"] = 0
    done_alone = _score(game, alone).done  # the tickets that need no station
    seats = tuple(_seat_result(game, state[0], sheet, seat, members(done_alone[seat])) for seat in range(game.seats))
    winners = tuple(seat.seat for seat in seats if seat.place == 1)
    return Result(seats, winners, _why(game, state[0], sheet, winners))


def _score(game: Game, state: Any) -> Any:
    """The sheet of an array of one state."""
    sheets: Any = np.zeros(1, SCORE_SHEET)
    score(game.compiled, state, 0, 1, sheets, np.zeros(SCRATCH, np.int64))
    return sheets[0]


def _seat_result(game: Game, state: Any, sheet: Any, seat: int, alone: list[int]) -> SeatResult:
    """The result of one seat, given the tickets that it would complete without stations."""
    path: tuple[str, ...] = ()
    if game.rules.express or "longest" in game.rules.tie_breaks:
        path = _texts(game, longest_path(game, members(state.tracks[seat])))
    lines = tuple(_lines(game, state, sheet, seat, alone, path))
    return SeatResult(seat, int(sheet.total[seat]), int(sheet.place[seat]), lines, path)


def _lines(game: Game, state: Any, sheet: Any, seat: int, alone: list[int], longest: tuple[str, ...]) -> Iterator[Line]:
    """All lines of a seat."""
    tracks = members(state.tracks[seat])
    spaces = sum(game.board.tracks[track].length for track in tracks)
    yield _line(sheet.routes[seat], "routes", _texts(game, tracks), routes=len(tracks), spaces=spaces)
    yield from _ticket_lines(game, state, sheet, seat, alone)
    yield from _station_lines(game, state, sheet, seat)
    reached = {city for track in tracks for city in (game.board.tracks[track].a, game.board.tracks[track].b)}
    attractions = [game.board.cities[city].id for city in sorted(reached) if game.board.cities[city].attraction]
    if game.rules.attraction_value and attractions:
        cities = ", ".join(attractions)
        yield _line(sheet.attractions[seat], "attractions", attractions=len(attractions), cities=cities)
    if sheet.globetrotter[seat]:
        yield _line(sheet.globetrotter[seat], "globetrotter", completed=int(sheet.completed[seat]))
    if sheet.express[seat]:
        yield _line(sheet.express[seat], "express", longest, length=int(sheet.longest[seat]))


def _ticket_lines(game: Game, state: Any, sheet: Any, seat: int, alone: list[int]) -> Iterator[Line]:
    """The points of each ticket, with the tracks that complete it: its own, and borrowed ones if it needs them."""
    done = members(sheet.done[seat])
    own = members(state.tracks[seat])
    borrowed = [track for track in sheet.borrowed[seat].tolist() if track >= 0]
    for number in members(state.tickets[seat]):
        ticket = game.board.tickets[number]
        if number not in done:
            yield _line(-ticket.points, "ticket_not_completed", ticket=ticket.text)
            continue
        code = "ticket_completed" if number in alone else "ticket_completed_by_station"
        path = shortest_path(game, own if number in alone else own + borrowed, ticket.a, ticket.b)
        yield _line(ticket.points, code, _texts(game, path), ticket=ticket.text)


def _station_lines(game: Game, state: Any, sheet: Any, seat: int) -> Iterator[Line]:
    """The points for stations not built, and the route that each built one borrowed (E4, E5)."""
    built = members([state.stations[seat]])
    left = game.rules.stations - len(built)
    if left and game.rules.station_value:
        yield _line(sheet.stations[seat], "stations_not_built", stations=left, each=game.rules.station_value)
    for number, city in enumerate(built):
        track = int(sheet.borrowed[seat, number])
        where = game.board.cities[city].id
        if track < 0:
            yield _line(0, "station_idle", city=where)
        else:
            owner = next(other for other in range(game.seats) if track in members(state.tracks[other]))
            lent = game.board.tracks[track].text
            yield _line(0, "station_borrowed", (lent,), city=where, track=lent, owner=owner)


def _why(game: Game, state: Any, sheet: Any, winners: tuple[int, ...]) -> Reason:
    """What decided the first place (N7, E7, Y5)."""
    seat = winners[0]
    total = int(sheet.total[seat])
    decided = int(sheet.decided)
    if decided == SHARED:
        return Reason("win_shared", {"seats": ", ".join(str(winner) for winner in winners), "total": total})
    parameters: dict[str, str | int] = {"seat": seat, "total": total}
    if decided == 0:
        return Reason("won_by_points", parameters)
    tie_break = game.rules.tie_breaks[decided - 1]
    if tie_break == "tickets":
        parameters["completed"] = int(sheet.completed[seat])
    elif tie_break == "stations":
        parameters["stations"] = int(state.stations[seat]).bit_count()
    else:
        parameters["length"] = int(sheet.longest[seat])
    return Reason(f"won_by_{tie_break}", parameters)


def _line(points: int, code: str, tracks: tuple[str, ...] = (), **parameters: str | int) -> Line:
    return Line(int(points), Reason(code, parameters), tracks)


def _texts(game: Game, tracks: Iterable[int]) -> tuple[str, ...]:
    return tuple(game.board.tracks[track].text for track in tracks)
