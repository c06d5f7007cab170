"""Reasons are codes with parameters: why a move, a map or a record is refused, why a point was scored.

English is rendered here; a client renders other languages from the same code and parameters.
"""

from dataclasses import dataclass, field

ENGLISH: dict[str, str] = {
    # A map's folder (BadMap)
    "not_a_folder": "{file} is no folder; a map is a folder with cities.csv, routes.csv, tickets.csv and rules.toml.",
    "bad_map_name": "{file}: a map is named after its folder; write it with letters, digits, _ and -, not {name!r}.",
    "file_missing": "{file} is missing; a map needs cities.csv, routes.csv, tickets.csv and rules.toml.",
    "file_unreadable": "{file} can't be read: {problem}.",
    "not_utf8": "{file}:{line}: this is not UTF-8; save the file as UTF-8 text.",
    "nul_byte": "{file}:{line}: there is a NUL byte here; save the file as plain UTF-8 text.",
    "not_csv": "{file}:{line}: this is not a row of CSV ({problem}); quote a cell wholly or not at all.",
    "not_toml": "{file}:{line}: this is not TOML ({problem}); write `field = value`, a field a line.",
    "wrong_header": "{file}:{line}: the first line is {found!r}; it must be {expected!r}.",
    "wrong_columns": "{file}:{line}: this row has {found} cells; it must have {expected}: {columns}.",
    "not_text": "{file}:{line}: {field} must be a text of one line that is not empty.",
    "not_a_number": "{file}:{line}: {field} is {found!r}; it must be a whole number from {least} to {most}.",
    "out_of_range": "{file}:{line}: {field} must be from {least} to {most}.",
    "not_degrees": "{file}:{line}: {field} is {found!r}; it must be degrees from -{most} to {most}, such as 59.91.",
    "not_a_flag": "{file}:{line}: {field} is {found!r}; it must be 1 or empty.",
    "not_a_choice": "{file}:{line}: {field} is {found!r}; it must be one of: {choices}.",
    "bad_id": "{file}:{line}: {city!r} is no id; an id is a small letter, then small letters, digits and _.",
    "reserved_id": "{file}:{line}: {city!r} stands for the map itself in files of names; give the city another id.",
    "duplicate_city": "{file}:{line}: {city!r} is on line {first} already; each id must stand once.",
    "unknown_city": "{file}:{line}: {city!r} is no city; it must be an id of cities.csv.",
    "same_city": "{file}:{line}: both ends are {city!r}; a route or ticket must join two cities.",
    "third_track": "{file}:{line}: there are two tracks between {a} and {b} already; there may be no third.",
    "tunnel_with_locomotives": "{file}:{line}: a tunnel can't be a ferry; leave tunnel or locomotives empty.",
    "tunnel_with_swap": "{file}:{line}: a tunnel can't have a swap; leave tunnel or swap empty.",
    "more_locomotives_than_spaces": "{file}:{line}: {locomotives} locomotives are too many for a track of"
    " {length} spaces; a ferry has at most as many as spaces.",
    "few_locomotives": "{file}:{line}: this ferry needs {locomotives} locomotives, and rules.toml has"
    " locomotives = {cards}; it must be at least as many.",
    "track_too_long": "{file}:{line}: {length} spaces are more than a seat's cars; in rules.toml, cars is {cars}.",
    "no_points": "{file}:{line}: a track of {length} spaces has no points; in rules.toml, entry {length} of points"
    " must be there and must not be 0.",
    "duplicate_ticket": "{file}:{line}: {ticket} is the ticket of line {first}; there may be one of each.",
    "unconnected_ticket": "{file}:{line}: no chain of routes joins {a} and {b}; a ticket must be one that can be"
    " completed.",
    "too_many_cities": "{file}:{line}: a map has at most {most} cities; leave out this and all that follow.",
    "too_many_tracks": "{file}:{line}: a map has at most {most} tracks; leave out this and all that follow.",
    "too_many_tickets": "{file}:{line}: a map has at most {most} tickets; leave out this and all that follow.",
    "field_missing": "{file}:{line}: {field} is missing; every field of the rules must be given.",
    "field_unknown": "{file}:{line}: {field!r} is no field of the rules; they are: {fields}.",
    "field_not_a_number": "{file}:{line}: {field} must be a whole number from {least} to {most}.",
    "field_not_a_flag": "{file}:{line}: {field} must be true or false.",
    "field_not_text": "{file}:{line}: {field} must be text in quotation marks.",
    "field_not_a_list": "{file}:{line}: {field} must be a list in square brackets.",
    "list_size": "{file}:{line}: {field} has {found} entries; it must have from {least} to {most}.",
    "repeated": "{file}:{line}: {field} says {found!r} twice; each entry must stand once.",
    "seats_reversed": "{file}:{line}: min_seats is {least} and max_seats is {most}; it must not be less.",
    "few_car_colours": "{file}:{line}: car_colours has {found} entries; it must have one for each of {most} seats.",
    "few_cars": "{file}:{line}: cars is {cars} and last_round is {last_round}; cars must be more.",
    "offer_too_large": "{file}:{line}: {found} first tickets are offered, long and short; at most {most} may be.",
    "keep_too_large": "{file}:{line}: {field} is {found}, and only {offered} tickets are offered; it can't be more.",
    "few_cards": "{file}:{line}: the deck has {cards} cards; with {most} seats the set-up needs {needed}.",
    "few_short_tickets": "{file}:{line}: tickets.csv has {found} short tickets; with {most} seats the set-up needs"
    " {needed}.",
    "few_long_tickets": "{file}:{line}: tickets.csv has {found} long tickets; with {most} seats the set-up needs"
    " {needed}.",
    "unused_long_tickets": "{file}:{line}: tickets.csv has {found} long tickets that are never dealt; {field} must be"
    " 1, or all tickets short.",
    # A game
    "no_such_map": "There is no map {name!r}; there are: {maps}.",
    "no_map_there": "{file} holds no map; it must be a map's folder or a folder of such folders.",
    "no_such_language": "There are no names in {language!r}; the languages are: {languages}.",
    "too_many_moves": "The map {map!r} has {moves} moves; it may have {limit}: give it fewer or shorter tracks.",
    "seats": "This map seats {least} to {most}; {given} is not possible.",
    "seats_type": "The number of seats must be a whole number, not {given}.",
    "map_name_type": "The name of a map must be text, not {given}; `Game.load` takes a folder.",
    # A move (IllegalMove)
    # A record (BadRecord)
    # A line of the score
}


@dataclass(frozen=True)
class Reason:
    """A code with parameters; its text is the English sentence."""

    code: str
    parameters: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return ENGLISH[self.code].format(**self.parameters)


class Refusal(ValueError):
    """Something was refused and nothing was changed; `reason` says why."""

    def __init__(self, code: str, **parameters: str | int) -> None:
        self.reason = Reason(code, parameters)
        super().__init__(str(self.reason))


class BadMap(Refusal):
    """A map that can't be had: no such map, a faulty folder, or a number of seats that it does not have."""


class BadRecord(Refusal):
    """A record that can't be read or is not what it says."""


class BadSeed(Refusal):
    """A seed or key that no dealer can deal from."""


class IllegalMove(Refusal):
    """A move that can't be read or can't be made now."""
