"""A bout: one game between bots, and its outcome.

The game depends only on the fixture and the bots: the deal's seed deals the cards, and each seat has its own random
numbers. `whistlestop play MAP --seats a,b --seed DEAL` plays the same game.
"""

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from whistlestop.arena.agents import make_agent
from whistlestop.arena.guest import Died, Guest, Overtime, Raised
from whistlestop.arena.reasons import BotFault
from whistlestop.game.catalogue import DRAW_TICKETS
from whistlestop.game.dice import seat_rng
from whistlestop.game.game import Game
from whistlestop.game.reasons import IllegalMove, Reason
from whistlestop.game.record import Record
from whistlestop.game.result import SeatResult


@dataclass(frozen=True)
class Fixture:
    """A game to be played: its number in the match, the seed of its deal, and the bot in each seat."""

    number: int
    deal: int
    seating: tuple[str, ...]
    guest: int | None = None
    """The seat whose bot has a process of its own; None if none has."""


@dataclass(frozen=True)
class Score:
    """How one seat did in a finished game."""

    total: int
    cars: int
    """Cars placed on the board."""
    moves: int
    draws: int
    """How often it drew tickets after the set-up."""
    completed: int
    lost: int


@dataclass(frozen=True)
class Outcome:
    """The outcome of a fixture. If a bot failed, it is last, the others share the win, and there are no scores."""

    fixture: Fixture
    places: tuple[int, ...]
    scores: tuple[Score, ...] = ()
    ended: int | None = None
    """The seat that triggered the last round; None if no seat did."""
    fault: Reason | None = None
    seconds: tuple[float, ...] = ()
    """How long each seat took to decide: the only part that is not reproducible."""

    @property
    def wins(self) -> list[float]:
        """Each seat's share of the win."""
        winners = self.places.count(1)
        return [(place == 1) / winners for place in self.places]

    def as_dict(self) -> dict[str, Any]:
        """The reproducible part as JSON-serialisable types."""
        fields = asdict(self)
        del fields["seconds"], fields["fixture"]["guest"]
        if self.fault:
            fields["fault"] = {"code": self.fault.code, "parameters": self.fault.parameters}
        return {**fields.pop("fixture"), **fields}

    @classmethod
    def from_dict(cls, fields: dict[str, Any], seconds: Sequence[float]) -> "Outcome":
        """The outcome from the result of `as_dict`."""
        fault = BotFault(fields["fault"]["code"], **fields["fault"]["parameters"]) if fields["fault"] else None
        return cls(
            Fixture(fields["number"], fields["deal"], tuple(fields["seating"])),
            tuple(fields["places"]),
            tuple(Score(**score) for score in fields["scores"]),
            fields["ended"],
            fault.reason if fault else None,
            tuple(seconds),
        )


def play_game(game: Game, move_limit: float | None, fixture: Fixture) -> tuple[Outcome, str]:
    """Play a fixture; return its outcome and its record, which is incomplete if a bot failed."""
    bout = Bout(game, move_limit, fixture)
    outcome = bout.play()
    return outcome, str(bout.record)


class Bout:
    """A game between bots, which are newly made for it."""

    def __init__(self, game: Game, move_limit: float | None, fixture: Fixture) -> None:
        self.fixture, self.move_limit = fixture, move_limit
        self.record = Record(game, fixture.deal, names=fixture.seating)
        self.bots = [
            Guest(spec, game, move_limit) if seat == fixture.guest else make_agent(spec)
            for seat, spec in enumerate(fixture.seating)
        ]
        self.chances = [seat_rng(fixture.deal, n) for n in range(game.seats)]
        self.seconds = [0.0] * game.seats
        self.ended: int | None = None
        self.last_round = self.record.states["last"]  # an array, cheaper to read after every move than the state

    def play(self) -> Outcome:
        """Play to the end, or until a bot fails."""
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
        """Let the mover move; return the reason if it failed."""
        mover = self.record.mover
        view = self.record.view(mover)
        began = time.perf_counter()
        try:
            with alarm(self.move_limit):
                move = self.bots[mover].choose(view, self.chances[mover])
        except Overtime:
            return self.fault("bot_overtime", mover, limit=str(self.move_limit))
        except Died as error:
            return self.fault("bot_died", mover, status=str(error))
        except Raised as error:
            return self.fault("bot_raised", mover, problem=str(error))
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
        """The reason why a seat failed, with all that is needed to reproduce it."""
        fixture = self.fixture
        where = {"ply": len(self.record.entries), "deal": fixture.deal, "seat": seat}
        seating = ",".join(fixture.seating)
        return BotFault(code, bot=fixture.seating[seat], **where, seating=seating, **parameters).reason

    def outcome_of(self, fault: Reason) -> Outcome:
        """The outcome of a game in which a seat failed: it is last."""
        seats = len(self.fixture.seating)
        places = tuple(seats if seat == fault.parameters["seat"] else 1 for seat in range(seats))
        return Outcome(self.fixture, places, fault=fault, seconds=tuple(self.seconds))

    def score(self, result: SeatResult) -> Score:
        """The score of a seat in a finished game."""
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
    """Raise Overtime when the time is over, if the system can: on Unix, in the main thread.

    Compiled code is not interrupted, so the caller must check the clock as well.
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
    """Interrupt a bot."""
    raise Overtime
