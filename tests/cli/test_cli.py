"""The command `whistlestop`: every command, what it refuses, and its exit codes."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path

import pytest
from positions import game_of

import whistlestop
from whistlestop import maps
from whistlestop.cli import compiling, serve
from whistlestop.cli.arguments import positive
from whistlestop.cli.main import COMMANDS, main
from whistlestop.cli.play import seat_names
from whistlestop.cli.prompt import Prompt
from whistlestop.game.dealer import FairDealer
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Record
from whistlestop.tournaments.lot import commitment, draw_numbers

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with lines to read: exit code, what it wrote, and what it wrote to stderr."""

    def run_it(*argv: object, lines: Sequence[str] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = main([str(word) for word in argv])
        return code, *capsys.readouterr()

    return run_it


def in_a_process(*argv: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process of its own."""
    source = str(Path(whistlestop.__file__).parent.parent)
    return subprocess.run(
        [sys.executable, "-m", "whistlestop", *argv],
        env={**os.environ, "PYTHONPATH": source, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
        check=False,
    )


def usage(run: Run, *argv: object) -> int | str | None:
    """The exit code of a command line that is not understood."""
    with pytest.raises(SystemExit) as stopped:
        run(*argv)
    return stopped.value.code


def is_one_sentence(text: str) -> bool:
    return text.endswith(".\n") and text.count("\n") == 1 and "Traceback" not in text


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """A record of a whole game."""
    record = Record(game_of("new_york", 2), 4, names=["Anna", "Ben\x1b[2J"])
    while not record.over:
        record.play(record.legal_moves()[-1])
    path = tmp_path / "game.txt"
    path.write_text(str(record))
    return path


@pytest.fixture
def own_map(tmp_path: Path) -> Path:
    """A map that is not bundled: a copy of one with other numbers, and so without its lessons."""
    folder = tmp_path / "maps" / "little"
    shutil.copytree(maps.BUNDLED / "new_york", folder, ignore=shutil.ignore_patterns("lessons"))
    rules = (folder / "rules.toml").read_text()
    rules, count = re.subn(r"^cars = 15", "cars = 9", rules, flags=re.MULTILINE)
    assert count == 1
    (folder / "rules.toml").write_text(rules)
    return folder


# The command as a whole


def test_help_needs_no_engine() -> None:
    code = "import sys; from whistlestop.cli.main import make_parser; make_parser(); print(sorted(sys.modules))"
    source = str(Path(whistlestop.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=True,
    )
    for heavy in ("numba", "numpy", "rich", "sqlalchemy", "fastapi"):
        assert f"'{heavy}'" not in done.stdout


def test_the_package_runs_as_a_module() -> None:
    done = in_a_process("--version")
    assert (done.returncode, done.stdout) == (0, f"whistlestop {whistlestop.__version__}\n")


def test_an_error_is_one_sentence_and_no_traceback() -> None:
    done = in_a_process("play", "nowhere")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


def test_a_closed_pipe_is_not_an_error(record_file: Path) -> None:
    command = f"'{sys.executable}' -m whistlestop replay '{record_file}' | head -n 1"
    source = str(Path(whistlestop.__file__).parent.parent)
    done = subprocess.run(
        command, shell=True, env={**os.environ, "PYTHONPATH": source}, capture_output=True, text=True, check=False
    )
    assert done.stdout.count("\n") == 1
    assert "Error" not in done.stderr


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["dance"],
        ["play", "--seed", "x"],
        ["play", "--language", "tlh"],
        ["simulate", "new_york", "--games", "0"],
        ["simulate", "new_york", "--games", "000"],
        ["simulate", "new_york", "--games", "٣"],
        ["simulate", "new_york", "--jobs", "-1"],
        ["simulate", "new_york", "--device", "abacus"],
        ["replay"],
        ["maps", "check"],
    ],
)
def test_usage_is_exit_code_2(run: Run, argv: list[str]) -> None:
    assert usage(run, *argv) == 2


@pytest.mark.parametrize(
    "argv",
    [
        ["play", "--seats", "you,nobody"],
        ["play", "nowhere"],
        ["play", "europe", "--seats", "you"],
        ["play", "europe", "--seed", "-1"],
        ["play", "europe", "--first", "7"],
        ["play", "europe", "--maps", "no/such/folder"],
        ["play", "europe", "--record", "no/such/folder/file"],
        ["simulate", "nowhere"],
        ["simulate", "new_york", "--seats", "9"],
        ["simulate", "new_york", "--seed", "-1"],
        ["replay", "no/such/file"],
        ["verify", "no/such/file"],
        ["maps", "show", "nowhere"],
        ["maps", "check", "no/such/folder"],
        ["maps", "--maps", "no/such/folder"],
    ],
)
def test_a_refusal_is_exit_code_1_and_a_sentence(run: Run, argv: list[str]) -> None:
    code, out, error = run(*argv)
    assert code == 1
    assert out == ""
    assert is_one_sentence(error)


def test_a_number_that_is_too_large_is_refused_not_shortened(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert usage(run, "simulate", "new_york", "--games", "1" + "0" * 18) == 2
    assert "too large" in capsys.readouterr().err
    assert usage(run, "simulate", "new_york", "--games", "9" * 5000) == 2
    assert positive("9" * 18) == 10**18 - 1
    assert positive("0" * 20 + "7") == 7


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert usage(run, command, "--help") == 0
    text = capsys.readouterr().out
    assert f"usage: whistlestop {command}" in text
    assert "default: default" not in text


def test_the_help_lists_every_command(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert usage(run, "--help") == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command} " in text


# maps


def test_maps_are_listed(run: Run) -> None:
    code, out, _ = run("maps")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["map", "europe", "new_york", "nordic"]


def test_a_map_says_what_differs(run: Run) -> None:
    code, out, _ = run("maps", "show", "nordic")
    assert code == 0
    assert out.startswith("Nordic Countries")
    assert "\n- " in out


def test_a_folder_is_checked(run: Run, own_map: Path) -> None:
    code, out, _ = run("maps", "check", own_map)
    assert code == 0
    assert "fine" in out
    (own_map / "routes.csv").write_text("a,b\n")
    code, out, error = run("maps", "check", own_map)
    assert (code, out) == (1, "")
    assert "routes.csv:1" in error


def test_names_of_a_folder_are_checked(run: Run, own_map: Path) -> None:
    (own_map / "names" / "is.csv").write_text("id,name\natlantis,Atlantis\n")
    code, _, error = run("maps", "check", own_map)
    assert code == 1
    assert "is.csv:2" in error


def test_lessons_of_a_folder_are_replayed(run: Run, tmp_path: Path) -> None:
    folder = shutil.copytree(maps.BUNDLED / "new_york", tmp_path / "taught")
    assert "lessons: first_game." in run("maps", "check", folder)[1]
    lesson = folder / "lessons" / "first_game" / "lesson.txt"
    lesson.write_text(lesson.read_text().replace("1 take pink", "1 take locomotive", 1))
    code, out, error = run("maps", "check", folder)
    assert (code, out) == (1, "")
    assert "lesson.txt:29: No locomotive is face up." in error


def test_your_own_map_is_listed_simulated_and_played(run: Run, own_map: Path, tmp_path: Path) -> None:
    for folder in (own_map, own_map.parent):
        assert "little" in run("maps", "--maps", folder)[1]
    assert run("simulate", "little", "--games", 2, "--maps", own_map)[0] == 0
    file = tmp_path / "record.txt"
    code, out, _ = run("play", "little", "--maps", own_map, "--seats", "random,planner", "--seed", 1, "--record", file)
    assert code == 0
    assert "Place 1" in out
    assert run("verify", file, "--maps", own_map)[0] == 0
    code, _, error = run("verify", file)
    assert code == 1
    assert "little" in error


def test_the_option_may_come_before_the_action(run: Run, own_map: Path) -> None:
    for argv in (["--maps", own_map, "show", "little"], ["show", "little", "--maps", own_map]):
        code, out, _ = run("maps", *argv)
        assert code == 0
        assert "map 'little'" in out


@pytest.mark.parametrize("file", ["rules.toml", "cities.csv", "routes.csv", "tickets.csv"])
@pytest.mark.parametrize("content", [None, b"", b"\xff\x00"], ids=["missing", "empty", "binary"])
def test_a_broken_map_does_not_hide_the_others(
    run: Run, own_map: Path, monkeypatch: pytest.MonkeyPatch, file: str, content: bytes | None
) -> None:
    if content is None:
        (own_map / file).unlink()
    else:
        (own_map / file).write_bytes(content)
    monkeypatch.setenv(maps.VARIABLE, str(own_map.parent))
    code, out, error = run("maps")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["map", "europe", "new_york", "nordic"]
    assert "'little'" in error
    assert file in error
    assert error.count("\n") == 1
    assert run("maps", "--maps", own_map)[0] == 0
    assert run("maps", "show", "europe")[0] == 0
    assert run("maps", "show", "little")[0] == 1
    assert run("maps", "check", own_map)[0] == 1
    assert run("play", "new_york", lines=["quit"])[0] == 0


# play


def test_a_whole_game_by_the_first_number(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    argv = ("play", "new_york", "--seed", 3, "--record", file)
    code, out, error = run(*argv, lines=["1"] * 200)
    assert (code, error) == (0, "")
    assert "Place 1" in out
    assert "wins with" in out
    assert max(len(line) for line in out.splitlines()) <= 100
    code, out, _ = run("verify", file)
    assert code == 0
    assert "all" in out
    assert "seed" in out
    assert Record.read(file.read_text()).names == ("you", "dispatcher")


def test_an_existing_record_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    code, _, error = run("play", "new_york", "--record", file)
    assert code == 1
    assert "precious.txt" in error
    assert file.read_text() == "precious"


@pytest.mark.parametrize("last", [["quit"], []], ids=["quit", "end of input"])
def test_a_game_that_is_stopped_is_saved(run: Run, tmp_path: Path, last: list[str]) -> None:
    file = tmp_path / "record.txt"
    code, out, _ = run("play", "--seed", 3, "--first", 0, "--record", file, lines=["keep 1 2", "draw", *last])
    assert code == 0
    assert str(file) in out.replace("\n", "")
    record = Record.read(file.read_text())
    assert "0 draw" in str(record)
    assert record.first == 0
    assert not record.over
    assert "not over" in run("verify", file)[1]


@pytest.mark.skipif(TARGET != "cpu", reason="a search takes minutes where nothing is compiled")
def test_a_person_among_bots_gets_hints(run: Run) -> None:
    code, out, _ = run("play", "new_york", "--seed", 3, "--first", 0, lines=["hint", "keep 1 2", "hint", "quit"])
    assert code == 0
    hints = re.findall(r"\d+% \(\d+% to \d+%\) (keep|take|draw|claim|tickets)", out)
    assert hints[0] == "keep"
    assert hints[-1] != "keep"
    assert "worth" in out


def test_among_people_there_are_no_hints(run: Run) -> None:
    code, out, _ = run("play", "new_york", "--seats", "you,you", "--seed", 3, lines=["", "hint", "quit"])
    assert code == 0
    assert "Hints are only for games against bots" in out


def test_a_game_without_a_record_says_so(run: Run) -> None:
    assert "not recorded" in run("play", "new_york", lines=["quit"])[1]


def test_an_interrupted_game_is_saved(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Prompt, "ask", interrupt)
    file = tmp_path / "record.txt"
    assert run("play", "new_york", "--seed", 1, "--record", file)[0] == 130
    assert Record.read(file.read_text())


def test_an_illegal_move_is_explained_and_asked_again(run: Run) -> None:
    lines = ["take mauve", "draw", "keep 9", "", "1", "draw", "pass", "draw", "quit"]
    _, out, _ = run("play", "new_york", "--seed", 3, "--first", 0, lines=lines)
    assert "No card 'mauve'" in out
    assert "Choose which of the offered tickets to keep first." in out
    assert "Pick a second card now" in out
    assert out.count("you: draw") >= 2


def test_commands_show_the_position(run: Run) -> None:
    lines = ["help", "1 2", "moves", "moves station wien", "board", "board london", "board atlantis", "mine", "state"]
    code, out, _ = run("play", "europe", "--seed", 5, "--first", 0, lines=[*lines, "log", "quit"])
    assert code == 0
    assert "Type a move" in out
    assert "station amsterdam" in out
    assert "dieppe-london" in out
    assert "No route contains 'atlantis'." in out
    assert "[ ] to do" in out
    assert out.count("you: keep 1 2") == 2


def test_the_beginning_of_a_move_is_enough_if_it_is_clear(run: Run) -> None:
    lines = ["1 2", "station", "draw", "draw", "quit"]
    _, out, _ = run("play", "europe", "--seed", 5, "--first", 0, lines=lines)
    assert "Which of these?" in out
    _, out, _ = run("play", "europe", "--seed", 5, "--first", 0, lines=["1 2", "claim amsterdam-bruxelles", "quit"])
    assert "you: claim amsterdam-bruxelles 1 locomotive" in out


def test_cities_have_names_in_other_languages(run: Run) -> None:
    _, out, _ = run("play", "europe", "--seed", 5, "--language", "ru", lines=["quit"])
    assert "Лиссабон" in out


def test_people_at_one_terminal_hide_their_hands(run: Run) -> None:
    lines = ["", "1", "", "", "1", "quit"]
    argv = ("play", "new_york", "--seats", "you,you", "--names", "Anna,Ben", "--seed", 1)
    code, out, _ = run(*argv, lines=lines)
    assert code == 0
    assert out.index("Anna (yellow) is next") < out.index("Press Enter to hide") < out.index("Ben (blue) is next")
    assert "Anna: keep ?" in out


def test_there_must_be_a_name_for_each_person(run: Run) -> None:
    code, _, error = run("play", "new_york", "--names", "Anna,Ben")
    assert code == 2
    assert is_one_sentence(error)


def test_bots_can_be_watched(run: Run) -> None:
    code, out, _ = run("play", "new_york", "--seats", "random,random", "--seed", 1)
    assert code == 0
    assert "random 1: " in out
    assert "Place 2" in out


def test_seats_of_the_same_name_are_numbered() -> None:
    assert seat_names(["you", "planner", "planner"], []) == ["you", "planner 1", "planner 2"]
    assert seat_names(["planner", "you"], ["Anna"]) == ["planner", "Anna"]


def test_the_tab_key_completes_moves() -> None:
    prompt = Prompt()
    prompt.choices = ["take red", "take blue", "draw"]
    assert [prompt.completion("take", n) for n in range(3)] == ["take red", "take blue", None]


# replay


def test_a_record_is_printed_as_a_whole(run: Run, record_file: Path) -> None:
    code, out, _ = run("replay", record_file)
    assert code == 0
    assert "Anna: keep" in out
    assert "Place 1" in out
    assert "\x1b" not in out, "a name must not steer the terminal"


def test_a_record_is_shown_at_a_ply(run: Run, record_file: Path) -> None:
    code, out, _ = run("replay", record_file, "--ply", 20)
    assert code == 0
    assert "ply 20 of" in out
    assert out.count("hand ") == 2


def test_a_seat_is_shown_only_what_it_may_see(run: Run, record_file: Path) -> None:
    _, out, _ = run("replay", record_file, "--ply", 20, "--seat", 1)
    assert out.count("hand ") == 1
    _, out, _ = run("replay", record_file, "--seat", 1)
    assert "?" in out
    assert re.search(r"Anna: keep (1 ticket|2 tickets)", out)


@pytest.mark.parametrize("option", [["--ply", "100000"], ["--ply", "-1"], ["--seat", "5"], ["--seat", "-7"]])
def test_a_missing_seat_or_ply_is_refused(run: Run, record_file: Path, option: list[str]) -> None:
    code, _, error = run("replay", record_file, *option)
    assert code == 1
    assert is_one_sentence(error)


def test_a_record_is_stepped_through_at_a_terminal(
    run: Run, record_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whistlestop.cli.replay.is_interactive", lambda: True)
    _, out, _ = run("replay", record_file, "--ply", 20, lines=["", "b", "b", "999999", "", "3", "q"])
    plies = [int(ply) for ply in re.findall(r"ply (\d+) of", out)]
    assert plies[0] == 20
    assert plies[1] > 20
    assert plies[2] < plies[1]
    assert plies[4] == plies[5] > 50
    assert plies[6] == 3
    assert run("replay", record_file)[0] == 0


# verify


def test_a_record_is_proved_from_a_file_and_from_the_input(run: Run, record_file: Path) -> None:
    code, out, _ = run("verify", record_file)
    assert code == 0
    assert "deals follow from the record's seed" in out
    assert run("verify", "-", lines=record_file.read_text().splitlines())[1] == out


def test_what_is_proved_depends_on_the_dealer(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(str(Record(game_of("new_york", 2), FairDealer(bytes(range(32))))))
    assert "deals follow from the record's key" in run("verify", file)[1]
    file.write_text(str(Record(game_of("new_york", 2))))
    assert "nothing more can be proved" in run("verify", file)[1]


def test_verify_checks_the_pairings_of_a_tournament(run: Run, tmp_path: Path) -> None:
    name, secret = "t" * 22, b"s" * 32
    numbers = draw_numbers(name, secret, [1, 2])
    first = min(numbers, key=lambda entry: numbers[entry])
    published = {
        "id": name, "secret": secret.hex(), "commitment": commitment(name, secret), "format": "robin", "seats": 2,
        "most_rounds": 0, "state": "finished",
        "entrant_list": [{"entry": entry, "number": number, "dropped": None} for entry, number in numbers.items()],
        "played": [[{"entries": [first, 3 - first], "places": [1, 2]}]],
        "standings": [{"entry": first, "place": 1}, {"entry": 3 - first, "place": 2}],
    }  # fmt: skip
    file = tmp_path / "tournament.json"
    file.write_text(json.dumps(published))
    code, out, _ = run("verify", file)
    assert code == 0
    assert "the pairings of all rounds (1)" in out
    file.write_text(json.dumps({**published, "standings": published["standings"][::-1]}))
    code, _, error = run("verify", file)
    assert code
    assert "The standings do not follow from the results." in error
    file.write_text("{")
    assert "This is not what GET /api/tournaments/ID answers" in run("verify", file)[2]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"format: 1\n", b"\x00" * 10, "смешно".encode()])
def test_a_file_that_is_not_a_record_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "record.txt"
    file.write_bytes(content)
    for command in ("verify", "replay"):
        code, out, error = run(command, file)
        assert (code, out) == (1, "")
        assert is_one_sentence(error)


def test_another_seed_is_found_out(run: Run, record_file: Path) -> None:
    record_file.write_text(record_file.read_text().replace("seed: 4", "seed: 5"))
    code, _, error = run("verify", record_file)
    assert code == 1
    assert "the dealer deals" in error
    assert run("replay", record_file)[0] == 0


# simulate


def test_a_simulation_is_summarised(run: Run) -> None:
    code, out, _ = run("simulate", "new_york", "--seats", 3, "--games", 3, "--jobs", 1, "--seed", 7)
    assert code == 0
    assert "won alone" in out
    assert "games/s" in out


def test_a_simulation_is_summarised_as_json(run: Run) -> None:
    code, out, _ = run("simulate", "new_york", "--games", 4, "--jobs", 2, "--json")
    summary = json.loads(out)
    assert code == 0
    assert summary["games"] == 4
    wins = sum(seat["won_alone"] for seat in summary["by_seat"])
    assert wins + summary["shared_wins"] == 4


def test_a_missing_gpu_is_a_sentence() -> None:
    done = in_a_process("simulate", "new_york", "--games", "1", "--device", "cuda", CUDA_VISIBLE_DEVICES="")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)


def test_rules_that_are_loaded_for_another_device_stay(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHISTLESTOP_TARGET", os.environ.get("WHISTLESTOP_TARGET", "cpu"))
    code, _, error = run("simulate", "new_york", "--device", "cuda")
    assert code == 1
    assert is_one_sentence(error)


# warm


@pytest.mark.parametrize("kernel", [compiling.ENGINE, compiling.SIMULATION])
def test_the_kernels_looked_for_in_the_cache_exist(kernel: str) -> None:
    module, _, function = kernel.partition(".")
    assert hasattr(import_module(f"whistlestop.game.{module}"), function)


def test_rules_that_need_no_compiling_say_so() -> None:
    done = in_a_process("warm", WHISTLESTOP_TARGET="none")
    assert done.returncode == 0
    assert "nothing to compile" in done.stdout


@pytest.mark.skipif(TARGET != "cpu", reason="nothing is compiled here")
def test_rules_that_are_compiled_stay_so(run: Run) -> None:
    assert run("warm")[0] == 0
    code, out, _ = run("warm")
    assert code == 0
    assert "Everything was already compiled." in out


@pytest.mark.skipif(TARGET != "cpu", reason="nothing is compiled here")
def test_the_first_start_of_a_server_compiles_in_the_background(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setattr(serve, "is_compiled", lambda: False)
    monkeypatch.setattr(serve, "serve", lambda settings, listening: listening.close() or 0)
    monkeypatch.setattr(serve, "preparing", lambda commands: started.extend(commands) or nullcontext())
    given = ("--port", "0", "--engine", "skip", "--database", f"sqlite:///{tmp_path / 'tables.db'}")
    code, out, error = run("serve", *given)
    assert (code, error) == (0, "")
    assert "is running at" in out
    assert started == ["rules"]
