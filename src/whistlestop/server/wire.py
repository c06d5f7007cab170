"""Wire: the JSON that readers get. Views and redacted lines decide who may know what; nothing here does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import orjson
from orjson import Fragment

from whistlestop.game.game import Game
from whistlestop.game.record import Record, line, redacted_line
from whistlestop.game.ticket_status import ticket_status
from whistlestop.game.view import SPECTATOR, View
from whistlestop.server.deadlines import clock_end, holidays_of, people_to_move
from whistlestop.server.identity import People, now
from whistlestop.server.protocol.events import CHANGED, WITH_VIEWS, EventKind
from whistlestop.server.table import BYTES, CLOSED, GAME_CLOCK, NO_CLOCK, OPEN, PLAYING, Table

PUBLIC = "public"
"""Where a table keeps the part of its views that all readers share."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a table; `body` is the same for all readers."""

    table: str
    id: int
    kind: EventKind
    ply: int
    at: int
    body: dict[str, Any] = field(default_factory=dict)
    player: str | None = None


def compact(content: Any) -> bytes:
    """JSON without spaces."""
    return orjson.dumps(content)


class MoveJson:
    """The moves of a game as JSON, each written once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._moves: dict[int, Fragment] = {}

    def moves(self, numbers: Sequence[int]) -> list[Fragment]:
        """A list of moves."""
        for number in numbers:
            if number not in self._moves:
                self._moves[number] = Fragment(compact(self.game.catalogue.fields(self.game.board, number)))
        return [self._moves[number] for number in numbers]


@cache
def move_json(game: Game) -> MoveJson:
    """The moves of a game as JSON, made once."""
    return MoveJson(game)


def write_public(view: View, movers: list[int], ply: int, result: Any) -> bytes:
    """The part of a view that all readers share, as JSON."""
    content = view.public()
    del content["mover"]
    content["movers"] = movers
    content["ply"] = ply
    if result is not None:
        content["result"] = result.as_dict()
    return compact(content)


def write_view(
    public: bytes,
    view: View,
    is_asked: bool,
    chosen: str | None,
    status: Fragment,
    can_undo: bool = False,
) -> Fragment:
    """A whole view: the shared part, what only the viewer knows, and the legal moves if the viewer is to move."""
    content = view.own()
    if chosen is not None:
        catalogue = view.game.catalogue
        content["chosen"] = view.kept_by(catalogue.moves[catalogue.numbers[chosen]].what)
    content["ticket_status"] = status
    content["legal"] = move_json(view.game).moves(view.legal if is_asked else [])
    content["can_undo"] = can_undo
    return Fragment(b"%b,%b" % (public[:-1], compact(content)[1:]))


def write_ticket_status(view: View) -> Fragment:
    """The status of each of the viewer's tickets."""
    board = view.game.board
    content = [
        {
            "ticket": board.tickets[one.ticket].text,
            "points": board.tickets[one.ticket].points,
            "state": one.state,
            "path": [board.tracks[track].text for track in one.path],
        }
        for one in ticket_status(view).values()
    ]
    return Fragment(compact(content))


def ticket_status_now(table: Table, view: View) -> Fragment:
    """The status of the viewer's tickets, computed again only if something that it depends on has changed.

    Most moves draw cards and change nothing.
    """
    views = view.views
    inputs = b"".join(views[field].tobytes() for field in ("tracks", "stations", "cars", "open", "tickets", "offer"))
    if table.ticket_status.get(view.viewer, (b"", None))[0] != inputs:
        table.ticket_status[view.viewer] = (inputs, write_ticket_status(view))
    written: Fragment = table.ticket_status[view.viewer][1]
    return written


def view_now(table: Table, seat: int) -> Fragment:
    """What a seat, or SPECTATOR, sees of a table now."""
    record = table.record
    assert record is not None
    if seat not in table.shown:
        asked = table.asked()
        view = record.choice(seat) if table.is_choosing and seat in asked else record.view(seat)
        if PUBLIC not in table.shown:
            table.shown[PUBLIC] = write_public(view, asked, table.ply, record.result)
        status = ticket_status_now(table, view)
        is_free = not table.rated and table.prescribed is None
        may_undo = seat != SPECTATOR and table.state == PLAYING and is_free
        can_undo = may_undo and table.ply_before_last_move(seat) is not None
        chosen = table.sealed.get(seat)
        table.shown[seat] = write_view(table.shown[PUBLIC], view, seat in asked, chosen, status, can_undo)
    written: Fragment = table.shown[seat]
    return written


