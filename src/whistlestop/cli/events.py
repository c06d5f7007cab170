"""What happened in a game, one line for each move: the deals that followed are on the same line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from whistlestop.game.record import Record


@dataclass
class Event:
    """A seat's move, or the set-up, and what chance dealt after it."""

    ply: int
    """How many moves were made before it."""
    seat: int | None
    move: str
    deals: list[str] = field(default_factory=list)

    def text(self, names: Sequence[str]) -> str:
        """The event as a line."""
        who = "Dealt" if self.seat is None else names[self.seat]
        deals = ", ".join(self.deals)
        return f"{who}: {self.move}" + (f" -> {deals}" if self.move and deals else deals)


def move_lines(record: Record, viewer: int | None) -> list[str]:
    """The record's moves, one line each: as a seat may see them, or all of them for None."""
    text = str(record) if viewer is None else record.redacted(viewer)
    return text.partition("\n\n")[2].splitlines()


def events(lines: Sequence[str]) -> list[Event]:
    """The events of a game from its first move on."""
    happened = [Event(0, None, "")]
    for ply, line in enumerate(lines):
        who, _, move = line.partition(" ")
        if who == "=":
            happened[-1].deals.append(move)
        else:
            happened.append(Event(ply, int(who), move))
    return happened
