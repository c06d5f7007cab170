"""Models: what requests hold and what answers look like, checked and documented."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from whistlestop.server.identity import clean

NAME = 30
CHAT = 300


def shown(text: str) -> str:
    """A text with something to see in it."""
    found = clean(text)
    if not found:
        raise ValueError("there is nothing to see in it")
    return found


Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME), AfterValidator(shown)]
Id = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{22}$")]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Hex32 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
Hex16 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
Gone = Literal[0] | Annotated[int, Field(ge=10, le=604_800)]
Level = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Body(BaseModel):
    """The body of a request: unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewPlayer(Body):
    """Become a player."""

    name: Name
    program: bool = Field(False, description="true: the token comes in the answer; false: it is set as a cookie")


class NewName(Body):
    """Take another name."""

    name: Name


class Clock(Body):
    """How time is measured: not at all, so many seconds a turn, or so many for the whole game."""

    kind: Literal["none", "turn", "game"] = "none"
    seconds: int = Field(0, ge=0, le=604_800)


class NewTable(Body):
    """Make a table."""

    map: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seats: list[Level] = Field(min_length=2, max_length=5, description="`you`, `open` or a level of bots, seat by seat")
    listed: bool = Field(False, description="shown in the lobby; else it is found by its link alone")
    watchable: bool = Field(False, description="whoever has the link may watch")
    clock: Clock = Clock()
    gone_after: Gone = Field(0, description="seconds, at least 10, after which a bot plays for whoever is gone")
    stand_in: Level = Field("dispatcher", description="the level that plays for whoever is gone or out of time")
    first: SeatNumber | None = Field(None, description="who begins; by default it is drawn")


class Sit(Body):
    """Sit down, at a seat or at the first free one."""

    seat: SeatNumber | None = None


class PutBot(Body):
    """Seat a bot."""

    level: Level


class OwnSeat(Body):
    """For which of one's seats; it may be left out by whoever holds one."""

    seat: SeatNumber | None = None


class Hash(OwnSeat):
    """The SHA-256 of 16 random bytes of one's own."""

    hash: Hex32


class OwnBytes(OwnSeat):
    """The 16 bytes whose hash was sent."""

    bytes: Hex16


class NewMove(OwnSeat):
    """A move, and the ply at which it was decided."""

    ply: Ply
    move: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class NewProposal(OwnSeat):
    """Ask all people to take one's last move back, or to end the play."""

    kind: Literal["undo", "end"]
    ply: Ply


class Reply(OwnSeat):
    """Agree or decline."""

    agree: bool


class ChatMessage(Body):
    """Something said to the table."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=CHAT)]


class ChatMessageSaid(BaseModel):
    """Something that was said to the table."""

    id: int
    at: int
    player: str
    name: str
    text: str


class Mute(Body):
    """Hide somebody's words, or show them again."""

    player: Id
    muted: bool = True


class Open(BaseModel):
    """An answer; it may gain fields."""

    model_config = ConfigDict(extra="allow")


class Refusal(Open):
    """Why something was refused; nothing has changed."""

    code: str
    text: str
    parameters: dict[str, str | int]


class PlayerSaid(Open):
    """A player."""

    id: str
    name: str
    token: str | None = None


class SeatSaid(Open):
    """Who sits at a seat."""

    seat: int
    player: str | None
    name: str
    bot: str | None
    away: bool


class TableSaid(Open):
    """A table."""

    id: str
    seq: int
    map: str
    state: Literal["open", "playing", "finished", "expired", "abandoned"]
    step: Literal["seats", "hashes", "bytes", "done"]
    ply: int
    seats: list[SeatSaid]
    yours: list[int]
    fairness: dict[str, Any]


class ViewSaid(Open):
    """What one seat, or a spectator (-1), knows of a play."""

    viewer: int
    ply: int
    phase: str
    movers: list[int]
    seats: list[dict[str, Any]]
    outlook: list[dict[str, Any]]
    legal: list[dict[str, Any]]


class ViewsSaid(Open):
    """The views of all seats that the reader holds."""

    ply: int
    views: list[ViewSaid]


class ReasonSaid(Open):
    """A code with parameters, and the English sentence."""

    code: str
    parameters: dict[str, str | int]
    text: str


class MissingSaid(Open):
    """The fewest cards that a hand lacks for a claim."""

    colour: str | None
    coloured: int
    locomotives: int
    swap_cards: int


class TrackStatusSaid(Open):
    """Whether a seat can claim a track, why not, and what it takes; docs/records.md explains each field."""

    track: str
    length: int
    points: int
    colour: str | None
    tunnel: bool
    locomotives: int
    swap: int
    state: Literal["open", "closed"]
    owner: int | None
    reason: ReasonSaid | None
    ways: list[dict[str, Any]]
    missing: MissingSaid | None
    not_now: ReasonSaid | None


class MoveSaid(Open):
    """What came of a move: the new view of the seat."""

    seq: int
    ply: int
    seat: int
    view: ViewSaid


class OpinionSaid(Open):
    """What a level thinks of a move."""

    move: dict[str, Any]
    value: float
    """From 0, a lost game, to 1, one that is won by far."""
    tried: int
    """How many times it was tried out."""


class AdviceSaid(Open):
    """The best few moves for the seat that decides at a ply."""

    ply: int
    seat: int
    level: str
    offer: list[str]
    """The tickets to choose from, if that is what is decided."""
    opinions: list[OpinionSaid]


class CourseSaid(Open):
    """All seats' points for routes, at each ply at which somebody's changed."""

    ply: int
    course: list[dict[str, Any]]
