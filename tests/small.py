"""Small maps: what they have in common, and two so small that all which is hidden can be enumerated."""

import json
from pathlib import Path

from whistlestop.game.game import Game

CITIES = "id,name,country,lat,lon,attraction\n"
ROUTES = "a,b,length,colour,tunnel,locomotives,swap\n"
TICKETS = "a,b,points,deck\n"
"""The first lines of the files."""
RULES = {
    "title": "Tiny",
    "min_seats": 2,
    "max_seats": 3,
    "car_colours": ["red", "blue", "black"],
    "cars": 9,
    "stations": 1,
    "colours": ["red", "blue"],
    "cards_per_colour": 8,
    "locomotives": 4,
    "locomotives_anywhere": True,
    "locomotive_ends_draw": False,
    "sweep": 3,
    "first_cards": 2,
    "first_long_tickets": 0,
    "first_short_tickets": 1,
    "first_keep": 1,
    "first_return": "out",
    "draw_tickets": 2,
    "draw_keep": 1,
    "draw_return": "under",
    "both_tracks_from": 3,
    "last_round": 2,
    "points": [1, 2, 4],
    "globetrotter": 0,
    "express": 0,
    "station_value": 4,
    "attraction_value": 1,
    "tie_breaks": ["tickets"],
    "differences": ["It is tiny."],
}


def rules(**changes: object) -> str:
    """The rules of a small map as TOML, which writes such values as JSON does."""
    return "".join(f"{field} = {json.dumps(value)}\n" for field, value in (RULES | changes).items())


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write some files of a map."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


CITIES_OF_FOUR = CITIES + "".join(f"{city},{city},XX,1,1,\n" for city in ("ash", "birch", "cedar", "dogwood"))
ROUTES_OF_FOUR = f"""\
{ROUTES}\
ash,birch,1,red,,,
birch,cedar,2,grey,,,
cedar,dogwood,1,grey,,1,2
ash,cedar,1,grey,1,,
ash,dogwood,2,blue,,,
birch,dogwood,1,blue,1,,
"""
TICKETS_OF_FOUR = f"""\
{TICKETS}\
ash,birch,1,short
ash,cedar,1,short
birch,cedar,2,short
birch,dogwood,2,short
ash,dogwood,3,{{long}}
cedar,dogwood,3,{{long}}
"""


def tiny_game(folder: Path, kind: str) -> Game:
    """A map of four cities with long tickets and tickets that go `out` of the game, or all go `under` the deck."""
    long = kind == "out"
    files = {
        "cities.csv": CITIES_OF_FOUR,
        "routes.csv": ROUTES_OF_FOUR,
        "tickets.csv": TICKETS_OF_FOUR.format(long="long" if long else "short"),
        "rules.toml": rules(
            max_seats=2,
            cars=5,
            stations=2,
            cards_per_colour=4,
            locomotives=3,
            sweep=0,
            first_long_tickets=int(long),
            first_short_tickets=1 if long else 2,
            first_return=kind,
            draw_return=kind,
            both_tracks_from=2,
            last_round=0,
            points=[1, 2],
            station_value=0,
            attraction_value=0,
            tie_breaks=[],
        ),
    }
    return Game.load(write(folder / kind, files))
