"""Nothing on the bundled boards covers anything else, in any language."""

from functools import cache
from itertools import combinations

import pytest

from whistlestop import maps
from whistlestop.draw import files, glyphs
from whistlestop.draw.boxes import BED, Box, Tile, boxes, slot_tile, tile, water_tile
from whistlestop.draw.cartouche import extent
from whistlestop.draw.layout import Layout
from whistlestop.draw.marks import STATION
from whistlestop.game.board import LANGUAGES, Board, load, load_names

NAMES = ("europe", "new_york", "nordic")
every_board = pytest.mark.parametrize("name", NAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def read(name: str) -> tuple[Board, Layout]:
    board, _ = load(maps.BUNDLED / name)
    return board, files.load(maps.BUNDLED / name, board)


def slots(layout: Layout, bed: float = 0) -> list[tuple[int, Tile]]:
    """All slots with the numbers of their tracks."""
    return [(n, slot_tile(slot, layout.sizes, bed)) for n, way in enumerate(layout.ways) for slot in way.slots]


def labels(layout: Layout, language: str) -> list[tuple[int, Box]]:
    """The lines of all labels with the numbers of their cities."""
    size = layout.sizes.label_size
    return [
        (n, box)
        for n, (city, label) in enumerate(zip(layout.cities, layout.labels[language], strict=True))
        for box in boxes(label, city, size)
    ]


def cartouche(layout: Layout) -> Box:
    sizes = layout.sizes
    x, y = sizes.cartouche_x, sizes.cartouche_y
    return Box(x, y, x + sizes.cartouche_width, y + sizes.cartouche_height)


@every_board
def test_no_slot_overlaps_another(name: str) -> None:
    board, layout = read(name)
    for (n, one), (m, other) in combinations(slots(layout), 2):
        assert not one.meets(other), (board.tracks[n].text, board.tracks[m].text)


@every_board
def test_no_slot_overlaps_a_city(name: str) -> None:
    board, layout = read(name)
    for n, one in slots(layout):
        for city, (x, y) in zip(board.cities, layout.cities, strict=True):
            side = layout.sizes.city_radius * 2**0.5
            assert not one.meets(Tile(x, y, one.turn, side, side)), (board.tracks[n].text, city.id)


@every_language
@every_board
def test_no_label_overlaps_another(name: str, language: str) -> None:
    board, layout = read(name)
    for (n, one), (m, other) in combinations(labels(layout, language), 2):
        assert n == m or not one.meets(other), (board.cities[n].id, board.cities[m].id)


@every_language
@every_board
def test_no_label_overlaps_a_slot(name: str, language: str) -> None:
    board, layout = read(name)
    for n, box in labels(layout, language):
        for m, slot in slots(layout, BED):
            assert not tile(box).meets(slot), (board.cities[n].id, board.tracks[m].text)


@every_language
@every_board
def test_no_label_overlaps_a_city_or_leaves_the_board(name: str, language: str) -> None:
    board, layout = read(name)
    sizes = layout.sizes
    for n, box in labels(layout, language):
        assert min(box.left, box.top, sizes.width - box.right, sizes.height - box.bottom) >= 0
        for city, place in zip(board.cities, layout.cities, strict=True):
            assert box.distance(*place) > sizes.city_radius, (board.cities[n].id, city.id)
            station = Tile(*place, 0, 2 * STATION * sizes.city_radius, 1.8 * STATION * sizes.city_radius)
            assert not tile(box).meets(station), (board.cities[n].id, city.id)


@every_language
@every_board
def test_the_names_of_seas_and_the_cartouche_keep_clear(name: str, language: str) -> None:
    _, layout = read(name)
    seas = [water_tile(water, language) for water in layout.waters]
    seas.append(tile(cartouche(layout)))
    sizes = layout.sizes
    seas.append(Tile(sizes.compass_x, sizes.compass_y, 0, 2 * sizes.compass_radius, 2 * sizes.compass_radius))
    for one, other in combinations(seas, 2):
        assert not one.meets(other)
    for sea in seas:
        right, bottom = layout.sizes.width - sea.edge.right, layout.sizes.height - sea.edge.bottom
        assert min(sea.edge.left, sea.edge.top, right, bottom) > 8
    for sea in seas:
        assert not any(sea.meets(slot) for _, slot in slots(layout, BED))
        assert not any(sea.meets(tile(box)) for _, box in labels(layout, language))
        assert not any(sea.edge.distance(*city) < layout.sizes.city_radius for city in layout.cities if sea.turn == 0)


@every_language
@every_board
def test_a_label_is_nearest_to_its_own_city(name: str, language: str) -> None:
    board, layout = read(name)
    for n, box in labels(layout, language):
        own = box.distance(*layout.cities[n])
        away = [box.distance(*city) for m, city in enumerate(layout.cities) if m != n]
        assert own < min(away) or own < 1.3 * layout.sizes.label_size, board.cities[n].id


@every_language
def test_the_width_of_every_letter_is_known(language: str) -> None:
    for name in NAMES:
        for text in load_names(maps.BUNDLED / name, language).values():
            strange = [sign for sign in glyphs.letters(text) if sign not in glyphs.WIDTH]
            assert language.startswith("zh") or not strange, (text, strange)


def test_widths_are_no_less_than_those_of_a_common_bold_font() -> None:
    """Letters of Helvetica Bold, whose widths Arial and Liberation Sans share."""
    for letters, width in {"aceksvxy": 556, "bdghnopqu": 611, "ABCDHKNRU": 722, "GOQ": 778, "M": 833, "W": 944}.items():
        assert all(glyphs.width(letter, 1000) >= width for letter in letters)


def test_a_name_is_broken_at_spaces_and_after_hyphens() -> None:
    assert glyphs.lines("Oslo") == [("Oslo",)]
    assert glyphs.lines("Empire State-byggingin") == [
        ("Empire State-byggingin",),
        ("Empire", "State-byggingin"),
        ("Empire State-", "byggingin"),
        ("Empire", "State-", "byggingin"),
    ]


def test_letters_that_rise_or_fall_take_more_space() -> None:
    assert glyphs.rise("Örebro", 10) > glyphs.rise("Orebro", 10)
    assert glyphs.fall("Bergen", 10) > glyphs.fall("Oslo", 10)
    assert glyphs.width("北海", 10) == 20


@every_language
def test_the_cartouche_has_a_size_in_every_language(language: str) -> None:
    for name in NAMES:
        board, rules = load(maps.BUNDLED / name)
        wide, high = extent(board, rules, load_names(maps.BUNDLED / name, language)["title"], language)
        sizes = read(name)[1].sizes
        scale = min(sizes.cartouche_width / wide, sizes.cartouche_height / high)
        assert scale > 0.6, "the legend would be too small to read"
