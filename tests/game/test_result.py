"""The final score as people read it: the lines, what they add up to, and why the winner won."""

import json
import random
from collections.abc import Sequence
from string import Formatter
from typing import Any

import numpy as np
import pytest
from positions import game_of

from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.limits import BITS
from whistlestop.game.reasons import SCORES, Reason
from whistlestop.game.result import Line, Result, SeatResult, result
from whistlestop.game.result_paths import shortest_path
from whistlestop.game.score import SCORE_SHEET, SCRATCH, SHARED, score
from whistlestop.game.state import STATE

ROUNDS = 20 if TARGET == "none" else 100
TABLES = [("nordic", 2), ("nordic", 3), ("europe", 2), ("europe", 5), ("new_york", 2), ("new_york", 4)]
By = dict[int, str]


def states_of(game: Game, tracks: By | None = None, tickets: By | None = None, stations: By | None = None) -> Any:
    """Two states, the second with tracks, tickets and stations of seats, written as texts."""
    states: Any = np.zeros(2, STATE).view(np.recarray)
    for what, things, texts in (("tracks", game.board.tracks, tracks), ("tickets", game.board.tickets, tickets)):
        numbers = {thing.text: n for n, thing in enumerate(things)}
        for seat, line in (texts or {}).items():
            for text in line.split():
                states[1][what][seat, numbers[text] // BITS] |= 1 << numbers[text] % BITS
    cities = {city.id: n for n, city in enumerate(game.board.cities)}
    for seat, line in (stations or {}).items():
        states[1].stations[seat] = sum(1 << cities[text] for text in line.split())
    return states


def result_of(
    name: str, seats: int, tracks: By | None = None, tickets: By | None = None, stations: By | None = None
) -> Result:
    game = game_of(name, seats)
    return result(game, states_of(game, tracks, tickets, stations), 1)


def read(seat: SeatResult) -> list[tuple[int, str]]:
    """Points and English of each line."""
    return [(line.points, str(line.reason)) for line in seat.lines]


def random_states(game: Game, rng: random.Random) -> Any:
    """A board on which tracks, tickets and cities fall to seats at random, more or fewer of them."""

    def share(texts: list[str], most: int) -> By:
        held = rng.sample(texts, min(len(texts), rng.randint(0, most * game.seats)))
        return {seat: " ".join(held[seat :: game.seats]) for seat in range(game.seats)}

    tracks = [track.text for track in game.board.tracks]
    tickets = [ticket.text for ticket in game.board.tickets]
    cities = [city.id for city in game.board.cities]
    return states_of(game, share(tracks, rng.choice((1, 4, 30))), share(tickets, 5), share(cities, game.rules.stations))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_lines_add_up(name: str, seats: int) -> None:
    """C16, E5, E6, N6, Y4: the points of a seat's lines are its total, and all is as on the sheet."""
    game = game_of(name, seats)
    for seed in range(ROUNDS):
        states = random_states(game, random.Random(seed))
        before = states.tobytes()
        found = result(game, states, 1)
        assert states.tobytes() == before
        sheets: Any = np.zeros(2, SCORE_SHEET).view(np.recarray)
        score(game.compiled, states, 1, 2, sheets, np.zeros(SCRATCH, np.int64))
        sheet = sheets[1]
        assert [seat.seat for seat in found.seats] == list(range(seats))
        for seat in found.seats:
            assert sum(line.points for line in seat.lines) == seat.total == sheet.total[seat.seat]
            assert seat.place == sheet.place[seat.seat]
            completed = [line for line in seat.lines if line.reason.code.startswith("ticket_completed")]
            assert len(completed) == sheet.completed[seat.seat]
        assert found.winners == tuple(seat.seat for seat in found.seats if seat.place == 1)
        assert (len(found.winners) > 1) == (sheet.decided == SHARED) == (found.reason.code == "win_shared")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_result_is_plain_json(name: str, seats: int) -> None:
    """It survives JSON unchanged, its parameters are texts and numbers, and every reason has English."""
    game = game_of(name, seats)
    for seed in range(ROUNDS // 4):
        found = result(game, random_states(game, random.Random(seed)), 1)
        plain = found.as_dict()
        assert json.loads(json.dumps(plain)) == plain
        reasons = [found.reason, *(line.reason for seat in found.seats for line in seat.lines)]
        for reason in reasons:
            assert {type(value) for value in reason.parameters.values()} <= {str, int}
            fields = {field for _, field, _, _ in Formatter().parse(SCORES[reason.code]) if field}
            assert fields == set(reason.parameters)
            assert str(reason)
        assert type(found.winners[0]) is int
        for seat in found.seats:
            numbers = [seat.seat, seat.total, seat.place, *(line.points for line in seat.lines)]
            assert {type(number) for number in numbers} == {int}


def test_as_dict() -> None:
    """The shape that clients read."""
    found = result_of("new_york", 2, {1: "chelsea-soho"})
    parameters = {"routes": 1, "spaces": 4}
    line = {"points": 7, "code": "routes", "parameters": parameters, "text": "Routes claimed: 1, of 4 spaces in all."}
    line["tracks"] = ["chelsea-soho"]
    plain = found.as_dict()
    assert list(plain) == ["seats", "winners", "reason"]
    assert list(plain["seats"][1]) == ["seat", "total", "place", "lines", "longest_path"]
    assert plain["seats"][1]["lines"][0] == line
    assert plain["winners"] == [1]
    text = "Seat 1 wins with 8 points."
    assert plain["reason"] == {"code": "won_by_points", "parameters": {"seat": 1, "total": 8}, "text": text}
    assert found.seats[1].lines[0] == Line(7, Reason("routes", {"routes": 1, "spaces": 4}), ("chelsea-soho",))


def follow(game: Game, tracks: Sequence[str], start: int | None = None) -> int:
    """The city where a path ends that begins in a city, or at either end of its first track."""
    numbers = {track.text: track for track in game.board.tracks}
    first = numbers[tracks[0]]
    for city in [first.a, first.b] if start is None else [start]:
        here = city
        for text in tracks:
            if here not in (numbers[text].a, numbers[text].b):
                break
            here = numbers[text].a + numbers[text].b - here
        else:
            return here
    raise AssertionError(f"{tracks} is not one path")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_result_has_the_paths_that_it_scores(name: str, seats: int) -> None:
    """C16, E4, E6, N7: in order, over own tracks, and for tickets over the borrowed ones."""
    game = game_of(name, seats)
    printed = {ticket.text: ticket for ticket in game.board.tickets}
    lengths = {track.text: track.length for track in game.board.tracks}
    for seed in range(ROUNDS // 2):
        states = random_states(game, random.Random(seed))
        sheets: Any = np.zeros(2, SCORE_SHEET).view(np.recarray)
        score(game.compiled, states, 1, 2, sheets, np.zeros(SCRATCH, np.int64))
        for seat in result(game, states, 1).seats:
            by_code: dict[str, list[Line]] = {}
            for line in seat.lines:
                by_code.setdefault(line.reason.code, []).append(line)
            own = set(by_code["routes"][0].tracks)
            lent = {track for line in by_code.get("station_borrowed", []) for track in line.tracks}
            assert len(own) == by_code["routes"][0].reason.parameters["routes"]
            assert not own & lent
            for code, lines in by_code.items():
                for line in lines:
                    if code.startswith("ticket_completed"):
                        ticket = printed[str(line.reason.parameters["ticket"])]
                        assert follow(game, line.tracks, ticket.a) == ticket.b
                        assert set(line.tracks) <= own | lent
                        assert bool(set(line.tracks) & lent) == (code == "ticket_completed_by_station")
                    elif code == "express":
                        assert line.tracks == seat.longest_path
                    elif code not in ("routes", "station_borrowed"):
                        assert line.tracks == ()
            path = seat.longest_path
            if name == "new_york":
                assert path == ()
            elif sheets[1].longest[seat.seat] >= 0:
                assert len(set(path)) == len(path)
                assert set(path) <= own
                assert sum(lengths[text] for text in path) == sheets[1].longest[seat.seat]
            if path:
                follow(game, path)


def test_a_longest_path_may_cross_itself() -> None:
    """E6: cities may repeat; the path is given in the order in which it is ridden."""
    tracks = "bruxelles-paris dieppe-paris bruxelles-dieppe frankfurt-paris paris-zurich"
    found = result_of("europe", 2, {0: tracks}).seats[0]
    assert sorted(found.longest_path) == sorted(tracks.split())
    assert {found.longest_path[0], found.longest_path[-1]} == {"frankfurt-paris", "paris-zurich"}
    follow(game_of("europe", 2), found.longest_path)


def test_a_sheet_of_europe() -> None:
    """E4, E5, E6: stations left, borrowed routes and the Express, in the order of the printed score."""
    found = result_of(
        "europe",
        2,
        {0: "budapest-sarajevo", 1: "sarajevo-sofia berlin-danzig"},
        {0: "budapest-sofia berlin-roma"},
        {0: "sofia zurich"},
    )
    assert read(found.seats[0]) == [
        (4, "Routes claimed: 1, of 3 spaces in all."),
        (-9, "Ticket berlin-roma not completed."),
        (5, "Ticket budapest-sofia completed over a borrowed route."),
        (4, "Stations not built: 1, worth 4 each."),
        (0, "The station in sofia borrowed sarajevo-sofia from seat 1."),
        (0, "The station in zurich borrowed no route, since none would have added points."),
    ]
    assert read(found.seats[1]) == [
        (9, "Routes claimed: 2, of 6 spaces in all."),
        (12, "Stations not built: 3, worth 4 each."),
        (10, "Express, for the longest continuous path: length 4."),
    ]
    assert [(seat.total, seat.place) for seat in found.seats] == [(4, 2), (31, 1)]


def test_a_ticket_that_needs_no_station() -> None:
    """E4: only tickets that the seat's own routes leave open count as completed over a borrowed one."""
    tracks = {0: "budapest-sarajevo sarajevo-sofia", 1: "kyiv-wilno petrograd-wilno kyiv-smolensk"}
    tickets = {0: "budapest-sofia smolensk-warszawa", 1: "kyiv-petrograd"}
    found = result_of("europe", 3, {**tracks, 2: "smolensk-wilno warszawa-wilno"}, tickets, {0: "wilno smolensk"})
    assert read(found.seats[0])[1:3] == [
        (5, "Ticket budapest-sofia completed."),
        (6, "Ticket smolensk-warszawa completed over a borrowed route."),
    ]
    borrowed = {str(line.reason) for line in found.seats[0].lines if line.reason.code == "station_borrowed"}
    assert borrowed == {
        "The station in smolensk borrowed smolensk-wilno from seat 2.",
        "The station in wilno borrowed warszawa-wilno from seat 2.",
    }
    assert read(found.seats[1])[1] == (6, "Ticket kyiv-petrograd completed.")


def test_a_sheet_of_nordic() -> None:
    """N6: the Globetrotter for all who tie; a map without stations and attractions has no lines for them."""
    tracks = {0: "kristiansand-oslo kristiansand-stavanger", 1: "helsinki-tallinn helsinki-tampere"}
    found = result_of("nordic", 3, tracks, {0: "oslo-stavanger", 1: "tallinn-tampere", 2: "bergen-tornio"})
    bonus = (10, "Globetrotter, for the most completed tickets: 1.")
    routes = "Routes claimed: 2, of {} spaces in all.".format
    assert read(found.seats[0]) == [(4, routes(4)), (4, "Ticket oslo-stavanger completed."), bonus]
    assert read(found.seats[1]) == [(3, routes(3)), (3, "Ticket tallinn-tampere completed."), bonus]
    lost = (-17, "Ticket bergen-tornio not completed.")
    assert read(found.seats[2]) == [(0, "Routes claimed: 0, of 0 spaces in all."), lost]


def test_a_sheet_of_new_york() -> None:
    """Y3, Y4: routes and attractions, each attraction named once."""
    found = result_of("new_york", 2, {0: "chelsea-soho chelsea-greenwich_village", 1: "lincoln_center-midtown_west"})
    assert read(found.seats[0]) == [
        (11, "Routes claimed: 2, of 7 spaces in all."),
        (2, "Attractions reached: 2 (chelsea, greenwich_village)."),
    ]
    assert read(found.seats[1]) == [(2, "Routes claimed: 1, of 2 spaces in all.")]


def test_won_by_points() -> None:
    """N7, E7, Y5: the winner has the most points."""
    found = result_of("nordic", 3, {1: "lieksa-murmansk"})
    assert (found.winners, str(found.reason)) == ((1,), "Seat 1 wins with 27 points.")


def test_won_by_tickets() -> None:
    """N7, E7, Y5: equal points, more completed tickets."""
    tracks = {0: "chelsea-soho", 1: "central_park-lincoln_center lincoln_center-midtown_west"}
    found = result_of("new_york", 2, tracks, {1: "central_park-midtown_west"})
    assert found.winners == (1,)
    assert str(found.reason) == "Seat 1 wins: level on 8 points, but with more completed tickets (1)."


def test_won_by_stations() -> None:
    """E7: equal points and tickets, fewer stations built."""
    tracks = {0: "budapest-sarajevo angora-erzurum", 1: "danzig-riga"}
    found = result_of("europe", 2, tracks, stations={0: "wien roma", 1: "paris"})
    assert found.winners == (1,)
    assert str(found.reason) == "Seat 1 wins: level on 22 points, but with fewer stations built (1)."


def test_won_by_express() -> None:
    """E7: equal points, tickets and stations, and the Express."""
    tracks = {
        0: "budapest-kyiv kharkov-rostov dieppe-paris",
        1: "roma-venezia munchen-venezia munchen-zurich marseille-zurich",
    }
    found = result_of("europe", 2, tracks)
    assert found.winners == (1,)
    assert str(found.reason) == "Seat 1 wins: level on 30 points, but with the Express (length 8)."


def test_won_by_longest() -> None:
    """N7: equal points and tickets, a longer path."""
    tracks = {0: "goteborg-oslo helsinki-tallinn", 1: "kristiansand-oslo kristiansand-stavanger"}
    found = result_of("nordic", 2, tracks)
    assert found.winners == (1,)
    assert str(found.reason) == "Seat 1 wins: level on 4 points, but with a longer path (length 4)."


def test_a_shared_win() -> None:
    """N7, E7, Y5: all equal."""
    found = result_of("nordic", 3, {0: "goteborg-oslo", 2: "helsinki-tallinn"})
    assert found.winners == (0, 2)
    assert str(found.reason) == "Seats 0, 2 share the win with 2 points each."
    assert [seat.place for seat in found.seats] == [1, 3, 1]


def test_the_shortest_path_goes_from_the_first_city_to_the_second() -> None:
    game = game_of("europe", 2)
    numbers = {track.text: n for n, track in enumerate(game.board.tracks)}
    cities = {city.id: n for n, city in enumerate(game.board.cities)}
    tracks = [numbers[text] for text in ("frankfurt-paris", "paris-zurich", "munchen-zurich", "frankfurt-munchen")]
    found = shortest_path(game, tracks, cities["zurich"], cities["frankfurt"])
    assert [game.board.tracks[track].text for track in found] == ["munchen-zurich", "frankfurt-munchen"]
    assert shortest_path(game, tracks, cities["frankfurt"], cities["zurich"]) == found[::-1]
