"""Web boards: boards for browsers, whose colours are names that a stylesheet fills in."""

import re
from xml.etree import ElementTree

import pytest

from whistlestop.draw.palette import THEMES
from whistlestop.draw.web_board import palette_css, web_board_json
from whistlestop.game.board import available
from whistlestop.game.game import Game


@pytest.mark.parametrize("name", available())
def test_every_layer_is_well_formed_and_every_colour_has_a_name(name: str) -> None:
    web_board = web_board_json(available()[name], "en")
    named = set(re.findall(r"--([a-z-]+):", palette_css()))
    layers = [*(web_board[layer] for layer in ("defs", "under", "over")), web_board["legend"]["drawing"]]
    for layer in (*layers, web_board["legend"]["plate"]):
        ElementTree.fromstring(f"<g>{layer}</g>")
        assert set(re.findall(r"var\(--([a-z-]+)\)", layer)) <= named
        assert " style=" not in layer  # the server's Content-Security-Policy allows none
    used = set(re.findall(r'href="#([^"]+)"', web_board["under"] + web_board["over"]))
    assert used <= set(re.findall(r'id="([^"]+)"', web_board["defs"]))


@pytest.mark.parametrize("name", available())
def test_a_board_has_few_elements(name: str) -> None:
    """Slots by the hundred are a few paths, so that a phone shows the board soon."""
    web_board = web_board_json(available()[name], "en")
    slots = sum(track["length"] for track in web_board["tracks"])
    assert len(re.findall("<(?:use|path)", web_board["under"] + web_board["over"])) < max(slots / 2, 60)


@pytest.mark.parametrize("name", available())
def test_every_city_has_a_label_and_the_legend_its_place(name: str) -> None:
    web_board = web_board_json(available()[name], "ru")
    assert len(web_board["labels"]) == len(web_board["cities"])
    assert all("".join(label["lines"]) for label in web_board["labels"])
    _, _, width, height = web_board["viewBox"]
    left, top, wide, high = web_board["legend"]["viewBox"]
    assert 0 < left < left + wide < width
    assert 0 < top < top + high < height
    assert web_board["legend"]["textSize"] > 5


@pytest.mark.parametrize("name", available())
def test_every_ticket_has_a_path_between_its_cities(name: str) -> None:
    web_board = web_board_json(available()[name], "en")
    tracks = {track["id"]: {track["a"], track["b"]} for track in web_board["tracks"]}
    for ticket in web_board["tickets"]:
        city = {ticket["a"]}
        for track in ticket["path"]:
            assert city < tracks[track]
            city = tracks[track] - city
        assert city == {ticket["b"]}


def test_a_board_says_which_cards_every_claim_with_swaps_can_trade_in() -> None:
    """As the browser reads it: all `swapKinds`, but the own colour only from `swapOwnFrom` cards on (C19)."""
    game = Game.load(available()["nordic"], 2)
    tracks = {track["id"]: track for track in web_board_json(available()["nordic"], "en")["tracks"]}
    kinds = game.catalogue.kinds
    for payment, fitting in game.catalogue.payments:
        for number in fitting if payment.swaps else []:
            track = tracks[game.board.tracks[number].text]
            own = {kinds[payment.colour]} - {"locomotive"}
            if track["swapOwnFrom"] is not None and payment.coloured >= track["swapOwnFrom"]:
                own = set()
            expected = {kind for n, kind in enumerate(kinds) if payment.eligible >> n & 1}
            assert set(track["swapKinds"]) - own == expected
    assert [track["id"] for track in tracks.values() if track["swap"] == 4] == ["lieksa-murmansk"]


def test_the_palette_has_both_themes() -> None:
    css = palette_css()
    assert THEMES["light"].sea in css
    assert THEMES["dark"].sea in css
    assert "prefers-color-scheme:dark" in css
