"""Puzzles: the files that are shipped, their reader, how puzzles are found, and the command."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from whistlestop import maps
from whistlestop.cli.main import main
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.map_files import SourceLine
from whistlestop.game.reasons import BadMap
from whistlestop.review.puzzles import files, mining
from whistlestop.review.puzzles.puzzle import Puzzle, answer_of
from whistlestop.review.puzzles.reasons import BadPuzzles
from whistlestop.review.puzzles.themes import themes_of
from whistlestop.review.puzzles.values import Comparison

MAPS = sorted(maps.BUNDLED.glob("*/cities.csv"))
NAMES = [file.parent.name for file in MAPS]
LARGEST = 1_000_000
"""The most bytes of all files together."""
SAMPLE = 97
"""Of so many puzzles one is replayed; `whistlestop puzzles --check` replays all."""


@pytest.mark.parametrize("name", NAMES)
def test_shipped_puzzles_have_one_best_move_and_replay(name: str) -> None:
    path = files.bundled_file(name)
    found = files.read(path)
    game_for = files.games_of(name)
    assert files.write(found, game_for).splitlines()[1:] == path.read_text(encoding="utf-8").splitlines()[1:]
    assert files.count_puzzles(name, found.digest) == len(found.puzzles) > 0
    assert files.count_puzzles(name, "0" * 64) == 0
    for puzzle in found.puzzles:
        best, *others = puzzle.choices
        assert others
        assert all(other.chance <= best.chance - mining.LEAD + 0.001 for other in others)
        assert all(other.low <= best.chance - other.chance + 0.002 <= other.high + 0.004 for other in others)
    for puzzle, line in list(zip(found.puzzles, found.lines, strict=True))[::SAMPLE]:
        record = files.check(puzzle, game_for(puzzle.seats), SourceLine(path.name, line))
        assert themes_of(record, puzzle.best, puzzle.choices[1].move) == puzzle.themes


def test_shipped_puzzles_are_small_and_no_position_comes_twice() -> None:
    paths = [files.bundled_file(name) for name in NAMES]
    assert sum(path.stat().st_size for path in paths) < LARGEST
    for path in paths:
        puzzles = files.read(path).puzzles
        assert len({(one.seats, one.seed, one.moves) for one in puzzles}) == len(puzzles)
        by_game: dict[int, list[Puzzle]] = {}
        for one in puzzles:
            by_game.setdefault(one.seed, []).append(one)
        for ones in by_game.values():
            lengths = [len(one.moves) for one in ones]
            assert all(later - earlier >= mining.APART for earlier, later in pairwise(lengths))


@pytest.fixture
def text() -> str:
    """The header and the first puzzle of a file."""
    written = files.bundled_file("new_york").read_text(encoding="utf-8")
    return "\n\n".join(written.split("\n\n")[:2]) + "\n"


@pytest.mark.parametrize(
    ("line", "changed", "code"),
    [
        (2, "format: 9", "puzzle_format"),
        (3, "mop: new_york", "puzzle_header"),
        (3, "map: atlantis", "no_such_map"),
        (4, f"digest: {'0' * 64}", "puzzle_digest"),
        (5, "games: many", "puzzle_header"),
        (7, "puzzle: 2", "puzzle_number"),
        (8, "seats: two", "puzzle_line"),
        (8, "seats: 9", "puzzle_problem"),
        (11, "themes: romance", "puzzle_theme"),
        (12, "difficulty: 6", "puzzle_line"),
        (13, "best: 50.0 fly", "puzzle_move"),
        (14, "other: a lot", "puzzle_line"),
    ],
)
def test_an_error_names_the_line(text: str, tmp_path: Path, line: int, changed: str, code: str) -> None:
    path = tmp_path / "broken.txt"
    lines = text.splitlines()
    lines[line - 1] = changed
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(BadMap) as caught:
        files.read(path)
    assert caught.value.reason.code == code
    if code.startswith("puzzle"):
        assert f"{path}:{line}:" in str(caught.value)


def test_the_command_checks_a_file(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["puzzles", "--check", str(path)]) == 0
    assert "all 1 puzzles are legal" in capsys.readouterr().out
    seat = int(text.partition("\nseat: ")[2][0])
    path.write_text(text.replace(f"\nseat: {seat}\n", f"\nseat: {1 - seat}\n"), encoding="utf-8")
    assert main(["puzzles", "--check", str(path)]) == 1
    assert f"{path}:7: seat {1 - seat} is not to move in the position of puzzle 1" in capsys.readouterr().err
    path.write_text(text.replace("\nmoves: ", "\nmoves: 99999 "), encoding="utf-8")
    with pytest.raises(BadPuzzles):
        files.check(
            files.read(path).puzzles[0], Game("new_york", files.read(path).puzzles[0].seats), SourceLine("x", 1)
        )


def test_the_command_says_what_is_missing(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles"]) == 1
    assert "Name a map" in capsys.readouterr().err
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["puzzles", "europe", "-o", str(path)]) == 1
    assert "has puzzles for the map new_york" in capsys.readouterr().err
    before = path.read_text(encoding="utf-8")
    assert main(["puzzles", "new_york", "--count", "1", "-o", str(path)]) == 0  # there are enough
    assert path.read_text(encoding="utf-8") == before


def test_claims_of_a_route_are_one_answer() -> None:
    game = Game("new_york")
    find = game.catalogue.numbers
    one, other = (
        find["claim chelsea-empire_state_building 2 red"],
        find["claim chelsea-empire_state_building/2 2 locomotive"],
    )
    assert answer_of(game, one) == answer_of(game, other)
    assert answer_of(game, find["take red"]) != answer_of(game, find["take blue"])
    assert answer_of(game, find["keep 1"]) != answer_of(game, find["keep 1 2"])


def play_dice(chances: dict[int, float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each move win at random with its chance, the same way for the same guesses."""

    def values_of(_view: Any, moves: list[int], guesses: range, seed: int) -> Comparison:
        dice = np.array([np.random.default_rng([seed, n]).random() for n in guesses])
        won = np.array([dice < chances[move] for move in moves], float)
        return Comparison(len(guesses), won.sum(axis=1), ((won - won[0]) ** 2).sum(axis=1))

    monkeypatch.setattr(mining, "values_of", values_of)


