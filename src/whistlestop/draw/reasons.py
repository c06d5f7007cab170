"""What is refused of a layout or a drawing: codes and sentences like those of the rules."""

from typing import ClassVar

from whistlestop.game.reasons import BadMap, WhistlestopError

ENGLISH = {
    # A layout's files (BadLayout)
    "layout_file_missing": "{file}:{line}: this file is missing; a layout needs {files}.",
    "not_decimals": "{file}:{line}: {field} is {found!r}; it must be {count} numbers, such as {example!r}.",
    "size_unknown": "{file}:{line}: {field!r} is no size of a board; they are: {fields}.",
    "size_twice": "{file}:{line}: {field} is on line {first} already; each size must stand once.",
    "size_missing": "{file}:{line}: {field} is missing; a board needs: {fields}.",
    "size_range": "{file}:{line}: {field} must be from {least} to {most}.",
    "off_board": "{file}:{line}: {what} lies outside the board of {width} x {height}.",
    "city_unplaced": "{file}:{line}: {city!r} is missing; every city needs a place.",
    "track_undrawn": "{file}:{line}: {track!r} is missing; every track needs a curve.",
    "track_unknown": "{file}:{line}: {track!r} is no track; the tracks are those of routes.csv, such as {example!r}.",
    "track_twice": "{file}:{line}: {track!r} is on line {first} already; each track must stand once.",
    "curve_range": "{file}:{line}: the slots run from {first} to {last}, and the curve is {length} long;"
    " they must lie on it, the first before the last.",
    "curve_short": "{file}:{line}: {track} has {slots} spaces, and its curve has room for {room} slots of {length}.",
    "ring_short": "{file}:{line}: a {kind} needs at least {least} points, and has {found}.",
    "label_missing": "{file}:{line}: {city!r} is missing; every city needs a label.",
    "label_text": "{file}:{line}: the label {found!r} is not the name {name!r}; a `/` ends a line, and nothing else"
    " may differ.",
    # Coasts in degrees
    "not_geojson": "{file}:{line}: this is not GeoJSON ({problem}); it must be a FeatureCollection of polygons and"
    " lines in degrees.",
    # Solving a layout (BadLayout)
    "one_place": "{file}:{line}: all cities lie in one place; a board needs latitudes and longitudes that differ.",
    "same_place": "{file}:{line}: {a} and {b} lie in one place; give each its own latitude and longitude.",
    "no_cities": "{file}:{line}: there is no city to draw.",
    "no_room": "{file}:{line}: no layout was found with room for the slots between {a} and {b}; give one of them"
    " another place.",
    "has_layout": "{file} holds a layout; `--force` writes a new one over it.",
    # A drawing (BadDrawing)
    "picture_type": "A drawing is a file that ends in .svg or .png; {file} does not.",
    "no_png": "A PNG needs the package resvg-py: install `whistlestop[png]`, or name a file that ends in .svg.",
    "other_map": "The record was played on {found}, not on {wanted}; name that map.",
    "ply_alone": "--ply N tells which moment of a record to draw; name the record too.",
}


class BadDrawing(WhistlestopError):
    """A drawing that can't be made."""

    english = ENGLISH


class BadLayout(BadMap):
    """A layout that can't be read or can't be found for a map."""

    english: ClassVar = {**BadMap.english, **ENGLISH}
