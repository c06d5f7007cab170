"""Why what is published of a tournament can't be true, with the sentences."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    "not_a_tournament": "This is not what GET /api/tournaments/ID answers: {problem}.",
    "not_published": "The tournament is not over, so its secret is not published yet.",
    "wrong_secret": "The secret does not match the commitment {commitment}.",
    "wrong_numbers": "The numbers of the entrants do not follow from the secret.",
    "wrong_round": "Round {round} does not follow from what came before it.",
    "wrong_standings": "The standings do not follow from the results.",
}


class BadTournament(WhistlestopError):
    """A published tournament that contradicts itself, or that can't be checked."""

    english = ENGLISH
