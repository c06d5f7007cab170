"""The files of a layout, in MAP/layout/: reading them, with errors that name file and line, and writing them.

`board.csv` holds the sizes, `cities.csv` and `tracks.csv` the positions, `land.csv` and `waters.csv` the
ground under them, and a file for each language, such as `en.csv`, its labels.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from whistlestop.draw.curve import Curve, Point
from whistlestop.draw.layout import ANCHORS, KINDS, Ground, Label, Layout, Sizes, Water, Way, make_way
from whistlestop.draw.reasons import BadLayout
from whistlestop.game.board import FALLBACK, LANGUAGES, Board, load_names
from whistlestop.game.map_files import CsvRow, SourceLine, read_rows, shown

FOLDER = "layout"
NEEDED = ("board.csv", "cities.csv", "tracks.csv")
"""The files that every layout needs."""
SIZES = {
    "width": (100, 10_000),
    "height": (100, 10_000),
    "slot_length": (4, 500),
    "slot_width": (2, 200),
    "city_radius": (1, 100),
    "label_size": (4, 100),
    "cartouche_x": (0, 10_000),
    "cartouche_y": (0, 10_000),
    "cartouche_width": (0, 10_000),
    "cartouche_height": (0, 10_000),
    "compass_x": (0, 10_000),
    "compass_y": (0, 10_000),
    "compass_radius": (0, 1_000),
}
"""The sizes of a board with the least and the most that each may be; a cartouche of no width and a
compass of no radius are not drawn."""


def has_layout(folder: Path) -> bool:
    """Whether a map folder has a layout."""
    return (folder / FOLDER).is_dir()


def load(folder: Path, board: Board) -> Layout:
    """The layout in a map folder; raises BadMap (BadLayout) with the fault if it has one."""
    place = folder / FOLDER
    for file in NEEDED:
        if not (place / file).exists():
            raise SourceLine(str(place / file), 1).error("layout_file_missing", BadLayout, files=", ".join(NEEDED))
    sizes = read_sizes(place / "board.csv")
    cities = read_cities(place / "cities.csv", board, sizes)
    ways = read_ways(place / "tracks.csv", board, sizes)
    return Layout(
        sizes,
        cities,
        ways,
        read_grounds(place / "land.csv") if (place / "land.csv").exists() else (),
        {
            language: read_labels(place / f"{language}.csv", board, load_names(folder, language))
            for language in LANGUAGES
            if (place / f"{language}.csv").exists()
        },
        read_waters(place / "waters.csv") if (place / "waters.csv").exists() else (),
    )


def decimals(row: CsvRow, column: str, count: int = 1) -> tuple[float, ...]:
    """`count` numbers in a cell, separated by spaces; if count is 0, any even number of them from two on."""
    text = row.cells[column]
    words = text.split()
    fits = len(words) == count if count else len(words) >= 2 and len(words) % 2 == 0
    if not fits or not all(re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,6})?", word) for word in words):
        wanted = str(count) if count else "pairs of"
        example = " ".join(["12.5", "40"] * 4)[: 5 if count == 1 else 40].strip()
        raise row.error("not_decimals", BadLayout, field=column, found=shown(text), count=wanted, example=example)
    return tuple(float(word) for word in words)


def pairs(numbers: Sequence[float]) -> tuple[Point, ...]:
    """Numbers two by two."""
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def read_sizes(path: Path) -> Sizes:
    """The sizes of a board."""
    values: dict[str, float] = {}
    lines: dict[str, int] = {}
    for row in read_rows(path, ("size", "value")):
        name = row.text("size")
        if name not in SIZES:
            raise row.error("size_unknown", BadLayout, field=shown(name), fields=", ".join(SIZES))
        if name in lines:
            raise row.error("size_twice", BadLayout, field=name, first=lines[name])
        lines[name] = row.line
        values[name] = decimals(row, "value")[0]
        least, most = SIZES[name]
        if not least <= values[name] <= most:
            raise row.error("size_range", BadLayout, field=name, least=least, most=most)
    for name in SIZES:
        if name not in values and not name.startswith(("cartouche", "compass")):
            raise SourceLine(str(path), 1).error("size_missing", BadLayout, field=name, fields=", ".join(SIZES))
    return Sizes(**values)


def check_inside(row: CsvRow, what: str, points: Iterable[Point], sizes: Sizes) -> None:
    """Refuse points outside the board."""
    if not all(0 <= x <= sizes.width and 0 <= y <= sizes.height for x, y in points):
        raise row.error("off_board", BadLayout, what=what, width=f"{sizes.width:g}", height=f"{sizes.height:g}")


def read_cities(path: Path, board: Board, sizes: Sizes) -> tuple[Point, ...]:
    """The positions of all cities, in the order of the board."""
    points: dict[str, Point] = {}
    rows = by_city(path, ("id", "x", "y"), board)
    for which, row in rows.items():
        points[which] = (decimals(row, "x")[0], decimals(row, "y")[0])
        check_inside(row, which, [points[which]], sizes)
    for city in board.cities:
        if city.id not in points:
            raise SourceLine(str(path), 1).error("city_unplaced", BadLayout, city=city.id)
    return tuple(points[city.id] for city in board.cities)


def by_city(path: Path, columns: Sequence[str], board: Board) -> dict[str, CsvRow]:
    """The rows of a table by city; refuses a city that is there twice."""
    known = {city.id for city in board.cities}
    rows: dict[str, CsvRow] = {}
    for row in read_rows(path, columns):
        which = row.text("id")
        if which not in known:
            raise row.error("unknown_city", city=shown(which))
        if which in rows:
            raise row.error("duplicate_city", city=which, first=rows[which].line)
        rows[which] = row
    return rows


def read_ways(path: Path, board: Board, sizes: Sizes) -> tuple[Way, ...]:
    """The paths of all tracks, in the order of the board."""
    tracks = {track.text: track for track in board.tracks}
    ways: dict[str, Way] = {}
    lines: dict[str, int] = {}
    for row in read_rows(path, ("track", "curve", "first", "last")):
        text = row.text("track")
        if text not in tracks:
            raise row.error("track_unknown", BadLayout, track=shown(text), example=board.tracks[0].text)
        if text in ways:
            raise row.error("track_twice", BadLayout, track=text, first=lines[text])
        lines[text] = row.line
        ways[text] = read_way(row, tracks[text].length, sizes)
    for text in tracks:
        if text not in ways:
            raise SourceLine(str(path), 1).error("track_undrawn", BadLayout, track=text)
    return tuple(ways[track.text] for track in board.tracks)


def read_way(row: CsvRow, spaces: int, sizes: Sizes) -> Way:
    """The path of one track; its slots must fit on the curve and be on the board."""
    curve = Curve(*pairs(decimals(row, "curve", 8)))
    first, last = decimals(row, "first")[0], decimals(row, "last")[0]
    if not 0 <= first < last <= curve.length + 0.5:
        bounds = {"first": f"{first:g}", "last": f"{last:g}", "length": f"{curve.length:.1f}"}
        raise row.error("curve_range", BadLayout, **bounds)
    room = int((last - first + 0.5) / sizes.slot_length)
    if room < spaces:
        track, length = row.text("track"), f"{sizes.slot_length:g}"
        raise row.error("curve_short", BadLayout, track=track, slots=spaces, room=room, length=length)
    way = make_way(curve, first, last, spaces, sizes.slot_length)
    check_inside(row, "a slot", [(slot.x, slot.y) for slot in way.slots], sizes)
    return way


def read_grounds(path: Path) -> tuple[Ground, ...]:
    """Land, lakes and borders."""
    grounds = []
    for row in read_rows(path, ("kind", "points")):
        kind = row.choice("kind", tuple(KINDS))
        points = pairs(decimals(row, "points", 0))
        if len(points) < KINDS[kind]:
            raise row.error("ring_short", BadLayout, kind=kind, least=KINDS[kind], found=len(points))
        grounds.append(Ground(kind, points))
    return tuple(grounds)


def read_labels(path: Path, board: Board, names: dict[str, str]) -> tuple[Label, ...]:
    """The labels of all cities in one language."""
    labels: dict[str, Label] = {}
    for which, row in by_city(path, ("id", "dx", "dy", "anchor", "text"), board).items():
        lines = tuple(row.text("text").split("/"))
        if "".join(lines).replace(" ", "") != names[which].replace(" ", ""):
            raise row.error("label_text", BadLayout, found=shown(row.text("text")), name=shown(names[which]))
        dx, dy = decimals(row, "dx")[0], decimals(row, "dy")[0]
        labels[which] = Label(dx, dy, row.choice("anchor", ANCHORS), lines)
    for city in board.cities:
        if city.id not in labels:
            raise SourceLine(str(path), 1).error("label_missing", BadLayout, city=city.id)
    return tuple(labels[city.id] for city in board.cities)


def read_waters(path: Path) -> tuple[Water, ...]:
    """The names of seas; a language without a column or with an empty cell has the English name."""
    return tuple(
        Water(
            decimals(row, "x")[0],
            decimals(row, "y")[0],
            decimals(row, "turn")[0],
            decimals(row, "size")[0],
            {language: row.text(language if row.cells.get(language) else FALLBACK) for language in LANGUAGES},
        )
        for row in read_rows(path, ("x", "y", "turn", "size", FALLBACK), LANGUAGES)
    )


def write(folder: Path, board: Board, layout: Layout) -> None:
    """Write a layout into a map folder, replacing one that exists."""
    place = folder / FOLDER
    place.mkdir(exist_ok=True)
    sizes = layout.sizes
    write_rows(place / "board.csv", "size,value", [(name, number(getattr(sizes, name))) for name in SIZES])
    cities = zip(board.cities, layout.cities, strict=True)
    write_rows(place / "cities.csv", "id,x,y", [(city.id, number(x), number(y)) for city, (x, y) in cities])
    ways = [
        (track.text, numbers(c.a, c.b, c.c, c.d), number(way.first), number(way.last))
        for track, way in zip(board.tracks, layout.ways, strict=True)
        for c in [way.curve]
    ]
    write_rows(place / "tracks.csv", "track,curve,first,last", ways)
    write_rows(place / "land.csv", "kind,points", [(ground.kind, numbers(*ground.points)) for ground in layout.grounds])
    if layout.waters:
        waters = [
            (*map(number, (water.x, water.y, water.turn, water.size)), *(water.names[one] for one in LANGUAGES))
            for water in layout.waters
        ]
        write_rows(place / "waters.csv", ",".join(("x", "y", "turn", "size", *LANGUAGES)), waters)
    for language, labels in layout.labels.items():
        rows = [
            (city.id, number(label.dx), number(label.dy), label.anchor, "/".join(label.lines))
            for city, label in zip(board.cities, labels, strict=True)
        ]
        write_rows(place / f"{language}.csv", "id,dx,dy,anchor,text", rows)


def number(value: float) -> str:
    """A number rounded to a tenth of a board unit."""
    return f"{round(value, 1) + 0:g}"


def numbers(*points: Point) -> str:
    """Points as the text of a cell."""
    return " ".join(number(value) for point in points for value in point)


def write_rows(path: Path, header: str, rows: Iterable[Sequence[str]]) -> None:
    """Write a table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(header.split(","))
        table.writerows(rows)
