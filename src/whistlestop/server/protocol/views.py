"""What a seat sees, its moves, and the result. `game.view` and `game.result` make these; here they are described."""

from typing import Literal

from whistlestop.server.protocol.base import Model, absent

Cards = dict[str, int]
"""How many cards of each colour, `locomotive` among them; colours without cards are left out."""


class Move(Model):
    """A legal move. Send its `text` to make it; the other fields say the same for programs."""

    text: str
    kind: Literal["pass", "draw", "tickets", "take", "keep", "swap", "give up", "pay", "station", "claim"]
    card: str = absent()
    """The colour to take or swap."""
    places: list[int] = absent()
    """Which of the offered tickets to keep, counted from 1."""
    city: str = absent()
    track: str = absent()
    colour: str = absent()
    """The colour to pay with; absent if only locomotives are paid."""
    coloured: int = absent()
    """How many cards of that colour are paid."""
    locomotives: int = absent()
    """How many locomotives are paid."""
    swaps: int = absent()
    """How many locomotives are replaced by sets of other cards."""


class TicketStatus(Model):
    """One of your tickets, and whether you can still complete it."""

    ticket: str
    points: int
    state: Literal["done", "possible", "impossible"]
    path: list[str]
    """The tracks of one good path; empty if there is none."""


class SeatView(Model):
    """What everybody sees of a seat."""

    cars: int
    points: int
    """Points for routes so far."""
    stations_left: int
    stations: list[str]
    """The cities with a station of this seat."""
    tracks: list[str]
    cards: int
    known: Cards
    """Cards that this seat took face up and still holds."""
    hand: Cards | None
    """All cards, when the game is over."""
    tickets_kept: int
    tickets_offered: int
    tickets: list[str] | None
    """All tickets, when the game is over."""


class Reason(Model):
    """A sentence as a code with parameters, and in English."""

    code: str
    parameters: dict[str, str | int]
    text: str


class ResultLine(Reason):
    """What a seat got points for."""

    points: int
    tracks: list[str]
    """The tracks that the points are for; those of a completed ticket and of the Express in order along the path."""


class SeatResult(Model):
    """The score of a seat; the points of its lines add up to its total."""

    seat: int
    total: int
    place: int
    """1 for the winners; seats that tie share a place."""
    lines: list[ResultLine]
    longest_path: list[str]
    """The tracks of the longest continuous path, in order; empty if the map's rules don't ask for it."""


class Result(Model):
    """The final score, the winners, and what decided the game."""

    seats: list[SeatResult]
    winners: list[int]
    reason: Reason


class View(Model):
    """What one seat, or a spectator, knows of a game."""

    viewer: int
    """The seat, or -1 for a spectator."""
    map: str
    ply: int
    """How many moves were made, deals included."""
    phase: str
    movers: list[int]
    """The seats that are to move."""
    first: int
    """The seat that moves first."""
    turns: int
    last_round: int
    """How many turns are left once the last round has begun; 0 before."""
    due: int
    """How many more cards the tunnel costs."""
    claim: str | None
    """The claim that is being paid, as the text of its move."""
    city: str | None
    """The city where a station is being built."""
    deck: int
    face_up: Cards
    discards: Cards
    laid: Cards
    """Cards that were laid down for the claim or station."""
    turned: Cards
    """Cards that were turned over for a tunnel."""
    ticket_deck: int
    seats: list[SeatView]
    result: Result = absent()
    """The final score, when the game is over."""
    unseen: Cards
    """Cards in the deck and in the hidden parts of the others' hands."""
    queue: list[str | None]
    """The tickets under the deck, the next one first; null for those of others."""
    offer: list[str]
    """The tickets you are choosing from."""
    chosen: list[str] | None
    """The first tickets you have chosen, while others are still choosing."""
    sent_out: list[str]
    """Tickets that you returned out of the game."""
    hand: Cards | None
    """Your cards; null for a spectator."""
    tickets: list[str] | None
    """Your tickets; null for a spectator."""
    ticket_status: list[TicketStatus]
    """Your tickets and those you are offered."""
    legal: list[Move]
    """Your legal moves; empty unless you are to move."""
    can_undo: bool
    """Whether nothing that was hidden has been shown to anybody since your last move, so that it can be undone."""


class MissingCards(Model):
    """The fewest cards that a hand lacks to claim a track."""

    colour: str | None
    """The colour to pay with; null if only locomotives are paid."""
    coloured: int
    """How many cards of that colour."""
    locomotives: int
    swap_cards: int
    """How many cards to trade in for swaps."""


class TrackStatus(Model):
    """Whether a seat can claim a track, why not, and what it takes."""

    track: str
    length: int
    points: int
    colour: str | None
    """null on a grey track."""
    tunnel: bool
    locomotives: int
    """How many locomotives a ferry needs."""
    swap: int
    """How many other cards can replace a locomotive; 0 if none can."""
    state: Literal["open", "closed"]
    owner: int | None
    reason: Reason | None
    """Why the track is closed to the seat; for a spectator, to everybody."""
    ways: list[Move]
    """The claims that the hand can pay. They become legal when the seat's turn begins."""
    missing: MissingCards | None
    """What the hand lacks, if the track is open and it can't pay; null for a spectator."""
    not_now: Reason | None
    """What the seat, if it is its turn, has to do before it can claim any track."""


class Views(Model):
    """The views of all seats that you hold, or that of a spectator."""

    seq: int
    """The table's last event."""
    ply: int
    views: list[View]


class MoveMade(Model):
    """The answer to a move: the seat's new view."""

    seq: int
    """The table's last event."""
    ply: int
    seat: int
    view: View


class Opinion(Model):
    """How good a move is."""

    move: Move
    value: float
    """From 0 to 1: the chance of winning, or else 0 is a lost game and 1 a clear win (see `Advice.chances`)."""
    low: float | None
    """Where the chance of winning is with 95% confidence; null if the value is none."""
    high: float | None
    tried: int
    """How many times the move was tried."""
    purpose: Reason | None
    """What the move is good for, from what the seat knows."""


class Advice(Model):
    """The best few moves for the seat that decides at a ply."""

    ply: int
    seat: int
    level: str
    chances: bool
    """Whether values are chances of winning, which takes a network for the map."""
    offer: list[str]
    """The tickets to choose from, if that is the decision."""
    opinions: list[Opinion]
    """Best first; empty if the browser is to compute them."""
    position: str = absent()
    """What the seat knows, as a VIEW record in base64: on servers that let browsers compute advice."""


class CoursePoint(Model):
    """The points for routes of all seats at a ply."""

    ply: int
    points: list[int]


class Course(Model):
    """How the points for routes grew: one entry for each ply at which they changed."""

    ply: int
    course: list[CoursePoint]
