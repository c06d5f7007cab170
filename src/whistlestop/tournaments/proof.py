"""Proof: whether a tournament, as `GET /api/tournaments/ID` answers, follows from its secret and its results."""

from collections.abc import Mapping
from typing import Any

from whistlestop.tournaments.lot import commitment, draw_numbers
from whistlestop.tournaments.meetings import Meeting, Round
from whistlestop.tournaments.reasons import BadTournament
from whistlestop.tournaments.schedule import Plan, default_rounds, next_tables
from whistlestop.tournaments.standings import standings


def verify_tournament(published: Mapping[str, Any]) -> int:
    """Compute the lot, all rounds and the standings again; BadTournament if something differs. Returns the rounds."""
    try:
        return check(published)
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadTournament):
            raise
        raise BadTournament("not_a_tournament", problem=f"{type(error).__name__}: {error}") from None


def check(published: Mapping[str, Any]) -> int:
    """Check a tournament whose fields may be anything."""
    if "secret" not in published:
        raise BadTournament("not_published")
    name, secret = published["id"], bytes.fromhex(published["secret"])
    if commitment(name, secret) != published["commitment"]:
        raise BadTournament("wrong_secret", commitment=str(published["commitment"]))
    numbers = {one["entry"]: one["number"] for one in published["entrant_list"]}
    if published["played"] and draw_numbers(name, secret, numbers) != numbers:
        raise BadTournament("wrong_numbers")
    past = check_rounds(published, numbers)
    entries = {number: entry for entry, number in numbers.items()}
    found = [(entries[one.entrant], one.place) for one in standings(published["format"], list(entries), past)]
    if past and found != [(one["entry"], one["place"]) for one in published["standings"]]:
        raise BadTournament("wrong_standings")
    return len(past)


def check_rounds(published: Mapping[str, Any], numbers: Mapping[int, int]) -> list[Round]:
    """Compare each round with the one that follows from those before it; one that wasn't played to its end is last."""
    out = {one["number"]: one["dropped"] for one in published["entrant_list"] if one["dropped"] is not None}
    rounds = published["most_rounds"] or default_rounds(len(numbers))
    plan = Plan(published["format"], published["seats"], len(numbers), rounds)
    past: list[Round] = []
    for played in published["played"]:
        tables = [tuple(numbers[entry] for entry in one["entries"]) for one in played]
        if tables != next_tables(plan, past, out):
            raise BadTournament("wrong_round", round=len(past) + 1)
        past.append([
            Meeting(table, tuple(one["places"])) for table, one in zip(tables, played, strict=True) if "places" in one
        ])  # fmt: skip
    if published["state"] == "finished" and next_tables(plan, past, out):
        raise BadTournament("wrong_round", round=len(past) + 1)
    return past
