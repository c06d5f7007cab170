"""Marks: slots, cars, locomotives, cities and stations as pieces of SVG around the origin."""

from collections.abc import Iterator

from whistlestop.draw.layout import Sizes
from whistlestop.draw.palette import CARD, CARS, CHALK, INK, Theme, on, outline, sign

LOCOMOTIVE = (
    "M-7.4,-5.6h5.8v1.3h-.7v2.6h4.1v-2.4l-.7,-1.3h3l-.7,1.3v2.4c1.3,.1 2,.9 2,2v1.9l2.4,2.6h-3.1"
    "a1.9,1.9 0 0 1 -3.7,0h-.5a1.9,1.9 0 0 1 -3.7,0h-.5a1.9,1.9 0 0 1 -3.7,0h-.6v-10.8h-.6z"
    "M-5.7,-3.9v2.3h2.1v-2.3z"
)
"""A locomotive in profile, 15 wide and 12 high."""
STATION = 1.18
"""How large a station is, in radii of its city; names keep clear of it."""
STAR = "M0,-1L.26,-.36L.95,-.31L.42,.14L.59,.81L0,.44L-.59,.81L-.42,.14L-.95,-.31L-.26,-.36Z"
PATTERNS = ("band", "dots", "slashes", "crosses", "blocks")
"""What the roofs of the cars of seats 0, 1, 2 … are painted with."""


def box(length: float, width: float, round_: float, more: str = "") -> str:
    """A rectangle around the origin."""
    return (
        f'<rect x="{-length / 2:.2f}" y="{-width / 2:.2f}" width="{length:.2f}" height="{width:.2f}" rx="{round_:.2f}"'
        f"{' ' + more if more else ''}/>"
    )


def hull(length: float, width: float) -> str:
    """The outline of a ferry's slot, pointed at both ends."""
    l, w, in_ = length / 2, width / 2, width * 0.75
    return (
        f"M{-l:.1f},0Q{in_ * 0.45 - l:.1f},{-w:.1f} {in_ - l:.1f},{-w:.1f}H{l - in_:.1f}Q{l - in_ * 0.45:.1f},{-w:.1f}"
        f" {l:.1f},0Q{l - in_ * 0.45:.1f},{w:.1f} {l - in_:.1f},{w:.1f}H{in_ - l:.1f}Q{in_ * 0.45 - l:.1f},{w:.1f}"
        f" {-l:.1f},0Z"
    )


def slot(colour: str, sizes: Sizes, theme: Theme, *, is_ferry: bool) -> str:
    """A slot in a card's colour."""
    length, width = sizes.slot_length, sizes.slot_width
    paint = f'fill="{CARD[colour]}" stroke="{outline(colour, theme)}" stroke-width="{width * 0.075:.2f}"'
    return f'<path d="{hull(length, width)}" {paint}/>' if is_ferry else box(length, width, width * 0.2, paint)


def slot_by_strokes(colour: str, sizes: Sizes, theme: Theme) -> str:
    """The same slot as two short paths: a smaller rectangle whose thick lines, round at the corners, fill the rest."""
    round_, edge = sizes.slot_width * 0.2, sizes.slot_width * 0.075
    l, w = sizes.slot_length / 2 - round_, sizes.slot_width / 2 - round_
    path = f"M{-l:.2f},{-w:.2f}H{l:.2f}V{w:.2f}H{-l:.2f}Z"
    return "".join(
        f'<path d="{path}" fill="{paint}" stroke="{paint}" stroke-width="{2 * round_ + more:.2f}"'
        ' stroke-linejoin="round"/>'
        for paint, more in ((outline(colour, theme), edge), (CARD[colour], -edge))
    )


def sign_of(colour: str, sizes: Sizes, more: str = "") -> str:
    """The sign of a card's colour."""
    return f'<path d="{sign(colour, sizes.slot_width * 0.31)}" fill="{on(colour)}" fill-opacity=".92" {more}/>'


def locomotive(colour: str, sizes: Sizes, aside: float = 0) -> str:
    """The symbol of a locomotive on a slot of a colour."""
    scale = sizes.slot_width / 14
    return (
        f'<path transform="translate({aside:.1f} 0) scale({scale:.3f}) translate(.6 -.4)" d="{LOCOMOTIVE}"'
        f' fill="{on(colour)}" fill-rule="evenodd"/>'
    )


def pips(colour: str, count: int, sizes: Sizes, aside: float = 0) -> str:
    """Small cards in a row on a slot of a colour: that many cards can replace one."""
    wide, high = sizes.slot_width * 0.16, sizes.slot_width * 0.46
    cards = "".join(
        f'<rect x="{(n - (count - 1) / 2) * 1.6 * wide - wide / 2:.2f}" y="{-high / 2:.2f}" width="{wide:.2f}"'
        f' height="{high:.2f}" rx=".5"/>'
        for n in range(count)
    )
    return f'<g transform="translate({aside:.1f} 0)" fill="{on(colour)}">{cards}</g>'


