"""Reasons are codes with parameters: why a move, a map or a record is refused, why a point was scored.

English is rendered here; a client renders other languages from the same code and parameters.
"""

from dataclasses import dataclass, field

ENGLISH: dict[str, str] = {
    # A map's folder (BadMap)
    # A game
    # A move (IllegalMove)
    # A record (BadRecord)
    # A line of the score
}


@dataclass(frozen=True)
class Reason:
    """A code with parameters; its text is the English sentence."""

    code: str
    parameters: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return ENGLISH[self.code].format(**self.parameters)


class Refusal(ValueError):
    """Something was refused and nothing was changed; `reason` says why."""

    def __init__(self, code: str, **parameters: str | int) -> None:
        self.reason = Reason(code, parameters)
        super().__init__(str(self.reason))


class BadMap(Refusal):
    """A map that can't be had: no such map, a faulty folder, or a number of seats that it does not have."""


class BadRecord(Refusal):
    """A record that can't be read or is not what it says."""


class BadSeed(Refusal):
    """A seed or key that no dealer can deal from."""


class IllegalMove(Refusal):
    """A move that can't be read or can't be made now."""
