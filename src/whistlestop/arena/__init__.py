"""The arena plays bots against each other: every seating of every deal, and what that proves.

from whistlestop.arena import match

standings = match(Game("europe"), bots=["champion", "planner"], deals=50)
"""

from whistlestop.arena.tournament import match as match
