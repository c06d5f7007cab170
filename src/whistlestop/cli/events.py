"""What happened, a line a move: the deals that followed stand behind it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from whistlestop.game.record import Record


@dataclass
class Event:
    """A move of a seat, or the set-up, and what chance dealt after it."""

    ply: int
    """How many moves were made before."""
    seat: int | None
    move: str
    deals: list[str] = field(default_factory=list)

    def text(self, names: Sequence[str]) -> str:
        """The event in a line."""
        who = "Dealt" if self.seat is None else names[self.seat]
        deals = ", ".join(self.deals)
        return f"{who}: {self.move}" + (f" -> {deals}" if self.move and deals else deals)


def move_lines(record: Record, viewer: int | None) -> list[str]:
    """The moves as a seat was told them, or as they are in the record: one text an entry."""
    text = str(record) if viewer is None else record.redacted(viewer)
    return text.partition("\n\n")[2].splitlines()


def events(lines: Sequence[str]) -> list[Event]:
    """The events of a play from its first move on."""
    found = [Event(0, None, "")]
    for ply, line in enumerate(lines):
        who, _, move = line.partition(" ")
        if who == "=":
            found[-1].deals.append(move)
        else:
            found.append(Event(ply, int(who), move))
    return found
