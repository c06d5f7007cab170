"""Writing a drawing to a file: SVG as it is, PNG through resvg."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from whistlestop.draw.reasons import BadDrawing

RENDERER = "resvg_py"
ZOOM = 2
"""Pixels of a PNG file per unit of the drawing."""


def can_render() -> bool:
    """Whether the package that turns SVG into PNG is installed."""
    return find_spec(RENDERER) is not None


def png(svg: str, zoom: int = 1) -> bytes:
    """A drawing as PNG."""
    return bytes(import_module(RENDERER).svg_to_bytes(svg_string=svg, zoom=zoom))


def check_picture_file(file: Path) -> None:
    """Refuse a file that a drawing can't be written to."""
    if file.suffix not in (".svg", ".png"):
        raise BadDrawing("picture_type", file=str(file))
    if file.suffix == ".png" and not can_render():
        raise BadDrawing("no_png")


def write_picture(svg: str, file: Path) -> None:
    """Write a drawing to a file that ends in .svg or .png."""
    if file.suffix == ".svg":
        file.write_text(svg, encoding="utf-8", newline="\n")
    else:
        file.write_bytes(png(svg, ZOOM))
