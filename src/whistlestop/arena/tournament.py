"""Tournament: which bots play which games; and `match`, which plays them and says what came of it."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, permutations
from pathlib import Path

from whistlestop.arena.bout import Fixture, Outcome
from whistlestop.arena.budget import calibrate, seated
from whistlestop.arena.crew import play_all
from whistlestop.arena.ledger import Ledger
from whistlestop.arena.reasons import BadArena, BotFault
from whistlestop.arena.sequential import Sequential
from whistlestop.arena.standings import Standings, win_rate
from whistlestop.bots import make_bot
from whistlestop.game.dice import check_seed
from whistlestop.game.game import Game

SEATINGS = 10_000
"""How many seatings a deal may have."""


@dataclass(frozen=True)
class Tournament:
    """Bots that play every deal in every seating; deal n has the seed `seed + n`.

    As many bots as seats change places, all copies of a bot being alike; of more bots every selection plays.
    """

    game: Game
    bots: tuple[str, ...]
    seed: int = 0
    move_limit: float | None = None
    """How many seconds a bot may think about one move."""
    rollouts: Mapping[str, int] = field(default_factory=dict)
    """What the budgets of bots come to that are stated in seconds."""

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
        """The bots as they are seated: with rollouts in the place of seconds."""
        return tuple(seated(bot, self.rollouts) for bot in self.bots)

    @cached_property
    def seatings(self) -> list[tuple[str, ...]]:
        """The bots of each seat, in every way that differs."""
        return list(dict.fromkeys(permutations(self.played, self.game.seats)))

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        """The games of some deals, deal by deal; more deals add games at the end."""
        for n in range(deals * len(self.seatings)):
            deal, seating = divmod(n, len(self.seatings))
            yield Fixture(n, self.seed + deal, self.seatings[seating])

    @property
    def header(self) -> dict[str, object]:
        """What must be the same for results to belong to this tournament."""
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
    """Play every seating of some deals, on `jobs` processes or on the Ray cluster at an address.

    Bots with a budget in seconds are given as many rollouts as that is on this machine, measured before the first game.
    A bot that breaks off loses its game, or BotFault stops the match. `sequential` gives two win rates: the match ends
    after the deal that settles which of them the first bot rather has. With a file of `results` a match goes on where
    it was broken off. `report` is told every outcome in order, with its record if it was played now.
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
