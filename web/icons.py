"""Draws the icons of the installed app from src/icon.svg: run `python web/icons.py` after a change of it."""

from pathlib import Path

from resvg_py import svg_to_bytes

WEB = Path(__file__).parent
SVG = (WEB / "src" / "icon.svg").read_text()
MASKABLE = SVG.replace('viewBox="-12 -12 24 24"', 'viewBox="-14 -14 28 28"').replace(
    '<circle r="11.5"', '<rect x="-14" y="-14" width="28" height="28"'
)
"""The icon with colour up to its edges: each system cuts it to a shape of its own."""

for name, size, text in (("icon-192", 192, SVG), ("icon-512", 512, SVG), ("icon-maskable-512", 512, MASKABLE)):
    (WEB / "public" / "icons" / f"{name}.png").write_bytes(bytes(svg_to_bytes(text, width=size, height=size)))
