"""The records of a report: STEP, SEAT_SUMMARY and TURNING_POINT. All chances are in parts of a million."""

import numpy as np

from whistlestop.game.limits import SEATS
from whistlestop.game.state import record_type

I = np.int64

UNIT = 1_000_000
"""Certainty."""
NOTHING = -1
"""In place of a seat, a move or a ticket: there is none."""

UNGRADED, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER, FORCED = range(7)
GRADE_NAMES = (None, "best", "good", "inaccuracy", "mistake", "blunder", "forced")
GRADES = len(GRADE_NAMES)

DEAL, CARDS, TICKETS, TUNNEL, HIDDEN = range(5)
LUCK_NAMES = ("deal", "cards", "tickets", "tunnel", "hidden")
LUCKS = len(LUCK_NAMES)

CHOICES = 5
"""The most moves that are tried at a decision: the one played, and the network's likeliest."""

TRIALS = record_type(
    [
        ("count", I),  # of moves
        ("move", I, CHOICES),
        ("tried", I),  # in how many guesses
        ("gained", I, CHOICES),  # the sum of the values
        ("squares", I, CHOICES),  # the sum of their squares
        ("spread", I, CHOICES),  # the sum of the squared differences from the first move
    ]
)
"""The moves that are tried at a decision, and what was found."""

STEP = record_type(
    [
        ("ply", I),  # of the decision, before the move; NOTHING for the set-up
        ("move", I),  # NOTHING for the set-up
        ("seat", I),
        ("turn", I),  # how many turns of all seats have begun, 0 in the set-up
        ("own", I),  # the chance of the seat that decides, from what it knew before the move
        ("open", I, SEATS),  # the chances of all seats after the step, all cards open
        ("likely", I),  # how likely the network finds the move
        ("reference", I),  # what the network would have played
        ("grade", I),
        ("searched", I),  # 1: the decision was searched
        ("loss", I),  # the chance given away,
        ("low", I),  # and its interval
        ("high", I),
        ("better", I),  # the best move found, NOTHING if the grade is BEST
        ("gain", I),  # how much better the move is than the reference
        ("choices", I),  # how many moves were tried; best first:
        ("choice_move", I, CHOICES),
        ("choice_chance", I, CHOICES),
        ("choice_low", I, CHOICES),  # its interval
        ("choice_high", I, CHOICES),
        ("choice_tried", I, CHOICES),
        ("skill", I, SEATS),
        ("opponents", I, SEATS),
        ("luck", I, SEATS),
        ("luck_kind", I),
    ]
)
"""A decision and the deals that follow it; the first step is the set-up, without a decision."""

SEAT_SUMMARY = record_type(
    [
        ("start", I),
        ("skill", I),
        ("opponents", I),
        ("luck", I),
        ("luck_by", I, LUCKS),
        ("result", I),  # or the chance now, in a game that is not over
        ("accuracy", I),  # from 0 to 100; NOTHING if no decision is graded
        ("grades", I, GRADES),  # how many decisions have each grade
    ]
)
"""What the steps add up to for a seat: start + skill + opponents + luck = result."""

CODES: dict[str, tuple[tuple[str, str], ...]] = {
    "final_score": (),
    "mistake": (("seat", "seat"), ("move", "move"), ("better", "move")),
    "ticket_blocked": (("seat", "seat"), ("by", "seat"), ("ticket", "ticket"), ("track", "track")),
    "track_lost": (("seat", "seat"), ("by", "seat"), ("track", "track")),
    "ticket_done": (("seat", "seat"), ("ticket", "ticket")),
    "last_round": (("seat", "seat"),),
    "tunnel_failed": (("seat", "seat"), ("track", "track")),
    "tunnel_dear": (("seat", "seat"), ("track", "track"), ("cards", "number")),
    "good_deal": (("seat", "seat"),),
    "bad_deal": (("seat", "seat"),),
    "good_tickets": (("seat", "seat"),),
    "bad_tickets": (("seat", "seat"),),
    "tickets_late": (("seat", "seat"), ("ticket", "ticket")),
    "good_cards": (("seat", "seat"),),
    "bad_cards": (("seat", "seat"),),
    "track_claimed": (("seat", "seat"), ("track", "track")),
    "move": (("seat", "seat"), ("move", "move")),
}
"""The codes of turning points, with the names and kinds of their parameters. The order is their number."""
NUMBERS = {code: number for number, code in enumerate(CODES)}

PURPOSES: dict[str, tuple[tuple[str, str], ...]] = {
    "done": (("ticket", "ticket"),),
    "ticket": (("ticket", "ticket"),),
    "points": (("points", "number"),),
    "colour": (("track", "track"),),
    "locomotive": (),
    "draw": (),
    "tickets": (),
    "give_up": (),
    "station": (("ticket", "ticket"),),
}
"""What a move is good for, as a code with the name and kind of its parameter. The order is their number."""
PARAMETERS = 4
TURNING_POINTS = 3
"""How many turning points a seat has at most."""

TURNING_POINT = record_type(
    [
        ("step", I),
        ("seat", I),  # whose chance changed
        ("code", I),
        ("parameters", I, PARAMETERS),
        ("change", I),
    ]
)
