"""Tables, players, chat messages and errors."""

from typing import Annotated, Literal

from pydantic import Field

from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.views import Reason, View

Time = int
"""Milliseconds since 1970."""
EMBLEMS = 512
"""The number of emblems: 8 colours, 8 patterns and 8 figures."""
Emblem = Annotated[int, Field(ge=0, lt=EMBLEMS)]
"""The number of an emblem: 64 times its colour, 8 times its pattern, and its figure."""
Reaction = Literal["hello", "good_luck", "nice_move", "oh_no", "thanks", "well_played"]


class Seat(Model):
    """Who sits at a seat."""

    seat: int
    player: str | None
    """The player's id; null if a bot sits here or nobody. It is made up if the player hides their name from you."""
    name: str
    """The player's name, or the bot's level, or nothing."""
    bot: str | None
    """The bot's level."""
    away: bool
    """Whether a bot plays for the player at the moment."""
    resigned: bool
    """Whether the player has given the game up; a bot plays for them until its end."""
    invited: bool
    """Whether the seat of a rematch is kept for a player who has not agreed to it yet."""
    present: bool
    """Whether the player has the table open now; false for bots."""
    emblem: Emblem = absent()
    """The player's emblem, if they have chosen one and show you their name."""
    holiday: Time = absent()
    """At a slow game: until when the player is on holiday, if they are."""
    left: int = absent()
    """Milliseconds left on this seat's clock, if the clock is for the whole game."""
    rollouts: int = absent()
    """How many rollouts this bot makes for a move, on average; only at tables in the browser."""


class Clock(Model):
    """The table's clock."""

    kind: Literal["none", "turn", "game"]
    seconds: int
    began: Time
    """When the turn began, by the server's time."""
    deadline: Time | None = absent()
    """When the server looks at the turn next; absent if there is no clock."""
    now: Time = absent()
    """The server's time when it wrote this; absent if there is no clock."""
    ends: list[Time | None] = absent()
    """When each seat's time runs out; null if its clock doesn't run. Absent if there is no clock."""


class Proposal(Model):
    """What somebody asked the other people to agree to."""

    kind: Literal["undo", "end"]
    by: int
    """The seat that asked."""
    back_to: int
    """The ply to go back to; for `end` the current one."""
    agreed: list[int]
    """The seats that have agreed."""


class Fairness(Model):
    """What is public about the key that deals the cards. docs/records.md has the formulas."""

    commitment: str
    """The hash that binds the server to its secret."""
    sent: list[int] = absent()
    """Before the start: the seats that have sent their hash."""
    hashes: list[str | None] = absent()
    """The hashes of all seats, once all are in; null for bots."""
    bytes: list[str | None] = absent()
    """The bytes of all seats, once the game has started; null for bots."""
    secret: str = absent()
    """The server's secret, once the table is closed and no other table plays the same deal."""


class OwnSharing(Model):
    """What you have said about one of your seats."""

    seat: int
    agree: bool | None
    """null: nothing yet."""
    show_name: bool


class Sharing(Model):
    """Whether anybody with the link may watch the replay of a game that is over."""

    state: Literal["asking", "shared", "private"]
    waiting: list[int]
    """While `asking`: the seats whose people have not answered. Only players see them."""
    yours: list[OwnSharing]


State = Literal["open", "playing", "finished", "expired", "abandoned"]
Step = Literal["seats", "hashes", "bytes", "done"]


class TableInfo(Model):
    """A table, as one reader sees it."""

    id: str
    seq: int
    """The number of the table's last event; a table with a higher `seq` is newer."""
    map: str
    digest: str
    """Identifies the map's rules and board."""
    state: State
    step: Step
    """The step of the start."""
    ply: int
    """How many moves were made, deals included."""
    seats: list[Seat]
    yours: list[int]
    """The seats you hold."""
    host: str
    """The id of the player who made the table."""
    listed: bool
    watchable: bool
    first: int | None
    """The seat that moves first, if the host set it."""
    rated: bool
    """Whether the game counts for the ratings of its people. It never changes."""
    deal: str = absent()
    """The deal that this table plays and others too. Without it the people at the table make the key."""
    clock: Clock
    gone_after: int
    stand_in: str
    proposal: Proposal | None
    fairness: Fairness
    created: Time
    touched: Time
    """When somebody last did something here."""
    rematch: str = absent()
    """The id of the rematch's table, for those who hold a seat."""
    sharing: Sharing = absent()
    """Once the game is over: who may watch the replay."""
    tournament: str = absent()
    """The id of the tournament whose round the table belongs to."""
    movers: list[int] = absent()
    """The seats that are to move; only in the list of your tables."""


class TableChanges(Model):
    """The fields of a table that an event changes, with their current values. Absent fields stay as they are."""

    state: State = absent()
    step: Step = absent()
    ply: int = absent()
    seats: list[Seat] = absent()
    yours: list[int] = absent()
    clock: Clock = absent()
    proposal: Proposal | None = absent()
    fairness: Fairness = absent()
    rematch: str = absent()
    sharing: Sharing = absent()


class ChatMessage(Model):
    """Something that somebody said to the table."""

    id: int
    """The number of its event."""
    at: Time
    player: str
    name: str
    text: str


class PlayerInfo(Model):
    """You."""

    id: str
    name: str
    emblem: Emblem = absent()
    muted: list[str]
    """The ids of players whose messages are hidden from you."""
    blocked: list[str]
    """The ids of players with whom you don't play."""


