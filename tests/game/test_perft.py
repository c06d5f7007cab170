"""Perft: how many sequences of moves there are from a position, deals counted as moves.

`golden/perft.txt` has a line for each position and depth: map, seats, seed and ply of the random game that leads
there, depth, count. `python tests/game/test_perft.py` writes the counts again.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laws.games import RandomGame, random_game
from positions import game_of

from whistlestop.game import engine
from whistlestop.game.game import Game
from whistlestop.game.state import PHASE_NAMES, STATE

FILE = Path(__file__).parents[1] / "golden" / "perft.txt"
MOST = 6000
"""No line counts more sequences than this, so that they are counted uncompiled as well."""
SEEDS = 4

Line = tuple[str, int, int, int, int, int]


def parse(line: str) -> Line:
    name, seats, seed, ply, depth, count = line.split()
    return name, int(seats), int(seed), int(ply), int(depth), int(count)


LINES = [parse(line) for line in FILE.read_text(encoding="ascii").splitlines()]
PLACES = sorted({line[:3] for line in LINES})

cached_game = cache(lambda name, seats, seed: random_game(game_of(name, seats), seed))


def legal(game: Game, states: Any, i: int) -> list[int]:
    out = np.zeros(len(game.catalogue), np.int64)
    return [int(move) for move in out[: engine.legal(game.compiled, states, i, out)]]


def perft(game: Game, state: Any, depth: int) -> int:
    """How many sequences of `depth` moves start from a state; those that end the game early do not count."""
    states: Any = np.zeros(depth + 1, STATE).view(np.recarray)
    states[0] = state
    return count_from(game, states, 0, depth)


def count_from(game: Game, states: Any, level: int, depth: int) -> int:
    moves = legal(game, states, level)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        states[level + 1] = states[level]
        engine.apply(game.compiled, states, level + 1, move)
        count += count_from(game, states, level + 1, depth - 1)
    return count


def breakdown(walked: RandomGame, ply: int, depth: int) -> str:
    """How many sequences begin with each move."""
    lines = []
    for move in legal(walked.game, walked.states, ply):
        states = walked.states[ply : ply + 1].copy().view(np.recarray)
        engine.apply(walked.game.compiled, states, 0, move)
        count = perft(walked.game, states[0], depth - 1) if depth > 1 else 1
        lines.append(f"  {walked.game.catalogue.moves[move].text}: {count}")
    return "\n".join([f"{PHASE_NAMES[int(walked.states[ply].phase)]}, by first move:", *lines])


@pytest.mark.parametrize(("name", "seats", "seed"), PLACES)
def test_the_number_of_sequences_has_not_changed(name: str, seats: int, seed: int) -> None:
    walked = cached_game(name, seats, seed)
    for *place, ply, depth, count in LINES:
        if place == [name, seats, seed]:
            found = perft(walked.game, walked.states[ply], depth)
            where = f"{name} {seats} {seed} {ply} {depth}: {found}, not {count}"
            assert found == count, f"{where}\n{breakdown(walked, ply, depth)}"


def test_perft_looks_at_every_phase() -> None:
    met = {int(cached_game(*line[:3]).states[line[3]].phase) for line in LINES}
    assert {PHASE_NAMES[phase] for phase in met} == set(PHASE_NAMES) - {"over"}
    assert {line[0] for line in LINES} == {"nordic", "europe", "new_york"}
    assert {line[4] for line in LINES} == {1, 2, 3}


def estimate(walked: RandomGame, ply: int, depth: int) -> int:
    """About how many sequences there are; exact for depth 2."""
    count = perft(walked.game, walked.states[ply], 2)
    return count if depth == 2 else count * count // max(1, len(legal(walked.game, walked.states, ply)))


def write_counts() -> None:
    """From the first game of a seed: for each phase a position early and one late, as deep as the count allows."""
    lines = []
    for name, seats in (("nordic", 2), ("nordic", 3), ("europe", 2), ("europe", 4), ("new_york", 2), ("new_york", 4)):
        met: set[tuple[int, bool]] = set()
        for seed in range(SEEDS):
            walked = cached_game(name, seats, seed)
            for ply, state in enumerate(walked.states[:-1]):
                key = (int(state.phase), ply > len(walked.states) // 2)
                if key not in met:
                    met.add(key)
                    for depth in (1, 2, 3):
                        if depth == 1 or estimate(walked, ply, depth) <= MOST:
                            lines.append(f"{name} {seats} {seed} {ply} {depth} {perft(walked.game, state, depth)}")
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii", newline="\n")


if __name__ == "__main__":
    write_counts()
