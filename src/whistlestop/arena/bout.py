"""A bout: one game between bots, and what came of it.

The game of a fixture depends on nothing but the fixture and the bots: the deal's seed deals the cards, and each seat
has chances of its own. `whistlestop play MAP --seats a,b --seed DEAL` shows the same game.
"""

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from whistlestop.arena.reasons import BotFault
from whistlestop.bots import make_bot
from whistlestop.game.catalogue import DRAW_TICKETS
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.reasons import IllegalMove, Reason
from whistlestop.game.record import Record
from whistlestop.game.result import SeatResult


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played: its number in the arena, the seed of its deal, and the bot of each seat."""

    number: int
    deal: int
    seating: tuple[str, ...]


@dataclass(frozen=True)
class Score:
    """What one seat made of a game that was played to its end."""

    total: int
    cars: int
    """Laid on the board."""
    moves: int
    draws: int
    """How often it drew tickets after the first ones."""
    completed: int
    lost: int


@dataclass(frozen=True)
class Outcome:
    """What came of a fixture. If a bot broke off, it is last, the others share the win, and nothing is scored."""

    fixture: Fixture
    places: tuple[int, ...]
    scores: tuple[Score, ...] = ()
    ended: int | None = None
    """The seat that began the last round; None if nobody did."""
    fault: Reason | None = None
    seconds: tuple[float, ...] = ()
    """How long each seat thought: the one part that is not reproducible."""

    @property
    def wins(self) -> list[float]:
        """The part of the win that each seat has."""
        winners = self.places.count(1)
        return [(place == 1) / winners for place in self.places]

    def as_dict(self) -> dict[str, Any]:
        """The reproducible part in plain types that JSON knows."""
        told = asdict(self)
        del told["seconds"]
        if self.fault:
            told["fault"] = {"code": self.fault.code, "parameters": self.fault.parameters}
        return {**told.pop("fixture"), **told}

    @classmethod
    def from_dict(cls, told: dict[str, Any], seconds: Sequence[float]) -> "Outcome":
        """The outcome that `as_dict` told."""
        return cls(
            Fixture(told["number"], told["deal"], tuple(told["seating"])),
            tuple(told["places"]),
            tuple(Score(**score) for score in told["scores"]),
            told["ended"],
            BotFault(told["fault"]["code"], **told["fault"]["parameters"]).reason if told["fault"] else None,
            tuple(seconds),
        )


def play_game(game: Game, move_limit: float | None, fixture: Fixture) -> tuple[Outcome, str]:
    """Play a fixture: what came of it, and its record as far as it goes."""
    bout = Bout(game, move_limit, fixture)
    outcome = bout.play()
    return outcome, str(bout.record)


class Overtime(Exception):
    """A bot thought for too long."""


class Bout:
    """A game between bots that are made anew for it."""

    def __init__(self, game: Game, move_limit: float | None, fixture: Fixture) -> None:
        self.fixture, self.move_limit = fixture, move_limit
        self.record = Record(game, fixture.deal, names=fixture.seating)
        self.bots = [make_bot(spec) for spec in fixture.seating]
        self.chances = [seat_rng(fixture.deal, n) for n in range(game.seats)]
        self.seconds = [0.0] * game.seats
        self.ended: int | None = None
        self.last_round = self.record.states["last"]  # read without a detour after every move

    def play(self) -> Outcome:
        """Play to the end, or until a bot breaks off."""
        while not self.record.over:
            fault = self.move()
            if fault is not None:
                return self.outcome_of(fault)
        result = self.record.result
        assert result is not None
        return Outcome(
            self.fixture,
            tuple(seat.place for seat in result.seats),
            tuple(self.score(seat) for seat in result.seats),
            self.ended,
            seconds=tuple(self.seconds),
        )

    def move(self) -> Reason | None:
        """Let whoever is to move do so; the reason why it could not."""
        mover = self.record.mover
        view = self.record.view(mover)
        began = time.perf_counter()
        try:
            with alarm(self.move_limit):
                move = self.bots[mover].choose(view, self.chances[mover])
        except Overtime:
            return self.fault("bot_overtime", mover, limit=str(self.move_limit))
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            return self.fault("bot_raised", mover, problem=f"{type(error).__name__}: {error}")
        seconds = time.perf_counter() - began
        self.seconds[mover] += seconds
        if self.move_limit is not None and seconds > self.move_limit:
            return self.fault("bot_overtime", mover, limit=str(self.move_limit))
        try:
            self.record.play(move)
        except IllegalMove as error:
            return self.fault("bot_illegal", mover, problem=str(error))
        if self.ended is None and self.last_round[0] >= 0:
            self.ended = mover
        return None

    def fault(self, code: str, seat: int, **parameters: str) -> Reason:
        """Why a seat broke off, with all that is needed to find the place."""
        fixture = self.fixture
        where = {"ply": len(self.record.entries), "deal": fixture.deal, "seat": seat}
        seating = ",".join(fixture.seating)
        return BotFault(code, bot=fixture.seating[seat], **where, seating=seating, **parameters).reason

    def outcome_of(self, fault: Reason) -> Outcome:
        """A game that a seat broke off: it is last."""
        seats = len(self.fixture.seating)
        places = tuple(seats if seat == fault.parameters["seat"] else 1 for seat in range(seats))
        return Outcome(self.fixture, places, fault=fault, seconds=tuple(self.seconds))

    def score(self, result: SeatResult) -> Score:
        """What a seat made of a game that is over."""
        codes = [line.reason.code for line in result.lines]
        moves = [entry.move for entry in self.record.entries if entry.mover == result.seat]
        game = self.record.game
        return Score(
            total=result.total,
            cars=game.rules.cars - int(self.record.state.cars[result.seat]),
            moves=len(moves),
            draws=moves.count(game.catalogue.bases[DRAW_TICKETS]),
            completed=codes.count("ticket_completed") + codes.count("ticket_completed_by_station"),
            lost=codes.count("ticket_not_completed"),
        )


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise Overtime once the time is over, where a system can: on Unix, in the main thread.

    Compiled code is not interrupted; whoever uses this must look at the clock as well.
    """
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ring(*_: object) -> None:
    """End a thought."""
    raise Overtime
