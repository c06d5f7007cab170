"""Board: cities, tracks and tickets of a map, read from its folder. Errors name the file and the line."""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from whistlestop import maps
from whistlestop.game import limits
from whistlestop.game.map_files import CsvRow, read_rows, shown
from whistlestop.game.reasons import BadMap
from whistlestop.game.rules import POINTS, Rules, field_error

GREY = -1
"""The colour of a track that can be paid in any single colour."""
SHORT = "short"
LONG = "long"
DECKS = (SHORT, LONG)
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "is", "ru")
FALLBACK = "en"
"""The language of what a map doesn't have in another language."""
TITLE = "title"
"""The id of the map's title in a file of names; no city can have it."""
NOT_RULES = ("title", "car_colours", "differences")
"""The fields of the rules that don't affect a game."""
FIRST_FIELDS = (
    "min_seats", "max_seats", "cars", "stations", "colours", "cards_per_colour", "locomotives", "locomotives_anywhere",
    "locomotive_ends_draw", "sweep", "first_cards", "first_long_tickets", "first_short_tickets", "first_keep",
    "first_return", "draw_tickets", "draw_keep", "draw_return", "both_tracks_from", "last_round", "points",
    "globetrotter", "express", "station_value", "attraction_value", "tie_breaks",
)  # fmt: skip
"""The fields in every digest while the first rulings were in force."""


@dataclass(frozen=True)
class City:
    """A city, named as on the printed board."""

    id: str
    name: str
    country: str
    lat: float
    lon: float
    attraction: bool


@dataclass(frozen=True)
class Track:
    """A track between two cities; a double route is two of them, in lanes 1 and 2."""

    a: int
    """The number of a city, like b."""
    b: int
    length: int
    colour: int
    """An index into the rules' colours, or GREY."""
    tunnel: bool
    locomotives: int
    """How many locomotives a ferry needs; 0 for other tracks (C14)."""
    swap: int
    """How many cards can replace one: a locomotive on a ferry (N3), any card elsewhere (N4). 0: no swaps."""
    lane: int
    text: str
    """`a-b` in ids of cities; `a-b/2` in lane 2, with the cities in the same order as in lane 1."""


@dataclass(frozen=True)
class Ticket:
    """A ticket; its text is `a-b` in ids of cities."""

    a: int
    b: int
    points: int
    deck: str
    """One of DECKS."""
    text: str


@dataclass(frozen=True)
class Board:
    """Cities, tracks and tickets of a map, in the order of its files.

    The digest identifies a version of the map, so that a record can be matched to the map it was played on. It is the
    SHA-256, in hexadecimal, of everything that affects a game: ids of cities and whether they are attractions, tracks,
    tickets, and the rules except title, differences and colours of cars. Names, layout and the formatting of the files
    don't change it. Fields of the rules at their default are left out, so adding a field to `Rules` changes no digest.
    """

    name: str
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    digest: str
    first_digest: str
    """The digest in records of this map under the first rulings (see `limits.RULINGS`)."""

    @cached_property
    def twins(self) -> tuple[int, ...]:
        """For each track the number of the other track of its double route, or -1."""
        numbers: dict[frozenset[int], list[int]] = {}
        for n, track in enumerate(self.tracks):
            numbers.setdefault(frozenset((track.a, track.b)), []).append(n)
        return tuple(
            next((m for m in numbers[frozenset((track.a, track.b))] if m != n), -1)
            for n, track in enumerate(self.tracks)
        )


def load(folder: Path) -> tuple[Board, Rules]:
    """The board and the rules of the map in a folder; raises BadMap if something is wrong with it."""
    name = maps.name(folder)
    if not os.path.isdir(folder):
        raise BadMap("not_a_folder", file=str(folder))
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]*", name):
        raise BadMap("bad_map_name", file=str(folder), name=shown(name))
    rules = Rules.read(folder / "rules.toml")
    cities = _read_cities(folder / "cities.csv")
    tracks = _read_tracks(folder / "routes.csv", cities, rules)
    tickets = _read_tickets(folder / "tickets.csv", cities, tracks)
    _check_decks(folder, tickets, rules)
    stated = {field: value for field, value in rules.stated().items() if field not in NOT_RULES}
    first = {field: getattr(rules, field) for field in FIRST_FIELDS}
    digests = (_digest(cities, tracks, tickets, numbers, rules.colours) for numbers in (stated, first))
    return Board(name, cities, tracks, tickets, *digests), rules


