"""Rules: the numbers in which maps differ, read from a map's rules.toml."""

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

CARS = 1000
POINTS = 1000
"""The most points that anything may be worth."""


@dataclass(frozen=True)
class Number:
    """A whole number within bounds."""

    least: int
    most: int

    def take(self, value: object, field: str, place: SourceLine) -> int:
        """The value, or a complaint."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise place.error("field_not_a_number", field=field, least=self.least, most=self.most)
        if not self.least <= value <= self.most:
            raise place.error("out_of_range", field=field, least=self.least, most=self.most)
        return value


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def take(self, value: object, field: str, place: SourceLine) -> bool:
        """The value, or a complaint."""
        if not isinstance(value, bool):
            raise place.error("field_not_a_flag", field=field)
        return value


@dataclass(frozen=True)
class Text:
    """A text that is not empty: one of the choices where there are any."""

    choices: tuple[str, ...] = ()

    def take(self, value: object, field: str, place: SourceLine) -> str:
        """The value, or a complaint."""
        if not isinstance(value, str):
            raise place.error("field_not_text", field=field)
        if not value or not value.isprintable():
            raise place.error("not_text", field=field)
        if self.choices and value not in self.choices:
            raise place.error("not_a_choice", field=field, found=shown(value), choices=", ".join(self.choices))
        return value


@dataclass(frozen=True)
class Many:
    """A list of so many of something; texts must differ from each other."""

    what: Number | Text
    least: int
    most: int

    def take(self, value: object, field: str, place: SourceLine) -> tuple[int | str, ...]:
        """The values, or a complaint."""
        if not isinstance(value, list):
            raise place.error("field_not_a_list", field=field)
        if not self.least <= len(value) <= self.most:
            raise place.error("list_size", field=field, found=len(value), least=self.least, most=self.most)
        values = tuple(self.what.take(one, field, place) for one in value)
        for n, one in enumerate(values):
            if isinstance(one, str) and one in values[:n]:
                raise place.error("repeated", field=field, found=shown(one))
        return values


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a map, as its rules.toml states them.

    A field with a default may be left out: the map has no such thing then. A field that the rules gain later must have
    such a default, so that maps and records made before it stay valid (see `board.Board.digest`).
    """

    title: Annotated[str, Text()]
    """The map's title in English."""
    min_seats: Annotated[int, Number(2, SEATS)]
    """The fewest seats."""
    max_seats: Annotated[int, Number(2, SEATS)]
    """The most seats."""
    car_colours: Annotated[tuple[str, ...], Many(Text(COLOURS), 2, len(COLOURS))]
    """The colour of each seat's cars."""
    cars: Annotated[int, Number(1, CARS)]
    """Cars that each seat has."""
    stations: Annotated[int, Number(0, STATIONS)] = 0
    """Stations that each seat has (E3)."""
    colours: Annotated[tuple[str, ...], Many(Text(COLOURS), 1, KINDS - 1)]
    """The colours of the cards, in the order of their numbers."""
    cards_per_colour: Annotated[int, Number(1, CARDS)]
    """Cards of each colour in the deck."""
    locomotives: Annotated[int, Number(0, CARDS)]
    """Locomotives in the deck."""
    locomotives_anywhere: Annotated[bool, Flag()] = False
    """Whether a locomotive may pay for any track, not for ferries and tunnels alone (N1)."""
    locomotive_ends_draw: Annotated[bool, Flag()] = False
    """Whether a locomotive taken face up costs the whole turn (C5)."""
    sweep: Annotated[int, Number(0, FACE_UP)] = 0
    """How many face-up locomotives sweep the row, 0: none ever (C6)."""
    take_without_deck: Annotated[bool, Flag()] = False
    """Whether face-up cards may be taken while deck and discards are both empty (C8)."""
    first_cards: Annotated[int, Number(1, CARDS)]
    """Cards of a first hand."""
    first_long_tickets: Annotated[int, Number(0, 1)] = 0
    """Long tickets offered at the start (E9)."""
    first_short_tickets: Annotated[int, Number(0, OFFER)]
    """Short tickets offered at the start."""
    first_keep: Annotated[int, Number(1, OFFER)] = 1
    """How many of the first tickets must be kept at least."""
    first_return: Annotated[str, Text(("out", "under"))] = "out"
    """Where first tickets go that are not kept: out of the game or under the deck."""
    draw_tickets: Annotated[int, Number(1, OFFER)]
    """Tickets offered by a later draw (C15)."""
    draw_keep: Annotated[int, Number(1, OFFER)] = 1
    """How many of these must be kept at least."""
    draw_return: Annotated[str, Text(("out", "under"))] = "out"
    """Where drawn tickets go that are not kept."""
    both_tracks_from: Annotated[int, Number(2, SEATS + 1)] = 2
    """With how many seats both tracks of a double route are open (C10)."""
    last_round: Annotated[int, Number(0, CARS)] = 2
    """With how many cars left the last round begins (C17)."""
    points: Annotated[tuple[int, ...], Many(Number(0, POINTS), 1, LENGTH)]
    """Points for a track of one space, of two, of three and so on; 0 where the map has no such track."""
    globetrotter: Annotated[int, Number(0, POINTS)] = 0
    """Points for the most completed tickets (N6)."""
    express: Annotated[int, Number(0, POINTS)] = 0
    """Points for the longest path (E6)."""
    station_value: Annotated[int, Number(0, POINTS)] = 0
    """Points for a station not built (E5)."""
    attraction_value: Annotated[int, Number(0, POINTS)] = 0
    """Points for an attraction that is reached (Y4)."""
    tie_breaks: Annotated[tuple[str, ...], Many(Text(tuple(TIE_BREAK_CODES)), 0, TIE_BREAKS)] = ()
    """What decides between seats of equal points, one after the other (N7, E7, Y5)."""
    differences: Annotated[tuple[str, ...], Many(Text(), 0, 50)] = ()
    """What players who know the family of games should know about this map, in English."""

    @classmethod
    def read(cls, path: Path) -> "Rules":
        """The rules in a file; BadMap says what is wrong with it."""
        entries = parse(path)
        hints = get_type_hints(cls, include_extras=True)
        for name in entries:
            if name not in hints:
                raise refusal(path, "field_unknown", name, fields=", ".join(hints))
        for field in fields(cls):
            if field.default is MISSING and field.name not in entries:
                raise refusal(path, "field_missing", field.name)
        values = {
            name: hints[name].__metadata__[0].take(value, name, where(path, name)) for name, value in entries.items()
        }
        rules = cls(**values)
        rules._agree(path)
        return rules

    def stated(self) -> dict[str, Any]:
        """The fields that have no default, or another value than their default."""
        values = ((field, getattr(self, field.name)) for field in fields(self))
        return {field.name: value for field, value in values if value != field.default}

    def _agree(self, path: Path) -> None:
        """Refuse fields that contradict each other."""
        if self.min_seats > self.max_seats:
            raise refusal(path, "seats_reversed", "min_seats", least=self.min_seats, most=self.max_seats)
        if len(self.car_colours) < self.max_seats:
            raise refusal(path, "few_car_colours", "car_colours", found=len(self.car_colours), most=self.max_seats)
        if self.cars <= self.last_round:
            raise refusal(path, "few_cars", "cars", cars=self.cars, last_round=self.last_round)
        offered = self.first_long_tickets + self.first_short_tickets
        if offered > OFFER:
            raise refusal(path, "offer_too_large", "first_short_tickets", found=offered, most=OFFER)
        if self.first_keep > offered:
            raise refusal(path, "keep_too_large", "first_keep", found=self.first_keep, offered=offered)
        if "express" in self.tie_breaks and not self.express:
            raise refusal(path, "express_worthless", "tie_breaks")
        if self.first_long_tickets and self.first_return == "under":
            raise refusal(path, "long_tickets_under", "first_return")
        if self.draw_keep > self.draw_tickets:
            raise refusal(path, "keep_too_large", "draw_keep", found=self.draw_keep, offered=self.draw_tickets)
        cards = len(self.colours) * self.cards_per_colour + self.locomotives
        needed = self.max_seats * self.first_cards + FACE_UP
        if cards < needed:
            raise refusal(path, "few_cards", "first_cards", cards=cards, needed=needed, most=self.max_seats)


def parse(path: Path) -> dict[str, Any]:
    """What a TOML file says."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise SourceLine(str(path), 1).error("not_toml", problem="lists within lists within lists") from None
    except ValueError as error:  # a number of thousands of digits is a plain ValueError
        at = re.search(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$", str(error))
        line = int(at[1] or text.count("\n") + 1) if at else 1
        raise SourceLine(str(path), line).error(
            "not_toml", problem=shown(str(error)[: at.start() if at else None])
        ) from None


def where(path: Path, field: str) -> SourceLine:
    """The line of rules.toml on which a field stands; the last line if it stands nowhere."""
    text = read_text(path)
    found = re.search(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(field)}[\"']?[ \t]*[=.\]]", text, re.MULTILINE)
    return SourceLine(str(path), text.count("\n", 0, found.start() if found else len(text.rstrip())) + 1)


def refusal(path: Path, code: str, field: str, **parameters: str | int) -> BadMap:
    """The complaint about a field of rules.toml."""
    return where(path, field).error(code, field=shown(field), **parameters)
