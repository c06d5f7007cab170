"""Space is found for everything on a map that has no layout."""

import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from iceland import PLACES, RING, geojson, make
from small import TICKETS

from whistlestop import maps
from whistlestop.draw import files, land
from whistlestop.draw.boxes import BED, boxes, slot_tile, tile
from whistlestop.draw.curve import Curve
from whistlestop.draw.projection import middle
from whistlestop.draw.solution import bowed, check_room, layout_of, solve
from whistlestop.game.board import LANGUAGES, load
from whistlestop.game.reasons import BadMap


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = make(tmp_path / "iceland", PLACES)
    (folder / "land.geojson").write_text(geojson(RING))
    return folder


def test_a_solved_layout_has_space_for_everything(folder: Path) -> None:
    board, _ = load(folder)
    progress: list[tuple[int, int]] = []
    solution = solve(folder, board, lambda done, total: progress.append((done, total)))
    assert (solution.clashes, solution.unlabelled) == ((), ())
    assert progress[-1][0] == progress[-1][1]
    files.write(folder, board, solution.layout)
    layout = files.load(folder, board)
    assert set(layout.labels) == set(LANGUAGES)
    assert [ground.kind for ground in layout.grounds] == ["land"]
    tiles = [slot_tile(slot, layout.sizes, BED) for way in layout.ways for slot in way.slots]
    for language in LANGUAGES:
        for city, label in zip(layout.cities, layout.labels[language], strict=True):
            for box in boxes(label, city, layout.sizes.label_size):
                assert not any(tile(box).meets(one) for one in tiles)


def test_cities_keep_their_directions(folder: Path) -> None:
    board, _ = load(folder)
    layout = layout_of(folder, board, "en")
    at = dict(zip(PLACES, layout.cities, strict=True))
    assert at["isafjordur"][0] < at["akureyri"][0] < at["egilsstadir"][0]
    assert at["isafjordur"][1] < at["reykjavik"][1] < at["vik"][1]


def test_a_map_without_a_layout_is_sketched(folder: Path) -> None:
    (folder / "land.geojson").unlink()
    board, _ = load(folder)
    layout = layout_of(folder, board, "ru")
    assert set(layout.labels) == {"ru"}
    assert layout.grounds == ()
    assert not files.has_layout(folder), "a sketch is not kept"


def test_labels_of_a_language_without_a_file_are_placed(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(maps.BUNDLED / "new_york", tmp_path / "new_york"))
    (folder / "layout" / "is.csv").unlink()
    board, _ = load(folder)
    layout = layout_of(folder, board, "is")
    assert layout.labels["is"] == files.load(maps.BUNDLED / "new_york", board).labels["is"]


def test_a_track_without_enough_space_is_refused(folder: Path) -> None:
    board, _ = load(folder)
    layout = layout_of(folder, board, "en")
    large = replace(layout, sizes=replace(layout.sizes, slot_length=500))
    with pytest.raises(BadMap) as refused:
        check_room(folder, board, large)
    assert refused.value.reason.code == "no_room"


def test_a_map_may_cross_the_date_line(tmp_path: Path) -> None:
    places = {"apia": (-13.8, -171.8), "nukualofa": (-21.1, -175.2), "suva": (-18.1, 178.4)}
    tracks = "apia,suva,3,red,,,\nnukualofa,suva,2,blue,,,\napia,nukualofa,2,grey,,,\n"
    folder = make(tmp_path / "pacific", places, tracks)
    (folder / "tickets.csv").write_text(f"{TICKETS}apia,suva,3,short\napia,nukualofa,2,short\nnukualofa,suva,2,short\n")
    board, _ = load(folder)
    apia, nukualofa, suva = layout_of(folder, board, "en").cities
    assert suva[0] < nukualofa[0] < apia[0]


