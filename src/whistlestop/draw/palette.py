"""Colours of the two themes, and a sign for each colour, for people who can't tell them apart."""

from dataclasses import asdict, dataclass
from typing import Any

from whistlestop.game.board import GREY

CARD = {
    "purple": "#8a5aa8",
    "blue": "#3b7dc4",
    "orange": "#e98a35",
    "white": "#fdfcf7",
    "green": "#4f9d58",
    "yellow": "#f3d03e",
    "black": "#3b3f45",
    "red": "#cf4039",
    "pink": "#e79ac0",
    "grey": "#b7bbbb",
}
"""The colours of cards, and so of slots."""
DARK = ("purple", "blue", "green", "black", "red")
"""Colours on which a sign is light."""
CARS = {
    "purple": "#5b2385",
    "blue": "#123f8c",
    "orange": "#b5520a",
    "white": "#ede2c4",
    "green": "#0d6440",
    "yellow": "#d6a100",
    "black": "#121418",
    "red": "#960f2b",
    "pink": "#c2387f",
}
"""The colours of cars and stations: shades that no slot has."""
INK, CHALK = "#262c33", "#fffdf6"


@dataclass(frozen=True)
class Theme:
    """The colours of everything except cards and cars."""

    sea: str
    wave: str
    land: str
    shore: str
    border: str
    lake: str
    paper: str
    ink: str
    faint: str
    halo: str
    water_name: str
    rail: str
    stone: str
    mortar: str
    foam: str
    edge: str
    rim: str
    mark: str


THEMES = {
    "light": Theme(
        sea="#c6dae3",
        wave="#9fbfce",
        land="#f5eeda",
        shore="#7f8f92",
        border="#cdbb98",
        lake="#d3e2e8",
        paper="#fbf7ec",
        ink="#232a33",
        faint="#7c7668",
        halo="#f8f2e2",
        water_name="#5f8799",
        rail="#8f8670",
        stone="#5a5148",
        mortar="#d8cbb2",
        foam="#3f7f9f",
        edge="#2a2f36",
        rim="#2a2f36",
        mark="#b23a2e",
    ),
    "dark": Theme(
        sea="#132430",
        wave="#25455a",
        land="#2b363b",
        shore="#6d838c",
        border="#4d5a5c",
        lake="#1b3040",
        paper="#1a2329",
        ink="#f1ebdc",
        faint="#a39f92",
        halo="#1d272c",
        water_name="#6f9bb2",
        rail="#7b8286",
        stone="#a2917a",
        mortar="#3a3631",
        foam="#7cc0dd",
        edge="#0c1115",
        rim="#cfcabc",
        mark="#e7745f",
    ),
}


def colour_name(colours: tuple[str, ...], colour: int) -> str:
    """The word for a track's colour."""
    return "grey" if colour == GREY else colours[colour]


def outline(colour: str, theme: Theme) -> str:
    """The colour of the line around a slot, car or station; black needs one that stands out from a dark board."""
    return theme.rim if colour == "black" else theme.edge


def on(colour: str) -> str:
    """The colour of a sign on a card's colour."""
    return CHALK if colour in DARK else INK


def sign(colour: str, r: float) -> str:
    """The sign of a card's colour, of radius r around the origin, as an SVG path; grey has none."""
    return SIGNS[colour].format(*(round(r * part, 2) for part in PARTS)) if colour in SIGNS else ""


PARTS = (1, 0.5, 0.32, 0.87, 0.38, 0.95, 0.59, 0.81, 0.31, 0.22, 0.36, 0.12, 1.1, 0.7)
SIGNS = {
    # a disc, a square, a triangle, a lozenge, a star, a cross, a ring, two bars, a heart
    "blue": "M-{3},0a{3},{3} 0 1 0 {3},-{3}a{3},{3} 0 0 0 -{3},{3}",
    "black": "M-{13},-{13}H{13}V{13}H-{13}Z",
    "green": "M0,-{0}L{5},{13}H-{5}Z",
    "purple": "M0,-{12}L{3},0L0,{12}L-{3},0Z",
    "yellow": "M0,-{12}L{9},-{8}L{12},-{8}L{4},{11}L{6},{0}L0,{1}L-{6},{0}L-{4},{11}L-{12},-{8}L-{9},-{8}Z",
    "red": "M-{0},-{2}H-{2}V-{0}H{2}V-{2}H{0}V{2}H{2}V{0}H-{2}V{2}H-{0}Z",
    "white": "M-{0},0a{0},{0} 0 1 0 {0},-{0}a{0},{0} 0 0 0 -{0},{0}M-{1},0a{1},{1} 0 0 1 {1},-{1}"
    "a{1},{1} 0 1 1 -{1},{1}",
    "orange": "M-{3},-{0}H-{9}V{0}H-{3}ZM{9},-{0}H{3}V{0}H{9}Z",
    "pink": "M0,{0}C-{12},{8} -{12},-{13} -{1},-{3}C-{9},-{3} 0,-{1} 0,-{10}C0,-{1} {9},-{3} {1},-{3}"
    "C{12},-{13} {12},{8} 0,{0}Z",
}


def palette_json() -> dict[str, Any]:
    """Colours and signs as plain values for a client; a sign is an SVG path of radius 10 around the origin."""
    return {
        "cards": CARD,
        "signs": {colour: sign(colour, 10) for colour in SIGNS},
        "on": {colour: on(colour) for colour in CARD},
        "cars": CARS,
        "themes": {name: asdict(theme) for name, theme in THEMES.items()},
    }
