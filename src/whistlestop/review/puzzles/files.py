"""The text files of puzzles, one for each map.

    # Built by Whistlestop 1.0: whistlestop puzzles new_york
    format: 1
    map: new_york
    digest: 5c7f...
    games: 0-411               the seeds of the games that were searched

    puzzle: 1
    seats: 2
    seed: 17
    seat: 0
    themes: save_ticket stop_drawing
    difficulty: 3
    best: 61.2 claim chelsea-gramercy_park 2 red
    other: 48.0 10.4 16.0 take red
    moves: 12 45 1x14 301

`best` has the chance of winning in percent; `other` has its chance, and the limits of how much less that is. Moves are
numbers of the catalogue, those of the seats alone: deals follow from the seed. `1x14` is move 1 fourteen times.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from whistlestop import __version__
from whistlestop.game.game import Game
from whistlestop.game.map_files import SourceLine, shown
from whistlestop.game.reasons import BadMap, IllegalMove
from whistlestop.game.record import Record
from whistlestop.review.puzzles.puzzle import EASIEST, HARDEST, THEMES, Choice, Puzzle, replay
from whistlestop.review.puzzles.reasons import BadPuzzles

FORMAT = 1
NUMBER = r"\d{1,18}"
RUN = rf"{NUMBER}(x\d{{1,3}})?"
PERCENT = r"\d{1,3}\.\d"
BEST = re.compile(rf"({PERCENT}) (.+)")
OTHER = re.compile(rf"({PERCENT}) ({PERCENT}) ({PERCENT}) (.+)")


@dataclass(frozen=True)
class Puzzles:
    """The puzzles of a map."""

    map: str
    digest: str
    first: int
    """The seeds of the games that were searched, from the first to before the end."""
    end: int
    puzzles: tuple[Puzzle, ...]
    lines: tuple[int, ...] = ()
    """On which line of a file each begins."""


def bundled_file(name: str) -> Path:
    """Where the puzzles of a map are that are shipped; there may be none."""
    return Path(__file__).parent / f"{name}.txt"


def count_puzzles(name: str, digest: str) -> int:
    """How many puzzles are shipped for the map with this name and digest, without reading them."""
    file = bundled_file(name)
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return text.count("\npuzzle: ") if f"\ndigest: {digest}\n" in text else 0


def write(puzzles: Puzzles, game_for: Callable[[int], Game]) -> str:
    """The puzzles as text; `game_for` finds the game with a number of seats."""
    head = [
        f"# Built by Whistlestop {__version__}: whistlestop puzzles {puzzles.map}",
        f"format: {FORMAT}",
        f"map: {puzzles.map}",
        f"digest: {puzzles.digest}",
        f"games: {puzzles.first}-{puzzles.end - 1}",
    ]
    return "\n".join([*head, *(line for one in puzzles.puzzles for line in lines_of(one, game_for(one.seats))), ""])


def lines_of(puzzle: Puzzle, game: Game) -> Iterator[str]:
    """The lines of a puzzle, after an empty one."""
    texts = game.catalogue.moves
    yield ""
    yield f"puzzle: {puzzle.number}"
    yield f"seats: {puzzle.seats}"
    yield f"seed: {puzzle.seed}"
    yield f"seat: {puzzle.seat}"
    yield f"themes: {' '.join(puzzle.themes)}"
    yield f"difficulty: {puzzle.difficulty}"
    best, *others = puzzle.choices
    yield f"best: {100 * best.chance:.1f} {texts[best.move].text}"
    for one in others:
        numbers = " ".join(f"{100 * number:.1f}" for number in (one.chance, one.low, one.high))
        yield f"other: {numbers} {texts[one.move].text}"
    runs = ((move, len(list(same))) for move, same in groupby(puzzle.moves))
    yield f"moves: {' '.join(f'{move}x{count}' if count > 1 else str(move) for move, count in runs)}"


class Reader:
    """Reads the lines of a file one after another; errors name the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        numbered = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        self.lines = [(SourceLine(str(path), n), text) for n, text in numbered if text and not text.startswith("#")]
        self.at = 0
        self.line = SourceLine(str(path), 1)
        self.text = ""

    @property
    def key(self) -> str:
        """What the next line begins with; empty after the last."""
        return self.lines[self.at][1].partition(":")[0] if self.at < len(self.lines) else ""

    def read(self, key: str, pattern: str, code: str = "puzzle_line") -> str:
        """The value of the next line, which must have this key and match a pattern."""
        self.line, self.text = self.lines[self.at] if self.at < len(self.lines) else (self.line, "")
        self.at += 1
        found = re.fullmatch(rf"{key}: ({pattern})", self.text)
        if not found:
            raise self.error(code, found=shown(self.text))
        return found[1]

    def number(self, key: str) -> int:
        """The number of the next line, which must have this key."""
        return int(self.read(key, NUMBER))

    def error(self, code: str, **parameters: str | int) -> BadMap:
        """An error about the line that was read last."""
        return self.line.error(code, BadPuzzles, **parameters)