@pytest.mark.parametrize(
    "places",
    [
        {"a": (10, 0), "b": (10, 1), "c": (10, 2)},
        {"a": (88, -120), "b": (88, 0), "c": (88, 120)},
        {"a": (0, 0), "b": (0, 0.0001), "c": (1, 1)},
        {"a": (0, 0), "b": (0, 179), "c": (60, 90)},
    ],
    ids=["in a row", "around the pole", "two as good as one", "far apart"],
)
def test_odd_maps_have_enough_space_as_well(tmp_path: Path, places: dict[str, tuple[float, float]]) -> None:
    folder = make(tmp_path / "odd", places, "a,b,4,red,,,\na,c,1,blue,,,\nb,c,2,grey,,,\nb,c,2,red,,,\n")
    (folder / "tickets.csv").write_text(f"{TICKETS}a,b,4,short\na,c,2,short\nb,c,2,short\n")
    board, _ = load(folder)
    solution = solve(folder, board, lambda done, total: None)
    assert (solution.clashes, solution.unlabelled) == ((), ())
    files.write(folder, board, solution.layout)
    files.load(folder, board)


def test_two_cities_in_one_place_are_refused(tmp_path: Path) -> None:
    folder = make(tmp_path / "twice", {**PLACES, "vik": PLACES["selfoss"]})
    with pytest.raises(BadMap) as refused:
        layout_of(folder, load(folder)[0], "en")
    assert refused.value.reason.code == "same_place"
    assert refused.value.reason.parameters["line"] == 9


def test_all_cities_in_one_place_are_refused(tmp_path: Path) -> None:
    folder = make(tmp_path / "heap", dict.fromkeys(PLACES, (1.0, 1.0)))
    with pytest.raises(BadMap) as refused:
        layout_of(folder, load(folder)[0], "en")
    assert refused.value.reason.code == "one_place"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"features": 3}', '{"features": [{"geometry": {"type": "Point", "coordinates": [1, 2]}}]}',
     geojson([["a", 2], [3, 4], [5, 6]]), geojson([[1, 200], [3, 4], [5, 6]]), geojson([[1], [3, 4], [5, 6]])],
)  # fmt: skip
def test_land_that_is_not_geojson_is_refused(folder: Path, text: str) -> None:
    (folder / "land.geojson").write_text(text)
    with pytest.raises(BadMap) as refused:
        layout_of(folder, load(folder)[0], "en")
    assert refused.value.reason.code == "not_geojson"
    assert "land.geojson:" in str(refused.value)


def test_a_curve_is_bent_until_it_is_long_enough() -> None:
    flat = Curve((0, 0), (10, 0), (20, 0), (30, 0))
    assert bowed(flat, 20) == flat
    bent = bowed(flat, 90)
    assert 90 <= bent.length < 130
    assert (bent.a, bent.d) == (flat.a, flat.d)


# Land


def test_land_moves_with_the_places_on_it() -> None:
    before = np.array([(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0), (50.0, 50.0)])
    after = before + np.array([(0, 0), (0, 0), (0, 0), (0, 0), (12, -7)])
    bent = land.bend(np.array([(50.0, 50.0), (51.0, 50.0), (0.0, 0.0)]), before, after)
    assert np.allclose(bent[0], (62, 43), atol=1e-6)
    assert np.allclose(bent[2], (0, 0), atol=1e-6)
    assert 0 < bent[1][0] - bent[0][0] < 2, "what was to the right stays to the right"


def test_land_is_cut_at_the_edge_of_the_board() -> None:
    ring = [(-500.0, -500.0), (50.0, -500.0), (50.0, 500.0), (-500.0, 500.0)]
    (ground,) = land.lay([("land", ring)], 100, 100)
    xs, ys = zip(*ground.points, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (-12, 50, -12, 112)


def test_specks_and_needless_points_are_left_out() -> None:
    assert land.lay([("land", [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0)])], 100, 100) == []
    line = [(float(x), 0.1 * (x % 2)) for x in range(50)]
    assert land.simplify(line, 0.6) == [line[0], line[-1]]


def test_shapes_are_true_and_north_is_up() -> None:
    projection = middle([(60.0, 10.0), (60.0, 20.0)])
    assert math.isclose(projection.lon, 15, abs_tol=1e-9)
    south, north = projection.point(60, 15), projection.point(61, 15)
    assert north[1] < south[1]
    east = projection.point(60, 15 + 1 / math.cos(math.radians(60)))
    assert math.isclose(east[0] - south[0], south[1] - north[1], rel_tol=0.02)