def view_then(record: Record, seat: int) -> Fragment:
    """What a seat saw at the end of a record that is not the table's own."""
    choosing = record.is_choosing
    movers = [] if record.over else list(range(record.mover, record.game.seats)) if choosing else [record.mover]
    view = record.choice(seat) if choosing and seat in movers else record.view(seat)
    public = write_public(view, movers, len(record.entries), record.result)
    return write_view(public, view, seat in movers, None, write_ticket_status(view))


def write_course(record: Record) -> list[dict[str, Any]]:
    """The points for routes, which are public: those of all seats at each ply at which a track was claimed."""
    then = record.at(0)
    course: list[dict[str, Any]] = []
    known = b""
    entries = list(record.entries)  # the game may go on in the meantime
    for ply in range(len(entries) + 1):
        tracks = then.states["tracks"].tobytes()
        if tracks != known:
            known = tracks
            course.append({"ply": ply, "points": [one["points"] for one in then.view(SPECTATOR).public()["seats"]]})
        if ply < len(entries):
            then.push(entries[ply].move)
    return course


def viewers(seats: tuple[int, ...]) -> tuple[int, ...]:
    """The views that a reader with these seats gets."""
    return seats or (SPECTATOR,)


@dataclass(frozen=True)
class Reader:
    """For whom something is written: the seats that they hold, and those whose cards the stream may show."""

    own: tuple[int, ...]
    shown: tuple[int, ...]


def write_event(table: Table, event: Event, reader: Reader, people: People, past: Record | None = None) -> bytes:
    """An event for one reader; `past` is the record at that time, if the game has gone on since."""
    content: dict[str, Any] = {
        "table": event.table, "id": event.id, "kind": event.kind, "ply": event.ply, "at": event.at, **event.body,
    }  # fmt: skip
    if event.player is not None:
        content |= write_speaker(table, event.player, reader.own, people)
    if event.kind in CHANGED:
        content["changes"] = write_changes(table, event.kind, reader.own, people)
    if event.kind in WITH_VIEWS:
        record = past or table.record
        assert record is not None
        if event.kind != EventKind.UNDONE:
            content["lines"] = redacted_lines(record, event.body["start"], event.ply, reader.shown)
        content["views"] = [
            view_now(table, seat) if past is None else view_then(record, seat) for seat in viewers(reader.shown)
        ]
    elif event.kind == EventKind.SEALED:
        content["movers"] = table.asked() if table.is_choosing else []
    return compact(content)


def redacted_lines(record: Record, start: int, end: int, seats: tuple[int, ...]) -> list[str]:
    """Some moves, as a reader with these seats may see them."""
    entries = record.entries[start:end]
    if record.over:
        return [line(record, entry) for entry in entries]
    return [redacted_line(record, entry, seats) for entry in entries]


def hidden_players(table: Table, own: tuple[int, ...]) -> dict[str, str]:
    """The players who hide their names from a reader with these seats, and what stands for the id of each."""
    seats = {} if own else dict(enumerate(table.seats))
    return {seat.player: f"seat-{n}" for n, seat in seats.items() if seat.player and not seat.shows_name}


def write_speaker(table: Table, player: str, own: tuple[int, ...], people: People) -> dict[str, Any]:
    """Who wrote a message."""
    hidden = hidden_players(table, own)
    return {"player": hidden.get(player, player), "name": "" if player in hidden else people.name(player)}


def write_seat(table: Table, seat: int, own: tuple[int, ...], people: People) -> dict[str, Any]:
    """Who sits at a seat. If one of several people who share a browser hides their name, all do."""
    one = table.seats[seat]
    hidden = hidden_players(table, own)
    name = (one.name or people.name(one.player)) if one.player else one.bot
    content = {
        "seat": seat,
        "player": hidden.get(one.player or "", one.player),
        "name": "" if one.player in hidden else name or "",
        "bot": one.bot,
        "away": one.away,
        "resigned": one.resigned,
        "invited": one.invited,
        "present": one.player is not None and people.presence.has(table.id, one.player),
    }
    emblem = people.emblem(one.player)
    if emblem is not None and one.name is None and one.player not in hidden:
        content["emblem"] = emblem
    back = next((until for began, until in holidays_of(table, seat) if began <= now() < until), None)
    if back is not None and table.state == PLAYING:
        content["holiday"] = back
    if table.clock == GAME_CLOCK:
        content["left"] = one.left
    return content


