"""`whistlestop site`: write the static edition, a folder that any web server can serve."""

import argparse
from pathlib import Path

from whistlestop.server.reasons import Refused
from whistlestop.server.static_site import write_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `site`."""
    parser.description = (
        "Write the static edition: games against bots, rules and replays in the browser, without a server. "
        "Any web server can serve the folder, at any address."
    )
    parser.add_argument("folder", type=Path, help="folder to write; it must be new or empty")
    parser.add_argument(
        "--address",
        default="",
        metavar="URL",
        help="where it will be, such as https://example.org/play/, so that links to it have a picture (default: none)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the folder, and say how large it is."""
    folder: Path = args.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("file_exists", file=str(folder))
    files = write_site(folder, args.address)
    size = sum(len(content) for content in files.values())
    print(f"{folder}: {len(files)} files, {size / 1_000_000:.1f} MB. To try it: python -m http.server -d {folder}")
    return 0