def read(path: Path, maps: Iterable[Path] = ()) -> Puzzles:
    """Read the puzzles of a file; its map is looked for in these folders first. `check` replays a puzzle."""
    reader = Reader(path)
    found = int(reader.read("format", NUMBER, "puzzle_header"))
    if found != FORMAT:
        raise reader.error("puzzle_format", found=found, expected=FORMAT)
    name = reader.read("map", ".+", "puzzle_header")
    game_for = games_of(name, maps)
    digest = reader.read("digest", "[0-9a-f]{64}", "puzzle_header")
    if digest != game_for(2).digest:
        raise reader.error("puzzle_digest", map=name)
    first, last = map(int, reader.read("games", f"{NUMBER}-{NUMBER}", "puzzle_header").split("-"))
    puzzles: list[Puzzle] = []
    lines: list[int] = []
    while reader.key:
        lines.append(reader.lines[reader.at][0].line)
        puzzles.append(read_puzzle(reader, len(puzzles) + 1, game_for))
    return Puzzles(name, digest, first, last + 1, tuple(puzzles), tuple(lines))


def games_of(name: str, maps: Iterable[Path] = ()) -> Callable[[int], Game]:
    """Finds the games of a map with some seats, each made once."""
    return finder(name, tuple(maps))


@cache
def finder(name: str, maps: tuple[Path, ...]) -> Callable[[int], Game]:
    """What `games_of` returns, made once for each map."""
    return cache(lambda seats: Game(name, seats, maps))


def read_puzzle(reader: Reader, number: int, game_for: Callable[[int], Game]) -> Puzzle:
    """Read the next puzzle."""
    found = reader.number("puzzle")
    if found != number:
        raise reader.error("puzzle_number", found=found, expected=number)
    seats = reader.number("seats")
    try:
        game = game_for(seats)
    except BadMap as error:
        raise reader.error("puzzle_problem", problem=str(error)) from None
    seed, seat = reader.number("seed"), reader.number("seat")
    themes = tuple(reader.read("themes", "[a-z_ ]+").split())
    for theme in themes:
        if theme not in THEMES:
            raise reader.error("puzzle_theme", found=shown(theme), themes=", ".join(THEMES))
    difficulty = int(reader.read("difficulty", f"[{EASIEST}-{HARDEST}]"))
    choices = [read_choice(reader, "best", BEST, game, number)]
    while reader.key == "other":
        choices.append(read_choice(reader, "other", OTHER, game, number))
    runs = [run.partition("x") for run in reader.read("moves", f"{RUN}( {RUN})*|").split()]
    moves = [int(move) for move, _, count in runs for _ in range(int(count or 1))]
    return Puzzle(number, game.seats, seed, tuple(moves), seat, themes, difficulty, tuple(choices))


def read_choice(reader: Reader, key: str, pattern: "re.Pattern[str]", game: Game, number: int) -> Choice:
    """Read a line with a move and its chance."""
    *percents, text = re.fullmatch(pattern, reader.read(key, pattern.pattern)).groups()  # type: ignore[union-attr]
    move = game.catalogue.find(text)
    if move is None:
        raise reader.error("puzzle_move", found=shown(text), number=number)
    chance, low, high = [*(float(percent) / 100 for percent in percents), 0.0, 0.0][:3]
    return Choice(move, chance, low, high)


def check(puzzle: Puzzle, game: Game, line: SourceLine) -> Record:
    """Replay a puzzle and return its record; raises BadPuzzles if a move or the seat is wrong."""
    try:
        record = replay(game, puzzle.seed, puzzle.moves)
    except IllegalMove as error:
        raise line.error("puzzle_problem", BadPuzzles, problem=str(error)) from None
    if record.over or record.mover != puzzle.seat:
        raise line.error("puzzle_seat", BadPuzzles, found=puzzle.seat, expected=record.mover, number=puzzle.number)
    legal = set(record.legal_moves())
    for choice in puzzle.choices:
        if choice.move not in legal:
            found = game.catalogue.moves[choice.move].text
            raise line.error("puzzle_move", BadPuzzles, found=found, number=puzzle.number)
    return record
