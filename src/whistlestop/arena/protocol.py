"""Protocols: frozen evaluations, each a file that pins maps, seats, deals, opponents and what these are rated."""

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whistlestop.arena.bout import Fixture
from whistlestop.arena.guest import is_guest
from whistlestop.arena.reasons import BadArena
from whistlestop.game.game import Game

FOLDER = Path(__file__).parent / "protocols"


@dataclass(frozen=True)
class Opponent:
    """Copies of a bot that sit in all seats but the agent's."""

    bot: str
    rating: float
    plays: str
    """What its own games were when the protocol was frozen; see `evaluation.fingerprint`. Empty: not pinned."""


@dataclass(frozen=True)
class Cell:
    """A map with a number of seats, and the opponents there."""

    map: str
    digest: str
    """That of the map; empty: not pinned."""
    seats: int
    opponents: tuple[Opponent, ...]

    def game(self) -> Game:
        """The game; raises BadArena if the map is not the one of the protocol."""
        game = Game(self.map, self.seats)
        if self.digest not in ("", game.digest):
            raise BadArena("other_map", map=self.map, wanted=self.digest[:16], found=game.digest[:16])
        return game


@dataclass(frozen=True)
class Protocol:
    """A frozen evaluation: the agent plays every deal once in each seat against each opponent."""

    name: str
    digest: str
    deals: int
    seed: int
    move_limit: float
    cells: tuple[Cell, ...]

    @property
    def games(self) -> int:
        """How many games the agent plays."""
        return sum(self.deals * cell.seats * len(cell.opponents) for cell in self.cells)

    def fixtures(self, agent: str, cell: Cell, opponent: Opponent) -> Iterator[Fixture]:
        """The games of the agent against one opponent, deal by deal."""
        for n in range(self.deals * cell.seats):
            deal, seat = divmod(n, cell.seats)
            others = [opponent.bot] * cell.seats
            seating = (*others[:seat], agent, *others[seat + 1 :])
            yield Fixture(n, self.seed + deal, seating, seat if is_guest(agent) else None)

    @classmethod
    def read(cls, name: str) -> "Protocol":
        """A bundled protocol by name, or one from a .toml file; BadArena says if there is none or what is wrong."""
        path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
        if not path.is_file():
            known = ", ".join(sorted(file.stem for file in FOLDER.glob("*.toml")))
            raise BadArena("no_protocol", name=name[:80], known=known)
        content = path.read_bytes()
        try:
            return cls._of(tomllib.loads(content.decode()), hashlib.sha256(content).hexdigest())
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadArena("bad_protocol", file=str(path), problem=f"{type(error).__name__}: {error}"[:200]) from None

    @classmethod
    def _of(cls, given: dict[str, Any], digest: str) -> "Protocol":
        cells = tuple(
            Cell(
                str(cell["map"]),
                str(cell.get("digest", "")),
                int(cell["seats"]),
                tuple(
                    Opponent(str(one["bot"]), float(one["rating"]), str(one.get("plays", "")))
                    for one in cell["opponents"]
                ),
            )
            for cell in given["cells"]
        )
        numbers = int(given["deals"]), int(given["seed"]), float(given["move_limit"])
        if not cells or numbers[0] < 1 or numbers[2] <= 0 or not all(cell.opponents for cell in cells):
            raise ValueError("deals and move_limit must be above 0, and every cell needs opponents")
        return cls(str(given["name"]), digest, *numbers, cells)
