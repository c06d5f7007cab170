"""Why the server refuses a request: for each code, its HTTP status and its sentence."""

from typing import Any, ClassVar

from whistlestop.game.reasons import WhistlestopError

CODES: dict[str, tuple[int, str]] = {
    # Who is asking
    "no_token": (401, "You are not signed in. Create a player with POST /api/players."),
    "bad_token": (401, "This server didn't issue this token. Create a player with POST /api/players."),
    "expired_token": (401, "This token has expired. Create a player with POST /api/players."),
    "forgotten_player": (401, "This player was deleted. Create a player with POST /api/players."),
    "signed_out": (401, "This device was signed out. Sign in again, or create a player with POST /api/players."),
    "bad_code": (403, "This code is wrong, used or older than five minutes. Ask your other device for a new one."),
    "no_such_device": (404, "You have no such device, or it is signed out already."),
    "too_many_devices": (409, "You are signed in on {most} devices, which is the limit. Sign one out first."),
    "no_passkeys_here": (
        409,
        "Passkeys work at the https:// address that the server is started with as --origin, and at http://localhost.",
    ),
    "bad_passkey": (403, "The passkey was not accepted. Ask for a new challenge and try again."),
    "unknown_passkey": (403, "This server doesn't know this passkey. Use another one, or a code of another device."),
    "no_such_passkey": (404, "You have no such passkey."),
    "too_many_passkeys": (409, "You have {most} passkeys, which is the limit. Remove one first."),
    "not_operator": (401, "This needs the operator's token: set WHISTLESTOP_OPERATOR_TOKEN, here and at the server."),
    "foreign_origin": (403, "The request comes from a page of another site."),
    "no_origin": (
        403,
        "A request that uses the cookie to change something needs an Origin header. Programs send a token.",
    ),
    # The request
    "bad_body": (422, "{field}: {problem}."),
    "bad_json": (400, "The body is not valid JSON: {problem}."),
    "too_large": (413, "The body is larger than {most} bytes."),
    "too_slow": (408, "The request took longer than {seconds} s to arrive."),
    "head_too_large": (431, "The headers are larger than {most} bytes."),
    "bad_path": (404, "There is nothing at this address."),
    "bad_method": (405, "This address doesn't support this method."),
    "bad_media": (415, "The body must be application/json."),
    "too_many": (429, "Too many requests. Try again in {seconds} s."),
    "too_many_streams": (429, "You have {most} streams open, which is the limit. Close one first."),
    "shutting_down": (503, "The server is shutting down. Try again in a moment."),
    "database_away": (503, "The database doesn't respond. Try again in a moment."),
    "disk_full": (503, "The server's disk is full, so nothing can be stored. Its operator has to make room."),
    "read_only": (503, "The server's database can only be read at the moment. Try again in half a minute."),
    "database_damaged": (503, "The server's database is damaged. Its operator has to restore a backup."),
    "getting_ready": (
        503,
        "The server is still compiling the rules ({done} of {of} steps are done). Try again in {seconds} s.",
    ),
    "engine_not_ready": (
        503,
        "The engine for browsers is still being built ({done} of {of} steps are done). Try again in {seconds} s.",
    ),
    "engine_missing": (404, "This server doesn't have the engine for browsers."),
    "failed": (500, "Something went wrong on the server. The log has the details under the number {number}."),
    # Tables
    "no_such_table": (404, "There is no such table, or its game has begun and only its players can see it."),
    "no_such_seat": (404, "This table has seats 0 to {most}."),
    "bad_table": (422, "{problem}"),
    "not_begun": (409, "The game hasn't started."),
    "begun": (409, "The game has already started."),
    "closed": (409, "This table is closed ({state})."),
    "not_over": (409, "This is possible once the game is over."),
    "map_changed": (409, "The map {map!r} has changed since this game began, so the game can't go on."),
    "seat_taken": (409, "Seat {seat} is taken. Choose another seat."),
    "table_full": (409, "All seats at this table are taken."),
    "no_bot": (409, "There is no bot at seat {seat} that you can remove now."),
    "not_your_seat": (403, "Seat {seat} is not yours."),
    "not_seated": (403, "You don't have a seat at this table."),
    "which_seat": (422, "You hold several seats. Say which one with `seat`."),
    "rated_one_seat": (409, "In a rated game everybody has one seat. Make a game that isn't rated, or seat a bot."),
    "rated_no_undo": (403, "In a rated game no move is taken back."),
    "rated_no_advice": (403, "In a rated game there are no hints until it is over."),
    "deal_no_undo": (403, "Others play the same deal, so no move is taken back."),
    "deal_no_advice": (403, "Others play the same deal, so there are no hints until the game is over."),
    "deal_no_stand_in": (403, "Others play the same deal, so no bot plays for you. Go on later, or resign."),
    "not_admitted": (403, "You can't sit down at this table. Choose another one, or make one of your own."),
    "own_seat": (409, "Seat {seat} is your own. To leave it, get up."),
    "no_person": (409, "No person sits at seat {seat}."),
    "not_host": (403, "Only the player who made the table can do this."),
    # Tournaments
    "no_such_tournament": (404, "There is no such tournament."),
    "no_such_entrant": (404, "There is no such entrant, or they have left."),
    "tournament_begun": (409, "This tournament has already begun."),
    "tournament_over": (409, "This tournament is over."),
    "tournament_full": (409, "All {most} places in this tournament are taken. Choose another one, or make your own."),
    "tournament_table": (
        409,
        "Who sits at a table of a tournament is fixed. You can drop out on the page of the tournament.",
    ),
    "too_many_tournaments": (
        409,
        "You are in {most} tournaments that are not over, which is the limit. Wait for one to end, or leave one.",
    ),
    "too_few_entrants": (409, "A tournament needs at least two entrants. Send somebody the link."),
    "entry_refused": (403, "You can't enter this tournament. Choose another one, or make one of your own."),
    "not_entered": (409, "You are not in this tournament, or you have dropped out."),
    "not_tournament_host": (403, "Only the player who made the tournament can do this."),
    # Records that become tables
    "bad_record": (422, "{problem}"),
    "no_key_origin": (
        422,
        "Only a record of the fair dealer that says how its key was made (table, secret, bytes) can be played on.",
    ),
    "wrong_seats": (422, "The record has {seats} seats, not {given}."),
    "table_exists": (409, "The table of this record is already on this server."),
    # Reports
    "no_report": (422, "{problem}"),
    "report_waits": (503, "The report is in the queue. Ask again in {seconds} s."),
    "too_many_reports": (429, "Too many reports are waiting. Try again in {seconds} s."),
    # Deals that several tables play
    "no_daily_deal": (404, "There is no deal of that day on this map."),
    "no_such_duplicate": (404, "There is no such match."),
    "no_such_board": (404, "This match has boards 1 to {most}."),
    "duplicate_started": (409, "This match has started."),
    "duplicate_not_started": (409, "This match has not started. Its host starts it."),
    "duplicate_full": (409, "This match has {most} players, which is the limit."),
    "duplicate_alone": (409, "A match needs at least two players. Send its link to somebody."),
    "not_in_duplicate": (403, "You don't play in this match."),
    "deal_over": (409, "This deal is over. It can't be played any more."),
    # Fair dealing
    "not_wanted": (409, "The server doesn't accept {what} now; the table is at: {step}."),
    "sent_already": (409, "Seat {seat} has already sent its {what}."),
    "wrong_bytes": (422, "These bytes don't match the hash that seat {seat} sent."),
    # The game
    "stale": (409, "The game is at ply {ply}, not {given}. Read the current view and try again."),
    "no_such_ply": (404, "There is no ply {given}; the game has plies 0 to {most}."),
    "no_such_track": (404, "No track {track} on this map."),
    "nobody_decides": (409, "No seat makes a decision at ply {ply}."),
    "advice_among_people": (403, "Advice is only available when all your opponents are bots, or after the game."),
    "not_your_move": (409, "It isn't seat {seat}'s turn."),
    "chosen_already": (409, "Seat {seat} has already chosen its first tickets."),
    "illegal": (422, "{problem}"),
    "bot_plays": (409, "A bot is playing for seat {seat}. Return to the seat first."),
    "not_away": (409, "No bot is playing for seat {seat}."),
    "resigned": (409, "Seat {seat} has resigned. A bot plays for it until the end of the game."),
    "nothing_to_undo": (409, "Seat {seat} has no move to undo."),
    "revealed": (409, "The move can't be undone: something hidden has been revealed since."),
    "proposal_open": (409, "A proposal is already open ({kind}). Wait until everybody has answered it."),
    "no_proposal": (409, "There is no open proposal."),
    # Slow games
    "on_holiday": (409, "You are on holiday already. To change that, end this holiday first."),
    "not_on_holiday": (409, "You are not on holiday."),
    "no_holiday_left": (409, "You have {left} days of holiday left; everybody has {most} within a year."),
    "no_such_invitation": (404, "There is no such invitation, or it has been withdrawn."),
    "own_invitation": (409, "This is your own invitation. Send its link to others."),
    "invitation_full": (409, "As many games of this invitation as it allows ({most}) are going on. Try again later."),
    "too_many_invitations": (409, "You have {most} standing invitations, which is the limit. Withdraw one first."),
    # People
    "chat_empty": (422, "The message is empty."),
    "no_such_player": (404, "There is no such player."),
    "private_profile": (403, "This player doesn't show their profile to you."),
    "own_self": (422, "You can't block yourself."),
    # Notices
    "no_such_way": (404, "This server sends no notices by {way}."),
    "no_such_channel": (404, "You have no such channel for notices, or it is removed already."),
    "too_many_channels": (409, "You have {most} channels for notices, which is the limit. Remove one first."),
    "bad_address": (422, "This address can't be used. It must be a whole address that begins with https://."),
    "bad_mail_address": (422, "This is not an e-mail address."),
    "private_address": (403, "This address is inside a private network. Use one on the public internet."),
    "unknown_host": (422, "The host of this address can't be found. Check its spelling."),
    "bad_push_keys": (422, "These keys don't belong to a browser. Subscribe again."),
    "bad_mail_link": (403, "This link is wrong, used or too old."),
    # Starting a server, backups
    "no_server": (500, "There is no server at {url}: {problem}."),
    "server_said": (500, "The server refused this: {problem}"),
    "bad_setting": (500, "{problem}"),
    "database_unreadable": (500, "Can't use the database {database}: {problem}."),
    "damaged": (
        500,
        "Can't use the database {database}: it is damaged ({problem}). Restore a backup: `whistlestop restore FILE`, "
        "or `pg_restore` for PostgreSQL.",
    ),
    "database_newer": (
        500,
        "The database {database} was made by a newer version of Whistlestop. Install that version.",
    ),
    "work_on_sqlite": (
        500,
        "Bots can think in processes of `whistlestop work` only over PostgreSQL. Use --database postgresql://...",
    ),
    "workers_on_sqlite": (500, "SQLite supports one process only. Use --workers with --database postgresql://..."),
    "port_in_use": (500, "Can't listen on {host}:{port}: {problem}. Choose another port with --port."),
    "in_use": (500, "{file} is in use by a running server. Stop the server first."),
    "not_sqlite": (500, "Backups work with SQLite only. For PostgreSQL, use pg_dump and pg_restore."),
    "no_backup": (500, "{file} is not a Whistlestop backup: {problem}."),
    "not_built": (500, "The {what} is not built. Build it with `{command}`."),
    "file_exists": (500, "{file} already exists. Choose another name, or remove it."),
}