def available(extra: Iterable[Path] = ()) -> dict[str, Path]:
    """The folders of all maps, by name: in `extra`, in the environment variable's folders, and the bundled ones.

    Each place is a map's folder or a folder of such folders. The first place that has a map of a name wins.
    """
    found: dict[str, Path] = {}
    for place in [*extra, *maps.search_path()]:
        try:
            folders = maps.folders(place)
        except OSError as error:
            raise BadMap("file_unreadable", file=str(place), line=1, problem=error.strerror or str(error)) from None
        if not folders:
            raise BadMap("no_map_there", file=str(place))
        found = {**folders, **found}
    return dict(sorted(found.items()))


def find(name: str, extra: Iterable[Path] = ()) -> Path:
    """The folder of a map; raises BadMap if there is none of that name."""
    found = available(extra)
    if name not in found:
        raise BadMap("no_such_map", name=shown(name), maps=", ".join(found))
    return found[name]


def load_names(folder: Path, language: str) -> dict[str, str]:
    """The names of all cities by id, and the map's title as TITLE, in one of LANGUAGES.

    They come from `names/<language>.csv`, then from `names/en.csv`, then from cities.csv and rules.toml; a file of
    names may be missing or incomplete.
    """
    if language not in LANGUAGES:
        raise BadMap("no_such_language", language=shown(language), languages=", ".join(LANGUAGES))
    names = {TITLE: Rules.read(folder / "rules.toml").title}
    names |= {city.id: city.name for city in _read_cities(folder / "cities.csv")}
    for one in dict.fromkeys((FALLBACK, language)):
        path = folder / "names" / f"{one}.csv"
        names |= _read_names(path, names) if path.exists() else {}
    return names


def _read_names(path: Path, known: Mapping[str, str]) -> dict[str, str]:
    """The names in one file, which may list each known id once."""
    names: dict[str, str] = {}
    lines: dict[str, int] = {}
    for row in read_rows(path, ("id", "name")):
        which = row.text("id")
        if which not in known:
            raise row.error("unknown_city", city=shown(which))
        if which in lines:
            raise row.error("duplicate_city", city=which, first=lines[which])
        names[which] = row.text("name")
        lines[which] = row.line
    return names


def _read_cities(path: Path) -> tuple[City, ...]:
    cities: dict[str, City] = {}
    lines: dict[str, int] = {}
    for row in read_rows(path, ("id", "name", "country", "lat", "lon", "attraction")):
        which = row.text("id")
        if not re.fullmatch("[a-z][a-z0-9_]*", which):
            raise row.error("bad_id", city=shown(which))
        if which == TITLE:
            raise row.error("reserved_id", city=which)
        if which in cities:
            raise row.error("duplicate_city", city=which, first=lines[which])
        if len(cities) == limits.CITIES:
            raise row.error("too_many_cities", most=limits.CITIES)
        lines[which] = row.line
        cities[which] = City(
            which,
            row.text("name"),
            row.text("country"),
            row.degrees("lat", 90),
            row.degrees("lon", 180),
            row.flag("attraction"),
        )
    return tuple(cities.values())


def _ends(row: CsvRow, numbers: dict[str, int]) -> tuple[int, int]:
    """The two cities of a row, as numbers."""
    a, b = row.text("a"), row.text("b")
    for city in (a, b):
        if city not in numbers:
            raise row.error("unknown_city", city=shown(city))
    if a == b:
        raise row.error("same_city", city=a)
    return numbers[a], numbers[b]


