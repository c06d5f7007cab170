"""The cartouche of a board: its title, what its marks mean, and what tracks are worth."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from whistlestop.draw import glyphs, marks
from whistlestop.draw.boxes import Box
from whistlestop.draw.layout import Sizes
from whistlestop.draw.palette import Theme
from whistlestop.draw.translations import TRANSLATIONS
from whistlestop.game.board import Board
from whistlestop.game.rules import Rules

TITLE, ROW, TEXT, PAD, ICON = 30, 25, 14, 20, 62
"""Sizes of the title, a row and its text, of the space around all, and of the column of marks, before scaling."""


def cartouche(board: Board, rules: Rules, sizes: Sizes, title: str, language: str, theme: Theme) -> str:
    """The cartouche, as large as its box allows; empty if the layout has none."""
    wide, high = extent(board, rules, title, language)
    rest = [*legend(board, rules, language, theme), *values(rules, wide, high, language, theme)]
    return framed(sizes, wide, high, [*heading(title, wide, language, theme), *rest], theme)


def title_plate(sizes: Sizes, title: str, language: str, theme: Theme) -> str:
    """The title alone in its frame, as large as the box of the cartouche allows, where the rest would be too small."""
    wide, high = 1.25 * glyphs.width(title, TITLE) + 2 * PAD, PAD + 66
    return framed(sizes, wide, high, heading(title, wide, language, theme), theme)


def framed(sizes: Sizes, wide: float, high: float, content: Iterable[str], theme: Theme) -> str:
    """Something of a size in a frame, in the middle of the cartouche's box; empty if there is no box."""
    box, scale = fit(sizes, wide, high)
    if not scale:
        return ""
    begin = f'<g transform="translate({box.left:.1f} {box.top:.1f}) scale({scale:.3f})">'
    return "\n".join([begin, *frame(wide, high, theme), *content, "</g>"])


def fit(sizes: Sizes, wide: float, high: float) -> tuple[Box, float]:
    """Where something of a size is in the middle of the cartouche's box, and how much it is scaled; 0 without a box."""
    scale = min(sizes.cartouche_width / wide, sizes.cartouche_height / high)
    left = sizes.cartouche_x + (sizes.cartouche_width - wide * scale) / 2
    top = sizes.cartouche_y + (sizes.cartouche_height - high * scale) / 2
    return Box(left, top, left + wide * scale, top + high * scale), scale


def heading(title: str, wide: float, language: str, theme: Theme) -> Iterator[str]:
    """The title and the ornament under it."""
    yield (
        f'<text x="{wide / 2:.1f}" y="{PAD + 24}" text-anchor="middle" font-family="{glyphs.serifs(language)}"'
        f' font-size="{TITLE}" font-weight="700" fill="{theme.ink}">{escape(title)}</text>'
    )
    yield f'<path d="M{wide / 2 - 46:.1f},{PAD + 38}h36m20,0h36" stroke="{theme.faint}" stroke-width="1"/>'
    yield f'<path d="M{wide / 2:.1f},{PAD + 33}l6,5l-6,5l-6,-5z" fill="{theme.mark}"/>'


def extent(board: Board, rules: Rules, title: str, language: str) -> tuple[float, float]:
    """How wide and high the cartouche is before it is scaled."""
    entries = [words for _, words in rows(board, language)]
    points = sum(1 for value in rules.points if value)
    wide = max(
        1.25 * glyphs.width(title, TITLE),
        ICON + max((glyphs.width(words, TEXT) for words in entries), default=0),
        first_column(language) + 27 * points,
        160,
    )
    return wide + 2 * PAD, PAD + 56 + ROW * len(entries) + 58 + PAD / 2


def first_column(language: str) -> float:
    """How wide the headings of the table of points are."""
    return max(glyphs.width(TRANSLATIONS[language][word], TEXT) for word in ("spaces", "points")) + 14


def frame(wide: float, high: float, theme: Theme) -> Iterator[str]:
    """Two lines around the cartouche."""
    for in_, stroke in ((0, 1.6), (5, 0.7)):
        yield (
            f'<rect x="{in_}" y="{in_}" width="{wide - 2 * in_:.1f}" height="{high - 2 * in_:.1f}" rx="{7 - in_}"'
            f' fill="{theme.paper if not in_ else "none"}" stroke="{theme.ink}" stroke-width="{stroke}"/>'
        )


