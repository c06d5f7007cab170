"""Tournament: which bots play which games; and `match`, which plays them and returns the standings."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, permutations
from pathlib import Path

from whistlestop.arena.bout import Fixture, Outcome
from whistlestop.arena.budget import calibrate, with_rollouts
from whistlestop.arena.crew import play_all
from whistlestop.arena.ledger import Ledger
from whistlestop.arena.reasons import BadArena, BotFault
from whistlestop.arena.sequential import Sequential
from whistlestop.arena.standings import Standings, win_rate
from whistlestop.bots import make_bot
from whistlestop.game.dice import check_seed
from whistlestop.game.game import Game

SEATINGS = 10_000
"""The maximum number of seatings of a deal."""


@dataclass(frozen=True)
class Tournament:
    """Bots that play every deal in every seating; deal n has the seed `seed + n`.

    With as many bots as seats, all bots change seats; copies of a bot are interchangeable. With more bots, every
    selection of them plays.
    """

    game: Game
    bots: tuple[str, ...]
    seed: int = 0
    move_limit: float | None = None
    """The seconds that a bot may take for one move."""
    rollouts: Mapping[str, int] = field(default_factory=dict)
    """The rollouts of each bot whose budget was given in seconds."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        bots, seats = len(self.bots), self.game.seats
        if bots < seats:
            raise BadArena("few_bots", bots=bots, seats=seats)
        if math.perm(bots, seats) > SEATINGS:
            raise BadArena("many_seatings", bots=bots, seats=seats, seatings=math.perm(bots, seats), most=SEATINGS)
        if self.move_limit is not None and not 0 < self.move_limit < math.inf:
            raise BadArena("bad_limit", given=str(self.move_limit))
        for spec in self.bots:
            make_bot(spec)

    @property
    def played(self) -> tuple[str, ...]:
        """The bots as they play: with rollouts instead of seconds."""
        return tuple(with_rollouts(bot, self.rollouts) for bot in self.bots)

    @cached_property
    def seatings(self) -> list[tuple[str, ...]]:
        """The bots in each seat, in every distinct order."""
        return list(dict.fromkeys(permutations(self.played, self.game.seats)))

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        """The games of this many deals, deal by deal; more deals add games at the end."""
        for n in range(deals * len(self.seatings)):
            deal, seating = divmod(n, len(self.seatings))
            yield Fixture(n, self.seed + deal, self.seatings[seating])

    @property
    def header(self) -> dict[str, object]:
        """What must be equal for results to belong to this tournament."""
        return {
            "map": self.game.name,
            "digest": self.game.board.digest,
            "seats": self.game.seats,
            "bots": list(self.bots),
            "seed": self.seed,
            "move_limit": self.move_limit,
        }


def match(
    game: Game,
    bots: Sequence[str],
    deals: int = 100,
    seed: int = 0,
    jobs: int = 1,
    *,
    ray: str | None = None,
    move_limit: float | None = None,
    stop_on_fault: bool = False,
    sequential: tuple[float, float] | None = None,
    results: Path | None = None,
    report: Callable[[Outcome, str | None], None] = lambda outcome, record: None,
) -> Standings:
    """Play every seating of `deals` deals, in `jobs` processes or on the Ray cluster at the address `ray`.

    A budget in seconds is converted to rollouts on this machine before the first game. A bot that fails loses its game;
    with `stop_on_fault` the match ends with BotFault instead. `sequential` gives two win rates: the match ends after
    the deal that settles which of them is closer to the first bot's. With a `results` file, an interrupted match
    continues where it stopped. `report` is called with every outcome in order, and with its record if it was played in
    this run.
    """
    tournament = Tournament(game, tuple(bots), seed, move_limit)
    if deals < 1 or jobs < 1:
        raise BadArena("no_deals")
    check_seed(seed + deals)
    test = Sequential(*sequential) if sequential else None
    ledger = Ledger(results, tournament.header, partial(calibrate, game, bots))
    tournament = replace(tournament, rollouts=ledger.header["rollouts"])
    fixtures = list(tournament.fixtures(deals))
    known: Iterable[tuple[Outcome, None]] = ((outcome, None) for outcome in ledger.outcomes[: len(fixtures)])
    outcomes: list[Outcome] = []
    with closing(play_all(game, fixtures[len(ledger.outcomes) :], move_limit, jobs, ray)) as played:
        for outcome, record in chain(known, played):
            report(outcome, record)
            if record is not None:
                if outcome.fault and stop_on_fault:
                    raise BotFault(outcome.fault.code, **outcome.fault.parameters)
                ledger.add(outcome)
            outcomes.append(outcome)
            if test and len(outcomes) % len(tournament.seatings) == 0:
                test.add(win_rate(tournament.played[0], outcomes[-len(tournament.seatings) :]))
                if test.verdict:
                    break
    return Standings(ledger.header, tuple(outcomes), test)
