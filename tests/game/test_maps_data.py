"""The figures of the three printed games, against the folders of their maps."""

from collections import Counter
from heapq import heappop, heappush

import pytest

from whistlestop import maps
from whistlestop.game.board import GREY, Board, find, load
from whistlestop.game.rules import Rules

EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
SIX = ("blue", "green", "black", "pink", "red", "orange")


@pytest.fixture(params=["nordic", "europe", "new_york"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def board(name: str) -> Board:
    return read(name)[0]


def read(name: str) -> tuple[Board, Rules]:
    return load(maps.BUNDLED / name)


def shortest(board: Board, a: int, b: int) -> int:
    """The fewest spaces between two cities."""
    queue = [(0, a)]
    done = set()
    while queue:
        spaces, city = heappop(queue)
        if city == b:
            return spaces
        if city in done:
            continue
        done.add(city)
        for track in board.tracks:
            if city in (track.a, track.b):
                heappush(queue, (spaces + track.length, track.a + track.b - city))
    raise AssertionError("not connected")


def pairs(board: Board) -> Counter[tuple[int, int]]:
    return Counter((min(t.a, t.b), max(t.a, t.b)) for t in board.tracks)


@pytest.mark.parametrize(
    ("name", "cities", "tracks", "routes", "doubles", "spaces", "tickets"),
    [
        ("nordic", 39, 81, 67, 14, 207, {"short": 46}),
        ("europe", 47, 101, 90, 11, 300, {"short": 40, "long": 6}),
        ("new_york", 15, 41, 30, 11, 84, {"short": 18}),
    ],
)
def test_sizes(
    name: str, cities: int, tracks: int, routes: int, doubles: int, spaces: int, tickets: dict[str, int]
) -> None:
    board, _ = read(name)
    assert len(board.cities) == cities
    assert len(board.tracks) == tracks
    assert len(pairs(board)) == routes
    assert list(pairs(board).values()).count(2) == doubles
    assert sum(twin >= 0 for twin in board.twins) == 2 * doubles
    assert sum(track.length for track in board.tracks) == spaces
    assert Counter(ticket.deck for ticket in board.tickets) == tickets


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("nordic", {1: 17, 2: 28, 3: 20, 4: 11, 5: 3, 6: 1, 9: 1}),
        ("europe", {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}),
        ("new_york", {1: 9, 2: 22, 3: 9, 4: 1}),
    ],
)
def test_lengths(name: str, lengths: dict[int, int]) -> None:
    board, rules = read(name)
    assert Counter(track.length for track in board.tracks) == lengths
    assert {n for n, points in enumerate(rules.points, 1) if points} == set(lengths)


@pytest.mark.parametrize(
    ("name", "ferries", "tunnels"),
    [("nordic", {1: 18, 2: 6}, 10), ("europe", {1: 9, 2: 4}, 18), ("new_york", {}, 0)],
)
def test_ferries_by_symbols_and_tunnels(name: str, ferries: dict[int, int], tunnels: int) -> None:
    board, _ = read(name)
    assert Counter(track.locomotives for track in board.tracks if track.locomotives) == ferries
    assert sum(track.tunnel for track in board.tracks) == tunnels


def test_europe_has_13_grey_ferries_with_17_symbols() -> None:
    ferries = [track for track in read("europe")[0].tracks if track.locomotives]
    assert len(ferries) == 13
    assert sum(track.locomotives for track in ferries) == 17
    assert {track.colour for track in ferries} == {GREY}


def test_europe_has_eight_tracks_of_each_colour() -> None:
    board, _ = read("europe")
    colours = Counter(track.colour for track in board.tracks)
    assert [colours[colour] for colour in range(8)] == [8] * 8


def test_two_nordic_doubles_are_unequal() -> None:
    board, _ = read("nordic")
    unequal = {
        track.text: (track.length, board.tracks[twin].length)
        for track, twin in zip(board.tracks, board.twins, strict=True)
        if twin >= 0 and track.lane == 1 and track.length != board.tracks[twin].length
    }
    assert {text: set(lengths) for text, lengths in unequal.items()} == {
        "kristiansand-stavanger": {2, 3},
        "mo_i_rana-trondheim": {5, 6},
    }


def test_doubles_of_europe_and_new_york_are_equal() -> None:
    for name in ("europe", "new_york"):
        board, _ = read(name)
        for track, twin in zip(board.tracks, board.twins, strict=True):
            assert twin < 0 or track.length == board.tracks[twin].length


def test_the_orange_nordic_ferry_takes_a_locomotive() -> None:
    """N3."""
    board, rules = read("nordic")
    both = [track for track in board.tracks if track.text.startswith("kristiansand-stavanger")]
    ferry = next(track for track in both if track.locomotives)
    assert rules.colours[ferry.colour] == "orange"
    assert ferry.locomotives == 1


def test_swaps() -> None:
    """Three cards for a locomotive on every Nordic ferry (N3), four for one on one track (N4), none elsewhere."""
    for name in ("europe", "new_york"):
        assert {track.swap for track in read(name)[0].tracks} == {0}
    board, _ = read("nordic")
    four = next(track for track in board.tracks if track.text == "lieksa-murmansk")
    assert (four.length, four.colour, four.locomotives, four.swap) == (9, GREY, 0, 4)
    for track in board.tracks:
        assert track is four or track.swap == (3 if track.locomotives else 0)