def write_seats(table: Table, own: tuple[int, ...], people: People) -> list[dict[str, Any]]:
    """Who sits at the table."""
    return [write_seat(table, seat, own, people) for seat in range(table.game.seats)]


def write_sharing(table: Table, own: tuple[int, ...]) -> dict[str, Any]:
    """Who may watch the replay, and to players what is still to be answered."""
    answers = [seat.shares for seat in table.seats]
    is_private = table.record is None or False in answers
    state = "shared" if table.watchable or table.is_shared else "private" if is_private else "asking"
    waiting = [n for n, seat in enumerate(table.seats) if seat.player is not None and seat.shares is None]
    return {
        "state": state,
        "waiting": waiting if own and state == "asking" else [],
        "yours": [{"seat": n, "agree": answers[n], "show_name": table.seats[n].shows_name} for n in own],
    }


def write_clock(table: Table) -> dict[str, Any]:
    """The table's clock; without one, only when the turn began."""
    content = {"kind": table.clock, "seconds": table.seconds, "began": table.began}
    if table.clock != NO_CLOCK:
        running = people_to_move(table)
        ends = [clock_end(table, seat) if seat in running else None for seat in range(table.game.seats)]
        content |= {"deadline": table.deadline, "now": now(), "ends": ends}
    return content


CHANGING: dict[str, Callable[[Table, tuple[int, ...], People], Any]] = {
    "state": lambda table, own, people: table.state,
    "step": lambda table, own, people: table.step,
    "ply": lambda table, own, people: table.ply,
    "seats": write_seats,
    "yours": lambda table, own, people: list(own),
    "clock": lambda table, own, people: write_clock(table),
    "proposal": lambda table, own, people: table.proposal or None,
    "fairness": lambda table, own, people: fairness(table),
    "rematch": lambda table, own, people: table.again,
    "sharing": lambda table, own, people: write_sharing(table, own),
}
"""The fields of a table that events change, for a reader who holds the seats `own`."""


def write_changes(table: Table, kind: EventKind, own: tuple[int, ...], people: People) -> dict[str, Any]:
    """The current values of the fields that an event of this kind changes."""
    content = {name: CHANGING[name](table, own, people) for name in CHANGED[kind]}
    if table.clock == GAME_CLOCK and "clock" in content and "seats" not in content:
        content["seats"] = write_seats(table, own, people)
    return content


def write_table(table: Table, player: str | None, people: People) -> dict[str, Any]:
    """A table as one player sees it, without views."""
    own = table.seats_of(player)
    host = hidden_players(table, own).get(table.host, table.host)
    content = {
        "id": table.id,
        "seq": table.seq,
        "map": table.game.name,
        "digest": table.game.digest,
        "host": host,
        "listed": table.listed,
        "watchable": table.watchable,
        "first": table.first,
        "rated": table.rated,
        "gone_after": table.gone_after,
        "stand_in": table.stand_in,
        "created": table.created,
        "touched": table.touched,
        **{name: write(table, own, people) for name, write in CHANGING.items() if name not in ("rematch", "sharing")},
    }
    if table.prescribed is not None:
        content["deal"] = table.prescribed
    if table.state in CLOSED:
        content["sharing"] = write_sharing(table, own)
    if table.again and own:
        content["rematch"] = table.again
    if table.tournament:
        content["tournament"] = table.tournament
    return content


def fairness(table: Table) -> dict[str, Any]:
    """What is public about the key: the commitment always, hashes once all are in, the rest at the end.

    If others still play the same deal, its secret stays one.
    """
    content: dict[str, Any] = {"commitment": table.commitment}
    if table.state == OPEN:
        content["sent"] = [seat for seat, one in enumerate(table.seats) if one.hash]
        if table.step == BYTES:
            content["hashes"] = [one.hash for one in table.seats]
    else:
        content["hashes"] = [one.hash for one in table.seats]
        content["bytes"] = [one.added.hex() if one.added else None for one in table.seats]
    if table.state in CLOSED and not table.has_secret_deal:
        content["secret"] = table.secret.hex()
    return content


def write_record(table: Table, shown: tuple[int, ...], own: tuple[int, ...], people: People) -> str:
    """The record: during the game as the first of some viewers may see it, complete once the table is closed.

    As long as others play the same deal, it doesn't say how the cards were dealt: the key would show all decks.
    """
    record = table.record
    assert record is not None
    record.names = tuple(one["name"] for one in write_seats(table, own, people))
    if table.state == PLAYING:
        return record.redacted(shown[0])
    return str(record.without_dealer() if table.has_secret_deal else record)
