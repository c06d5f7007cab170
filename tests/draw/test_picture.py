"""Boards as SVG: all of it is drawn, it is well formed, and colour is never the only sign."""

import json
import math
import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from whistlestop import maps
from whistlestop.draw import files
from whistlestop.draw.cartouche import rows
from whistlestop.draw.compass import north_of
from whistlestop.draw.marks import PATTERNS
from whistlestop.draw.palette import CARD, CARS, SIGNS, THEMES, on, palette_json, sign
from whistlestop.draw.picture import Picture, middle, upright
from whistlestop.draw.translations import TRANSLATIONS
from whistlestop.game.board import LANGUAGES, load, load_names
from whistlestop.game.limits import SEATS

NAMES = ("europe", "new_york", "nordic")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def picture(name: str, language: str = "en") -> Picture:
    folder = maps.BUNDLED / name
    board, rules = load(folder)
    return Picture(board, rules, files.load(folder, board), load_names(folder, language), language)


def seats(name: str) -> list[dict[str, Any]]:
    """Two seats: one has the first three tracks and, where there may be stations, one in the first city."""
    board, rules = picture(name).board, picture(name).rules
    stations = [board.cities[0].id] if rules.stations else []
    first = {"tracks": [track.text for track in board.tracks[:3]], "stations": stations, "points": 5, "cars": 9}
    return [first, {"tracks": [], "stations": [], "points": 0, "cars": 15}]


def uses(drawn: ElementTree.Element, start: str) -> int:
    """How often something whose name starts so is drawn."""
    return sum(one.get("href", "").startswith(f"#{start}") for one in drawn.iter(f"{SVG}use"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_slot_and_name_is_drawn(name: str, language: str, theme: str) -> None:
    one = replace(picture(name, language), theme=theme)
    drawn = ElementTree.fromstring(one.svg())
    spaces = sum(track.length for track in one.board.tracks)
    assert uses(drawn, "slot-") + uses(drawn, "ferry-") == spaces
    texts = {text.text for text in drawn.iter(f"{SVG}text")}
    for label in one.layout.labels[language]:
        assert texts >= set(label.lines)
    assert one.names["title"] in texts


@pytest.mark.parametrize("name", NAMES)
def test_ferries_bear_their_locomotives(name: str) -> None:
    one = picture(name)
    locomotives = sum(track.locomotives for track in one.board.tracks)
    legend = sum(kind.split()[0] in ("ferry", "locomotive") for kind, _ in rows(one.board, "en"))
    assert one.svg().count("M-7.4,-5.6h5.8") == locomotives + legend


def test_symbols_are_in_the_middle_of_a_ferry() -> None:
    assert list(middle(4, 2)) == [1, 2]
    assert list(middle(1, 1)) == [0]
    assert list(middle(6, 1)) == [2]


@pytest.mark.parametrize("name", NAMES)
def test_cars_take_the_places_of_slots(name: str) -> None:
    one = replace(picture(name), seats=seats(name), players=["Anna & <Ben>", ""])
    drawn = ElementTree.fromstring(one.svg())
    claimed = sum(track.length for track in one.board.tracks[:3])
    assert uses(drawn, "car-0") == claimed + 1, "one more shows who is playing"
    assert uses(drawn, "car-1") == 1
    assert uses(drawn, "slot-") + uses(drawn, "ferry-") == sum(track.length for track in one.board.tracks) - claimed
    assert any("Anna & <Ben>" in (text.text or "") for text in drawn.iter(f"{SVG}text"))


def test_a_board_without_land_or_labels_is_still_drawn() -> None:
    one = picture("europe")
    bare = replace(one.layout, grounds=(), labels={}, waters=(), sizes=replace(one.layout.sizes, cartouche_width=0))
    drawn = replace(one, layout=bare).svg()
    ElementTree.fromstring(drawn)
    assert "#land" not in drawn


def test_the_same_board_is_drawn_the_same() -> None:
    assert picture("nordic").svg() == picture("nordic").svg()


@pytest.mark.parametrize("name", NAMES)
def test_the_compass_knows_where_north_is(name: str) -> None:
    one = picture(name)
    assert abs(north_of(one.board.cities, one.layout.cities)) < 15
    right = [(-y, x) for x, y in one.layout.cities]
    turned = north_of(one.board.cities, right)
    assert math.isclose(turned, north_of(one.board.cities, one.layout.cities) + 90, abs_tol=1e-6)


def test_a_slot_is_never_upside_down() -> None:
    for turn in range(-360, 361, 5):
        assert -90 <= upright(turn) < 90
        assert (upright(turn) - turn) % 180 == 0


# For colour-blind players


def test_every_colour_has_a_sign_of_its_own() -> None:
    signs = [sign(colour, 4) for colour in CARD if colour != "grey"]
    assert len(signs) == 9
    assert all(one != other for one, other in combinations(signs, 2))
    assert sign("grey", 4) == ""
    assert all(re.fullmatch(r"[-MLHVCaZ0-9., ]+", drawn) for drawn in signs)


def test_colours_and_signs_as_json_are_plain() -> None:
    palette = palette_json()
    assert json.loads(json.dumps(palette)) == palette
    assert set(palette["cards"]) == {*palette["signs"], "grey"}
    assert set(palette["themes"]["light"]) == set(palette["themes"]["dark"])


def test_every_seat_has_a_pattern_of_its_own() -> None:
    assert len(set(PATTERNS)) >= SEATS


def test_every_colour_of_cars_can_be_drawn() -> None:
    for name in NAMES:
        assert set(picture(name).rules.car_colours) <= set(CARS)


def lab(colour: str) -> tuple[float, float, float]:
    """A colour in CIELAB, where distances are about as large as differences look."""
    red, green, blue = linear(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = luminance(colour)
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("colour", CARS)
def test_no_slot_has_the_colour_of_a_car(colour: str) -> None:
    assert all(math.dist(lab(CARS[colour]), lab(slot)) > 15 for slot in CARD.values())


def linear(colour: str) -> list[float]:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", SIGNS)
def test_a_sign_stands_out_from_its_slot(colour: str) -> None:
    assert contrast(on(colour), CARD[colour]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_names_stand_out_from_land_and_sea(theme: str) -> None:
    """AA asks for 4.5 for text and 3 for large text and drawings."""
    paint = THEMES[theme]
    for ground in (paint.land, paint.sea, paint.paper, paint.halo, paint.lake):
        assert contrast(paint.ink, ground) >= 7
    assert contrast(paint.faint, paint.paper) >= 4.2
    assert contrast(paint.mark, paint.paper) >= 4.5
    assert contrast(paint.water_name, paint.sea) >= 2.6
    assert contrast(paint.foam, paint.sea) >= 2.6


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_missing(language: str) -> None:
    assert set(TRANSLATIONS[language]) == set(TRANSLATIONS["en"])
    for word, text in TRANSLATIONS[language].items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", TRANSLATIONS["en"][word]))


def test_a_board_in_traditional_chinese_asks_for_its_own_fonts() -> None:
    simplified, traditional = (picture("europe", language).svg() for language in ("zh-Hans", "zh-Hant"))
    assert "PingFang TC" in traditional
    assert "PingFang SC" not in traditional
    assert "PingFang SC" in simplified
    assert "PingFang TC" not in simplified


def test_chinese_is_never_slanted() -> None:
    assert 'font-style="italic"' in picture("europe", "ru").svg()
    assert 'font-style="italic"' not in picture("europe", "zh-Hans").svg()
