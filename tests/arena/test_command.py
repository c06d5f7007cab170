"""The command `whistlestop arena`: what it writes, what it refuses, and the same match on a Ray cluster."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import whistlestop
from whistlestop.cli.main import main
from whistlestop.game.reader import verify

Run = Callable[..., tuple[int, str, str]]
CHEAT = f"{Path(__file__).parent / 'faulty.py'}:Cheat"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command in an empty folder: exit code, what it wrote, and what it wrote to stderr."""
    monkeypatch.chdir(tmp_path)

    def run_it(*argv: object) -> tuple[int, str, str]:
        code = main(["arena", *map(str, argv), "--jobs", "1"])
        return code, *capsys.readouterr()

    return run_it


def test_standings_are_printed_written_and_drawn(run: Run, tmp_path: Path) -> None:
    code, out, error = run(
        *("new_york", "--bots", "racer,random", "--games", 3, "--seed", 1, "--sequential", "0.5,0.9"),
        *("--json", "it.json", "--chart", "it.svg", "--records", "records", "--results", "results"),
    )
    assert (code, error) == (0, "")
    assert "4 games, 2 deals from seed 1" in out
    assert "the win rate of racer is closer to 50% or 90%" in out
    assert max(len(line) for line in out.splitlines()) <= 100
    written = json.loads((tmp_path / "it.json").read_text())
    assert [standing["bot"] for standing in written["standings"]] == ["racer", "random"]
    assert (tmp_path / "it.svg").read_text().startswith("<svg")
    records = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in records] == [f"game-{n:06}.txt" for n in range(4)]
    assert verify(records[1].read_text()).names == ("random", "racer")


def test_a_verdict_is_printed(run: Run) -> None:
    _, out, error = run("new_york", "--bots", "random", "--bot", CHEAT, "--games", 40, "--sequential", "0.5,0.9")
    assert "closer to 90%; decided after 6 deals" in out
    assert "Games stopped by a fault: 12." in out
    assert error.count("made an illegal move") == 12
    assert Path("faults/game-000011.txt").exists()


def test_a_fault_stops_the_match_if_asked(run: Run) -> None:
    code, out, error = run("new_york", "--bots", f"random,{CHEAT}", "--on-error", "stop")
    assert (code, out) == (1, "")
    assert error.count("made an illegal move") == 1
    assert "faults/game-000000.txt" in error
    assert verify(Path("faults/game-000000.txt").read_text())


@pytest.mark.parametrize(
    "options",
    [
        ["--bots", "random"],
        ["--bots", "random,nobody"],
        ["--bots", "random,random", "--seats", "9"],
        ["--bots", "random,random", "--seed", "-1"],
        ["--bots", "random,random", "--move-limit", "0"],
        ["--bots", "random,random", "--chart", "it.gif"],
        ["--bots", "random,random", "--sequential", "0.6,0.5"],
        ["--bots", "random,random", "--results", "no/such/folder"],
    ],
)
def test_a_match_that_cant_be_played_is_an_error(run: Run, options: list[str]) -> None:
    code, out, error = run("new_york", *options)
    assert (code, out) == (1, "")
    assert error.count("\n") == 1
    assert error.endswith(".\n")


@pytest.mark.parametrize("options", [["--sequential", "0.5"], ["--games", "0"], ["--on-error", "weep"]])
def test_usage_is_exit_code_2(run: Run, options: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("new_york", "--bots", "random,random", *options)
    assert stopped.value.code == 2


needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")


@needs_ray
def test_a_cluster_plays_the_same_match(run: Run, tmp_path: Path) -> None:
    argv = ["new_york", "--bots", f"random,{CHEAT}", "--games", "4"]
    assert run(*argv, "--results", "alone")[0] == 0
    source = str(Path(whistlestop.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "whistlestop", "arena", *argv, "--ray", "local", "--results", "cluster"],
        env={**os.environ, "PYTHONPATH": source, "WHISTLESTOP_TARGET": "none"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "cluster").read_bytes() == (tmp_path / "alone").read_bytes()


@needs_ray
@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_does_not_answer_is_an_error(run: Run, address: str) -> None:
    code, _, error = run("new_york", "--bots", "random,random", "--ray", address)
    assert code == 1
    assert error.startswith(f"No Ray cluster answers at '{address}'")


def test_without_ray_there_is_no_cluster(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlestop.arena.crew.find_spec", lambda name: None)
    code, _, error = run("new_york", "--bots", "random,random", "--ray", "local")
    assert code == 1
    assert "whistlestop[ray]" in error
