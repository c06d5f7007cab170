"""A map of Iceland for tests, small and without a layout."""

import json
from pathlib import Path

from small import CITIES, ROUTES, TICKETS, rules, write

PLACES = {
    "akureyri": (65.68, -18.09),
    "borgarnes": (64.54, -21.92),
    "egilsstadir": (65.26, -14.39),
    "hofn": (64.25, -15.21),
    "isafjordur": (66.07, -23.13),
    "reykjavik": (64.15, -21.94),
    "selfoss": (63.93, -21.0),
    "vik": (63.42, -19.01),
}
TRACKS = """\
akureyri,borgarnes,4,grey,,,
akureyri,egilsstadir,3,red,,,
akureyri,isafjordur,4,grey,,1,
borgarnes,isafjordur,4,blue,,,
borgarnes,reykjavik,2,red,,,
borgarnes,reykjavik,2,blue,,,
egilsstadir,hofn,2,grey,1,,
hofn,vik,4,red,,,
reykjavik,selfoss,2,grey,1,,
selfoss,vik,3,blue,,,
"""
RING = [
    [-24.5, 65.5],
    [-22, 66.5],
    [-18, 66.2],
    [-14, 66.5],
    [-13.5, 64.8],
    [-18.5, 63.3],
    [-22.5, 63.8],
    [-24.5, 65.5],
]


def geojson(*coordinates: object) -> str:
    polygon = {"type": "Polygon", "coordinates": coordinates}
    feature = {"type": "Feature", "properties": {"kind": "land"}, "geometry": polygon}
    return json.dumps({"type": "FeatureCollection", "features": [feature]})


def make(folder: Path, places: dict[str, tuple[float, float]], tracks: str = TRACKS) -> Path:
    cities = "".join(f"{city},{city.title()},IS,{lat},{lon},\n" for city, (lat, lon) in places.items())
    names = list(places)
    tickets = "".join(f"{a},{b},4,short\n" for a in names[:2] for b in names[2:])
    return write(
        folder,
        {
            "cities.csv": CITIES + cities,
            "routes.csv": ROUTES + tracks,
            "tickets.csv": TICKETS + tickets,
            "rules.toml": rules(points=[1, 2, 4, 7]),
        },
    )
