"""Searches with a network on a GPU: here in Numba's simulator, against the search of the bots in plain Python."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `train`")

ROOT = Path(__file__).parents[2]
START = """
import conftest, json
import numpy as np
import torch
from whistlestop.bots.inputs import make_shape
from whistlestop.bots.network import make_network, parts
from whistlestop.game.game import Game
from whistlestop.learn.league import first_priors
from whistlestop.learn.room import all_games

torch.set_num_threads(1)
game, games, rollouts, seed = Game("new_york", 3), 2, 8, 5
draw = np.random.default_rng(2)
arrays = {name: draw.normal(0, 0.05, size) for name, size in parts(make_shape(game, 64, 1))}
network = make_network(game, 64, 1, arrays, first_priors(all_games("new_york")))
found = []
"""
ON_GPU = """
import network_players
from network_match import Match, Player
from network_players import Tuning, answer

class Enough(Exception):
    pass

def watched(questions, *rest):
    chosen = answer(questions, *rest)
    rows = torch.stack([questions.move, questions.tried, questions.gained], 2).tolist()
    found.append([[move, *sorted(r for r in row if r[1])] for move, row in zip(chosen.tolist(), rows)])
    if len(found) == 2:
        raise Enough
    return chosen

network_players.answer = watched
tuning = Tuning(ahead=1, sure=1.1, behind=100.0)
match = Match(game, Player("champion", network, rollouts, tuning), Player("planner"), games, slots=8, seed=seed)
try:
    match.play()
except Enough:
    print(json.dumps(found))
"""
ON_CPU = """
from types import SimpleNamespace
from network_seeds import seed_of
from whistlestop.bots import network_search, planner
from whistlestop.bots.turns import PLAY
from whistlestop.bots.weights import weights_array
from whistlestop.game.view import View
from whistlestop.learn.league import PRIOR
from whistlestop.learn.room import Room

network_search.AHEAD, network_search.SURE, network_search.BEHIND = 1, 1.1, 100.0
plays = np.zeros(games, PLAY)
plays["seed"], plays["learners"], plays["prior"] = seed, 1 << np.arange(games), PRIOR
room = Room([game], network.shape, [network.prior_for(game)], plays)
room.reset()
weights = weights_array(network.prior_for(game), planner.weights_for(game))
for decision in (1, 2):
    moves = []
    for k in range(games):
        search = network_search.NetworkSearch(lambda game: network, rollouts)
        rng = SimpleNamespace(getrandbits=lambda bits: seed_of(decision, games, k))
        opinions = search.opinions(View(game, room._states, k, k), weights, rng)
        moves.append([opinions[0].move, *sorted((o.move, o.tried, o.value * o.tried * (1 << 20)) for o in opinions)])
    found.append(moves)
    room.step(torch.tensor([row[0] for row in moves]))
print(json.dumps(found))
"""


def run(target: str, program: str, *arguments: str) -> str:
    """What a program prints with a target."""
    path = os.pathsep.join([str(ROOT / "benchmarks"), str(Path(__file__).parent), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": target, "PYTHONPATH": path}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_search_on_a_gpu_finds_what_the_bot_finds() -> None:
    here, there = json.loads(run("none", START + ON_CPU)), json.loads(run("cuda", START + ON_GPU))
    for decisions in zip(here, there, strict=True):
        for (move, *mine), (other, *others) in zip(*decisions, strict=True):
            assert move == other
            assert [row[:2] for row in mine] == [row[:2] for row in others]
            assert [row[2] for row in mine] == pytest.approx([row[2] for row in others], rel=1e-3)


MATCH = """
import sys
import network_gpu
from pathlib import Path
from whistlestop.bots.network import write_network

folder = Path(sys.argv[1])
write_network(folder / "network.npz", game, network)
options = "new_york --games 2 --slots 8 --style racer --learned 0.5".split()
sys.argv = ["network_gpu.py", *options, "--file", str(folder / "network.npz"), "--out", str(folder / "rates.csv")]
network_gpu.main()
"""


def test_a_match_is_counted(tmp_path: Path) -> None:
    printed = run("cuda", START + MATCH, str(tmp_path)).splitlines()
    with (tmp_path / "rates.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["style"], row["learned"], row["games"], row["searched"]) for row in rows] == [
        ("racer", "0.5", "2", "0")
    ]
    assert f"{100 * float(rows[0]['share']):.1f} %" in printed[-1]
    assert int(rows[0]["decisions"]) > 20


RUNS = """
import json
import sys
import network_gpu
from network_runs import ROUNDS, RUNS, plan
from pathlib import Path
from whistlestop.cli.main import make_parser

found = {}
for run in RUNS:
    for name in ROUNDS if run in ("seeds", "exploiter") else [""]:
        steps = plan(run, name, Path("runs"), is_small=False)
        assert len({step.output for step in steps}) == len(steps)
        for step in steps:
            words = step.command(20.0)
            if step.rounds:
                make_parser("train").parse_args(words[2:])
            else:
                sys.argv = words
                network_gpu.parse()
        found[f"{run} {name}".strip()] = len(steps)
print(json.dumps(found))
"""


def test_the_commands_of_long_runs_are_understood() -> None:
    found = json.loads(run("cuda", RUNS))
    assert (found["seeds europe"], found["exploiter new_york"], found["champion"]) == (12, 3, 18)
