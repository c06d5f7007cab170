"""Where commands write: plain text when it is no terminal, at most 100 columns wide."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100


def make_console() -> "Console":
    """A console on the standard output."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, WIDTH) if console.is_terminal else WIDTH
    return console


def printable(text: str) -> str:
    """A text of somebody else's without anything that would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
