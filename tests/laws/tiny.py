"""Maps so small that all which is hidden can be enumerated."""

from pathlib import Path

from whistlestop.game.game import Game

CITIES = """\
id,name,country,lat,lon,attraction
ash,Ash,XX,1,1,
birch,Birch,XX,1,2,
cedar,Cedar,XX,2,1,
dogwood,Dogwood,XX,2,2,
"""
ROUTES = """\
a,b,length,colour,tunnel,locomotives,swap
ash,birch,1,red,,,
birch,cedar,2,grey,,,
cedar,dogwood,1,grey,,1,2
ash,cedar,1,grey,1,,
ash,dogwood,2,blue,,,
birch,dogwood,1,blue,1,,
"""
RULES = """\
title = "Tiny"
min_seats = 2
max_seats = {seats}
car_colours = ["blue", "red", "green"]
cars = 5
stations = {stations}
colours = ["red", "blue"]
cards_per_colour = {cards}
locomotives = 3
locomotives_anywhere = true
locomotive_ends_draw = false
sweep = 0
first_cards = {first_cards}
first_long_tickets = {long}
first_short_tickets = {short}
first_keep = 1
first_return = "{first}"
draw_tickets = 2
draw_keep = 1
draw_return = "{draw}"
both_tracks_from = 2
last_round = 0
points = [1, 2]
globetrotter = 0
express = 0
station_value = 0
attraction_value = 0
tie_breaks = []
differences = []
"""
LONG_AND_OUT = """\
a,b,points,deck
ash,birch,1,short
ash,cedar,1,short
birch,cedar,2,short
birch,dogwood,2,short
ash,dogwood,3,long
cedar,dogwood,3,long
"""
UNDER = LONG_AND_OUT.replace("long", "short")


def tiny_game(folder: Path, kind: str, seats: int = 2) -> Game:
    """A tiny map with long tickets and tickets that go out of the game, or with tickets that go under the deck.

    One that is `open` has few cards outside hands, so that claims and stations of others tell much.
    """
    place = folder / kind
    place.mkdir(exist_ok=True)
    (place / "cities.csv").write_text(CITIES, encoding="utf-8")
    (place / "routes.csv").write_text(ROUTES, encoding="utf-8")
    under = kind == "under"
    (place / "tickets.csv").write_text(UNDER if under else LONG_AND_OUT, encoding="utf-8")
    rules = RULES.format(
        seats=2,
        stations=2,
        cards=4,
        first_cards=2,
        long=0 if under else 1,
        short=2 if under else 1,
        first="under" if under else "out",
        draw="under" if under else "out",
    )
    (place / "rules.toml").write_text(rules, encoding="utf-8")
    return Game.load(place, seats)