def _read_tracks(path: Path, cities: tuple[City, ...], rules: Rules) -> tuple[Track, ...]:
    numbers = {city.id: n for n, city in enumerate(cities)}
    tracks: list[Track] = []
    for row in read_rows(path, ("a", "b", "length", "colour", "tunnel", "locomotives", "swap")):
        a, b = _ends(row, numbers)
        parallel = [track for track in tracks if {track.a, track.b} == {a, b}]
        if len(parallel) == 2:
            raise row.error("third_track", a=cities[a].id, b=cities[b].id)
        if len(tracks) == limits.TRACKS:
            raise row.error("too_many_tracks", most=limits.TRACKS)
        colour = row.choice("colour", (limits.GREY, *rules.colours))
        track = Track(
            a,
            b,
            row.number("length", 1, limits.LENGTH),
            GREY if colour == limits.GREY else rules.colours.index(colour),
            row.flag("tunnel"),
            row.number("locomotives", 0, limits.LENGTH),
            row.number("swap", 0, limits.LENGTH),
            len(parallel) + 1,
            f"{parallel[0].text}/2" if parallel else f"{cities[a].id}-{cities[b].id}",
        )
        _check_track(row, track, rules)
        tracks.append(track)
    return tuple(tracks)


def _check_track(row: CsvRow, track: Track, rules: Rules) -> None:
    """Raise BadMap if a track contradicts itself or the rules."""
    if track.tunnel and track.locomotives:
        raise row.error("tunnel_with_locomotives")
    if track.tunnel and track.swap:
        raise row.error("tunnel_with_swap")
    if track.locomotives > track.length:
        raise row.error("more_locomotives_than_spaces", locomotives=track.locomotives, length=track.length)
    if track.locomotives > rules.locomotives:
        raise row.error("few_locomotives", locomotives=track.locomotives, cards=rules.locomotives)
    if track.length > rules.cars:
        raise row.error("track_too_long", length=track.length, cars=rules.cars)
    if track.length > len(rules.points) or not rules.points[track.length - 1]:
        raise row.error("no_points", length=track.length)


def _read_tickets(path: Path, cities: tuple[City, ...], tracks: tuple[Track, ...]) -> tuple[Ticket, ...]:
    numbers = {city.id: n for n, city in enumerate(cities)}
    parts = _parts(len(cities), tracks)
    tickets: list[Ticket] = []
    lines: dict[frozenset[int], int] = {}
    for row in read_rows(path, ("a", "b", "points", "deck")):
        a, b = _ends(row, numbers)
        text = f"{cities[a].id}-{cities[b].id}"
        pair = frozenset((a, b))
        if pair in lines:
            raise row.error("duplicate_ticket", ticket=text, first=lines[pair])
        if len(tickets) == limits.TICKETS:
            raise row.error("too_many_tickets", most=limits.TICKETS)
        if parts[a] != parts[b]:
            raise row.error("unconnected_ticket", a=cities[a].id, b=cities[b].id)
        lines[pair] = row.line
        tickets.append(Ticket(a, b, row.number("points", 1, POINTS), row.choice("deck", DECKS), text))
    return tuple(tickets)


def _parts(cities: int, tracks: tuple[Track, ...]) -> list[int]:
    """A number for each city; cities have the same number if tracks connect them."""
    parts = list(range(cities))
    for track in tracks:
        old, new = parts[track.a], parts[track.b]
        parts = [new if part == old else part for part in parts]
    return parts


def _check_decks(folder: Path, tickets: tuple[Ticket, ...], rules: Rules) -> None:
    """Raise BadMap if there are too few tickets for the setup, or long tickets that are never dealt (E9)."""
    for deck, field, each in (
        (SHORT, "first_short_tickets", rules.first_short_tickets),
        (LONG, "first_long_tickets", rules.first_long_tickets),
    ):
        found = sum(ticket.deck == deck for ticket in tickets)
        needed = each * rules.max_seats
        if found < needed:
            code = f"few_{deck}_tickets"
            raise field_error(folder / "rules.toml", code, field, found=found, needed=needed, most=rules.max_seats)
        if deck == LONG and found and not each:
            raise field_error(folder / "rules.toml", "unused_long_tickets", field, found=found)


def _digest(
    cities: tuple[City, ...],
    tracks: tuple[Track, ...],
    tickets: tuple[Ticket, ...],
    rules: Mapping[str, object],
    colours: tuple[str, ...],
) -> str:
    colours = (*colours, limits.GREY)  # GREY is -1, the last entry
    content = {
        "cities": [[city.id, city.attraction] for city in cities],
        "tracks": [
            [cities[t.a].id, cities[t.b].id, t.length, colours[t.colour], t.tunnel, t.locomotives, t.swap]
            for t in tracks
        ],
        "tickets": [[cities[t.a].id, cities[t.b].id, t.points, t.deck] for t in tickets],
        "rules": rules,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
