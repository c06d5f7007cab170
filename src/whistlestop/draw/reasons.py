"""The errors of layouts and drawings, with their sentences."""

from typing import ClassVar

from whistlestop.game.reasons import BadMap, WhistlestopError

ENGLISH = {
    # A layout's files (BadLayout)
    "layout_file_missing": "{file}:{line}: this file is missing; a layout needs {files}.",
    "not_decimals": "{file}:{line}: {field} is {found!r}; it must be {count} numbers, such as {example!r}.",
    "size_unknown": "{file}:{line}: no size is named {field!r}. Sizes: {fields}.",
    "size_twice": "{file}:{line}: {field} is already on line {first}; give each size once.",
    "size_missing": "{file}:{line}: {field} is missing; a board needs: {fields}.",
    "size_range": "{file}:{line}: {field} must be from {least} to {most}.",
    "off_board": "{file}:{line}: {what} is outside the board of {width} x {height}.",
    "city_unplaced": "{file}:{line}: {city!r} is missing; every city needs a position.",
    "track_undrawn": "{file}:{line}: {track!r} is missing; every track needs a curve.",
    "track_unknown": "{file}:{line}: no track is named {track!r}; routes.csv lists the tracks, such as {example!r}.",
    "track_twice": "{file}:{line}: {track!r} is already on line {first}; give each track once.",
    "curve_range": "{file}:{line}: the slots run from {first} to {last} on a curve of length {length};"
    " first must be less than last, and both on the curve.",
    "curve_short": "{file}:{line}: {track} has {slots} spaces, but its curve has room for only {room} slots of length"
    " {length}.",
    "ring_short": "{file}:{line}: a {kind} needs at least {least} points, but has {found}.",
    "label_missing": "{file}:{line}: {city!r} is missing; every city needs a label.",
    "label_text": "{file}:{line}: the label {found!r} does not match the name {name!r}; only add `/`, which starts a"
    " new line.",
    # Coasts in degrees
    "not_geojson": "{file}:{line}: this is not GeoJSON ({problem}); it must be a FeatureCollection of polygons and"
    " lines in degrees.",
    # Solving a layout (BadLayout)
    "one_place": "{file}:{line}: all cities are at the same position; give them different latitudes and longitudes.",
    "same_place": "{file}:{line}: {a} and {b} are at the same position; give each its own latitude and longitude.",
    "no_cities": "{file}:{line}: the map has no cities to draw; add some to cities.csv.",
    "no_room": "{file}:{line}: found no layout with room for the slots between {a} and {b}; move one of them.",
    "has_layout": "{file} already has a layout; use `--force` to overwrite it.",
    # A drawing (BadDrawing)
    "picture_type": "{file} must end in .svg or .png.",
    "no_png": "A PNG needs the package resvg-py: install `whistlestop[png]`, or write an .svg file.",
    "other_map": "The record was played on {found}, not on {wanted}; draw the map {found}.",
    "ply_alone": "--ply N needs a record; name the record to draw.",
}


class BadDrawing(WhistlestopError):
    """A drawing that can't be made."""

    english = ENGLISH


class BadLayout(BadMap):
    """A layout that can't be read or can't be found for a map."""

    english: ClassVar = {**BadMap.english, **ENGLISH}