UNAVAILABLE = 503
WAIT = (429, UNAVAILABLE)
"""The statuses after which a client may try the same again."""


class Refused(WhistlestopError):
    """A request that the server refuses. Nothing has changed."""

    english: ClassVar = {code: text for code, (_, text) in CODES.items()}

    def __init__(self, code: str, **parameters: str | int) -> None:
        super().__init__(code, **parameters)
        self.code = code
        self.status = CODES[code][0]
        self.wait = int(parameters["seconds"]) if self.status in WAIT and "seconds" in parameters else None
        """After how many seconds the client may try again, where that is known."""
        self.views: list[Any] = []
        """For a stale move: the current views of its seats, as JSON."""
        self.seq = 0
        """For a stale move: the number of the table's last event."""
        self.because: WhistlestopError | None = None
        """The error of the rules, if they are the reason."""

    @property
    def is_unavailable(self) -> bool:
        """Whether the server can't answer at the moment, whoever asks for whatever."""
        return self.status == UNAVAILABLE

    @classmethod
    def because_of(cls, code: str, error: WhistlestopError) -> "Refused":
        """A refusal for a reason of the rules or of a map."""
        refused = cls(code, problem=str(error))
        refused.because = error
        return refused

    def as_dict(self) -> dict[str, Any]:
        """The refusal as JSON-serialisable types."""
        fields = {"code": self.code, "text": str(self), "parameters": dict(self.reason.parameters)}
        if self.because is not None:
            fields["reason"] = self.because.reason.as_dict()
        return fields
