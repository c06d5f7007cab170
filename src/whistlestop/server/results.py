"""Results: what every seat achieved in a game that is over, and the ratings of people. docs/ratings.md explains them.

Results are stored in the transaction that closes the table. Rated games count one after the other, in the order of
their numbers; what each seat's rating was before the game is stored too, so that ratings can be computed again when
somebody was deleted or a bot was measured again.
"""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, insert, select, text, update

from whistlestop.bots.levels import LEVELS
from whistlestop.game.game import Game
from whistlestop.ratings.beliefs import NEWCOMER, Belief, learn
from whistlestop.server import schema
from whistlestop.server.table import ABANDONED, EXPIRED, Seat, Table

if TYPE_CHECKING:
    from whistlestop.server.registry import Change

RATING_LOCK = 0x77686974
"""The advisory lock that a process holds in PostgreSQL while it rates a game: rated games count one after the other."""
COMPLETED = ("ticket_completed", "ticket_completed_by_station")
KEPT = (*COMPLETED, "ticket_not_completed")
"""The reasons of the lines of a score that are about a ticket."""
PLAYED, REMAINED, GAVE_UP = range(3)
"""The ranks of seats in a game: nobody who gave up is before somebody who did not."""


def store_results(table: Table, change: "Change") -> None:
    """Store the results of a game that was just closed, and rate it. What expired before its end has none."""
    if table.record is None or table.state == EXPIRED:
        return
    change.write(insert(schema.results), list_results(table, change.at))
    if table.rated:
        change.acts.append(partial(rate_game, table=table.id, game=table.game))


def list_results(table: Table, closed: int) -> list[dict[str, Any]]:
    """The results of all seats, not rated yet."""
    assert table.record is not None
    result = table.record.result
    scored = [one.place for one in result.seats] if result else [1] * table.game.seats
    standings = [
        (GAVE_UP, 0) if gave_up(table, seat) else (REMAINED if is_early(table, seat) else PLAYED, place)
        for seat, place in zip(table.seats, scored, strict=True)
    ]
    spaces = {track.text: track.length for track in table.game.board.tracks}
    rows = []
    for number, seat in enumerate(table.seats):
        is_one_person = len(table.seats_of(seat.player)) == 1
        row = {
            "table_id": table.id, "seat": number, "player": seat.player if is_one_person else None, "bot": seat.bot,
            "map": table.game.name, "seats": table.game.seats, "closed": closed, "gave_up": gave_up(table, seat),
            "place": 1 + sum(other < standings[number] for other in standings),
            "points": None, "tickets": None, "completed": None, "longest": None,
        }  # fmt: skip
        if result:
            scored_seat = result.seats[number]
            reasons = [line.reason.code for line in scored_seat.lines]
            row |= {
                "points": scored_seat.total,
                "tickets": sum(code in KEPT for code in reasons),
                "completed": sum(code in COMPLETED for code in reasons),
                "longest": sum(spaces[track] for track in scored_seat.longest_path) or None,
            }
        rows.append(row)
    return rows


def gave_up(table: Table, seat: Seat) -> bool:
    """Whether a person gave a seat up: they resigned, were deleted, or a bot plays for them at the end."""
    if seat.bot is not None:
        return table.rated and seat.added is not None  # only people add bytes
    return seat.resigned or (seat.away and not seat.is_helped)


def is_early(table: Table, seat: Seat) -> bool:
    """Whether a person agreed to end the game before its end: then the bots are before them."""
    return table.state == ABANDONED and seat.bot is None


def rate_game(connection: Connection, table: str, game: Game) -> None:
    """Rate a game whose results are stored, in the transaction that stores them."""
    lock_ratings(connection)
    rows = list(connection.execute(select(schema.results).where(schema.results.c.table_id == table)))
    number = (connection.execute(select(func.max(schema.results.c.number))).scalar() or 0) + 1
    known = {row.player: latest(connection, row) for row in rows if row.player}
    for seat, values in rate_rows(rows, game, known).items():
        of_seat = (schema.results.c.table_id == table) & (schema.results.c.seat == seat)
        connection.execute(update(schema.results).where(of_seat).values(number=number, **values))


def lock_ratings(connection: Connection) -> None:
    """Wait until no other process rates a game. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({RATING_LOCK})"))


def latest(connection: Connection, row: Any) -> tuple[Belief, int]:
    """What is known about a person before a game, and since when."""
    results = schema.results.c
    question = (
        select(results.rating, results.deviation, results.closed)
        .where(results.player == row.player, results.map == row.map, results.seats == row.seats)
        .where(results.number.is_not(None), results.rating.is_not(None))
        .order_by(results.number.desc())
        .limit(1)
    )
    found = connection.execute(question).first()
    return (Belief(found.rating, found.deviation), found.closed) if found else (NEWCOMER, row.closed)


def rate_rows(
    rows: Iterable[Any], game: Game, known: dict[str, tuple[Belief, int]]
) -> dict[int, dict[str, float | None]]:
    """What is stored for each seat of a rated game; `known` says what is known about its people, and since when."""
    rows = list(rows)
    before = {row.seat: belief_before(row, game, known) for row in rows}
    counted = [row for row in rows if before[row.seat] is not None]
    if len(counted) < 2:  # nobody has measured the bots
        return {row.seat: stored(None, None) for row in rows}
    beliefs = [belief for row in counted if (belief := before[row.seat])]
    after = dict(zip([row.seat for row in counted], learn(beliefs, [row.place for row in counted]), strict=True))
    return {row.seat: stored(before[row.seat], after.get(row.seat)) for row in rows}


def belief_before(row: Any, game: Game, known: dict[str, tuple[Belief, int]]) -> Belief | None:
    """What is known about a seat before a game; None for a bot that nobody has measured.

    Bots, and people who were deleted since, have what was stored when the game was rated.
    """
    if row.player:
        belief, since = known[row.player]
        return belief.after(row.closed - since)
    if row.rating_before is not None:
        return Belief(row.rating_before, row.deviation_before)
    measured = LEVELS[row.bot].measured(game.board, game.seats) if row.bot in LEVELS and not row.gave_up else None
    return Belief(float(measured.rating)) if measured else None


def stored(before: Belief | None, after: Belief | None) -> dict[str, float | None]:
    """The columns of a seat's rating."""
    return {
        "rating_before": before.rating if before else None,
        "deviation_before": before.deviation if before else None,
        "rating": after.rating if after else None,
        "deviation": after.deviation if after else None,
    }
