"""Turning points and hints in English; clients that show another language have their own words for the same codes."""

from collections.abc import Mapping, Sequence
from typing import Any

SENTENCES = {
    "final_score": "The final scores were counted.",
    "mistake": "{seat} played `{move}`; `{better}` was better.",
    "ticket_blocked": "{by} claimed {track}, which blocked {seat}'s ticket {ticket}.",
    "track_lost": "{by} claimed {track}, which {seat} could have claimed.",
    "ticket_done": "{seat} completed the ticket {ticket}.",
    "last_round": "{seat} began the last round.",
    "tunnel_failed": "{seat}'s tunnel {track} failed.",
    "tunnel_dear": "{seat}'s tunnel {track} needed {cards} more.",
    "good_deal": "{seat} was dealt a good start.",
    "bad_deal": "{seat} was dealt a bad start.",
    "good_tickets": "{seat} drew good tickets.",
    "bad_tickets": "{seat} drew bad tickets.",
    "tickets_late": "{seat} drew the ticket {ticket} and never completed it.",
    "good_cards": "{seat} drew good cards.",
    "bad_cards": "{seat} drew bad cards.",
    "track_claimed": "{seat} claimed {track}.",
    "move": "{seat} played `{move}`.",
}

PURPOSES_IN_WORDS = {
    "done": "completes {ticket}",
    "ticket": "on the way for {ticket}",
    "points": "worth {points} points",
    "colour": "its colour is needed for {track}",
    "locomotive": "fits every route",
    "draw": "an unseen card, maybe a locomotive",
    "tickets": "there are cars left for more tickets",
    "give_up": "keeps the cards",
    "station": "borrows a route for {ticket}",
}
"""What a move is good for."""


def sentence(point: Mapping[str, Any], names: Sequence[str]) -> str:
    """A turning point of a report, with the names of the seats."""
    parameters = dict(point["parameters"])
    for name in ("seat", "by"):
        if name in parameters:
            parameters[name] = names[parameters[name]]
    if "cards" in parameters:
        parameters["cards"] = "1 card" if parameters["cards"] == 1 else f"{parameters['cards']} cards"
    text = SENTENCES[point["code"]].format(**parameters)
    return text[0].upper() + text[1:]