def test_ticket_values_are_shortest_paths(name: str, board: Board) -> None:
    printed_otherwise = {
        ticket.text: (ticket.points, shortest(board, ticket.a, ticket.b))
        for ticket in board.tickets
        if ticket.points != shortest(board, ticket.a, ticket.b)
    }
    exceptions = {"athina-edinburgh": (21, 20), "london-wien": (10, 9)}
    assert printed_otherwise == (exceptions if name == "europe" else {})


def test_new_york_tickets_are_worth_92() -> None:
    assert sum(ticket.points for ticket in read("new_york")[0].tickets) == 92


@pytest.mark.parametrize(("name", "attractions"), [("nordic", 0), ("europe", 0), ("new_york", 9)])
def test_attractions(name: str, attractions: int) -> None:
    assert sum(city.attraction for city in read(name)[0].cities) == attractions


def test_names_are_the_boards_own_spelling() -> None:
    names = {city.id: city.name for name in ("nordic", "europe") for city in read(name)[0].cities}
    assert names["kobenhavn"] == "København"
    assert names["athina"] == "Athína"


def test_the_two_cities_of_a_track_are_in_alphabetical_order(board: Board) -> None:
    ids = [city.id for city in board.cities]
    assert ids == sorted(ids)
    assert all(track.a < track.b for track in board.tracks)
    assert all(ticket.a < ticket.b for ticket in board.tickets)


COMPONENTS = {
    "nordic": {
        "min_seats": 2, "max_seats": 3, "car_colours": ("white", "red", "purple"), "cars": 40, "stations": 0,
        "colours": EIGHT, "cards_per_colour": 12, "locomotives": 14, "locomotives_anywhere": False,
        "locomotive_ends_draw": False, "sweep": 0, "first_cards": 4, "first_long_tickets": 0,
        "first_short_tickets": 5, "first_keep": 2, "first_return": "out", "draw_tickets": 3, "draw_keep": 1,
        "draw_return": "out", "both_tracks_from": 3, "last_round": 2, "points": (1, 2, 4, 7, 10, 15, 0, 0, 27),
        "globetrotter": 10, "express": 0, "station_value": 0, "attraction_value": 0,
        "tie_breaks": ("tickets", "longest"),
    },
    "europe": {
        "min_seats": 2, "max_seats": 5, "car_colours": ("blue", "red", "green", "yellow", "black"), "cars": 45,
        "stations": 3, "colours": EIGHT, "cards_per_colour": 12, "locomotives": 14, "locomotives_anywhere": True,
        "locomotive_ends_draw": True, "sweep": 3, "first_cards": 4, "first_long_tickets": 1,
        "first_short_tickets": 3, "first_keep": 2, "first_return": "out", "draw_tickets": 3, "draw_keep": 1,
        "draw_return": "under", "both_tracks_from": 4, "last_round": 2, "points": (1, 2, 4, 7, 0, 15, 0, 21),
        "globetrotter": 0, "express": 10, "station_value": 4, "attraction_value": 0,
        "tie_breaks": ("tickets", "stations", "express"),
    },
    "new_york": {
        "min_seats": 2, "max_seats": 4, "cars": 15, "stations": 0, "colours": SIX, "cards_per_colour": 6,
        "locomotives": 8, "locomotives_anywhere": True, "locomotive_ends_draw": True, "sweep": 3, "first_cards": 2,
        "first_long_tickets": 0, "first_short_tickets": 2, "first_keep": 1, "first_return": "under",
        "draw_tickets": 2, "draw_keep": 1, "draw_return": "under", "both_tracks_from": 3, "last_round": 2,
        "points": (1, 2, 4, 7), "globetrotter": 0, "express": 0, "station_value": 0, "attraction_value": 1,
        "tie_breaks": ("tickets",),
    },
}  # fmt: skip


def test_components(name: str) -> None:
    _, rules = read(name)
    assert {field: getattr(rules, field) for field in COMPONENTS[name]} == COMPONENTS[name]


@pytest.mark.parametrize(("name", "cards"), [("nordic", 110), ("europe", 110), ("new_york", 44)])
def test_cards_in_all(name: str, cards: int) -> None:
    _, rules = read(name)
    assert len(rules.colours) * rules.cards_per_colour + rules.locomotives == cards


def test_maps_describe_how_they_differ(name: str) -> None:
    assert read(name)[1].differences


@pytest.mark.parametrize(
    ("name", "first", "digest"),
    [
        (
            "nordic",
            "d00b1ccc2c86df4dd786eb7b601f6b4a0346b4955133dafaec889ab67d3a5aec",
            "c4a6d9c0b7a968f0eaaa2d02f14327afeb3c6f7dcfa53d09b183c5a87d8e9bfc",
        ),
        (
            "europe",
            "e472915612f448a0986f2201d642e2086f03629751b223e695b14c32ec606448",
            "0669633b38ad8fc254da62e0a397963aaeed17846bb4e0fb0eee6fa57ad0c431",
        ),
        (
            "new_york",
            "83b8d5f9307cff1cc599aba511d7f4ac73fb97084a29b8b6321ab50de3f7172d",
            "31df1e27c9b8cb1edfe12008b2ae048e4617f9d8c77f58272dc905f67706a0b1",
        ),
    ],
)
def test_digests_never_change(name: str, first: str, digest: str) -> None:
    assert (read(name)[0].first_digest, read(name)[0].digest) == (first, digest)


def test_maps_that_come_with_whistlestop_are_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WHISTLESTOP_MAPS", raising=False)
    assert find(name) == maps.BUNDLED / name