def rows(board: Board, language: str) -> list[tuple[str, str]]:
    """What the legend explains: only what is on this board."""
    words, tracks = TRANSLATIONS[language], board.tracks
    entries = []
    if any(track.tunnel for track in tracks):
        entries.append(("tunnel", words["tunnel"]))
    if any(track.locomotives for track in tracks):
        entries.append(("ferry", words["ferry"]))
    entries += [
        (f"locomotive {swap}", words["swap_locomotive"].format(swap=swap))
        for swap in sorted({track.swap for track in tracks if track.swap and track.locomotives})
    ]
    entries += [
        (f"card {swap}", words["swap_card"].format(swap=swap))
        for swap in sorted({track.swap for track in tracks if track.swap and not track.locomotives})
    ]
    if any(city.attraction for city in board.cities):
        entries.append(("attraction", words["attraction"]))
    return entries


SAMPLE = Sizes(0, 0, 38, 14, 10, 14)
"""The size of marks in the legend."""


def legend(board: Board, rules: Rules, language: str, theme: Theme) -> Iterator[str]:
    """The rows of the legend."""
    for n, (mark, words) in enumerate(rows(board, language)):
        y = PAD + 62 + ROW * n
        yield f'<g transform="translate({PAD + 24} {y})">{sample(mark, theme)}</g>'
        yield f'<text x="{PAD + ICON}" y="{y + 5}" font-size="{TEXT}" fill="{theme.ink}">{escape(words)}</text>'


def sample(mark: str, theme: Theme) -> str:
    """A mark of the legend."""
    kind, _, swap = mark.partition(" ")
    if kind == "tunnel":
        stones = 'stroke-dasharray="5.6 2.4"'
        return (
            f'<path d="M-23,0H23" stroke="{theme.edge}" stroke-width="22"/>'
            f'<path d="M-22.5,0H22.5" stroke="{theme.mortar}" stroke-width="20.6"/>'
            f'<path d="M-22.5,0H22.5" stroke="{theme.stone}" stroke-width="20.6" {stones}/>'
            + marks.slot("grey", SAMPLE, theme, is_ferry=False)
        )
    if kind == "attraction":
        return marks.city(SAMPLE, theme, is_attraction=True)
    drawn = marks.slot("grey", SAMPLE, theme, is_ferry=kind != "card")
    if kind == "ferry":
        return drawn + marks.locomotive("grey", SAMPLE)
    if kind == "locomotive":
        return drawn + marks.locomotive("grey", SAMPLE, -6) + marks.pips("grey", int(swap), SAMPLE, 9)
    return drawn + marks.pips("grey", int(swap), SAMPLE)


def values(rules: Rules, wide: float, high: float, language: str, theme: Theme) -> Iterator[str]:
    """The points of tracks by their length, in two rows."""
    top = high - PAD / 2 - 48
    yield f'<path d="M{PAD},{top:.1f}H{wide - PAD:.1f}" stroke="{theme.faint}" stroke-width=".8"/>'
    for n, word in enumerate(("spaces", "points")):
        yield (
            f'<text x="{PAD}" y="{top + 19 + 19 * n:.1f}" font-size="{TEXT}" fill="{theme.faint}">'
            f"{escape(TRANSLATIONS[language][word])}</text>"
        )
    worth = [(spaces, points) for spaces, points in enumerate(rules.points, 1) if points]
    step = (wide - 2 * PAD - first_column(language)) / len(worth)
    for n, (spaces, points) in enumerate(worth):
        x = PAD + first_column(language) + step * (n + 0.5)
        yield f'<text x="{x:.1f}" y="{top + 19:.1f}" font-size="{TEXT}" text-anchor="middle" fill="{theme.ink}">'
        yield f"{spaces}</text>"
        yield f'<text x="{x:.1f}" y="{top + 38:.1f}" font-size="{TEXT}" font-weight="700" text-anchor="middle"'
        yield f' fill="{theme.mark}">{points}</text>'
