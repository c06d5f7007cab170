"""Limits of maps, and the numbers of card kinds and tie-breaks. Nothing here needs to be compiled."""

BITS = 62
WORDS = 2
TRACKS = TICKETS = BITS * WORDS
CITIES = BITS
SEATS = 5
LENGTH = 12
"""The most spaces in a track."""
CARDS = 62
"""The most cards of one kind in a deck."""
OFFER = 5
"""The most tickets offered at once."""
STATIONS = 3
MOVES = 8192
PAYMENTS = 2048
FACE_UP = 5

BY_TICKETS = 1
BY_STATIONS = 2
BY_EXPRESS = 3
BY_LONGEST = 4
TIE_BREAKS = 4
TIE_BREAK_CODES = {"tickets": BY_TICKETS, "stations": BY_STATIONS, "express": BY_EXPRESS, "longest": BY_LONGEST}
"""What can break a tie on points, as written in rules.toml (N7, E7, Y5)."""

RULINGS = 2
"""The rulings in force. The second amended C6 and C8; games recorded under the first are replayed under the first."""

TURNED = 3
"""How many cards a tunnel turns up (C11)."""

KINDS = 9
LOCOMOTIVE = 0
"""Kinds 1 to 8 are the colours of a map, in the order of its rules."""
COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink")
"""The colours that a map can use, at most eight of them."""
GREY = "grey"
