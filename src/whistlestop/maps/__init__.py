"""The bundled maps, one per folder, and where other maps are found. A map is named after its folder.

What is in a map's folder (docs/maps.md has the details):

- `cities.csv`, `routes.csv`, `tickets.csv`, `rules.toml`: what a game needs
- `names/`: names of cities in other languages, one file per language; optional
- `layout/`: where things are on a picture of the board; optional
- `lessons/`: games that teach newcomers, one folder per lesson; optional
- `land.geojson`: coasts and borders for making a layout; optional
"""

import os
from pathlib import Path

FILES = ("cities.csv", "routes.csv", "tickets.csv", "rules.toml")
"""What a map needs. A folder with any of these files is a map, so that loading it can name the missing ones."""
BUNDLED = Path(__file__).parent
VARIABLE = "WHISTLESTOP_MAPS"
"""The environment variable with more places of maps, separated as in PATH."""


def name(folder: Path) -> str:
    """The name of the map in a folder."""
    return os.path.basename(os.path.abspath(folder))


def folders(place: Path) -> dict[str, Path]:
    """The maps in a place, by name: the place itself if it is a map's folder, or else the maps in its subfolders.

    Raises OSError if the place can't be listed.
    """
    if any(file in FILES for file in os.listdir(place)):
        return {name(place): place}
    inside = (place / entry for entry in sorted(os.listdir(place)))
    return {folder.name: folder for folder in inside if any(os.path.exists(folder / file) for file in FILES)}


def search_path() -> list[Path]:
    """Where maps are looked for: the places in the environment variable, then the bundled maps."""
    return [*(Path(place) for place in os.environ.get(VARIABLE, "").split(os.pathsep) if place), BUNDLED]
