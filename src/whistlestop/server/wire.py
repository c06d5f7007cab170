"""Wire: what readers are sent, written out. Who may know what is decided by views and told lines, not here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from whistlestop.game.game import Game
from whistlestop.game.record import Record, line, redacted_line
from whistlestop.game.ticket_status import ticket_status
from whistlestop.game.view import SPECTATOR, View
from whistlestop.server.identity import People, now
from whistlestop.server.table import CLOSED, GAME_CLOCK, NO_CLOCK, OPEN, PLAYING, Table

WITH_VIEWS = ("started", "moved", "undone")
"""Events after which everybody sees something new."""
PUBLIC = "public"
"""Where a table keeps what all readers see alike."""
FOR_SEATS = ("rematch",)
"""Events that spectators are not told."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a table; `body` is what all readers are told alike."""

    table: str
    id: int
    kind: str
    ply: int
    at: int
    body: dict[str, Any] = field(default_factory=dict)
    player: str | None = None


def compact(what: Any) -> bytes:
    """JSON without spaces."""
    return orjson.dumps(what)


class Letters:
    """Moves and tickets of a game, written out once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._moves: dict[int, bytes] = {}

    def moves(self, numbers: Sequence[int]) -> bytes:
        """A list of moves in fields."""
        for number in numbers:
            if number not in self._moves:
                self._moves[number] = compact(self.game.catalogue.fields(self.game.board, number))
        return b"[" + b",".join([self._moves[number] for number in numbers]) + b"]"


_letters: dict[int, Letters] = {}


def letters(game: Game) -> Letters:
    """The letters of a game, made once."""
    found = _letters.get(id(game))
    if found is None:
        found = _letters[id(game)] = Letters(game)
    return found


def write_public(view: View, movers: list[int], ply: int, result: Any) -> bytes:
    """What all readers see alike, as an object that is not closed yet."""
    said = view.public()
    del said["mover"]
    said["movers"] = movers
    said["ply"] = ply
    if result is not None:
        said["result"] = result.as_dict()
    return compact(said)[:-1]


def write_own(view: View, is_asked: bool, chosen: str | None, status: bytes) -> bytes:
    """What is the viewer's own, with all that a client without rules needs, as the rest of that object."""
    said = view.own()
    if chosen is not None:
        catalogue = view.game.catalogue
        said["chosen"] = view.kept_by(catalogue.moves[catalogue.numbers[chosen]].what)
    legal = letters(view.game).moves(view.legal if is_asked else [])
    return b"," + compact(said)[1:-1] + b',"outlook":' + status + b',"legal":' + legal + b"}"


def write_ticket_status(view: View) -> bytes:
    """What has become of each of the viewer's tickets."""
    board = view.game.board
    return compact(
        [
            {
                "ticket": board.tickets[one.ticket].text,
                "points": board.tickets[one.ticket].points,
                "state": one.state,
                "path": [board.tracks[track].text for track in one.path],
            }
            for one in ticket_status(view).values()
        ]
    )


def ticket_status_now(table: Table, view: View) -> bytes:
    """The same at a table, written anew only when something has changed on which it depends; most moves draw cards."""
    views = view.views
    grounds = b"".join(views[field].tobytes() for field in ("tracks", "stations", "cars", "open", "tickets", "offer"))
    known, written = table.ticket_status.get(view.viewer, (b"", b""))
    if known != grounds:
        written = write_ticket_status(view)
        table.ticket_status[view.viewer] = (grounds, written)
    return written


def view_now(table: Table, seat: int) -> bytes:
    """What a seat, or SPECTATOR, sees of a table now."""
    record = table.record
    assert record is not None
    if seat not in table.shown:
        asked = table.asked()
        view = record.choice(seat) if table.is_choosing and seat in asked else record.view(seat)
        if PUBLIC not in table.shown:
            table.shown[PUBLIC] = write_public(view, asked, table.ply, record.result)
        status = ticket_status_now(table, view)
        table.shown[seat] = table.shown[PUBLIC] + write_own(view, seat in asked, table.sealed.get(seat), status)
    return table.shown[seat]


def view_then(record: Record, seat: int) -> bytes:
    """What a seat saw where a record ends that is no longer the table's."""
    choosing = record.is_choosing
    movers = [] if record.over else list(range(record.mover, record.game.seats)) if choosing else [record.mover]
    view = record.choice(seat) if choosing and seat in movers else record.view(seat)
    public = write_public(view, movers, len(record.entries), record.result)
    return public + write_own(view, seat in movers, None, write_ticket_status(view))


