"""Why a game can't be reviewed, with the sentences."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    "no_network_to_review": "Games on the map {map!r} can't be reviewed: there is no network for it. Maps that can:"
    " {maps}.",
    "bad_rollouts": "The number of rollouts must be from {least} to {most}, not {given}.",
    "bad_threads": "The number of threads must be from 1 to {most}, not {given}.",
}


class BadReport(WhistlestopError):
    """A game that can't be reviewed, or not in this way."""

    english = ENGLISH
