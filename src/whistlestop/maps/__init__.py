"""Maps, a folder each: cities.csv, routes.csv, tickets.csv, rules.toml, and names/ with a file a language.

What lies where on a picture of the board is in layout/; play does not depend on it.

A map's name is the name of its folder. Maps may lie anywhere; those that come with Whistlestop lie here.
"""

import os
from pathlib import Path

FILES = ("cities.csv", "routes.csv", "tickets.csv", "rules.toml")
"""What a map's folder holds; a folder with any of them is taken for a map, so that what lacks can be told."""
BUNDLED = Path(__file__).parent
VARIABLE = "WHISTLESTOP_MAPS"
"""The environment variable that names further places of maps, separated as in PATH."""


def name(folder: Path) -> str:
    """The name of the map in a folder."""
    return os.path.basename(os.path.abspath(folder))


def folders(place: Path) -> dict[str, Path]:
    """The maps in a place, by name: the place itself if it is a map's folder, else the maps' folders in it.

    Raises OSError if the place can't be listed.
    """
    if any(file in FILES for file in os.listdir(place)):
        return {name(place): place}
    inside = (place / entry for entry in sorted(os.listdir(place)))
    return {folder.name: folder for folder in inside if any(os.path.exists(folder / file) for file in FILES)}


def search_path() -> list[Path]:
    """Where maps lie unless told otherwise: first where the environment variable says, then here."""
    return [*(Path(place) for place in os.environ.get(VARIABLE, "").split(os.pathsep) if place), BUNDLED]
