"""Errors and reasons of the rules: codes with parameters, and an English sentence for each.

A reason says why a move, a map or a record is refused, why points were scored, or why a seat won. Clients that show
another language render it from the same code and parameters.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

MAPS = {
    # Files
    "not_a_folder": "{file} is not a folder. A map is a folder with cities.csv, routes.csv, tickets.csv and"
    " rules.toml.",
    "bad_map_name": "{file}: a map is named after its folder, and {name!r} is not a valid name. Use letters, digits,"
    " _ and -.",
    "file_missing": "{file} is missing. A map needs cities.csv, routes.csv, tickets.csv and rules.toml.",
    "file_unreadable": "{file} can't be read: {problem}.",
    "not_utf8": "{file}:{line}: invalid UTF-8. Save the file as UTF-8 text.",
    "nul_byte": "{file}:{line}: unexpected NUL byte. Save the file as plain UTF-8 text.",
    "not_csv": "{file}:{line}: invalid CSV ({problem}). Put quotation marks around a whole cell or leave them out.",
    "not_toml": "{file}:{line}: invalid TOML ({problem}). Write one `field = value` per line.",
    "wrong_header": "{file}:{line}: the header is {found!r}; it must be {expected!r}.",
    "column_unknown": "{file}:{line}: unknown column {column!r}. Allowed columns: {columns}.",
    "column_twice": "{file}:{line}: the column {column!r} appears twice. Remove one.",
    "wrong_columns": "{file}:{line}: this row has {found} cells; it must have {expected}: {columns}.",
    # Cells and fields
    "not_text": "{file}:{line}: {field} must be a single line of text and can't be empty.",
    "not_a_number": "{file}:{line}: {field} is {found!r}; it must be a whole number from {least} to {most}.",
    "out_of_range": "{file}:{line}: {field} must be from {least} to {most}.",
    "not_degrees": "{file}:{line}: {field} is {found!r}; it must be degrees from -{most} to {most}, such as 59.91.",
    "not_a_flag": "{file}:{line}: {field} is {found!r}; it must be 1 or empty.",
    "not_a_choice": "{file}:{line}: {field} is {found!r}; it must be one of: {choices}.",
    # Cities, routes and tickets
    "bad_id": "{file}:{line}: {city!r} is not a valid id. Use lower-case letters, digits and _, starting with a"
    " letter.",
    "reserved_id": "{file}:{line}: the id {city!r} is reserved for the map's title in names/. Choose another id.",
    "duplicate_city": "{file}:{line}: {city!r} is already on line {first}. List each city once.",
    "unknown_city": "{file}:{line}: unknown city {city!r}. Use an id from cities.csv.",
    "same_city": "{file}:{line}: both ends are {city!r}. A route or ticket must join two different cities.",
    "third_track": "{file}:{line}: there are already two tracks between {a} and {b}. A route has at most two.",
    "tunnel_with_locomotives": "{file}:{line}: a tunnel can't be a ferry. Leave tunnel or locomotives empty.",
    "tunnel_with_swap": "{file}:{line}: a tunnel can't have swaps. Leave tunnel or swap empty.",
    "more_locomotives_than_spaces": "{file}:{line}: a ferry with {length} spaces can't need {locomotives}"
    " locomotives. Use at most one per space.",
    "few_locomotives": "{file}:{line}: this ferry needs {locomotives} locomotives, but the deck has only {cards}."
    " Raise locomotives in rules.toml.",
    "track_too_long": "{file}:{line}: a track with {length} spaces can't be claimed with {cars} cars. Shorten it, or"
    " raise cars in rules.toml.",
    "no_points": "{file}:{line}: tracks with {length} spaces have no points. Set entry {length} of points in"
    " rules.toml.",
    "duplicate_ticket": "{file}:{line}: {ticket} is already on line {first}. List each ticket once.",
    "unconnected_ticket": "{file}:{line}: no routes connect {a} and {b}, so the ticket can't be completed. Add a"
    " route, or remove the ticket.",
    "too_many_cities": "{file}:{line}: too many cities. A map has at most {most}.",
    "too_many_tracks": "{file}:{line}: too many tracks. A map has at most {most}.",
    "too_many_tickets": "{file}:{line}: too many tickets. A map has at most {most}.",
    # Rules
    "field_missing": "{file}:{line}: {field} is missing. Add it.",
    "field_unknown": "{file}:{line}: unknown field {field!r}. Allowed fields: {fields}.",
    "field_not_a_number": "{file}:{line}: {field} must be a whole number from {least} to {most}.",
    "field_not_a_flag": "{file}:{line}: {field} must be true or false.",
    "field_not_text": "{file}:{line}: {field} must be text in quotation marks.",
    "field_not_a_list": "{file}:{line}: {field} must be a list in square brackets.",
    "list_size": "{file}:{line}: {field} has {found} entries; it must have {least} to {most}.",
    "repeated": "{file}:{line}: {field} lists {found!r} twice. List each entry once.",
    "seats_reversed": "{file}:{line}: min_seats is {least} but max_seats is {most}. max_seats can't be lower.",
    "few_car_colours": "{file}:{line}: car_colours has {found} entries; it needs one for each of {most} seats.",
    "few_cars": "{file}:{line}: cars is {cars} and last_round is {last_round}. cars must be higher.",
    "offer_too_large": "{file}:{line}: {found} tickets are offered at the start, long and short together; the most"
    " is {most}.",
    "keep_too_large": "{file}:{line}: {field} is {found}, but only {offered} tickets are offered. Lower it.",
    "few_cards": "{file}:{line}: the deck has {cards} cards, but the setup for {most} seats needs {needed}.",
    "few_short_tickets": "{file}:{line}: tickets.csv has {found} short tickets, but the setup for {most} seats needs"
    " {needed}.",
    "few_long_tickets": "{file}:{line}: tickets.csv has {found} long tickets, but the setup for {most} seats needs"
    " {needed}.",
    "express_worthless": "{file}:{line}: {field} lists express, but express is 0, so nobody can win it. Remove it.",
    "long_tickets_under": '{file}:{line}: long tickets can\'t go under the deck. Set {field} to "out", or'
    " first_long_tickets to 0.",
    "unused_long_tickets": "{file}:{line}: tickets.csv has {found} long tickets, which are never dealt. Set {field}"
    " to 1, or make all tickets short.",
    # Finding a map and making a game
    "no_such_map": "No map named {name!r}. Available maps: {maps}.",
    "no_map_there": "{file} contains no maps. Give a map's folder, or a folder of such folders.",
    "other_map": "This game needs another version of the map {map!r}: the one with the digest {wanted}. The version"
    " here has the digest {found}. Use the version of the map or of Whistlestop that the game was played with.",
    "map_not_here": "This game needs the map {map!r} with the digest {wanted}, which is not here. Available maps:"
    " {maps}.",
    "no_such_language": "No names in {language!r}. Available languages: {languages}.",
    "too_many_moves": "The map {map!r} has {moves} moves; the most is {limit}. Use fewer or shorter tracks.",
    "too_many_payments": "The map {map!r} has {payments} payments; the most is {limit}. Use fewer swaps.",
    "seats": "This map has {least} to {most} seats, not {given}.",
    "seats_type": "The number of seats must be a whole number, not {given}.",
    "map_name_type": "The name of a map must be text, not {given}. To load a folder, call `Game.load`.",
}
SEEDS = {
    "seed_type": "A seed must be a whole number, not {given}.",
    "seed_range": "A seed must be from 0 to 2**62 - 1, not {given}.",
    "key_size": "A key must be {size} bytes.",
}
MOVES = {
    # What a record is asked
    "no_such_seat": "No seat {given}. The seats are 0 to {most}.",
    "bad_seat_names": "Give one name for each of {seats} seats, as text. A name can be empty.",
    "unknown_move": "{move!r} is not a move in this game.{hint}",
    "move_type": "A move must be its text or its number, not {given}.",
    "no_such_move": "No move {given}. The moves of this game are 0 to {most}.",
    "wrong_seat": "Seat {given} can't move now; it is {mover}'s turn.",
    "chance_only": "{move!r} is a move of chance, not of a player.",
    "chance_first": "Chance has to deal first.",
    "not_a_deal": "{move!r} can't be dealt now.",
    "over": "The game is over.",
    # A turn that has begun
    "phase_turn": "Start a turn first: draw or take a card, claim a route, draw tickets, or build a station.",
    "phase_second": "Pick a second card now: draw one, or take one that is face up.",
    "phase_choice": "Choose which of the offered tickets to keep first.",
    "phase_giving": "Choose the cards to swap first; {due} more to go.",
    "phase_answer": "The tunnel costs {due} more. Pay or give up first.",
    "phase_station": "Pay for the station first: {due} of one colour, or locomotives.",
    "must_act": "You can pass only when you have no other move.",
    # Cards and tickets
    "deck_empty": "The deck is empty.",
    "no_draw": "The deck and the discard pile are empty. On this map you can't draw any card then, face up or not.",
    "no_tickets": "No tickets are left.",
    "not_face_up": "No {card} is face up.",
    "locomotive_second": "You can't take a face-up locomotive as your second card.",
    "no_such_offer": "Only {offered} tickets are offered.",
    "keep_more": "Keep at least {least}.",
    # Routes
    "track_taken": "{track} belongs to seat {seat}.",
    "own_twin": "{track} is next to a track of yours. You can't own both tracks of a double route.",
    "twin_closed": "{track} is closed. With fewer than {seats} players, only one track of a double route can be"
    " claimed.",
    "few_cars_left": "{track} needs {length} cars, and you have {cars} left.",
    "not_in_hand": "You don't have {cards}.",
    "few_to_swap": "{swaps} swaps need {needed} cards that can be swapped, and you don't have that many.",
    "not_eligible": "{card} can't be used for this swap.",
    "swap_order": "Name the cards for swaps in the order of the deck; {card} comes before {last}.",
    "swap_leaves_few": "From {card} on you don't have the {due} cards still needed. Start with an earlier kind.",
    "wrong_number": "Pay {due} cards.",
    "wrong_colour": "Pay with {colour} or locomotives.",
    "locomotives_only": "You paid for this tunnel with locomotives only, so you can add only locomotives.",
    # Stations
    "station_taken": "{city} already has a station of seat {seat}.",
    "no_station_left": "You have no stations left.",
    "station_cost": "The next station costs {cards} of one colour, or locomotives, and you don't have that many.",
    # A text that is not a move
    "no_such_city": "No city {city!r} on this map.{hint}",
    "no_such_track": "No track {track!r} on this map.",
    "no_such_route": "No route joins {a} and {b}.",
    "no_second_track": "{track} is a single track. Leave out the /2.",
    "no_such_card": "No card {card!r}. The cards are: {cards}.",
    "mixed_colours": "{track} takes cards of one colour, not {colours}.{hint}",
    "colour_of_track": "{track} takes {colour}, not {given}.{hint}",
    "colour_of_twin": "{track} takes {colour}; {given} is the other track, {twin}. Did you mean {move!r}?",
    "no_swaps": "No cards can be swapped for {track}.{hint}",
    "no_locomotives": "Locomotives can't pay for {track}.{hint}",
    "wrong_length": "The length of {track} is {length}; this pays for {given}.{hint}",
    "ferry_locomotives": "{track} is a ferry. Locomotives needed: {locomotives}.{hint}",
}
RECORDS = {
    # The file
    "record_type": "A record must be text, not {given}.",
    "record_too_large": "The record is {size} characters long; the most is {most}.",
    "record_header": "line {line}: {found!r} is not the expected header line. It must be `{wanted}: ...`.",
    "record_field": "line {line}: {field} is {found!r}; it must be {wanted}.",
    "record_format": "line {line}: the record has format {found!r}; this version reads format 1.",
    "record_told": "line {line}: this record shows only what one seat could see. Only a complete record can be read.",
    "record_map": "line {line}: {problem}",
    "record_origin": "line {line}: the key does not follow from the lines above, which say how it was made.",
    "record_ending": "line {line}: the last line must end with a line feed.",
    # Its moves
    "record_line": "line {line}: {found!r} is not a move. Write the seat or `=`, a space, and the move.",
    "record_mover": "line {line}: {found} moves here, but it is {mover}'s turn.",
    "record_move": "line {line}: {problem}",
    "record_outcome": "line {line}: {outcome} does not give {move!r}. It must be an outcome such as {wanted}.",
    "record_over": "line {line}: the game was over before this move.",
    "record_deal": "line {line}: the dealer deals {wanted!r} here, not {found!r}.",
    "record_ply": "No ply {given}. This record has 0 to {most}.",
}
SCORES = {
    # A line of the score
    "routes": "Routes claimed: {routes}, of {spaces} spaces in all.",
    "ticket_completed": "Ticket {ticket} completed.",
    "ticket_completed_by_station": "Ticket {ticket} completed over a borrowed route.",
    "ticket_not_completed": "Ticket {ticket} not completed.",
    "stations_not_built": "Stations not built: {stations}, worth {each} each.",
    "station_borrowed": "The station in {city} borrowed {track} from seat {owner}.",
    "station_idle": "The station in {city} borrowed no route, since none would have added points.",
    "attractions": "Attractions reached: {attractions} ({cities}).",
    "globetrotter": "Globetrotter, for the most completed tickets: {completed}.",
    "express": "Express, for the longest continuous path: length {length}.",
    # Why somebody won
    "won_by_points": "Seat {seat} wins with {total} points.",
    "won_by_tickets": "Seat {seat} wins: level on {total} points, but with more completed tickets ({completed}).",
    "won_by_stations": "Seat {seat} wins: level on {total} points, but with fewer stations built ({stations}).",
    "won_by_express": "Seat {seat} wins: level on {total} points, but with the Express (length {length}).",
    "won_by_longest": "Seat {seat} wins: level on {total} points, but with a longer path (length {length}).",
    "win_shared": "Seats {seats} share the win with {total} points each.",
}


@dataclass(frozen=True)
class Reason:
    """A code with parameters; its text is the English sentence."""

    code: str
    parameters: dict[str, str | int] = field(default_factory=dict)
    template: str = field(default="", repr=False, compare=False)
    """The sentence, with the parameters in braces. By default the code is that of a move or a score."""

    def __str__(self) -> str:
        template = self.template or MOVES.get(self.code) or SCORES[self.code]
        return template.format(**self.parameters)

    def as_dict(self) -> dict[str, Any]:
        """The reason and its sentence as JSON-serialisable types."""
        return {"code": self.code, "parameters": dict(self.parameters), "text": str(self)}


class WhistlestopError(ValueError):
    """Base class of all errors: something was wrong, and nothing has changed. `reason` says what was wrong.

    A subclass has the sentences for its own codes in `english`, so the same code can mean different things in
    different classes.
    """

    english: ClassVar[Mapping[str, str]] = {}

    def __init__(self, code: str, **parameters: str | int) -> None:
        self.reason = Reason(code, parameters, self.english[code])
        super().__init__(str(self.reason))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the code and the parameters; an exception pickles only its text by default."""
        return partial(type(self), self.reason.code, **self.reason.parameters), ()


class BadMap(WhistlestopError):
    """A map can't be loaded: no such map, a faulty folder, or a number of seats that the map doesn't allow."""

    english = MAPS


class BadRecord(WhistlestopError):
    """A record can't be read, or its contents contradict each other."""

    english = RECORDS


class BadSeed(WhistlestopError):
    """A seed or key that no dealer can use."""

    english = SEEDS


class IllegalMove(WhistlestopError):
    """A move that can't be read or can't be made now."""

    english = MOVES
