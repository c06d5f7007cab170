"""Tournaments as JSON, for one reader."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from sqlalchemy import func, or_, select

from whistlestop.server import schema
from whistlestop.server.identity import People
from whistlestop.server.storage import Storage
from whistlestop.server.tournaments.stored import OVER, Stored, StoredMeeting, entrants, tournaments
from whistlestop.tournaments.lot import commitment
from whistlestop.tournaments.meetings import Meeting
from whistlestop.tournaments.schedule import Plan, round_count
from whistlestop.tournaments.standings import standings

SHOWN = 100
"""The most tournaments of a list."""
SUMMARY = ("id", "name", "format", "map", "seats", "rated", "state", "starts", "round", "most", "listed")
"""The fields that its row has under the same names."""


async def write_list(storage: Storage, player: str) -> list[dict[str, Any]]:
    """The tournaments that a player may find: listed ones, and those that are theirs; first what is not over."""
    counted = select(entrants.tournament, func.count().label("count")).where(~entrants.removed)
    count = counted.group_by(entrants.tournament).subquery()
    entered = select(entrants.tournament).where(entrants.player == player, ~entrants.removed)
    is_theirs = or_(tournaments.host == player, tournaments.id.in_(entered))
    question = (
        select(schema.tournaments, func.coalesce(count.c.count, 0).label("entrants"), is_theirs.label("yours"))
        .outerjoin(count, count.c.tournament == tournaments.id)
        .where(or_(is_theirs, tournaments.listed & tournaments.state.not_in(OVER)))
        .order_by(tournaments.state.in_(OVER), tournaments.created.desc())
        .limit(SHOWN)
    )
    return [write_summary(row, row.entrants, bool(row.yours)) for row in await storage.rows(question)]


def write_summary(row: Any, count: int, yours: bool) -> dict[str, Any]:
    """A tournament as lists show it."""
    plan = Plan(row.format, row.seats, count, row.rounds)
    return {
        **{name: getattr(row, name) for name in SUMMARY},
        "clock": {"kind": row.clock, "seconds": row.seconds},
        "rounds": round_count(plan) if row.began is not None else 0,
        "entrants": count,
        "yours": yours,
    }


def write_tournament(stored: Stored, player: str | None, people: People) -> dict[str, Any]:
    """A tournament with everything that follows from what is stored. Everybody with its link may see it."""
    row, admitted = stored.row, stored.admitted
    own = next((one for one in admitted if player is not None and one.player == player), None)
    content = {
        **write_summary(row, len(admitted), own is not None or row.host == player),
        "host": row.host,
        "host_name": people.name(row.host),
        "created": row.created,
        "began": row.began,
        "ended": row.ended,
        "stand_in": row.stand_in,
        "most_rounds": row.rounds,
        "own": own.entry if own and own.dropped is None else None,
        "game": game_of(stored, own.entry) if own else None,
        "entrant_list": [write_entrant(one, people) for one in admitted],
        "played": write_rounds(stored.meetings, row.round),
        "standings": write_standings(stored),
        "commitment": commitment(row.id, row.secret),
    }
    if row.why:
        content["why"] = row.why
    if row.state in OVER:
        content["secret"] = row.secret.hex()
    return content


def game_of(stored: Stored, entry: int) -> str | None:
    """The table where an entrant's game waits or goes on."""
    for one in stored.meetings:
        if not one.is_over and any(seat.entry == entry and seat.player is not None for seat in one.seats):
            return one.table
    return None


def write_entrant(row: Any, people: People) -> dict[str, Any]:
    """An entrant with their name as it is now."""
    content = {
        "entry": row.entry, "player": row.player, "name": people.name(row.player), "number": row.number,
        "dropped": row.dropped,
    }  # fmt: skip
    emblem = people.emblem(row.player)
    return content if emblem is None else {**content, "emblem": emblem}


def write_rounds(meetings: Iterable[StoredMeeting], count: int) -> list[list[dict[str, Any]]]:
    """All rounds, the current one last."""
    rounds: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    for one in meetings:
        rounds[one.round - 1].append(write_meeting(one))
    return rounds


def write_meeting(one: StoredMeeting) -> dict[str, Any]:
    """A meeting, with what came out once it is over."""
    entries = tuple(row.entry for row in one.seats)
    content: dict[str, Any] = {"entries": list(entries), "table": one.table}
    if one.state:
        content["state"] = one.state
    if one.is_over:
        meeting = Meeting(entries, one.places)
        content["places"] = [
            None if place is None else 1 + sum(other is not None and other < place for other in one.places)
            for place in one.places
        ]
        content["points"] = [rounded(meeting.points(entry)) for entry in entries]
    return content


def write_standings(stored: Stored) -> list[dict[str, Any]]:
    """The standings by the games that are over."""
    entries = {number: entry for entry, number in stored.numbers.items()}
    return [
        {
            "entry": entries[one.entrant], "place": one.place, "points": rounded(one.points),
            "opponents": rounded(one.opponents), "beaten": rounded(one.beaten), "wins": one.wins,
        }
        for one in standings(stored.row.format, list(entries), stored.past())
    ]  # fmt: skip


def rounded(number: Fraction) -> float:
    """A number for people. Standings are computed with exact ones."""
    return round(float(number), 3)
