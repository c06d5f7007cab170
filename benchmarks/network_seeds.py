"""Seeds of the guesses in matches on a GPU."""

from typing import Any

FIRST = 1 << 61
"""From here on are the seeds of guesses; those of deals are lower."""
GUESSES = 1 << 20
"""The seeds of two decisions are this far apart, more than a decision has guesses."""


def seed_of(decision: int, games: int, game: Any) -> Any:
    """The seed of the first guess for a decision, by its number, in one of some games."""
    return FIRST + (decision * games + game) * GUESSES
