"""Web board: a printed board for browsers, in layers, its colours as CSS custom properties that a theme sets."""

from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from whistlestop.draw import marks
from whistlestop.draw.cartouche import TEXT, cartouche, extent, fit, title_plate
from whistlestop.draw.compass import compass
from whistlestop.draw.layout import Slot, layout_json
from whistlestop.draw.palette import CARD, CARS, SIGNS, THEMES, Theme, colour_name, on, palette_json
from whistlestop.draw.picture import Picture, upright
from whistlestop.draw.solution import layout_of
from whistlestop.draw.svg_paths import merged, placed_paths
from whistlestop.draw.translations import TRANSLATIONS
from whistlestop.game.board import LONG, TITLE, Track, load, load_names
from whistlestop.game.catalogue import NO_COLOUR, eligible_kinds
from whistlestop.game.game import Game
from whistlestop.game.limits import TURNED
from whistlestop.game.result_paths import shortest_path

PROPERTIES = Theme(**{field.name: f"var(--{field.name.replace('_', '-')})" for field in fields(Theme)})
GEOMETRY = ("viewBox", "slot", "cityRadius", "cities", "labelSize")


class WebBoard(Picture):
    """A board without a game. A client draws the names of cities itself: they grow where the board is small."""

    @property
    def paint(self) -> Theme:
        """Names of colours instead of colours."""
        return PROPERTIES

    def layers(self) -> dict[str, str]:
        """The parts of the drawing, each a piece of SVG."""
        sizes = self.layout.sizes
        drawn = list(zip(self.board.tracks, self.layout.ways, strict=True))
        beds = merged(part for track, way in drawn for part in self.bed(track, way))
        slots = merged(part for track, way in drawn for part in self.slots(track, way))
        north = TRANSLATIONS[self.language]["north"]
        return {
            "defs": "".join([*self.definitions(), *self.stations()]),
            "under": f'<g clip-path="url(#board)">{"".join(self.ground())}</g>' + "".join(self.frame()) + beds,
            "over": slots
            + "".join(self.cities())
            + compass(self.board.cities, self.layout.cities, sizes, north, self.paint),
        }

    def slot(self, colour: str, slot: Slot, *, is_ferry: bool, has_sign: bool) -> Iterator[str]:
        """One slot as paths that can be merged."""
        sizes, place = self.layout.sizes, (slot.x, slot.y, upright(slot.turn))
        if is_ferry:
            yield from placed_paths(marks.slot(colour, sizes, self.paint, is_ferry=True), *place)
        else:
            yield from placed_paths(marks.slot_by_strokes(colour, sizes, self.paint), *place)
        if has_sign and colour in SIGNS:
            yield from placed_paths(marks.sign_of(colour, sizes), slot.x, slot.y)

    def legend(self) -> dict[str, Any]:
        """The cartouche, where it is, the size of its text, and the plate that replaces it on small boards."""
        sizes, title = self.layout.sizes, self.names[TITLE]
        box, scale = fit(sizes, *extent(self.board, self.rules, title, self.language))
        return {
            "drawing": cartouche(self.board, self.rules, sizes, title, self.language, self.paint),
            "plate": title_plate(sizes, title, self.language, self.paint),
            "viewBox": [round(number, 1) for number in (box.left, box.top, box.right - box.left, box.bottom - box.top)],
            "textSize": round(TEXT * scale, 2),
        }

    def stations(self) -> Iterator[str]:
        """A station for every seat."""
        for seat, colour in enumerate(self.rules.car_colours):
            yield f'<g id="station-{seat}">{marks.station(colour, seat + 1, self.layout.sizes, self.paint)}</g>'


def web_board_json(folder: Path, language: str) -> dict[str, Any]:
    """Everything that a client needs to draw a map and name what is on it, in one language."""
    board, rules = load(folder)
    names = load_names(folder, language)
    layout = layout_of(folder, board, language)
    seats: list[dict[str, list[str]]] = [{"tracks": [], "stations": []} for _ in rules.car_colours]
    web_board = WebBoard(board, rules, layout, names, language, seats=seats)
    game, every_track = Game.load(folder, rules.min_seats), range(len(board.tracks))
    plain = layout_json(board, layout)
    palette = palette_json()
    return {
        "map": board.name,
        "digest": board.digest,
        "title": names[TITLE],
        "names": names,
        "colours": list(rules.colours),
        "carColours": list(rules.car_colours),
        "tunnelCards": TURNED,
        "bothTracksFrom": rules.both_tracks_from,
        "signs": {colour: palette["signs"][colour] for colour in rules.colours},
        "locomotive": marks.LOCOMOTIVE,
        **{field: plain[field] for field in GEOMETRY},
        "labels": plain["labels"][language],
        "tracks": [
            {
                "id": track.text, "a": board.cities[track.a].id, "b": board.cities[track.b].id,
                "length": track.length, "points": rules.points[track.length - 1],
                "colour": colour_name(rules.colours, track.colour), "tunnel": track.tunnel,
                "locomotives": track.locomotives, "swap": track.swap, **swap_json(track, game.catalogue.kinds),
                "slots": way["slots"],
            }
            for track, way in zip(board.tracks, plain["tracks"], strict=True)
        ],
        "tickets": [
            {
                "id": ticket.text, "a": board.cities[ticket.a].id, "b": board.cities[ticket.b].id,
                "points": ticket.points, "long": ticket.deck == LONG,
                "path": [board.tracks[n].text for n in shortest_path(game, every_track, ticket.a, ticket.b)],
            }
            for ticket in board.tickets
        ],
        **web_board.layers(),
        "legend": web_board.legend(),
    }  # fmt: skip


def swap_json(track: Track, kinds: tuple[str, ...]) -> dict[str, Any]:
    """The cards that can be traded in for a swap on a track, and when those of the payment's own colour can (C19)."""
    if not track.swap:
        return {"swapKinds": [], "swapOwnFrom": None}
    colours, colour = len(kinds) - 1, 1  # what holds for one colour holds for all
    every = eligible_kinds(track, NO_COLOUR, 0, colours)
    own = (n for n in range(track.length + 1) if eligible_kinds(track, colour, n, colours) >> colour & 1)
    return {"swapKinds": [kind for n, kind in enumerate(kinds) if every >> n & 1], "swapOwnFrom": next(own, None)}


def palette_css() -> str:
    """The colours of cards, cars and both themes as custom properties: light by default, dark on request."""
    cards = {f"card-{name}": colour for name, colour in CARD.items()} | {f"on-{name}": on(name) for name in CARD}
    cars = {f"car-{name}": colour for name, colour in CARS.items()}
    themes = {
        name: {field.replace("_", "-"): colour for field, colour in asdict(theme).items()}
        for name, theme in THEMES.items()
    }
    rules = {":root": cards | cars | themes["light"], ':root[data-theme="dark"]': themes["dark"]}
    css = [
        selector + "{" + "".join(f"--{name}:{value};" for name, value in values.items()) + "}"
        for selector, values in rules.items()
    ]
    dark = "".join(f"--{name}:{value};" for name, value in themes["dark"].items())
    css.append('@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){' + dark + "}}")
    return "\n".join(css) + "\n"
