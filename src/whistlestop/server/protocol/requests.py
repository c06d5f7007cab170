"""The bodies of requests."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from whistlestop.game import limits
from whistlestop.server.identity import ID, clean
from whistlestop.server.protocol.base import LAST_SEAT, Model
from whistlestop.server.protocol.tables import Emblem, Reaction
from whistlestop.server.table import HOLIDAY_DAYS, SLOW

NAME = 30
"""The most characters of a player's name."""
TITLE = 40
"""The most characters of a tournament's name."""
CHAT = 300
"""The most characters of a chat message."""

LONGEST = 2_592_000
"""The most seconds of a clock: 30 days."""
RECORD = 400_000
"""The most characters of a record that is imported; a long game has about 15,000."""


def short(text: str) -> str:
    """The name without control characters. Its letters may be written with more characters than it came with."""
    found = clean(text)
    if len(found) > NAME:
        raise ValueError(f"must have at most {NAME} characters")
    return found


def title(text: str) -> str:
    """The name of a tournament without control characters."""
    found = clean(text)
    if len(found) > TITLE:
        raise ValueError(f"must have at most {TITLE} characters")
    return found


def visible(text: str) -> str:
    """The name without control characters; it must not be blank."""
    found = short(text)
    if not found:
        raise ValueError("must contain a visible character")
    return found


Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME), AfterValidator(visible)]
SeatName = Annotated[str, StringConstraints(max_length=NAME), AfterValidator(short)]
PlayerId = Annotated[str, StringConstraints(pattern=f"^{ID}$")]
SeatNumber = Annotated[int, Field(ge=0, le=LAST_SEAT)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Hex32 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Hex16 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
GoneAfter = Literal[0] | Annotated[int, Field(ge=10, le=604_800)]
LevelName = Annotated[str, StringConstraints(min_length=1, max_length=40)]

CredentialId = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{1,700}$")]
Base64 = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{1,8000}$")]


Address = Annotated[str, StringConstraints(max_length=1000)]
Language = Literal["en", "zh-Hans", "zh-Hant", "is", "ru"]


class NewPlayer(Model):
    """Create a player."""

    name: Name
    program: bool = False
    """true: the answer contains the token. false: the token is set as a cookie."""


class NewName(Model):
    """Change your name."""

    name: Name


class ProfileOptions(Model):
    """Say who may see your profile."""

    shown_to: Literal["nobody", "met", "anybody"]
    """`met`: those who have played at a table with you. `anybody`: everybody who has its link."""


class NewEmblem(Model):
    """Choose the sign beside your name; null: none."""

    emblem: Emblem | None


class Code(Model):
    """Sign in with a code from another device."""

    code: Annotated[str, StringConstraints(max_length=20)]
    """Spaces and hyphens don't count, and small letters are as good as capitals."""
    program: bool = False
    """true: the answer contains the token. false: the token is set as a cookie."""


class NewPasskey(Model):
    """What a browser has made for a challenge. Everything binary is in base64url."""

    id: CredentialId
    client_data: Base64
    attestation: Base64


class PasskeyProof(Model):
    """What a browser has signed for a challenge. Everything binary is in base64url."""

    id: CredentialId
    client_data: Base64
    authenticator_data: Base64
    signature: Base64
    program: bool = False
    """true: the answer contains the token. false: the token is set as a cookie."""


class ClockOptions(Model):
    """The clock of a new table: none, seconds per turn, or seconds for the whole game."""

    kind: Literal["none", "turn", "game"] = "none"
    seconds: int = Field(0, ge=0, le=LONGEST)


class NewTable(Model):
    """Make a table."""

    map: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seats: list[LevelName] = Field(min_length=2, max_length=limits.SEATS)
    """For each seat `you`, `open` or a level of bots."""
    names: list[SeatName] = Field([], max_length=limits.SEATS)
    """For each seat the name of its person, if several share a browser; by default your name."""
    listed: bool = False
    """Show the table in the lobby. Otherwise people need its link."""
    watchable: bool = False
    """Let anyone with the link watch."""
    clock: ClockOptions = ClockOptions()
    gone_after: GoneAfter = 0
    """After how many seconds (at least 10) a bot plays for a player who is gone; 0: never."""
    stand_in: LevelName = "dispatcher"
    """The level that plays for players who are gone or out of time."""
    first: SeatNumber | None = None
    """The seat that moves first; drawn at random by default."""
    rated: bool = False
    """Whether the game counts for the ratings of its people. Whoever sits down agrees to it."""


class TournamentClock(Model):
    """The clock of a tournament's games: seconds per turn, or for the whole game."""

    kind: Literal["turn", "game"]
    seconds: int = Field(ge=10, le=604_800)


class NewTournament(Model):
    """Make a tournament. You are the first to enter it."""

    name: Annotated[str, StringConstraints(max_length=TITLE), AfterValidator(title)] = ""
    format: Literal["robin", "swiss", "knockout"]
    map: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seats: int = Field(ge=2, le=limits.SEATS)
    """At each table."""
    rounds: int = Field(0, ge=0, le=15)
    """The most rounds of a Swiss tournament; 0: as many as the entrants need."""
    most: int = Field(16, ge=2, le=64)
    """The most entrants; in a round robin no more than 16."""
    clock: TournamentClock
    stand_in: LevelName = "dispatcher"
    """The level of the bots that fill tables, and that play for people who are gone or out of time."""
    rated: bool = False
    """Whether the games count for ratings. Whoever enters agrees to it."""
    listed: bool = False
    """Show the tournament to everybody. Otherwise people need its link."""
    starts: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """When it begins, in milliseconds since 1970; null: when you start it."""


class ImportedTable(Model):
    """Make a table from the record of a fair game, to play on here."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=RECORD)]
    """The whole record, with the origin of its key. Its table's id becomes the id of this table."""
    seats: list[LevelName] = Field(min_length=2, max_length=limits.SEATS)
    """For each seat `you` or a level of bots. At least one is yours; nobody else can join, since you know the key."""


class Sit(Model):
    """Take a seat: a given one, or the first free one."""

    seat: SeatNumber | None = None
    name: Name | None = None
    """The name of the person, if several share a browser; by default your name."""


class PutBot(Model):
    """Seat a bot."""

    level: LevelName


class OwnSeat(Model):
    """Which of your seats. You can leave it out if you hold only one."""

    seat: SeatNumber | None = None


class Hash(OwnSeat):
    """The SHA-256 of 16 random bytes of your own."""

    hash: Hex32


class OwnBytes(OwnSeat):
    """The 16 bytes whose hash you sent."""

    bytes: Hex16


class NewMove(OwnSeat):
    """A move, and the ply at which you decided on it."""

    ply: Ply
    move: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class NewProposal(OwnSeat):
    """Ask the other people to undo your last move, or to end the game."""

    kind: Literal["undo", "end"]
    ply: Ply


class Reply(OwnSeat):
    """Agree to the proposal, or decline it."""

    agree: bool


class SharingAnswer(OwnSeat):
    """Say whether anybody with the link may watch the replay; without `seat`, for all your seats."""

    agree: bool
    show_name: bool = True
    """Show your name to them; otherwise they see your seat's number."""


class NewChatMessage(Model):
    """Say something to the table."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=CHAT)]


class Mute(Model):
    """Hide a player's messages, or show them again."""

    player: PlayerId
    muted: bool = True


class NewPush(Model):
    """Send notices to this browser: what it has answered to `pushManager.subscribe`. Keys are in base64url."""

    endpoint: Address
    key: Base64
    secret: Base64
    language: Language


class NewMail(Model):
    """Send notices to an e-mail address, once the link in the first e-mail was opened."""

    address: Annotated[str, StringConstraints(max_length=254)]
    language: Language


class NewWebhook(Model):
    """Send notices to a webhook."""

    address: Address
    language: Language


class TableNotices(Model):
    """Say whether you want notices about a table."""

    wanted: bool


class NewReaction(Model):
    """React to what happens at the table."""

    reaction: Reaction


class Block(Model):
    """Never play with a player, or play with them again."""

    player: PlayerId
    blocked: bool = True


class NewHoliday(Model):
    """Go on holiday for some days, from now on."""

    days: int = Field(ge=1, le=HOLIDAY_DAYS)


class NewInvitation(Model):
    """Make a standing invitation to a slow game."""

    map: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seats: int = Field(ge=2, le=limits.SEATS)
    seconds: int = Field(ge=SLOW, le=LONGEST)
    """How long everybody has for each turn, a day at least."""
    rated: bool = False
    """Whether the games count for the ratings of their people. Whoever accepts agrees to it."""
    at_once: int = Field(1, ge=1, le=10)
    """How many games of it may be open or played at the same time."""
    listed: bool = False
    """Show it to everybody. Otherwise people need its link."""


class Restart(Model):
    """Announce a restart of the server."""

    at: Annotated[int, Field(ge=0, le=10**14)] | None
    """When, in milliseconds since 1970; null takes the announcement back."""
