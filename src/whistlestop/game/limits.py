"""How much the records hold, kinds of train cards and of tie-breaks: plain numbers that need nothing compiled."""

BITS = 62
WORDS = 2
TRACKS = TICKETS = BITS * WORDS
CITIES = BITS
SEATS = 5
LENGTH = 12
"""The most spaces of a track."""
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
"""What may decide between equal points, as the rules write it (N7, E7, Y5)."""

RULINGS = 2
"""The rulings in force: C6 and C8 were amended in the second. Games recorded under the first are still replayed so."""

TURNED = 3
"""How many cards a tunnel turns up (C11)."""

KINDS = 9
LOCOMOTIVE = 0
"""Kinds 1 to 8 are the colours of a map, in the order in which its rules list them."""
COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink")
"""Every colour that a map may use; a map uses at most eight of them."""
GREY = "grey"
