"""Reasons as kernels write them: a number and up to three parameters, which are numbers too.

REASON_PARAMETERS says how they become words; `reason_of` does it in Python, and other languages read the same table.
The number of a reason is its place in the table. Its parameters are given by name and kind:

- number: as it is; also a seat
- card: the name of a kind of card
- track, ticket: its text
- city: its id
- move: the text of a move
- cards: a move; the part of its text that names cards
- seats: a set of seats, as in "0, 2"
- cities: a set of cities, as in "oslo, bergen"
"""

from collections.abc import Callable, Sequence

from whistlestop.game.catalogue import CLAIM, Move
from whistlestop.game.game import Game
from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import IntArray
from whistlestop.game.reasons import Reason
from whistlestop.game.view import members

PARAMETERS = 3
"""How many parameters a reason has at most."""
NO_REASON = -1
"""In place of the number of a reason."""

REASON_PARAMETERS: dict[str, tuple[tuple[str, str], ...]] = {
    # Why a move is refused
    "chance_only": (("move", "move"),),
    "chance_first": (),
    "over": (),
    "phase_turn": (),
    "phase_second": (),
    "phase_choice": (),
    "phase_giving": (("due", "number"),),
    "phase_answer": (("due", "number"),),
    "phase_station": (("due", "number"),),
    "must_act": (),
    "deck_empty": (),
    "no_draw": (),
    "no_tickets": (),
    "not_face_up": (("card", "card"),),
    "locomotive_second": (),
    "no_such_offer": (("offered", "number"),),
    "keep_more": (("least", "number"),),
    "track_taken": (("track", "track"), ("seat", "number")),
    "own_twin": (("track", "track"),),
    "twin_closed": (("track", "track"), ("seats", "number")),
    "few_cars_left": (("track", "track"), ("length", "number"), ("cars", "number")),
    "not_in_hand": (("cards", "cards"),),
    "few_to_swap": (("swaps", "number"), ("needed", "number")),
    "not_eligible": (("card", "card"),),
    "swap_order": (("card", "card"), ("last", "card")),
    "swap_leaves_few": (("card", "card"), ("due", "number")),
    "wrong_number": (("due", "number"),),
    "wrong_colour": (("colour", "card"),),
    "locomotives_only": (),
    "station_taken": (("city", "city"), ("seat", "number")),
    "no_station_left": (),
    "station_cost": (("cards", "number"),),
    # A line of the score
    "routes": (("routes", "number"), ("spaces", "number")),
    "ticket_completed": (("ticket", "ticket"),),
    "ticket_completed_by_station": (("ticket", "ticket"),),
    "ticket_not_completed": (("ticket", "ticket"),),
    "stations_not_built": (("stations", "number"), ("each", "number")),
    "station_borrowed": (("city", "city"), ("track", "track"), ("owner", "number")),
    "station_idle": (("city", "city"),),
    "attractions": (("attractions", "number"), ("cities", "cities")),
    "globetrotter": (("completed", "number"),),
    "express": (("length", "number"),),
    # Why somebody won; first by points, then by the tie-breaks in the order of their codes
    "won_by_points": (("seat", "number"), ("total", "number")),
    "won_by_tickets": (("seat", "number"), ("total", "number"), ("completed", "number")),
    "won_by_stations": (("seat", "number"), ("total", "number"), ("stations", "number")),
    "won_by_express": (("seat", "number"), ("total", "number"), ("length", "number")),
    "won_by_longest": (("seat", "number"), ("total", "number"), ("length", "number")),
    "win_shared": (("seats", "seats"), ("total", "number")),
}
CODES = tuple(REASON_PARAMETERS)
NUMBERS = {code: number for number, code in enumerate(CODES)}
"""The number of each reason."""


@kernel
def say(out: IntArray, number: int, one: int, two: int, three: int) -> int:
    """Write the parameters of a reason, and return its number."""
    out[0] = one
    out[1] = two
    out[2] = three
    return number


def reason_of(game: Game, number: int, parameters: Sequence[int]) -> Reason:
    """The reason with a number."""
    code = CODES[number]
    named = zip(REASON_PARAMETERS[code], parameters, strict=False)
    return Reason(code, {name: WORDS_FOR[kind](game, int(value)) for (name, kind), value in named})


def cards_of(move: Move) -> str:
    """The part of a move's text that names cards: what follows its verb and, if it claims a track, the track."""
    return move.text.split(" ", 2 if move.kind == CLAIM else 1)[-1]


WORDS_FOR: dict[str, Callable[[Game, int], str | int]] = {
    "number": lambda game, value: value,
    "card": lambda game, value: game.catalogue.kinds[value],
    "track": lambda game, value: game.board.tracks[value].text,
    "ticket": lambda game, value: game.board.tickets[value].text,
    "city": lambda game, value: game.board.cities[value].id,
    "move": lambda game, value: game.catalogue.moves[value].text,
    "cards": lambda game, value: cards_of(game.catalogue.moves[value]),
    "seats": lambda game, value: ", ".join(str(seat) for seat in members([value])),
    "cities": lambda game, value: ", ".join(game.board.cities[city].id for city in members([value])),
}
"""What a parameter of each kind is written as."""
