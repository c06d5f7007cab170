"""Evaluations: an agent plays a frozen protocol, and gets a rating that others can check by playing it again."""

import hashlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whistlestop import __version__
from whistlestop.arena.agents import make_agent
from whistlestop.arena.bout import Fixture, Outcome, play_game
from whistlestop.arena.crew import play_all
from whistlestop.arena.guest import Guest, is_guest
from whistlestop.arena.protocol import Cell, Opponent, Protocol
from whistlestop.arena.reasons import BadArena
from whistlestop.arena.signature import digest
from whistlestop.game.game import Game
from whistlestop.game.reasons import Reason
from whistlestop.ratings.rankings import Ranking, rate_one, wilson

FINGERPRINT = 16
"""How many digits of a digest say how an opponent plays."""


@dataclass
class Row:
    """The games against one opponent."""

    map: str
    seats: int
    opponent: str
    rating: float
    """The opponent's, as the protocol has it."""
    plays_as_frozen: bool
    """Whether the opponent plays as it did when the protocol was frozen."""
    outcomes: list[Outcome] = field(default_factory=list)

    def seat_of(self, outcome: Outcome) -> int:
        """The agent's seat in a game."""
        return outcome.fixture.number % self.seats

    def win_rate(self) -> tuple[float, float, float]:
        """The agent's share of wins, with its interval."""
        wins = sum(outcome.wins[self.seat_of(outcome)] for outcome in self.outcomes)
        return wins / len(self.outcomes), *wilson(wins, len(self.outcomes))

    def faults(self) -> list[Reason]:
        """Why the agent lost games other than by playing."""
        faults = ((outcome.fault, self.seat_of(outcome)) for outcome in self.outcomes)
        return [fault for fault, seat in faults if fault and fault.parameters["seat"] == seat]


@dataclass
class Evaluation:
    """All games of an agent, and what follows from them."""

    agent: str
    protocol: Protocol
    rows: list[Row] = field(default_factory=list)
    moves: Any = field(default_factory=hashlib.sha256)
    """The digest of all moves of all games, deals included."""

    @property
    def faults(self) -> list[Reason]:
        """Why the agent lost games other than by playing."""
        return [fault for row in self.rows for fault in row.faults()]

    def rating(self) -> tuple[float, float, float]:
        """The agent's rating with its interval, by a bootstrap over whole deals."""
        ratings = [row.rating for row in self.rows]
        deals: dict[tuple[int, int], list[Ranking]] = {}
        for number, row in enumerate(self.rows):
            for outcome in row.outcomes:
                seating = [0 if seat == row.seat_of(outcome) else number + 1 for seat in range(row.seats)]
                deals.setdefault((number, outcome.fixture.deal), []).append((seating, outcome.places))
        rating, low, high = rate_one(list(deals.values()), ratings, self.protocol.seed).tolist()
        return rating, low, high

    def line(self) -> dict[str, Any]:
        """The result as JSON-serialisable types, all of it reproducible; `digest` is that of everything before it."""
        rating, low, high = self.rating()
        found = {
            "protocol": self.protocol.name,
            "protocol_digest": self.protocol.digest,
            "agent": self.agent,
            "agent_digest": digest_of(self.agent),
            "whistlestop": __version__,
            "rating": rating,
            "interval": [low, high],
            "games": sum(len(row.outcomes) for row in self.rows),
            "faults": len(self.faults),
            "opponents_as_frozen": all(row.plays_as_frozen for row in self.rows),
            "moves": self.moves.hexdigest(),
        }
        return {**found, "digest": digest(found)}


def evaluate(
    agent: str, protocol: Protocol, jobs: int = 1, report: Callable[[Row, Outcome], None] = lambda row, outcome: None
) -> Evaluation:
    """Let an agent play a protocol. `report` is called after every game.

    An agent that raises, ends its process, takes too long or makes an illegal move loses that game, and the rest goes
    on. An agent from a file has a process of its own and gets views alone.
    """
    check_agent(agent, protocol)
    found = Evaluation(agent, protocol)
    for cell in protocol.cells:
        game = cell.game()
        for opponent in cell.opponents:
            plays = fingerprint(game, opponent.bot, protocol.seed)
            as_frozen = opponent.plays in ("", plays)
            row = Row(cell.map, cell.seats, opponent.bot, opponent.rating, as_frozen)
            found.rows.append(row)
            play_row(found, row, game, cell, opponent, jobs, report)
    return found


def check_agent(agent: str, protocol: Protocol) -> None:
    """Refuse an agent that can't be made, before anything is played."""
    if not is_guest(agent):
        make_agent(agent)
    elif problem := Guest(agent, protocol.cells[0].game(), protocol.move_limit).problem:
        raise BadArena("agent_fails", agent=agent, problem=str(problem) or type(problem).__name__)


def play_row(
    found: Evaluation, row: Row, game: Game, cell: Cell, opponent: Opponent, jobs: int,
    report: Callable[[Row, Outcome], None],
) -> None:  # fmt: skip
    """Play all games against one opponent."""
    protocol = found.protocol
    fixtures = protocol.fixtures(found.agent, cell, opponent)
    with closing(play_all(game, fixtures, protocol.move_limit, jobs, None)) as played:
        for outcome, record in played:
            row.outcomes.append(outcome)
            found.moves.update(moves_of(record))
            report(row, outcome)


def fingerprint(game: Game, bot: str, seed: int) -> str:
    """What one game of a bot against itself was: it changes when the rules or the bot do."""
    _, record = play_game(game, None, Fixture(0, seed, (bot,) * game.seats))
    return hashlib.sha256(moves_of(record)).hexdigest()[:FINGERPRINT]


def moves_of(record: str) -> bytes:
    """The moves of a record, without its head, where the names are."""
    return record.split("\n\n", 1)[1].encode()


def digest_of(agent: str) -> str:
    """The digest of an agent's file; empty if it has none."""
    file = Path(agent.split(".py:")[0] + ".py")
    return hashlib.sha256(file.read_bytes()).hexdigest() if ".py:" in agent and file.is_file() else ""
