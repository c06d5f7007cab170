"""Your own map as an environment: four text files make a game that everything can play."""

import tempfile
from pathlib import Path

import whistlestop as ws
from whistlestop.env import AecEnv, VectorEnv

CITIES = """\
id,name,country,lat,lon,attraction
ash,Ash,XX,60,10,
birch,Birch,XX,61,11,1
cedar,Cedar,XX,60,12,
dogwood,Dogwood,XX,59,11,
"""
ROUTES = """\
a,b,length,colour,tunnel,locomotives,swap
ash,birch,1,red,,,
birch,cedar,2,grey,,,
cedar,dogwood,1,grey,,1,
ash,cedar,3,grey,1,,
ash,dogwood,2,blue,,,
"""
TICKETS = """\
a,b,points,deck
ash,cedar,3,short
ash,birch,1,short
birch,cedar,2,short
birch,dogwood,3,short
ash,dogwood,2,short
cedar,dogwood,1,short
"""
RULES = """\
title = "Four Trees"
min_seats = 2
max_seats = 3
car_colours = ["red", "blue", "black"]
cars = 8
stations = 0
colours = ["red", "blue"]
cards_per_colour = 10
locomotives = 5
locomotives_anywhere = true
locomotive_ends_draw = true
sweep = 3
first_cards = 2
first_long_tickets = 0
first_short_tickets = 2
first_keep = 1
first_return = "out"
draw_tickets = 2
draw_keep = 1
draw_return = "under"
both_tracks_from = 3
last_round = 2
points = [1, 2, 4]
globetrotter = 0
express = 3
station_value = 0
attraction_value = 1
tie_breaks = ["tickets"]
differences = ["It is small enough to study completely."]
"""


def write_map(folder: Path) -> Path:
    """Write the map folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in {"cities.csv": CITIES, "routes.csv": ROUTES, "tickets.csv": TICKETS, "rules.toml": RULES}.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def main() -> None:
    """Play on the map: one game in PettingZoo, then a thousand at once."""
    with tempfile.TemporaryDirectory() as folder:
        game = ws.Game.load(write_map(Path(folder) / "four_trees"), seats=2)
        env = AecEnv(game, observations="named")
        env.reset(seed=1)
        observation = env.last()[0]
        print("actions:", [game.catalogue.moves[n].text for n in observation["action_mask"].nonzero()[0]])
        print("hand:", dict(zip(game.catalogue.kinds, observation["observation"]["hand"].tolist(), strict=True)))
        many = VectorEnv(game, num_envs=1000)
        many.reset(seed=1)
        ended = [many.step(many.sample()).done.sum() for _ in range(100)]
        print(f"{sum(ended):,} random games with {len(ended) * many.num_envs / sum(ended):.1f} moves on average")


if __name__ == "__main__":
    main()
