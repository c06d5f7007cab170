"""Where commands write: plain text when the output is not a terminal, and at most 100 columns wide."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn
    from rich.table import Table

WIDTH = 100


def make_console() -> "Console":
    """A console on standard output."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, WIDTH) if console.is_terminal else WIDTH
    return console


def make_progress(*columns: "ProgressColumn") -> "Progress":
    """A progress bar on stderr, shown only on a terminal and removed when done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def make_table(*names: str, numbers: tuple[str, ...] = ()) -> "Table":
    """A table without lines: columns of text, then columns of numbers."""
    from rich.table import Table

    table = Table(*names, box=None, pad_edge=False, header_style="bold")
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table
