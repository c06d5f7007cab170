"""Scoring against a second opinion in plain Python on random networks, then rule by rule on small ones."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import small
from positions import TABLES, game_of

from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.limits import BITS, SEATS, STATIONS
from whistlestop.game.score import SCORE_SHEET, SCRATCH, SHARED, score
from whistlestop.game.state import STATE

ROUNDS = 25 if TARGET == "none" else 100
"""Random networks for each map, number of seats and size."""
SIZES = (2, 9, 40)
"""The most tracks of a seat. Small networks tie often; of the largest the longest path is not checked."""
WALKED = 9
"""The most tracks on which every path is tried."""


@dataclass
class Network:
    """What is built on the board and who holds which tickets, in plain sets of numbers."""

    game: Game
    tracks: list[set[int]] = field(default_factory=list)
    tickets: list[set[int]] = field(default_factory=list)
    stations: list[set[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for sets in (self.tracks, self.tickets, self.stations):
            sets.extend(set() for _ in range(self.game.seats))

    def claim(self, seat: int, *texts: str) -> "Network":
        """Tracks by their texts; none may have an owner, and no seat both tracks of a double route."""
        numbers = {track.text: n for n, track in enumerate(self.game.board.tracks)}
        for text in texts:
            assert self.may_claim(seat, numbers[text]), text
            self.tracks[seat].add(numbers[text])
        return self

    def hold(self, seat: int, *texts: str) -> "Network":
        """Tickets by their texts."""
        numbers = {ticket.text: n for n, ticket in enumerate(self.game.board.tickets)}
        self.tickets[seat] |= {numbers[text] for text in texts}
        return self

    def build(self, seat: int, *ids: str) -> "Network":
        """Stations by the ids of their cities."""
        numbers = {city.id: n for n, city in enumerate(self.game.board.cities)}
        self.stations[seat] |= {numbers[city] for city in ids}
        assert len(self.stations[seat]) <= self.game.rules.stations
        return self

    def may_claim(self, seat: int, track: int) -> bool:
        return not any(track in owned for owned in self.tracks) and (
            self.game.board.twins[track] not in self.tracks[seat]
        )

    def sheet(self) -> Any:
        """The kernel's score sheet, written over rubbish, none of which may remain."""
        states: Any = np.zeros(2, STATE).view(np.recarray)
        for seat in range(self.game.seats):
            for number in self.tracks[seat]:
                states[1].tracks[seat, number // BITS] |= 1 << number % BITS
            for number in self.tickets[seat]:
                states[1].tickets[seat, number // BITS] |= 1 << number % BITS
            states[1].stations[seat] = sum(1 << city for city in self.stations[seat])
        before = states.tobytes()
        sheets: Any = np.frombuffer(b"\x15" * 2 * SCORE_SHEET.itemsize, SCORE_SHEET).copy().view(np.recarray)
        score(self.game.compiled, states, 1, 2, sheets, np.full(SCRATCH, 0x1515, np.int64))
        assert states.tobytes() == before
        assert sheets[0].tobytes() == b"\x15" * SCORE_SHEET.itemsize
        return sheets[1]


# The second opinion


def reach(game: Game, tracks: set[int], start: int) -> set[int]:
    """The cities to which tracks lead from a city."""
    reached = {start}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for number in tracks:
            ends = {game.board.tracks[number].a, game.board.tracks[number].b}
            if here in ends:
                waiting.extend(ends - reached)
                reached |= ends
    return reached


def completed(game: Game, tracks: set[int], tickets: set[int]) -> set[int]:
    """The tickets that tracks complete (C16)."""
    found = set()
    areas: dict[int, set[int]] = {}
    for number in tickets:
        ticket = game.board.tickets[number]
        if ticket.a not in areas:
            areas[ticket.a] = reach(game, tracks, ticket.a)
        if ticket.b in areas[ticket.a]:
            found.add(number)
    return found


def worth(game: Game, done: set[int], tickets: set[int]) -> int:
    """The points for tickets, some of them done."""
    return sum(game.board.tickets[n].points * (1 if n in done else -1) for n in tickets)


def loans(network: Network, seat: int, city: int) -> Iterator[int | None]:
    """What a station may borrow (E4)."""
    yield None
    for other, owned in enumerate(network.tracks):
        for number in owned if other != seat else ():
            if city in (network.game.board.tracks[number].a, network.game.board.tracks[number].b):
                yield number


def best_with_stations(network: Network, seat: int) -> tuple[int, int]:
    """The most points for tickets, and then the most tickets, over every choice of routes (E4)."""
    game, tickets = network.game, network.tickets[seat]
    choices = [list(loans(network, seat, city)) for city in sorted(network.stations[seat])]
    results = []
    for choice in itertools.product(*choices):
        usable = network.tracks[seat] | {number for number in choice if number is not None}
        done = completed(game, usable, tickets)
        results.append((worth(game, done, tickets), len(done)))
    return max(results)


def longest_walk(game: Game, tracks: set[int]) -> int:
    """The longest path: every path is walked (E6)."""

    def walk(here: int, left: frozenset[int]) -> int:
        most = 0
        for number in left:
            track = game.board.tracks[number]
            if here in (track.a, track.b):
                most = max(most, track.length + walk(track.a + track.b - here, left - {number}))
        return most

    return max(walk(city, frozenset(tracks)) for city in range(len(game.board.cities)))


@dataclass
class Opinion:
    """All numbers of a seat, computed a second way."""

    routes: int
    tickets: int
    completed: int
    stations: int
    attractions: int
    longest: int
    built: int
    globetrotter: int = 0
    express: int = 0

    @property
    def total(self) -> int:
        return self.routes + self.tickets + self.stations + self.attractions + self.globetrotter + self.express


def opinions(network: Network, lengths: list[int]) -> list[Opinion]:
    """Every seat's numbers, given the lengths of the longest paths."""
    game, rules = network.game, network.game.rules
    found = []
    for seat, owned in enumerate(network.tracks):
        tracks = [game.board.tracks[n] for n in owned]
        points, count = best_with_stations(network, seat)
        built = len(network.stations[seat])
        found.append(
            Opinion(
                routes=sum(rules.points[track.length - 1] for track in tracks),
                tickets=points,
                completed=count,
                stations=rules.station_value * (rules.stations - built),
                attractions=rules.attraction_value
                * sum(game.board.cities[city].attraction for city in touched(network, seat)),
                longest=lengths[seat],
                built=built,
            )
        )
    for one in found:
        if one.completed > 0 and all(one.completed >= other.completed for other in found):
            one.globetrotter = rules.globetrotter
        if one.longest > 0 and all(one.longest >= other.longest for other in found):
            one.express = rules.express
    return found


LADDERS = {  # what decides after points, one after the other: N7, E7, Y5
    "nordic": (lambda one: one.completed, lambda one: one.longest),
    "europe": (lambda one: one.completed, lambda one: -one.built, lambda one: one.express),
    "new_york": (lambda one: one.completed,),
}


def places_and_decision(name: str, found: list[Opinion]) -> tuple[list[int], int]:
    """The place of each seat, and what decided the first."""
    keys = [(one.total, *(rung(one) for rung in LADDERS[name])) for one in found]
    places = [1 + sum(other > key for other in keys) for key in keys]
    first, second = sorted(keys, reverse=True)[:2]
    if first == second:
        return places, SHARED
    return places, next(n for n, (one, other) in enumerate(zip(first, second, strict=True)) if one != other)


def touched(network: Network, seat: int) -> set[int]:
    """The cities that a seat's tracks touch."""
    tracks = network.game.board.tracks
    return {city for n in network.tracks[seat] for city in (tracks[n].a, tracks[n].b)}


def random_network(game: Game, rng: random.Random, size: int) -> Network:
    """Tracks scattered or grown from each other, stations and tickets near them or anywhere, all within the rules."""
    network = Network(game)
    turns = [seat for seat in range(game.seats) for _ in range(rng.randint(0, size))]
    rng.shuffle(turns)
    claim_at_random(network, rng, turns)
    for seat in range(game.seats):
        build_at_random(network, rng, seat)
        hold_at_random(network, rng, seat)
    return network


def claim_at_random(network: Network, rng: random.Random, turns: list[int]) -> None:
    tracks, cars = network.game.board.tracks, [network.game.rules.cars] * network.game.seats
    growing = rng.choice((0, 0.5, 0.9, 1))
    for seat in turns:
        own = touched(network, seat)
        free = [n for n, t in enumerate(tracks) if t.length <= cars[seat] and network.may_claim(seat, n)]
        near = [n for n in free if tracks[n].a in own or tracks[n].b in own]
        if free:
            track = rng.choice(near if near and rng.random() < growing else free)
            cars[seat] -= tracks[track].length
            network.tracks[seat].add(track)


def build_at_random(network: Network, rng: random.Random, seat: int) -> None:
    used = set().union(*network.stations)
    cities = [city for city in range(len(network.game.board.cities)) if city not in used]
    lending = [city for city in cities if len(list(loans(network, seat, city))) > 1]
    for _ in range(rng.randint(0, network.game.rules.stations) if cities else 0):
        network.stations[seat].add(rng.choice(lending if lending and rng.random() < 0.8 else cities))


def hold_at_random(network: Network, rng: random.Random, seat: int) -> None:
    """Tickets that none holds yet, most of them such as could be completed if a station lent all its routes."""
    left = {n for n in range(len(network.game.board.tickets)) if not any(n in held for held in network.tickets)}
    lent = {number for city in network.stations[seat] for number in loans(network, seat, city) if number is not None}
    near = sorted(completed(network.game, network.tracks[seat] | lent, left))
    for _ in range(rng.choice((0, 1, 3, 6, 12)) if left else 0):
        network.tickets[seat].add(rng.choice(near if near and rng.random() < 0.7 else sorted(left)))


def check_loans(network: Network, sheet: Any) -> None:
    """The routes that the sheet names may be borrowed, complete what it says, and none of them is idle (E4)."""
    for seat in range(network.game.seats):
        own, tickets = network.tracks[seat], network.tickets[seat]
        done = {n for n in range(2 * BITS) if int(sheet.done[seat, n // BITS]) >> n % BITS & 1}
        borrowed = [int(number) for number in sheet.borrowed[seat]]
        cities = sorted(network.stations[seat])
        assert borrowed[len(cities) :] == [-1] * (STATIONS - len(cities))
        used = {number for number in borrowed if number >= 0}
        for city, number in zip(cities, borrowed, strict=False):
            assert number == -1 or number in loans(network, seat, city)
        assert done == completed(network.game, own | used, tickets)
        for number in used:
            assert completed(network.game, own | used - {number}, tickets) != done


def compare(network: Network, ladder: str) -> None:
    """Every number of the sheet with the second opinion's."""
    game = network.game
    sheet = network.sheet()
    lengths = [
        longest_walk(game, tracks) if len(tracks) <= WALKED else int(sheet.longest[seat])
        for seat, tracks in enumerate(network.tracks)
    ]
    expected = opinions(network, lengths)
    for seat, one in enumerate(expected):
        for what in ("routes", "tickets", "completed", "stations", "globetrotter", "attractions", "express", "total"):
            assert getattr(sheet, what)[seat] == getattr(one, what), (seat, what)
        assert sheet.longest[seat] in ((one.longest,) if game.rules.express else (one.longest, -1)), seat
    places, decided = places_and_decision(ladder, expected)
    assert list(sheet.place[: game.seats]) == places
    assert sheet.decided == decided
    check_loans(network, sheet)
    for seat in range(game.seats, SEATS):
        assert sheet.total[seat] == sheet.place[seat] == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_second_opinion_agrees(name: str, seats: int, size: int) -> None:
    """C16, E4, E5, E6, E7, N6, N7, Y3, Y4, Y5: every number of the sheet, on random networks."""
    for seed in range(ROUNDS):
        compare(random_network(game_of(name, seats), random.Random(f"{name} {seats} {size} {seed}"), size), name)


@pytest.mark.parametrize("seed", range(8))
def test_the_second_opinion_agrees_on_small_maps(tmp_path: Path, seed: int) -> None:
    """E4, E7: random maps with a ticket for any two cities, so that stations have much to choose from."""
    rng = random.Random(seed)
    cities = [f"c{n}" for n in range(rng.randint(6, 10))]
    tree = [f"{rng.choice(cities[:n])}-{cities[n]}" for n in range(1, len(cities))]
    others = [f"{a}-{b}" for a, b in itertools.combinations(cities, 2) if not {f"{a}-{b}", f"{b}-{a}"} & set(tree)]
    pairs = tree + rng.sample(others, len(cities) // 2)
    tickets = {f"{a}-{b}": rng.randint(1, 4) for a, b in itertools.combinations(cities, 2)}
    write_map(tmp_path, rng.sample(cities, len(cities)), [*pairs, *rng.sample(pairs, 3)], tickets)
    for seats in (2, 3):
        game = Game.load(tmp_path, seats)
        for _ in range(ROUNDS):
            compare(random_network(game, rng, rng.choice((2, 5))), "europe")


def test_the_longest_path_of_large_networks() -> None:
    """E6: no path is longer than all cars, and none that is found by walking at random is longer than the longest."""
    game = game_of("europe", 2)
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        network = random_network(game, rng, SIZES[-1])
        sheet = network.sheet()
        for seat, tracks in enumerate(network.tracks):
            assert sheet.longest[seat] <= sum(game.board.tracks[n].length for n in tracks)
            for _ in range(20):
                assert random_walk(game, tracks, rng) <= sheet.longest[seat], (seed, seat)


def random_walk(game: Game, tracks: set[int], rng: random.Random) -> int:
    """The length of a path that goes on at random until it can't."""
    here, length, left = rng.randrange(len(game.board.cities)), 0, set(tracks)
    while onward := sorted(n for n in left if here in (game.board.tracks[n].a, game.board.tracks[n].b)):
        number = rng.choice(onward)
        left.remove(number)
        length += game.board.tracks[number].length
        here = game.board.tracks[number].a + game.board.tracks[number].b - here
    return length


# A small map whose tickets and order of cities a test chooses

CITIES = ("west", "hub", "north", "south", "east", "end")
ROUTES = (
    "west-hub", "west-hub", "hub-north", "hub-north", "hub-south", "hub-east", "north-east", "east-end", "north-end",
)  # fmt: skip
RULES = small.rules(
    title="Star",
    cars=20,
    stations=3,
    cards_per_colour=12,
    both_tracks_from=2,
    express=10,
    attraction_value=0,
    tie_breaks=["tickets", "stations", "express"],
)


def write_map(folder: Path, cities: Sequence[str], routes: Sequence[str], tickets: dict[str, int]) -> None:
    """A map of Europe's scoring, all tracks of one space."""
    small.write(
        folder,
        {
            "cities.csv": small.CITIES + "".join(f"{city},{city},NO,60,10,\n" for city in cities),
            "routes.csv": small.ROUTES + "".join(f"{route.replace('-', ',')},1,grey,,,\n" for route in routes),
            "tickets.csv": small.TICKETS
            + "".join(f"{ticket.replace('-', ',')},{points},short\n" for ticket, points in tickets.items()),
            "rules.toml": RULES,
        },
    )


def star(folder: Path, cities: Sequence[str] = CITIES, **values: int) -> Network:
    """An empty network of three seats on the small map, with tickets such as west_north=8 (and some spare ones)."""
    values = {"south_end": 1, "south_east": 1, "south_north": 1, **values}
    write_map(folder, cities, ROUTES, {name.replace("_", "-"): points for name, points in values.items()})
    return Network(Game.load(folder, 3))


def lent(network: Network, sheet: Any, seat: int) -> dict[str, str | None]:
    """What each station of a seat borrows, by its city."""
    board = network.game.board
    cities = [board.cities[city].id for city in sorted(network.stations[seat])]
    borrowed = [None if n < 0 else board.tracks[n].text for n in sheet.borrowed[seat]]
    return dict(zip(cities, borrowed, strict=False))


# Tickets and routes


def test_a_ticket_needs_an_unbroken_chain() -> None:
    """C16: a completed ticket adds its value, any other takes it away; another's route in the chain is a gap."""
    network = Network(game_of("europe", 2)).hold(0, "budapest-sofia").hold(1, "budapest-zurich")
    network.claim(0, "budapest-sarajevo").claim(1, "sarajevo-sofia")
    assert list(network.sheet().tickets[:2]) == [-5, -6]
    network.tracks[1].clear()
    network.claim(0, "sarajevo-sofia")
    assert list(network.sheet().tickets[:2]) == [5, -6]


def test_both_ends_reached_apart_complete_nothing() -> None:
    """C16: two chains that do not meet complete nothing, even if each ends at one city of the ticket."""
    network = Network(game_of("nordic", 2)).hold(0, "oslo-stockholm").claim(0, "goteborg-oslo", "norrkoping-stockholm")
    assert network.sheet().tickets[0] == -4
    assert network.claim(0, "goteborg-norrkoping").sheet().tickets[0] == 4


def test_routes_score_by_length() -> None:
    """Y3, C16: one line of the table of points for each length of each map, and nothing else for a route."""
    nordic = Network(game_of("nordic", 2)).claim(0, "lieksa-murmansk", "mo_i_rana-trondheim/2", "andalsnes-bergen")
    assert nordic.sheet().routes[0] == 27 + 15 + 10
    europe = Network(game_of("europe", 2)).claim(0, "petrograd-stockholm", "budapest-kyiv", "berlin-danzig")
    assert europe.sheet().routes[0] == 21 + 15 + 7
    city = Network(game_of("new_york", 2)).claim(0, "chelsea-soho", "brooklyn-wall_street", "soho-wall_street")
    assert city.claim(0, "midtown_west-times_square").sheet().routes[0] == 7 + 4 + 2 + 1


# Bonuses


def test_globetrotter_is_shared_and_needs_a_ticket() -> None:
    """N6: all who tie for the most completed tickets get it; nobody without a completed ticket does."""
    network = (
        Network(game_of("nordic", 3)).hold(0, "oslo-stavanger").hold(1, "tallinn-tampere").hold(2, "bergen-tornio")
    )
    assert list(network.sheet().globetrotter) == [0] * SEATS
    network.claim(0, "kristiansand-oslo", "kristiansand-stavanger")
    assert list(network.sheet().globetrotter) == [10, 0, 0, 0, 0]
    network.claim(1, "helsinki-tallinn", "helsinki-tampere")
    sheet = network.sheet()
    assert list(sheet.globetrotter) == [10, 10, 0, 0, 0]
    assert list(sheet.total[:3]) == [2 + 2 + 4 + 10, 2 + 1 + 3 + 10, -17]


def test_globetrotter_counts_tickets_not_points() -> None:
    """N6: two small tickets beat a large one."""
    network = Network(game_of("nordic", 2)).hold(0, "mo_i_rana-oslo").hold(1, "tallinn-tampere", "boden-norrkoping")
    network.claim(0, "lillehammer-oslo", "lillehammer-trondheim", "mo_i_rana-trondheim")
    network.claim(1, "helsinki-tallinn", "helsinki-tampere")
    assert list(network.sheet().globetrotter[:2]) == [10, 10]
    network.claim(1, "boden-umea", "sundsvall-umea", "stockholm-sundsvall", "norrkoping-stockholm")
    assert list(network.sheet().globetrotter[:2]) == [0, 10]


def test_the_express_is_shared() -> None:
    """E6: all who tie for the longest path get it."""
    network = Network(game_of("europe", 3)).claim(0, "budapest-kyiv").claim(1, "rostov-sevastopol", "rostov-sochi")
    network.claim(2, "berlin-danzig")
    assert list(network.sheet().express) == [10, 10, 0, 0, 0]
    network.claim(2, "danzig-riga")
    assert list(network.sheet().express) == [0, 0, 10, 0, 0]


def test_no_express_without_a_car() -> None:
    """E6: nobody gets it while the board is empty."""
    sheet = Network(game_of("europe", 2)).sheet()
    assert list(sheet.express) == [0] * SEATS
    assert list(sheet.total[:2]) == [12, 12]


def test_a_path_may_cross_a_city_again() -> None:
    """E6: cities may repeat, a track counts once, loops count; a branch does not."""
    loop = ("berlin-essen", "essen-frankfurt", "berlin-frankfurt")
    network = Network(game_of("europe", 2)).claim(0, *loop, "frankfurt-munchen", "frankfurt-paris")
    assert network.sheet().longest[0] == 2 + 2 + 3 + 2 + 3
    assert network.claim(0, "bruxelles-frankfurt").sheet().longest[0] == 2 + 2 + 3 + 2 + 3


@pytest.mark.parametrize("built", range(4))
def test_stations_not_built(built: int) -> None:
    """E5: each is worth four points."""
    network = Network(game_of("europe", 2)).build(0, *("wien", "paris", "roma")[:built])
    sheet = network.sheet()
    assert list(sheet.stations) == [4 * (3 - built), 12, 0, 0, 0]
    assert list(sheet.total[:2]) == [4 * (3 - built), 12]


def test_attractions_count_once() -> None:
    """Y4: an attraction that two routes touch counts once; a city that is none counts nothing."""
    network = Network(game_of("new_york", 2)).claim(0, "chelsea-soho")
    assert network.sheet().attractions[0] == 1
    network.claim(0, "chelsea-greenwich_village").claim(1, "lincoln_center-midtown_west")
    sheet = network.sheet()
    assert list(sheet.attractions) == [2, 0, 0, 0, 0]
    assert list(sheet.total[:2]) == [7 + 4 + 2, 2]


# Stations


@pytest.mark.parametrize(
    ("values", "track", "tickets"),
    [
        ({"west_north": 9, "west_south": 4, "hub_south": 4}, "hub-north", 9 - 8),
        ({"west_north": 8, "west_south": 4, "hub_south": 4}, "hub-south", 8 - 8),
        ({"west_north": 7, "west_south": 4, "hub_south": 4}, "hub-south", 8 - 7),
    ],
)
def test_points_choose_the_route_then_tickets(tmp_path: Path, values: dict[str, int], track: str, tickets: int) -> None:
    """E4: the route that gives the most points is borrowed; of two that give the same, that of more tickets."""
    network = star(tmp_path, **values).claim(0, "west-hub").claim(1, "hub-north", "hub-south").build(0, "hub")
    sheet = network.hold(0, "west-north", "west-south", "hub-south").sheet()
    assert lent(network, sheet, 0) == {"hub": track}
    assert sheet.tickets[0] == tickets
    assert sheet.completed[0] == (2 if track == "hub-south" else 1)


def test_one_route_for_all_tickets(tmp_path: Path) -> None:
    """E4: a station that would need another route for each ticket serves the best sum alone."""
    network = star(tmp_path, west_north=5, west_south=6, west_east=3, hub_east=4).claim(0, "west-hub")
    network.claim(1, "hub-north", "hub-south", "hub-east").build(0, "hub")
    sheet = network.hold(0, "west-north", "west-south", "west-east", "hub-east").sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-east"}
    assert sheet.tickets[0] == 3 + 4 - 5 - 6


def test_two_stations_take_two_routes_of_one_city(tmp_path: Path) -> None:
    """E4: a station at the far end of a route borrows it as well, so that the other may take another."""
    network = star(tmp_path, west_north=5, west_south=6).claim(0, "west-hub").claim(1, "hub-north", "hub-south")
    sheet = network.hold(0, "west-north", "west-south").build(0, "hub", "north").sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-south", "north": "hub-north"}
    assert sheet.tickets[0] == 11


@pytest.mark.parametrize("cities", list(itertools.permutations(("hub", "north", "end"))))
def test_three_stations_in_a_chain(tmp_path: Path, cities: tuple[str, ...]) -> None:
    """E4: borrowed routes may join each other, whatever the order of the cities."""
    order = (*cities, "west", "east", "south")
    network = star(tmp_path, order, west_end=20, west_east=7, north_end=2, west_north=3).claim(0, "west-hub")
    network.claim(1, "hub-north", "east-end").claim(2, "north-end").hold(0, "west-east")
    network.build(0, "hub", "north")
    sheet = network.sheet()
    assert list(sheet.borrowed[0]) == [-1] * STATIONS
    assert sheet.tickets[0] == -7
    sheet = network.build(0, "end").sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-north", "north": "north-end", "end": "east-end"}
    assert sheet.tickets[0] == 7
    assert sheet.stations[0] == 0


@pytest.mark.parametrize("cities", list(itertools.permutations(("hub", "north", "south"))))
def test_two_stations_in_a_chain_beside_an_idle_one(tmp_path: Path, cities: tuple[str, ...]) -> None:
    """E4: two borrowed routes join each other, whichever of the three stations lends nothing."""
    network = star(tmp_path, (*cities, "west", "east", "end"), west_end=9).claim(0, "west-hub").claim(1, "hub-north")
    network.claim(2, "north-end").hold(0, "west-end").build(0, "hub", "north", "south")
    sheet = network.sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-north", "north": "north-end", "south": None}
    assert sheet.tickets[0] == 9


@pytest.mark.parametrize("cities", [CITIES, CITIES[::-1]])
def test_a_route_that_helps_only_beside_another(tmp_path: Path, cities: tuple[str, ...]) -> None:
    """E4: two small tickets that need one borrowed route each lose to a large one that needs both."""
    network = star(tmp_path, cities, west_end=20, west_south=3, north_east=3).claim(0, "west-hub")
    network.claim(1, "hub-north", "hub-south").claim(2, "north-end", "north-east").build(0, "hub", "north")
    sheet = network.hold(0, "west-end", "west-south", "north-east").sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-north", "north": "north-end"}
    assert sheet.tickets[0] == 20 - 3 - 3


def test_a_station_borrows_a_single_track(tmp_path: Path) -> None:
    """E4: one route, so two in a row are too many for one station, of one owner or of two."""
    for owner in (1, 2):
        network = star(tmp_path, west_end=9).claim(0, "west-hub").claim(1, "hub-north").claim(owner, "north-end")
        network.hold(0, "west-end").build(0, "hub")
        assert network.sheet().tickets[0] == -9
        assert network.build(0, "north").sheet().tickets[0] == 9


def test_a_station_borrows_from_one_other_player(tmp_path: Path) -> None:
    """E4: routes of two others at its city are a choice, not a sum."""
    network = star(tmp_path, west_north=5, west_south=6).claim(0, "west-hub").claim(1, "hub-north")
    sheet = network.claim(2, "hub-south").hold(0, "west-north", "west-south").build(0, "hub").sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-south"}
    assert sheet.tickets[0] == 6 - 5


def test_a_station_lends_no_free_track_and_no_distant_one(tmp_path: Path) -> None:
    """E4: a track that nobody claimed can't be used, nor one that does not lead into the station's city."""
    network = star(tmp_path, west_end=9).claim(0, "west-hub", "hub-north").hold(0, "west-end").build(0, "hub", "east")
    assert network.sheet().tickets[0] == -9
    network.claim(1, "north-end")
    assert network.sheet().tickets[0] == -9
    assert network.build(0, "end").sheet().tickets[0] == 9


@pytest.mark.parametrize("track", ["hub-north", "hub-north/2"])
def test_a_station_borrows_either_track_of_a_double_route(tmp_path: Path, track: str) -> None:
    """E4: the track that another owns, in either lane."""
    network = star(tmp_path, west_north=5).claim(0, "west-hub").claim(1, track).hold(0, "west-north")
    sheet = network.build(0, "hub").sheet()
    assert lent(network, sheet, 0) == {"hub": track}
    assert sheet.tickets[0] == 5


def test_a_double_route_of_two_owners(tmp_path: Path) -> None:
    """E4: one track of it is borrowed, and the twin of the seat's own track doesn't help."""
    network = star(tmp_path, west_north=5, south_north=2).claim(0, "west-hub").claim(1, "hub-north")
    network.claim(2, "hub-north/2").hold(0, "west-north").build(0, "hub")
    sheet = network.sheet()
    assert lent(network, sheet, 0)["hub"] in ("hub-north", "hub-north/2")
    assert sheet.tickets[0] == 5
    network = star(tmp_path, west_south=5).claim(0, "west-hub").claim(1, "west-hub/2").hold(0, "west-south")
    sheet = network.build(0, "hub").sheet()
    assert lent(network, sheet, 0) == {"hub": None}
    assert sheet.tickets[0] == -5


def test_a_station_beside_the_seats_own_network(tmp_path: Path) -> None:
    """E4: the seat needs no route at the station; it leads from its city into the seat's network."""
    network = star(tmp_path, west_north=5, hub_end=4).claim(0, "west-hub").claim(1, "hub-north", "north-end")
    sheet = network.hold(0, "west-north").build(0, "north").sheet()
    assert lent(network, sheet, 0) == {"north": "hub-north"}
    assert sheet.tickets[0] == 5
    sheet = network.hold(0, "hub-end").sheet()
    assert sheet.tickets[0] == 5 - 4
    assert sheet.completed[0] == 1


def test_a_station_alone_completes_a_ticket(tmp_path: Path) -> None:
    """E4: for a seat without routes, a borrowed one joins its two cities."""
    network = star(tmp_path, hub_north=5).claim(1, "hub-north").hold(0, "hub-north").build(0, "north")
    assert network.sheet().tickets[0] == 5


def test_a_station_that_is_not_needed_borrows_nothing(tmp_path: Path) -> None:
    """E4: with all tickets completed, or with none, there is nothing to borrow for."""
    network = star(tmp_path, west_hub=5).claim(0, "west-hub").claim(1, "hub-north").build(0, "hub").build(1, "north")
    sheet = network.hold(0, "west-hub").sheet()
    assert lent(network, sheet, 0) == {"hub": None}
    assert lent(network, sheet, 1) == {"north": None}
    assert list(sheet.tickets[:2]) == [5, 0]


def test_two_seats_may_borrow_the_same_route(tmp_path: Path) -> None:
    """E4: a route that is used by one station is not used up."""
    network = star(tmp_path, west_north=5, south_north=6).claim(0, "west-hub").claim(1, "hub-north")
    network.claim(2, "hub-south").hold(0, "west-north").hold(2, "south-north").build(0, "hub").build(2, "north")
    sheet = network.sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-north"}
    assert lent(network, sheet, 2) == {"north": "hub-north"}
    assert list(sheet.tickets[:3]) == [5, 0, 6]


def test_borrowed_routes_are_for_tickets_only(tmp_path: Path) -> None:
    """E4, E6: they add nothing to the longest path, and no points for routes."""
    network = star(tmp_path, west_north=5).claim(0, "west-hub").claim(1, "hub-north", "north-end")
    sheet = network.hold(0, "west-north").build(0, "hub").sheet()
    assert lent(network, sheet, 0) == {"hub": "hub-north"}
    assert list(sheet.longest[:3]) == [1, 2, 0]
    assert list(sheet.routes[:3]) == [1, 2, 0]
    assert list(sheet.express[:3]) == [0, 10, 0]
    assert list(sheet.total[:3]) == [1 + 5 + 8, 2 + 12 + 10, 12]


# Places


def verdict(network: Network) -> tuple[list[int], list[int], int]:
    """Totals, places and what decided."""
    sheet = network.sheet()
    seats = network.game.seats
    return [int(n) for n in sheet.total[:seats]], [int(n) for n in sheet.place[:seats]], int(sheet.decided)


def test_most_points_win() -> None:
    """N7, E7, Y5: points alone decide where they differ, and among the others too."""
    network = Network(game_of("new_york", 4)).claim(0, "soho-wall_street").claim(2, "chelsea-soho")
    assert verdict(network.claim(3, "midtown_west-times_square")) == ([3, 0, 8, 2], [2, 4, 1, 3], 0)
    network = Network(game_of("nordic", 3)).claim(1, "lieksa-murmansk").hold(2, "tallinn-tampere")
    assert verdict(network) == ([0, 27, -3], [2, 1, 3], 0)
    network = Network(game_of("europe", 3)).claim(2, "dieppe-paris").build(0, "roma")
    assert verdict(network) == ([8, 12, 23], [3, 2, 1], 0)


def test_tickets_break_a_tie_in_new_york() -> None:
    """Y5: with equal points the one with more completed tickets wins."""
    network = Network(game_of("new_york", 2)).hold(1, "central_park-midtown_west").claim(0, "chelsea-soho")
    network.claim(1, "central_park-lincoln_center", "lincoln_center-midtown_west")
    assert verdict(network) == ([8, 8], [2, 1], 1)


def test_a_win_is_shared_in_new_york() -> None:
    """Y5: with equal points and tickets the win is shared; the longest path and attractions don't count."""
    network = Network(game_of("new_york", 4)).claim(0, "chelsea-soho").claim(3, "empire_state_building-times_square")
    network.claim(3, "chinatown-wall_street", "midtown_west-times_square", "chinatown-lower_east_side")
    network.claim(1, "soho-wall_street")
    assert verdict(network) == ([8, 3, 0, 8], [1, 3, 4, 1], SHARED)


def test_tickets_break_a_tie_on_nordic() -> None:
    """N7: with equal points, Globetrotter included, the one with more completed tickets wins."""
    network = Network(game_of("nordic", 2)).hold(0, "oslo-stavanger")
    network.claim(0, "kristiansand-oslo", "kristiansand-stavanger")
    network.claim(1, "mo_i_rana-trondheim/2", "goteborg-orebro", "helsinki-lahti")
    assert verdict(network) == ([18, 18], [1, 2], 1)


def test_the_longest_path_breaks_a_tie_on_nordic() -> None:
    """N7: with equal points and tickets the one with the longest path wins."""
    network = Network(game_of("nordic", 3)).claim(0, "goteborg-oslo", "helsinki-tallinn")
    network.claim(1, "kristiansand-oslo", "kristiansand-stavanger").claim(2, "bergen-stavanger", "orebro-stockholm")
    assert verdict(network) == ([4, 4, 4], [2, 1, 2], 2)
    assert list(network.sheet().longest[:3]) == [2, 4, 2]


def test_a_win_is_shared_on_nordic() -> None:
    """N7: with equal points, tickets and longest paths the win is shared."""
    network = Network(game_of("nordic", 3)).claim(0, "goteborg-oslo").claim(2, "helsinki-tallinn")
    assert verdict(network.claim(1, "helsinki-lahti")) == ([2, 1, 2], [1, 3, 1], SHARED)
    network = Network(game_of("nordic", 2))
    assert verdict(network) == ([0, 0], [1, 1], SHARED)


def test_each_tie_break_is_asked_in_turn() -> None:
    """N7: the first place is decided by the tie-break that parts it from the second, not from the third."""
    network = Network(game_of("nordic", 3)).hold(0, "oslo-stavanger").hold(1, "tallinn-tampere")
    network.claim(0, "kristiansand-oslo", "kristiansand-stavanger")
    network.claim(1, "helsinki-tallinn", "helsinki-tampere", "norrkoping-orebro")
    network.claim(2, "mo_i_rana-trondheim/2", "goteborg-orebro", "helsinki-lahti")
    assert verdict(network) == ([18, 18, 18], [1, 2, 3], 2)


def test_tickets_break_a_tie_in_europe() -> None:
    """E7: with equal points the one with more completed tickets wins."""
    network = Network(game_of("europe", 2)).hold(1, "budapest-sofia").claim(1, "budapest-sarajevo", "sarajevo-sofia")
    network.claim(0, "dieppe-paris", "marseille-paris", "kharkov-rostov", "amsterdam-bruxelles")
    assert verdict(network) == ([33, 33], [2, 1], 1)


def test_fewer_stations_break_a_tie_in_europe() -> None:
    """E7: with equal points and tickets the one who built fewer stations wins."""
    network = Network(game_of("europe", 2)).build(0, "wien", "roma").build(1, "paris")
    network.claim(0, "budapest-sarajevo", "angora-erzurum").claim(1, "danzig-riga")
    assert verdict(network) == ([22, 22], [2, 1], 2)


def test_the_express_breaks_a_tie_in_europe() -> None:
    """E7: with equal points, tickets and stations the holder of the Express wins."""
    network = Network(game_of("europe", 2)).claim(0, "budapest-kyiv", "kharkov-rostov", "dieppe-paris")
    network.claim(1, "roma-venezia", "munchen-venezia", "munchen-zurich", "marseille-zurich")
    assert verdict(network) == ([30, 30], [2, 1], 3)


def test_stations_are_asked_before_the_express() -> None:
    """E7: fewer stations win against the holder of the Express."""
    network = Network(game_of("europe", 2)).build(1, "wien")
    network.claim(0, "budapest-kyiv", "kharkov-rostov", "dieppe-paris")
    network.claim(1, "roma-venezia", "munchen-venezia", "munchen-zurich", "marseille-zurich")
    network.claim(1, "danzig-riga")
    assert verdict(network) == ([30, 30], [1, 2], 2)


def test_tickets_are_asked_before_stations() -> None:
    """E7: more completed tickets win against fewer stations."""
    network = Network(game_of("europe", 2)).hold(1, "budapest-sofia").claim(1, "budapest-sarajevo", "sarajevo-sofia")
    network.claim(0, "dieppe-paris", "marseille-paris", "kharkov-rostov", "amsterdam-bruxelles").build(1, "wien")
    assert verdict(network.claim(1, "berlin-wien")) == ([33, 33], [2, 1], 1)


def test_a_win_is_shared_in_europe() -> None:
    """E7: with all equal, the Express included, the win is shared; a third seat is third."""
    network = Network(game_of("europe", 3)).claim(0, "berlin-danzig").claim(1, "rostov-sevastopol").build(2, "wien")
    assert verdict(network) == ([29, 29, 8], [1, 1, 3], SHARED)
    assert verdict(Network(game_of("europe", 5))) == ([12] * 5, [1] * 5, SHARED)