def write_course(record: Record) -> list[dict[str, Any]]:
    """How the points for routes, which are public, grew: those of all seats at each ply at which a track was taken."""
    then = record.at(0)
    course: list[dict[str, Any]] = []
    known = b""
    entries = list(record.entries)  # the play may go on in the meantime
    for ply in range(len(entries) + 1):
        tracks = then.states["tracks"].tobytes()
        if tracks != known:
            known = tracks
            course.append({"ply": ply, "points": [one["points"] for one in then.view(SPECTATOR).public()["seats"]]})
        if ply < len(entries):
            then.push(entries[ply].move)
    return course


def eyes(seats: tuple[int, ...]) -> tuple[int, ...]:
    """Through which views a reader looks."""
    return seats or (SPECTATOR,)


def write_event(
    table: Table, event: Event, seats: tuple[int, ...], people: People, past: Record | None = None
) -> bytes:
    """An event for whoever holds these seats; `past` is the record as it stood then, if the play has gone on."""
    said: dict[str, Any] = {"table": event.table, "id": event.id, "kind": event.kind, "ply": event.ply, "at": event.at}
    said |= event.body
    if event.player is not None:
        said["player"] = event.player
        said["name"] = people.name(event.player)
    if event.kind in ("seats", "away", "returned", "broken"):
        said["seats"] = [write_seat(table, seat, people) for seat in range(table.game.seats)]
    if event.kind not in WITH_VIEWS:
        return compact(said)
    record = past or table.record
    assert record is not None
    if event.kind != "undone":
        start = event.body["start"]
        said["lines"] = redacted_lines(record, start, event.ply, seats)
    if past is None:
        views = [view_now(table, seat) for seat in eyes(seats)]
    else:
        views = [view_then(record, seat) for seat in eyes(seats)]
    return compact(said)[:-1] + b',"views":[' + b",".join(views) + b"]}"


def redacted_lines(record: Record, start: int, end: int, seats: tuple[int, ...]) -> list[str]:
    """Some moves as whoever holds these seats was told them."""
    entries = record.entries[start:end]
    if record.over:
        return [line(record, entry) for entry in entries]
    return [redacted_line(record, entry, seats) for entry in entries]


def write_seat(table: Table, seat: int, people: People) -> dict[str, Any]:
    """Who sits at a seat."""
    one = table.seats[seat]
    said = {
        "seat": seat,
        "player": one.player,
        "name": people.name(one.player) if one.player else one.bot or "",
        "bot": one.bot,
        "away": one.away,
    }
    if table.clock == GAME_CLOCK:
        said["left"] = one.left
    return said


def write_table(table: Table, player: str | None, people: People) -> dict[str, Any]:
    """A table as everybody who may read it sees it, with whose seats the reader holds; no views."""
    said: dict[str, Any] = {
        "id": table.id,
        "seq": table.seq,
        "map": table.game.name,
        "digest": table.game.digest,
        "state": table.state,
        "step": table.step,
        "ply": table.ply,
        "seats": [write_seat(table, seat, people) for seat in range(table.game.seats)],
        "yours": list(table.seats_of(player)),
        "host": table.host,
        "listed": table.listed,
        "watchable": table.watchable,
        "first": table.first,
        "clock": {"kind": table.clock, "seconds": table.seconds, "began": table.began, "deadline": table.deadline},
        "gone_after": table.gone_after,
        "stand_in": table.stand_in,
        "proposal": table.proposal or None,
        "fairness": fairness(table),
        "created": table.created,
        "touched": table.touched,
    }
    if table.clock == NO_CLOCK:
        del said["clock"]["deadline"]
    else:
        said["clock"]["now"] = now()
    if table.again and table.seats_of(player):
        said["rematch"] = table.again
    return said


def fairness(table: Table) -> dict[str, Any]:
    """What may be known of the key: the commitment always, hashes once all are in, the rest at the end."""
    said: dict[str, Any] = {"commitment": table.commitment}
    if table.state == OPEN:
        said["sent"] = [seat for seat, one in enumerate(table.seats) if one.hash]
        if table.step == "bytes":
            said["hashes"] = [one.hash for one in table.seats]
    else:
        said["hashes"] = [one.hash for one in table.seats]
        said["bytes"] = [one.added.hex() if one.added else None for one in table.seats]
    if table.state in CLOSED:
        said["secret"] = table.secret.hex()
    return said


def write_record(table: Table, looking: tuple[int, ...], people: People) -> str:
    """The record: as the first of some viewers was told it while it is played, whole once the table is closed."""
    record = table.record
    assert record is not None
    record.names = tuple(write_seat(table, n, people)["name"] for n in range(table.game.seats))
    if table.state == PLAYING:
        return record.redacted(looking[0])
    return str(record)
