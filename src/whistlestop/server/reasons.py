"""Why the server refuses something: a status, a code, and the sentence that belongs to it."""

from typing import Any, ClassVar

from whistlestop.game.reasons import WhistlestopError

CODES: dict[str, tuple[int, str]] = {
    # Who asks
    "no_token": (401, "This needs a player; become one with POST /api/players."),
    "bad_token": (401, "This token is not one of this server's."),
    "expired_token": (401, "This token has expired; become a player again."),
    "forgotten_player": (401, "This player asked to be forgotten; become a player again."),
    "foreign_origin": (403, "This request comes from a page of another site."),
    "no_origin": (403, "A request with a cookie that changes something must say its Origin; programs use a token."),
    # What is asked
    "bad_body": (422, "{field}: {problem}."),
    "bad_json": (400, "The body is not JSON: {problem}."),
    "too_large": (413, "The body has more than {most} bytes."),
    "too_slow": (408, "The body did not come within {seconds} s."),
    "bad_path": (404, "There is nothing at this address."),
    "bad_method": (405, "This address does not know this method."),
    "bad_media": (415, "The body must be application/json."),
    "too_many": (429, "That was too much at once; try again in {seconds} s."),
    "too_many_streams": (429, "A player may hold {most} streams open; close one."),
    "shutting_down": (503, "The server is going down; try again in a moment."),
    "database_away": (503, "The database does not answer; try again in a moment."),
    "failed": (500, "Something went wrong here, and nothing was changed; it is in the log as {number}."),
    # Tables
    "no_such_table": (404, "There is no such table, or it is not for you."),
    "no_such_seat": (404, "This table has the seats 0 to {most}."),
    "bad_table": (422, "{problem}"),
    "not_begun": (409, "The play has not begun."),
    "begun": (409, "The play has begun already."),
    "closed": (409, "This table is closed: {state}."),
    "map_changed": (409, "The map {map!r} has changed since; this table can not go on."),
    "seat_taken": (409, "Seat {seat} is taken."),
    "table_full": (409, "Every seat at this table is taken."),
    "no_bot": (409, "No bot can be sent away from seat {seat} now."),
    "not_your_seat": (403, "Seat {seat} is not yours."),
    "not_seated": (403, "You have no seat at this table."),
    "which_seat": (422, "You hold several seats; say which one."),
    "not_host": (403, "Only whoever made the table may do this."),
    # Fair dealing
    "not_wanted": (409, "No {what} are wanted now; the start is at: {step}."),
    "sent_already": (409, "Seat {seat} has sent its {what} already."),
    "wrong_bytes": (422, "These are not the bytes whose hash seat {seat} sent."),
    # Play
    "stale": (409, "The play is at ply {ply}, not {given}."),
    "no_such_ply": (404, "There is no ply {given}; the play has 0 to {most}."),
    "no_such_track": (404, "No track {track} on this map."),
    "nobody_decides": (409, "At ply {ply} no seat decides anything."),
    "advice_among_people": (403, "Among people there is no advice while the play goes on."),
    "not_your_move": (409, "It is not seat {seat}'s move."),
    "chosen_already": (409, "Seat {seat} has chosen already."),
    "illegal": (422, "{problem}"),
    "bot_plays": (409, "A bot plays for seat {seat}; return to it first."),
    "not_away": (409, "Nobody plays for seat {seat}."),
    "nothing_to_undo": (409, "Seat {seat} has made no move that can be taken back."),
    "revealed": (409, "Something new was revealed since; that can't be taken back."),
    "proposal_open": (409, "The table is still asked about: {kind}."),
    "no_proposal": (409, "Nothing is proposed."),
    # Talk
    "chat_empty": (422, "A message must have letters in it."),
    "no_such_player": (404, "There is no such player at a table of yours."),
    # Starting up
    "bad_setting": (500, "{problem}"),
    "database_unreadable": (500, "The database {database} can't be used: {problem}."),
    "database_newer": (500, "The database {database} was made by a newer version; install that one."),
    "workers_on_sqlite": (500, "SQLite serves one process; --workers needs --database postgresql://..."),
    "port_in_use": (500, "{host}:{port} can't be listened on: {problem}. --port chooses another."),
    "in_use": (500, "{file} is in use by a server; stop it first."),
    "not_sqlite": (500, "Backups are for SQLite; for PostgreSQL use pg_dump and pg_restore."),
    "no_backup": (500, "{file} is no backup of Whistlestop: {problem}."),
    "file_exists": (500, "{file} is there already; name another, or remove it."),
}


class Refused(WhistlestopError):
    """Something that the server does not do; nothing has changed then."""

    english: ClassVar = {code: text for code, (_, text) in CODES.items()}

    def __init__(self, code: str, **parameters: str | int) -> None:
        super().__init__(code, **parameters)
        self.code = code
        self.status = CODES[code][0]
        self.wait = int(parameters["seconds"]) if code == "too_many" else None
        """After how many seconds it may be tried again."""
        self.views: list[bytes] = []
        """Views as they are now, for whoever has seen older ones."""
        self.because: WhistlestopError | None = None
        """What the rules say, where they are why."""

    def as_dict(self) -> dict[str, Any]:
        """The refusal in plain types that JSON knows."""
        said = {"code": self.code, "text": str(self), "parameters": dict(self.reason.parameters)}
        if self.because is not None:
            reason = self.because.reason
            said["reason"] = {"code": reason.code, "text": str(reason), "parameters": dict(reason.parameters)}
        return said