def car(seat: int, colour: str, sizes: Sizes, theme: Theme) -> str:
    """A railway car from above: body, roof with the seat's pattern, couplings."""
    length, width = sizes.slot_length * 1.04, sizes.slot_width * 1.08
    roof_length, roof_width = length * 0.84, width * 0.56
    pale = colour in ("white", "yellow")
    body = f'fill="{CARS[colour]}" stroke="{outline(colour, theme)}" stroke-width="{width * 0.1:.2f}"'
    roof = f'fill="{INK if pale else CHALK}" fill-opacity="{0.1 if pale else 0.2}"'
    couplings = (
        f'<path d="M{-length / 2 - 1.6:.1f},0H{length / 2 + 1.6:.1f}" stroke="{theme.edge}" stroke-width="2.4"/>'
    )
    drawn = "".join(pattern(PATTERNS[seat % len(PATTERNS)], roof_length, roof_width))
    paint = INK if pale else CHALK
    ends = "".join(
        f'<path d="M{x:.2f},{-width * 0.36:.2f}V{width * 0.36:.2f}" stroke="{paint}" stroke-opacity=".45"'
        f' stroke-width="{width * 0.07:.2f}"/>'
        for x in (-length * 0.455, length * 0.455)
    )
    return (
        couplings
        + box(length, width, width * 0.24, body)
        + box(roof_length, roof_width, width * 0.16, roof)
        + f'<g fill="{paint}" stroke="none">{drawn}</g>'
        + ends
    )


def pattern(name: str, length: float, width: float) -> Iterator[str]:
    """A pattern on a roof; its shapes are filled."""
    half, step = width / 2, length / 6
    marks = [(n - 2) * step for n in range(5)]
    if name == "band":
        yield box(length, width * 0.3, width * 0.1)
    elif name == "dots":
        yield from (f'<circle cx="{x:.2f}" cy="0" r="{width * 0.26:.2f}"/>' for x in marks)
    elif name == "slashes":
        cut = width * 0.2
        for x in marks:
            yield f'<path d="M{x - half - cut:.2f},{half:.2f}L{x + half - cut:.2f},{-half:.2f}h{2 * cut:.2f}'
            yield f'L{x - half + cut:.2f},{half:.2f}Z"/>'
    elif name == "crosses":
        thin = width * 0.12
        for x in marks[::2]:
            yield f'<path transform="translate({x:.2f} 0) rotate(45)" d="M{-half:.2f},{-thin:.2f}H{-thin:.2f}'
            yield f"V{-half:.2f}"
            yield f"H{thin:.2f}V{-thin:.2f}H{half:.2f}V{thin:.2f}H{thin:.2f}V{half:.2f}H{-thin:.2f}V{thin:.2f}"
            yield f'H{-half:.2f}Z"/>'
    else:
        for n, x in enumerate([-2.5 * step, *marks][:6]):
            up = -half if n % 2 else 0
            yield f'<rect x="{x:.2f}" y="{up:.2f}" width="{step:.2f}" height="{half:.2f}"/>'


def city(sizes: Sizes, theme: Theme, *, is_attraction: bool) -> str:
    """A city: a ring with a dot, and a star in it where there is an attraction."""
    r = sizes.city_radius
    if is_attraction:
        return (
            f'<circle r="{r:.1f}" fill="#f0b429" stroke="{theme.edge}" stroke-width="{r * 0.16:.2f}"/>'
            f'<path transform="scale({r * 0.72:.2f})" d="{STAR}" fill="{INK}"/>'
        )
    return (
        f'<circle r="{r:.1f}" fill="{CHALK}" stroke="{theme.edge}" stroke-width="{r * 0.2:.2f}"/>'
        f'<circle r="{r * 0.46:.2f}" fill="{theme.mark}"/>'
    )


def station(colour: str, seat: int, sizes: Sizes, theme: Theme) -> str:
    """A station in a seat's colour with the seat's number."""
    r = sizes.city_radius * STATION
    pale = colour in ("white", "yellow", "orange", "pink")
    return (
        f'<path transform="scale({r:.2f})" d="M-1,.8V-.3L0,-1L1,-.3V.8Z" fill="{CARS[colour]}"'
        f' stroke="{outline(colour, theme)}" stroke-width=".16" stroke-linejoin="round"/>'
        f'<text y="{r * 0.56:.1f}" text-anchor="middle" font-size="{r * 1.25:.1f}" font-weight="700"'
        f' fill="{INK if pale else CHALK}">{seat}</text>'
    )
