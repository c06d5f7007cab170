"""A board as SVG: sea, land, tracks with slots or cars, cities, labels, frame and cartouche."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from whistlestop.draw import marks
from whistlestop.draw.boxes import leader
from whistlestop.draw.cartouche import cartouche
from whistlestop.draw.compass import compass
from whistlestop.draw.glyphs import fonts, serifs, slant
from whistlestop.draw.layout import LEADING, SPACING, WATER_LEADING, Label, Layout, Slot, Way, path_text
from whistlestop.draw.palette import CHALK, INK, SIGNS, THEMES, Theme, colour_name
from whistlestop.draw.svg_paths import line
from whistlestop.draw.translations import TRANSLATIONS
from whistlestop.game.board import Board, Track
from whistlestop.game.rules import Rules

MARGIN = 30
STRIP = 46
"""The height of the strip under a board that names the players."""


@dataclass(frozen=True)
class Picture:
    """A board to draw: names of cities by id, and, for a game, its seats as a view has them."""

    board: Board
    rules: Rules
    layout: Layout
    names: Mapping[str, str]
    language: str = "en"
    theme: str = "light"
    seats: Sequence[Mapping[str, Any]] = ()
    players: Sequence[str] = ()

    @property
    def paint(self) -> Theme:
        """The colours of the theme."""
        return THEMES[self.theme]

    def svg(self) -> str:
        """The whole drawing."""
        sizes = self.layout.sizes
        width, height = sizes.width + 2 * MARGIN, sizes.height + 2 * MARGIN + (STRIP if self.seats else 0)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {width:g} {height:g}"'
            f' width="{width:g}" height="{height:g}" font-family="{fonts(self.language)}" font-stretch="condensed"'
            f' role="img" aria-label={quoteattr(self.names["title"])}>',
            f"<defs>{''.join(self.definitions())}</defs>",
            f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width:g}" height="{height:g}" fill="{self.paint.paper}"/>',
            '<g clip-path="url(#board)">',
            *self.ground(),
            "</g>",
            *self.frame(),
            *self.leaders(),
            *self.tracks(),
            *self.cities(),
            *self.labels(),
            compass(self.board.cities, self.layout.cities, sizes, TRANSLATIONS[self.language]["north"], self.paint),
            cartouche(self.board, self.rules, sizes, self.names["title"], self.language, self.paint),
            *self.strip(),
            "</svg>\n",
        ]
        return "\n".join(part for part in parts if part)

    def definitions(self) -> Iterator[str]:
        """What is drawn many times, defined once."""
        sizes, paint = self.layout.sizes, self.paint
        yield f'<clipPath id="board"><rect width="{sizes.width:g}" height="{sizes.height:g}"/></clipPath>'
        for colour in ("grey", *self.rules.colours):
            yield f'<g id="slot-{colour}">{marks.slot(colour, sizes, paint, is_ferry=False)}</g>'
            yield f'<g id="ferry-{colour}">{marks.slot(colour, sizes, paint, is_ferry=True)}</g>'
            if colour in SIGNS:
                yield marks.sign_of(colour, sizes, f'id="sign-{colour}"')
        for seat in range(len(self.seats)):
            yield f'<g id="car-{seat}">{marks.car(seat, self.rules.car_colours[seat], sizes, paint)}</g>'
        if self.layout.grounds:
            land = "".join(path_text(ground) for ground in self.layout.grounds if ground.kind == "land")
            yield f'<path id="land" d="{land}" fill-rule="evenodd" stroke-linejoin="round"/>'

    def ground(self) -> Iterator[str]:
        """Sea with lines along its shores, land, lakes, borders and the names of waters."""
        sizes, paint = self.layout.sizes, self.paint
        fill = paint.sea if self.layout.grounds else paint.land
        yield f'<rect width="{sizes.width:g}" height="{sizes.height:g}" fill="{fill}"/>'
        if self.layout.grounds:
            for wide, strong in ((22, 0.13), (15, 0.18), (8.5, 0.26), (3.4, 0.5)):
                yield f'<use href="#land" fill="none" stroke="{paint.wave}" stroke-width="{wide}" opacity="{strong}"/>'
            yield f'<use href="#land" fill="{paint.land}" stroke="{paint.shore}" stroke-width="1"/>'
        for kind, look in (
            ("lake", f'fill="{paint.lake}" stroke="{paint.shore}" stroke-width=".8"'),
            ("border", f'fill="none" stroke="{paint.border}" stroke-width="1.5" stroke-dasharray="7 2.5 1.5 2.5"'),
        ):
            path = "".join(path_text(ground) for ground in self.layout.grounds if ground.kind == kind)
            if path:
                yield f'<path d="{path}" {look} stroke-linejoin="round"/>'
        for water in self.layout.waters:
            place = f'transform="translate({water.x:g} {water.y:g}) rotate({water.turn:g})"'
            look = f'font-size="{water.size:g}" fill="{paint.water_name}" letter-spacing="{water.size * SPACING:.1f}"'
            font = f'font-family="{serifs(self.language)}" font-style="{slant(self.language)}"'
            yield f'<g {place} {look} {font} text-anchor="middle">'
            for n, words in enumerate(water.names[self.language].split("/")):
                yield f'<text y="{n * water.size * WATER_LEADING:.1f}">{escape(words)}</text>'
            yield "</g>"

    def frame(self) -> Iterator[str]:
        """The border of a printed map: a line, a band in two tones, and a line."""
        width, height, ink = self.layout.sizes.width, self.layout.sizes.height, self.paint.ink
        for out, wide in ((0, 1.4), (7, 0.9), (12, 0.9)):
            yield (
                f'<rect x="{-out:g}" y="{-out:g}" width="{width + 2 * out:g}" height="{height + 2 * out:g}"'
                f' fill="none" stroke="{ink}" stroke-width="{wide:g}"/>'
            )
        for x, y, way, long in ((0, -3.5, "h", width), (0, height + 3.5, "h", width), (-3.5, 0, "v", height),
                                (width + 3.5, 0, "v", height)):  # fmt: skip
            dash = long / (2 * round(long / 100) + 1)
            yield f'<path d="M{x:g},{y:g}{way}{long:g}" stroke="{ink}" stroke-width="5" stroke-dasharray="{dash:.3f}"/>'

    def tracks(self) -> Iterator[str]:
        """All tracks: first what runs under the slots, then the slots, then cars over those that are claimed."""
        owners = {text: seat for seat, player in enumerate(self.seats) for text in player["tracks"]}
        drawn = list(zip(self.board.tracks, self.layout.ways, strict=True))
        for track, way in drawn:
            yield from self.bed(track, way)
        for track, way in drawn:
            if track.text not in owners:
                yield f'<g class="track">{"".join(self.slots(track, way))}</g>'
        for track, way in drawn:
            if track.text in owners:
                yield f'<g class="claimed">{"".join(self.cars(owners[track.text], way))}</g>'

    def bed(self, track: Track, way: Way) -> Iterator[str]:
        """What runs under the slots: a rail, the stones of a tunnel, or the waves beside a ferry."""
        sizes, paint = self.layout.sizes, self.paint
        c = way.curve
        whole = f"M{xy(c.a)}C{xy(c.b)} {xy(c.c)} {xy(c.d)}"
        dashes = ' stroke-dasharray="1 5" stroke-linecap="round"' if track.locomotives else ""
        yield f'<path d="{whole}" fill="none" stroke="{paint.rail}" stroke-width="1.8"{dashes}/>'
        out = sizes.slot_width * 0.24
        if track.tunnel:
            path = line(along(way, way.first - out, way.last + out))
            wide = sizes.slot_width + 2 * out
            yield f'<path d="{path}" fill="none" stroke="{paint.edge}" stroke-width="{wide + 1.4:.1f}"/>'
            yield f'<path d="{path}" fill="none" stroke="{paint.mortar}" stroke-width="{wide:.1f}"/>'
            stones = f'stroke-dasharray="{out * 1.7:.1f} {out * 0.75:.1f}"'
            yield f'<path d="{path}" fill="none" stroke="{paint.stone}" stroke-width="{wide:.1f}" {stones}/>'
        elif track.locomotives:
            for side in (-1, 1):
                path = line(waves(way, side * (sizes.slot_width / 2 + out * 0.75), out * 0.5, sizes.slot_width))
                yield f'<path d="{path}" fill="none" stroke="{paint.foam}" stroke-width="1.3" stroke-linejoin="round"/>'

    def slots(self, track: Track, way: Way) -> Iterator[str]:
        """The slots of a track that nobody has claimed."""
        sizes = self.layout.sizes
        colour = colour_name(self.rules.colours, track.colour)
        symbols = middle(track.length, track.locomotives)
        for n, slot in enumerate(way.slots):
            place = f'transform="translate({slot.x:.1f} {slot.y:.1f}) rotate({upright(slot.turn):.1f})"'
            yield from self.slot(colour, slot, is_ferry=track.locomotives > 0, has_sign=n not in symbols)
            if n in symbols:
                aside = sizes.slot_length * 0.15 if track.swap else 0
                swap = marks.pips(colour, track.swap, sizes, aside * 1.6) if track.swap else ""
                yield f"<g {place}>{marks.locomotive(colour, sizes, -aside)}{swap}</g>"
            elif track.swap and not track.locomotives:
                yield f"<g {place}>{marks.pips(colour, track.swap, sizes)}</g>"

    def slot(self, colour: str, slot: Slot, *, is_ferry: bool, has_sign: bool) -> Iterator[str]:
        """One slot, and the sign of its colour."""
        kind = "ferry" if is_ferry else "slot"
        place = f'transform="translate({slot.x:.1f} {slot.y:.1f}) rotate({upright(slot.turn):.1f})"'
        yield f'<use href="#{kind}-{colour}" {place}/>'
        if has_sign and colour in SIGNS:
            yield f'<use href="#sign-{colour}" x="{slot.x:.1f}" y="{slot.y:.1f}"/>'

    def cars(self, seat: int, way: Way) -> Iterator[str]:
        """The cars of a seat on a track, in a white casing with a shadow, and the seat's number on the middle one."""
        path, wide = line(along(way, way.first, way.last)), self.layout.sizes.slot_width
        for colour, part, look in (("#000", 1.5, ' opacity=".28" transform="translate(1.2 2)"'), (INK, 1.5, ""),
                                   (CHALK, 1.4, "")):  # fmt: skip
            stroke = f'stroke="{colour}" stroke-width="{part * wide:.1f}" stroke-linecap="round"'
            yield f'<path d="{path}" fill="none" {stroke}{look}/>'
        for slot in way.slots:
            turn = f"rotate({slot.turn:.1f})"
            yield f'<use href="#car-{seat}" transform="translate({slot.x:.1f} {slot.y:.1f}) {turn}"/>'
        slot, r = way.slots[len(way.slots) // 2], self.layout.sizes.slot_width * 0.43
        yield (
            f'<g transform="translate({slot.x:.1f} {slot.y:.1f})"><circle r="{r:.1f}" fill="{CHALK}"'
            f' stroke="{self.paint.edge}" stroke-width=".8"/><text y="{r * 0.52:.1f}" text-anchor="middle"'
            f' font-size="{r * 1.45:.1f}" font-weight="700" fill="{INK}">{seat}</text></g>'
        )

    def cities(self) -> Iterator[str]:
        """Cities, and stations on them."""
        built = {which: seat for seat, player in enumerate(self.seats) for which in player["stations"]}
        for city, (x, y) in zip(self.board.cities, self.layout.cities, strict=True):
            drawn = marks.city(self.layout.sizes, self.paint, is_attraction=city.attraction)
            if city.id in built:
                seat = built[city.id]
                drawn = marks.station(self.rules.car_colours[seat], seat, self.layout.sizes, self.paint)
            yield f'<g transform="translate({x:g} {y:g})">{drawn}</g>'

    def leaders(self) -> Iterator[str]:
        """Thin lines from cities to names at a distance, under all tracks."""
        for city, label in zip(self.layout.cities, self.layout.labels.get(self.language, ()), strict=False):
            line_ = leader(label, city, self.layout.sizes)
            if line_:
                yield f'<path d="{line(line_)}" stroke="{self.paint.faint}" stroke-width="1.1"/>'

    def labels(self) -> Iterator[str]:
        """The names of the cities."""
        size, paint = self.layout.sizes.label_size, self.paint
        yield (
            f'<g font-size="{size:g}" font-weight="600" fill="{paint.ink}" stroke="{paint.halo}"'
            f' stroke-width="{size * 0.24:.1f}" stroke-linejoin="round" paint-order="stroke">'
        )
        for (x, y), label in zip(self.layout.cities, self.layout.labels.get(self.language, ()), strict=False):
            yield from self.label(x, y, label)
        yield "</g>"

    def label(self, x: float, y: float, label: Label) -> Iterator[str]:
        """The name of one city, in one line or more."""
        for n, words in enumerate(label.lines):
            down = y + label.dy + n * self.layout.sizes.label_size * LEADING
            yield f'<text x="{x + label.dx:.1f}" y="{down:.1f}" text-anchor="{label.anchor}">{escape(words)}</text>'

    def strip(self) -> Iterator[str]:
        """The players, under the board."""
        sizes, paint = self.layout.sizes, self.paint
        if not self.seats:
            return
        room = sizes.width / len(self.seats)
        scale = 40 / sizes.slot_length
        for seat, one in enumerate(self.seats):
            left, y = seat * room + 34, sizes.height + MARGIN + 8
            name = self.players[seat] if seat < len(self.players) and self.players[seat] else ""
            told = TRANSLATIONS[self.language]["standing"].format(points=one["points"], cars=one["cars"])
            yield f'<use href="#car-{seat}" transform="translate({left:.1f} {y}) scale({scale:.2f})"/>'
            yield f'<text x="{left + 30:.1f}" y="{y - 2}" font-size="15" font-weight="600" fill="{paint.ink}">'
            yield f"{seat}{'  ' + escape(name) if name else ''}</text>"
            yield f'<text x="{left + 30:.1f}" y="{y + 14}" font-size="13" fill="{paint.faint}">{escape(told)}</text>'


def xy(point: tuple[float, float]) -> str:
    """A point in a path."""
    return f"{point[0]:.1f},{point[1]:.1f}"


def upright(turn: float) -> float:
    """The same direction, turned so that a sign is not upside down."""
    return (turn + 90) % 180 - 90


def middle(spaces: int, count: int) -> range:
    """Which spaces of a ferry bear its symbols: those in the middle."""
    first = (spaces - count) // 2
    return range(first, first + count)


def along(way: Way, first: float, last: float) -> list[tuple[float, float]]:
    """Points along a way, from a little before its first slot to a little after its last."""
    count = max(2, math.ceil((last - first) / 6))
    points = []
    for n in range(count + 1):
        far = first + (last - first) * n / count
        x, y, turn = way.curve.at(min(max(far, 0), way.curve.length))
        over = far - min(max(far, 0), way.curve.length)
        points.append((x + over * math.cos(math.radians(turn)), y + over * math.sin(math.radians(turn))))
    return points


def waves(way: Way, aside: float, high: float, long: float) -> list[tuple[float, float]]:
    """A wavy line beside the slots of a way."""
    count = max(8, math.ceil((way.last - way.first) / long * 8))
    points = []
    for n in range(count + 1):
        far = way.first + (way.last - way.first) * n / count
        x, y, turn = way.curve.at(far)
        off = aside + high * math.sin(2 * math.pi * (far - way.first) / long)
        points.append((x - off * math.sin(math.radians(turn)), y + off * math.cos(math.radians(turn))))
    return points