def test_only_a_move_that_leads_every_other_clearly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = list(range(40))
    clear = {move: 0.3 - move / 1000 for move in moves} | {2: 0.65}
    play_dice(clear, monkeypatch)
    for seed in range(3):
        choices = mining.look(None, moves, seed)  # type: ignore[arg-type]
        assert [choice.move for choice in choices][:1] == [2]
        best, *others = choices
        assert all(other.low <= best.chance - other.chance <= other.high for other in others)
    play_dice(clear | {35: 0.57}, monkeypatch)  # an unlikely move is nearly as good
    assert not any(mining.look(None, moves, seed) for seed in range(20))  # type: ignore[arg-type]
    play_dice(dict.fromkeys(moves, 0.5), monkeypatch)
    assert not any(mining.look(None, moves, seed) for seed in range(20))  # type: ignore[arg-type]


@pytest.mark.skipif(TARGET != "cpu", reason="a search takes minutes in plain Python")
def test_the_puzzles_of_a_game_can_be_found_again() -> None:
    shipped = files.read(files.bundled_file("new_york")).puzzles
    two = Game("new_york")
    wanted = next(one for one in shipped if one.seats == 2)
    found = next(mining.mine(two, wanted.seed))
    assert mining.seats_in(two, wanted.seed) == 2
    assert (found.moves, found.seat, found.best, found.themes) == (
        wanted.moves,
        wanted.seat,
        wanted.best,
        wanted.themes,
    )
    assert found.difficulty == wanted.difficulty


def test_several_processes_find_the_same_and_the_search_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games of a seed are stood in for: what is tested is the order, the end, and the file."""

    def stand_in(name: str, maps: tuple[Path, ...], seed: int) -> tuple[Any, ...]:
        shipped = files.read(files.bundled_file(name), maps).puzzles
        return tuple(replace(shipped[0], seed=seed) for _ in range(seed % 3))

    class Pool:
        """Runs at once, in this process."""

        def __init__(self, *_: Any) -> None: ...

        def submit(self, act: Any, *args: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            if args[2] == killed:
                future.set_exception(BrokenProcessPool())
            else:
                future.set_result(act(*args))
            return future

        def shutdown(self, **_: Any) -> None: ...

    killed = -1
    monkeypatch.setattr(mining, "mine_game", stand_in)
    monkeypatch.setattr(mining, "ProcessPoolExecutor", Pool)
    written = []
    for jobs in ("1", "3"):
        path = tmp_path / f"{jobs}.txt"
        for count in ("2", "9"):
            assert main(["puzzles", "new_york", "--count", count, "--jobs", jobs, "-o", str(path)]) == 0
        written.append(path.read_text())
    assert written[0] == written[1]
    assert [one.seed for one in files.read(tmp_path / "3.txt").puzzles] == [1, 2, 2, 4, 5, 5, 7, 8, 8]
    clock = iter([False] * 5 + [True] * 100)
    assert len(list(mining.mine_games("new_york", (), 0, 2, lambda: next(clock)))) == 5, "what has begun is kept"
    killed = 7
    with pytest.raises(BadPuzzles) as error:
        list(mining.mine_games("new_york", (), 0, 2, lambda: False))
    assert error.value.reason.code == "puzzle_worker_died"
