"""Rules: what differs from map to map, read from a map's rules.toml."""

import re
import tomllib
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from whistlestop.game.limits import (
    CARDS,
    COLOURS,
    FACE_UP,
    KINDS,
    LENGTH,
    OFFER,
    SEATS,
    STATIONS,
    TIE_BREAK_CODES,
    TIE_BREAKS,
)
from whistlestop.game.map_files import SourceLine, read_text, shown
from whistlestop.game.reasons import BadMap

OUT = "out"
UNDER = "under"
"""Where tickets go that a seat doesn't keep: out of the game, or under the deck."""
CARS = 1000
POINTS = 1000
"""The most points that anything can be worth."""


@dataclass(frozen=True)
class Number:
    """A whole number within bounds."""

    least: int
    most: int

    def take(self, value: object, field: str, line: SourceLine) -> int:
        """The value, if it is valid; raises BadMap if not."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise line.error("field_not_a_number", field=field, least=self.least, most=self.most)
        if not self.least <= value <= self.most:
            raise line.error("out_of_range", field=field, least=self.least, most=self.most)
        return value


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def take(self, value: object, field: str, line: SourceLine) -> bool:
        """The value, if it is valid; raises BadMap if not."""
        if not isinstance(value, bool):
            raise line.error("field_not_a_flag", field=field)
        return value


@dataclass(frozen=True)
class Text:
    """Text that is not empty; one of `choices`, if there are any."""

    choices: tuple[str, ...] = ()

    def take(self, value: object, field: str, line: SourceLine) -> str:
        """The value, if it is valid; raises BadMap if not."""
        if not isinstance(value, str):
            raise line.error("field_not_text", field=field)
        if not value or not value.isprintable():
            raise line.error("not_text", field=field)
        if self.choices and value not in self.choices:
            raise line.error("not_a_choice", field=field, found=shown(value), choices=", ".join(self.choices))
        return value


@dataclass(frozen=True)
class Many:
    """A list with `least` to `most` entries; no text may appear twice."""

    what: Number | Text
    least: int
    most: int

    def take(self, value: object, field: str, line: SourceLine) -> tuple[int | str, ...]:
        """The values, if they are valid; raises BadMap if not."""
        if not isinstance(value, list):
            raise line.error("field_not_a_list", field=field)
        if not self.least <= len(value) <= self.most:
            raise line.error("list_size", field=field, found=len(value), least=self.least, most=self.most)
        values = tuple(self.what.take(one, field, line) for one in value)
        for n, one in enumerate(values):
            if isinstance(one, str) and one in values[:n]:
                raise line.error("repeated", field=field, found=shown(one))
        return values


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a map, as its rules.toml gives them.

    A field with a default can be left out; the default means that the map doesn't use the rule. A field added later
    must have such a default, so that existing maps and records stay valid (see `board.Board.digest`).
    """

    title: Annotated[str, Text()]
    """The map's title in English."""
    min_seats: Annotated[int, Number(2, SEATS)]
    """The lowest number of seats."""
    max_seats: Annotated[int, Number(2, SEATS)]
    """The highest number of seats."""
    car_colours: Annotated[tuple[str, ...], Many(Text(COLOURS), 2, len(COLOURS))]
    """The colour of the cars of each seat."""
    cars: Annotated[int, Number(1, CARS)]
    """How many cars each seat has."""
    stations: Annotated[int, Number(0, STATIONS)] = 0
    """How many stations each seat has (E3)."""
    colours: Annotated[tuple[str, ...], Many(Text(COLOURS), 1, KINDS - 1)]
    """The colours of the cards, in the order of their numbers."""
    cards_per_colour: Annotated[int, Number(1, CARDS)]
    """How many cards of each colour are in the deck."""
    locomotives: Annotated[int, Number(0, CARDS)]
    """How many locomotives are in the deck."""
    locomotives_anywhere: Annotated[bool, Flag()] = False
    """Whether a locomotive can pay for any track, not only for ferries and tunnels (N1)."""
    locomotive_ends_draw: Annotated[bool, Flag()] = False
    """Whether taking a face-up locomotive uses up both picks (C5)."""
    sweep: Annotated[int, Number(0, FACE_UP)] = 0
    """How many face-up locomotives cause a sweep of the face-up cards; 0: no sweeps (C6)."""
    take_without_deck: Annotated[bool, Flag()] = False
    """Whether face-up cards can be taken while the deck and the discard pile are empty (C8)."""
    first_cards: Annotated[int, Number(1, CARDS)]
    """How many cards each seat is dealt at the start."""
    first_long_tickets: Annotated[int, Number(0, 1)] = 0
    """How many long tickets each seat is offered at the start (E9)."""
    first_short_tickets: Annotated[int, Number(0, OFFER)]
    """How many short tickets each seat is offered at the start."""
    first_keep: Annotated[int, Number(1, OFFER)] = 1
    """How many of the first tickets a seat must keep."""
    first_return: Annotated[str, Text((OUT, UNDER))] = OUT
    """Where first tickets go that a seat doesn't keep: `out` of the game or `under` the deck."""
    draw_tickets: Annotated[int, Number(1, OFFER)]
    """How many tickets are offered when a seat draws tickets (C15)."""
    draw_keep: Annotated[int, Number(1, OFFER)] = 1
    """How many of the drawn tickets a seat must keep."""
    draw_return: Annotated[str, Text((OUT, UNDER))] = OUT
    """Where drawn tickets go that a seat doesn't keep: `out` or `under`."""
    both_tracks_from: Annotated[int, Number(2, SEATS + 1)] = 2
    """The number of seats from which both tracks of a double route can be claimed (C10)."""
    last_round: Annotated[int, Number(0, CARS)] = 2
    """The last round begins when a seat has this many cars left, or fewer (C17)."""
    points: Annotated[tuple[int, ...], Many(Number(0, POINTS), 1, LENGTH)]
    """Points for tracks with 1 space, 2 spaces, 3 spaces and so on; 0 if the map has no such track."""
    globetrotter: Annotated[int, Number(0, POINTS)] = 0
    """Points for the most completed tickets (N6)."""
    express: Annotated[int, Number(0, POINTS)] = 0
    """Points for the longest continuous path (E6)."""
    station_value: Annotated[int, Number(0, POINTS)] = 0
    """Points for each station not built (E5)."""
    attraction_value: Annotated[int, Number(0, POINTS)] = 0
    """Points for each attraction reached (Y4)."""
    tie_breaks: Annotated[tuple[str, ...], Many(Text(tuple(TIE_BREAK_CODES)), 0, TIE_BREAKS)] = ()
    """What breaks a tie on points, in this order (N7, E7, Y5)."""
    differences: Annotated[tuple[str, ...], Many(Text(), 0, 50)] = ()
    """What is special about this map, in English, for players who know other maps."""

    @classmethod
    def read(cls, path: Path) -> "Rules":
        """The rules in a file; raises BadMap if something is wrong with it."""
        entries = parse(path)
        hints = get_type_hints(cls, include_extras=True)
        for name in entries:
            if name not in hints:
                raise field_error(path, "field_unknown", name, fields=", ".join(hints))
        for field in fields(cls):
            if field.default is MISSING and field.name not in entries:
                raise field_error(path, "field_missing", field.name)
        values = {
            name: hints[name].__metadata__[0].take(value, name, line_of(path, name)) for name, value in entries.items()
        }
        rules = cls(**values)
        rules._check(path)
        return rules

    def stated(self) -> dict[str, object]:
        """The fields without a default, and those that differ from their default."""
        values = ((field, getattr(self, field.name)) for field in fields(self))
        return {field.name: value for field, value in values if value != field.default}

    def _check(self, path: Path) -> None:
        """Raise BadMap if fields contradict each other."""
        if self.min_seats > self.max_seats:
            raise field_error(path, "seats_reversed", "min_seats", least=self.min_seats, most=self.max_seats)
        if len(self.car_colours) < self.max_seats:
            raise field_error(path, "few_car_colours", "car_colours", found=len(self.car_colours), most=self.max_seats)
        if self.cars <= self.last_round:
            raise field_error(path, "few_cars", "cars", cars=self.cars, last_round=self.last_round)
        offered = self.first_long_tickets + self.first_short_tickets
        if offered > OFFER:
            raise field_error(path, "offer_too_large", "first_short_tickets", found=offered, most=OFFER)
        if self.first_keep > offered:
            raise field_error(path, "keep_too_large", "first_keep", found=self.first_keep, offered=offered)
        if "express" in self.tie_breaks and not self.express:
            raise field_error(path, "express_worthless", "tie_breaks")
        if self.first_long_tickets and self.first_return == UNDER:
            raise field_error(path, "long_tickets_under", "first_return")
        if self.draw_keep > self.draw_tickets:
            raise field_error(path, "keep_too_large", "draw_keep", found=self.draw_keep, offered=self.draw_tickets)
        cards = len(self.colours) * self.cards_per_colour + self.locomotives
        needed = self.max_seats * self.first_cards + FACE_UP
        if cards < needed:
            raise field_error(path, "few_cards", "first_cards", cards=cards, needed=needed, most=self.max_seats)


def parse(path: Path) -> dict[str, Any]:
    """The contents of a TOML file."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise SourceLine(str(path), 1).error("not_toml", problem="lists are nested too deeply") from None
    except ValueError as error:  # a number with thousands of digits raises a plain ValueError
        at = re.search(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$", str(error))
        line = int(at[1] or text.count("\n") + 1) if at else 1
        raise SourceLine(str(path), line).error(
            "not_toml", problem=shown(str(error)[: at.start() if at else None])
        ) from None


def line_of(path: Path, field: str) -> SourceLine:
    """The line of a field in rules.toml, or the last line if the field is missing."""
    text = read_text(path)
    found = re.search(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(field)}[\"']?[ \t]*[=.\]]", text, re.MULTILINE)
    return SourceLine(str(path), text.count("\n", 0, found.start() if found else len(text.rstrip())) + 1)


def field_error(path: Path, code: str, field: str, **parameters: str | int) -> BadMap:
    """An error about a field of rules.toml."""
    return line_of(path, field).error(code, field=shown(field), **parameters)