class NewPlayerInfo(PlayerInfo):
    """A new player, or a player who has signed in."""

    token: str = absent()
    """For programs: send it as `Authorization: Bearer …`."""


class Device(Model):
    """A device on which you are signed in."""

    id: str
    label: str
    """Its browser and its system, or the name of a program."""
    added: Time
    seen: Time
    current: bool
    """Whether the request came from it."""


class Passkey(Model):
    """A passkey of yours."""

    id: str
    label: str
    """The device on which it was made."""
    added: Time


class CodeInfo(Model):
    """A code that signs in another device as you, once."""

    code: str
    until: Time


class Challenge(Model):
    """What a browser needs to make a passkey, or to sign in with one. Everything binary is in base64url."""

    challenge: str
    domain: str
    """The `rp.id` of WebAuthn."""
    site: str
    algorithms: list[int]
    known: list[str]
    """The ids of your passkeys."""


class Channel(Model):
    """Where you get notices."""

    id: str
    way: Literal["push", "mail", "webhook"]
    address: str
    """An e-mail address, the address of a webhook, or what to call the device of a browser."""
    confirmed: bool
    """false: the link in the e-mail to this address has not been opened yet."""
    current: bool
    """Whether this is the browser that asks."""
    added: Time


class Notices(Model):
    """How you can get notices, and how you get them."""

    ways: list[Literal["push", "mail", "webhook"]]
    """What this server offers."""
    push_key: str
    """The server's public key, with which browsers subscribe, in base64url."""
    channels: list[Channel]
    silent: list[str]
    """The tables about which you want no notices."""


class WebhookSecret(Model):
    """The secret with which the notices to a webhook are signed. It is not shown again."""

    secret: str


class Neighbour(Model):
    """Another player."""

    id: str
    name: str


class ExportedPlayer(Model):
    """What is stored about you."""

    id: str
    name: str
    emblem: Emblem | None
    created: Time
    seen: Time
    shown_to: Literal["nobody", "met", "anybody"]
    """Who may see your profile."""


class ExportedTable(Model):
    """A table of yours with its record, as you may see it."""

    table: TableInfo
    record: str | None


class ExportedMessage(Model):
    """Something you said at a table."""

    table: str
    at: Time
    text: str


class ExportedResult(Model):
    """A result of yours in a game that is over, and your rating after it if it was rated."""

    table: str
    seat: int
    map: str
    seats: int
    closed: Time
    gave_up: bool
    place: int
    points: int | None
    tickets: int | None
    completed: int | None
    longest: int | None
    rating: float | None
    deviation: float | None


class ExportedReaction(Model):
    """A reaction of yours at a table."""

    table: str
    at: Time
    reaction: Reaction


class ExportedDevice(Model):
    """A device of yours."""

    id: str
    label: str
    added: Time
    seen: Time
    signed_out: bool


class ExportedTry(Model):
    """A deal that you have played, as others have."""

    deal: str
    seat: int
    begun: Time
    ranked: bool
    table: str = absent()


class ExportedWish(Model):
    """The game that you wait for."""

    map: str
    seats: int
    clock: str
    seconds: int
    since: Time


class ExportedEntry(Model):
    """A tournament that you have entered."""

    tournament: str
    entry: int
    at: Time
    removed: bool
    """Whether the host has removed you."""
    dropped: int | None
    """After which round you dropped out."""


class ExportedTournament(Model):
    """A tournament that you have made."""

    id: str
    name: str
    created: Time


class ExportedChannel(Model):
    """Where you get notices; the keys that belong to it are not shown."""

    way: Literal["push", "mail", "webhook"]
    address: str
    language: str
    confirmed: bool
    added: Time


class ExportedNotice(Model):
    """A notice that waits to be sent to you."""

    way: str
    kind: str
    table_id: str | None
    at: Time


class ExportedHoliday(Model):
    """A holiday of yours."""

    began: Time
    until: Time


class ExportedInvitation(Model):
    """A standing invitation of yours."""

    id: str
    map: str
    seats: int
    seconds: int
    rated: bool
    at_once: int
    listed: bool
    created: Time


class Export(Model):
    """Everything that is stored about you."""

    player: ExportedPlayer
    tables: list[ExportedTable]
    results: list[ExportedResult]
    messages: list[ExportedMessage]
    reactions: list[ExportedReaction]
    muted: list[str]
    blocked: list[str]
    devices: list[ExportedDevice]
    passkeys: list[Passkey]
    codes: list[Time]
    """Until when a code or a challenge of yours is valid; the code itself isn't stored."""
    removed: list[str]
    """The tables from which a host has removed you."""
    tries: list[ExportedTry]
    matches: list[str]
    """The duplicate matches that you have joined."""
    wishes: list[ExportedWish]
    entries: list[ExportedEntry]
    tournaments: list[ExportedTournament]
    channels: list[ExportedChannel]
    outbox: list[ExportedNotice]
    silent: list[str]
    """The tables about which you want no notices."""
    holidays: list[ExportedHoliday]
    invitations: list[ExportedInvitation]


class ErrorBody(Model):
    """Why the server refused a request. Nothing has changed."""

    code: str
    text: str
    parameters: dict[str, str | int]
    reason: Reason = absent()
    """For an illegal move: what the rules say."""
    seq: int = absent()
    """For a stale move: the table's last event."""
    views: list[View] = absent()
    """For a stale move: the current views of the seats that it was for."""
