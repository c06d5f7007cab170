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
    "express_worthless": "{file}:{line}: {field} names express, which nobody wins while express is 0; leave it out.",
    "long_tickets_under": "{file}:{line}: a long ticket that is not kept can't go under the deck; {field} must be"
    ' "out", or first_long_tickets 0.',
    "unused_long_tickets": "{file}:{line}: tickets.csv has {found} long tickets that are never dealt; {field} must be"
    " 1, or all tickets short.",
    # A game
    "no_such_map": "There is no map {name!r}; there are: {maps}.",
    "other_map": "This game needs another version of the map {map!r}: one with the digest {wanted}. The one here has"
    " {found}.",
    "no_map_there": "{file} holds no map; it must be a map's folder or a folder of such folders.",
    "no_such_language": "There are no names in {language!r}; the languages are: {languages}.",
    "too_many_moves": "The map {map!r} has {moves} moves; it may have {limit}: give it fewer or shorter tracks.",
    "too_many_payments": "The map {map!r} has {payments} ways to pay; it may have {limit}: give it fewer swaps.",
    "seats": "This map seats {least} to {most}; {given} is not possible.",
    "seats_type": "The number of seats must be a whole number, not {given}.",
    "map_name_type": "The name of a map must be text, not {given}; `Game.load` takes a folder.",
    "seed_type": "A seed must be a whole number, not {given}.",
    "seed_range": "A seed must be from 0 to 2**62 - 1; {given} is not.",
    "key_size": "A key must be {size} bytes.",
    "no_such_seat": "There is no seat {given}; the seats are 0 to {most}.",
    "bad_seat_names": "Names must be texts, one for each of {seats} seats; an empty one is allowed.",
    # A move (IllegalMove)
    "unknown_move": "{move!r} is not a move of this game.{hint}",
    "move_type": "A move must be its text or its number, not {given}.",
    "no_such_move": "There is no move {given}; the catalogue has moves 0 to {most}.",
    "wrong_seat": "It is not seat {given}'s move; it is {mover}'s.",
    "chance_only": "{move!r} is chance's to deal, not a player's move.",
    "chance_first": "Chance deals first.",
    "not_a_deal": "{move!r} can't be dealt now.",
    "over": "The play is over.",
    "phase_turn": "First a turn must begin: draw or take a card, claim a route, draw tickets, or build a station.",
    "phase_second": "A second card must be picked now: draw, or take one of the row.",
    "phase_choice": "First it must be said which of the offered tickets are kept.",
    "phase_giving": "First the cards for the swaps must be named; {due} are still to come.",
    "phase_answer": "The tunnel asks for {due} more: pay, or give up.",
    "phase_station": "First the station must be paid: {due} of one colour, locomotives standing for any.",
    "must_act": "Passing is only for those who can do nothing else.",
    "deck_empty": "The deck is empty.",
    "no_draw": "Deck and discards are empty, so no card may be drawn on this map, face up or not.",
    "no_tickets": "No ticket is left.",
    "not_face_up": "There is no {card} in the row.",
    "locomotive_second": "A face-up locomotive can't be the second pick.",
    "track_taken": "{track} belongs to seat {seat}.",
    "own_twin": "{track} runs beside a track of yours; nobody owns both tracks of a double route.",
    "twin_closed": "{track} is closed: with fewer than {seats} seats only one track of a double route is claimed.",
    "few_cars_left": "{track} needs {length} cars; {cars} are left.",
    "not_in_hand": "The hand does not hold {cards}.",
    "few_to_swap": "{swaps} swaps need {needed} cards that may be given; the hand has fewer left.",
    "no_such_offer": "The offer has {offered} places.",
    "keep_more": "At least {least} must be kept.",
    "not_eligible": "{card} can't be given for this swap.",
    "swap_order": "Cards for swaps are named in the order of the deck; {card} comes before {last}.",
    "swap_leaves_few": "From {card} on the hand holds fewer than the {due} cards still to be named; begin lower.",
    "station_taken": "{city} has a station of seat {seat}.",
    "no_station_left": "No station is left.",
    "station_cost": "The next station costs {cards} of one colour, locomotives standing for any; the hand has fewer.",
    "wrong_number": "It must be {due} cards.",
    "wrong_colour": "It must be {colour} or locomotives.",
    "locomotives_only": "This tunnel was paid with locomotives alone; only locomotives may be added.",
    "no_such_city": "There is no city {city!r} on this map.{hint}",
    "no_such_route": "No route joins {a} and {b}.",
    "no_second_track": "{track} is a single track; leave out the /2.",
    "no_such_card": "There is no card {card!r}; the cards are: {cards}.",
    "mixed_colours": "{track} takes cards of one colour, not {colours}.{hint}",
    "colour_of_track": "{track} takes {colour}, not {given}.{hint}",
    "colour_of_twin": "{track} takes {colour}; {given} is the other track, {twin}. Did you mean {move!r}?",
    "no_swaps": "No cards can be swapped for {track}.{hint}",
    "no_locomotives": "Locomotives can't pay for {track}.{hint}",
    "wrong_length": "{track} has {length} spaces; this pays for {given}.{hint}",
    "ferry_locomotives": "{track} is a ferry; it takes at least {locomotives} locomotives.{hint}",
    # A record (BadRecord)
    "record_type": "A record is text, not {given}.",
    "record_too_large": "This is {size} characters long; no record has more than {most}.",
    "record_header": "line {line}: {found!r} is no line of a record's header; it must be `{wanted}: ...`.",
    "record_field": "line {line}: {field} is {found!r}; it must be {wanted}.",
    "record_format": "line {line}: this record has format {found!r}; this version reads format 1.",
    "record_told": "line {line}: this is a record as it was told to one seat; only a whole record can be read.",
    "record_map": "line {line}: {problem}",
    "record_line": "line {line}: {found!r} is no move; it must be a seat or `=`, a space and the move.",
    "record_mover": "line {line}: the move is {found}'s, but {mover} is to move.",
    "record_move": "line {line}: {problem}",
    "record_ending": "line {line}: a record ends with a line feed after its last line.",
    "record_outcome": "line {line}: {outcome} does not give {move!r}; it must be an outcome such as {wanted}.",
    "record_origin": "line {line}: the key does not come of the table, secret and bytes in the lines before this one.",
    "record_over": "line {line}: the play was over before this move.",
    "record_deal": "line {line}: the dealer deals {wanted!r} here, not {found!r}.",
    "record_ply": "There is no ply {given}; this record has 0 to {most}.",
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
