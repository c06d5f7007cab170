"""Maps, levels of bots, and boards to draw."""

from typing import Any, Literal

from pydantic import Field

from whistlestop.server.protocol.base import Model


class LevelInfo(Model):
    """A level of bots."""

    level: str
    character: str
    """One sentence about how it plays."""
    pace: float
    """The minimum time it spends on a move, in seconds."""
    ratings: dict[str, int | None]
    """Its rating by map and seats, such as `europe-3`; null if it was not measured. Where it has no entry it is not
    offered."""
    rollouts: dict[str, int]
    """How many rollouts it makes for an early move on one core of a fast computer, by map and seats, such as
    `europe-3`; empty if it doesn't search."""


class LessonInfo(Model):
    """A lesson of a map in short."""

    lesson: str
    """Its name on this map."""
    order: int
    """Lessons of all maps are taken in this order."""
    titles: dict[str, str]
    """The title in every language."""
    summaries: dict[str, str]
    """One sentence about it in every language."""


class MapInfo(Model):
    """A map."""

    map: str
    title: str
    titles: dict[str, str]
    """The title in every language."""
    digest: str
    """Identifies the map's rules and board."""
    min_seats: int
    max_seats: int
    differences: list[str]
    """What players of similar games should know about this map, in English."""
    lessons: list[LessonInfo]
    """In their order."""
    puzzles: int
    """How many puzzles there are for it."""


class Rules(Model):
    """The numbers in which maps differ; `game.rules` describes each."""

    title: str
    min_seats: int
    max_seats: int
    car_colours: list[str]
    cars: int
    stations: int
    colours: list[str]
    cards_per_colour: int
    locomotives: int
    locomotives_anywhere: bool
    locomotive_ends_draw: bool
    sweep: int
    take_without_deck: bool
    first_cards: int
    first_long_tickets: int
    first_short_tickets: int
    first_keep: int
    first_return: Literal["out", "under"]
    draw_tickets: int
    draw_keep: int
    draw_return: Literal["out", "under"]
    both_tracks_from: int
    last_round: int
    points: list[int]
    globetrotter: int
    express: int
    station_value: int
    attraction_value: int
    tie_breaks: list[str]
    differences: list[str]


class MapCity(Model):
    """A city."""

    id: str
    name: str
    country: str
    lat: float
    lon: float
    attraction: bool


class MapTrack(Model):
    """A track: one of the one or two that connect two cities."""

    track: str
    a: str
    b: str
    length: int
    colour: str
    tunnel: bool
    locomotives: int
    swap: int
    lane: int


class MapTicket(Model):
    """A ticket."""

    ticket: str
    a: str
    b: str
    points: int
    deck: Literal["short", "long"]


class MapDetails(Model):
    """A map with its rules and everything that is printed on it."""

    map: str
    title: str
    digest: str
    rules: Rules
    names: dict[str, dict[str, str]]
    """The names of the cities in every language, and the title."""
    cities: list[MapCity]
    tracks: list[MapTrack]
    tickets: list[MapTicket]


class BoardCity(Model):
    """A city, and where it is on the board."""

    id: str
    x: float
    y: float
    attraction: bool


class BoardTrack(Model):
    """A track, and where its slots are."""

    id: str
    a: str
    b: str
    length: int
    points: int
    colour: str
    tunnel: bool
    locomotives: int
    swap: int
    swap_kinds: list[str] = Field(alias="swapKinds")
    """The cards that can be traded in for a swap, in the order in which they are named; empty if there are no swaps."""
    swap_own_from: int | None = Field(alias="swapOwnFrom")
    """How many cards of its colour a payment needs before others of that colour can be traded in; null: never."""
    slots: list[tuple[float, float, float]]
    """The centre and the angle of each slot."""


class BoardTicket(Model):
    """A ticket."""

    id: str
    a: str
    b: str
    points: int
    long: bool
    """Whether it is dealt from the deck of long tickets."""
    path: list[str]
    """The tracks of a shortest path between its cities, to illustrate the rules."""


class SlotSize(Model):
    """The size of a slot."""

    length: float
    width: float


class CityLabel(Model):
    """Where a city's name is: its first base line from the city's middle, and where on that line it is held."""

    dx: float
    dy: float
    anchor: Literal["start", "middle", "end"]
    lines: list[str]


class Legend(Model):
    """The cartouche of a board: its title, what its marks mean, and what tracks are worth."""

    drawing: str
    """The whole of it as SVG; empty if the map has no place for one."""
    plate: str
    """The title alone, for a board on which the rest can't be read."""
    view_box: tuple[float, float, float, float] = Field(alias="viewBox")
    text_size: float = Field(alias="textSize")


class Board(Model):
    """A map to draw, with names in one language: layers of SVG, and where tracks and cities are."""

    map: str
    digest: str
    title: str
    names: dict[str, str]
    colours: list[str]
    car_colours: list[str] = Field(alias="carColours")
    tunnel_cards: int = Field(alias="tunnelCards")
    """How many cards are turned over for a tunnel."""
    both_tracks_from: int = Field(alias="bothTracksFrom")
    """The number of seats from which both tracks of a double route can be claimed."""
    signs: dict[str, str]
    """The path of each colour's sign, for people who don't tell colours apart."""
    locomotive: str
    view_box: tuple[float, float, float, float] = Field(alias="viewBox")
    slot: SlotSize
    city_radius: float = Field(alias="cityRadius")
    cities: list[BoardCity]
    label_size: float = Field(alias="labelSize")
    labels: list[CityLabel]
    """The names of the cities, in the same order, at `labelSize`."""
    tracks: list[BoardTrack]
    tickets: list[BoardTicket]
    defs: str
    under: str
    """Sea, land and what runs under the slots."""
    over: str
    """Slots, cities and the compass."""
    legend: Legend


def rules_fields(rules: Any) -> dict[str, Any]:
    """The fields of a map's rules, for `Rules`."""
    return {field: getattr(rules, field) for field in Rules.model_fields}
