"""Data sets hold what the seats knew and did, in the order of play, and read back as they were written."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from whistlestop.bots.parse import BadBot
from whistlestop.cli.main import main
from whistlestop.env import dataset, positions
from whistlestop.env.dataset import read, write
from whistlestop.env.history import Follower
from whistlestop.env.minari import to_minari
from whistlestop.env.observation import Layout
from whistlestop.env.observer import Observer
from whistlestop.env.reasons import BadInput
from whistlestop.game.game import Game
from whistlestop.game.reasons import BadSeed
from whistlestop.game.record import Record

GAME = Game("new_york", 3)


@pytest.mark.parametrize(("kind", "second"), [("parquet", "racer"), ("npz", "racer"), ("npz", "first.py:first")])
def test_rows_replay_the_games(kind: str, second: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "ROOM", 1)
    file = tmp_path / f"rows.{kind}"
    reports: list[tuple[int, int]] = []
    (tmp_path / "first.py").write_text("def first(view, rng):\n    return view.legal[0]\n")
    monkeypatch.chdir(tmp_path)
    bots = ["random", second]
    count = write(file, GAME, bots, games=2, seed=5, report=lambda *progress: reports.append(progress))
    rows = read(file)
    assert {path.name for path in tmp_path.iterdir()} == {file.name, "first.py"}
    assert reports == [(2, count)]
    assert rows["about"]["bots"] == bots
    assert all(array.flags.writeable for name, array in rows.items() if name != "about")
    layout, observer = Layout(GAME), Observer(GAME)
    assert rows["observation"].shape == (count, layout.size)
    assert rows["mask"].shape == (count, layout.actions)
    for number in (0, 1):
        record = Record(GAME, 5 + number)
        of_game = rows["game"] == number
        for row in np.flatnonzero(of_game):
            assert rows["seat"][row] == record.mover
            assert rows["bot"][row] == (record.mover + number) % 2
            assert rows["ply"][row] == len(record.entries)
            assert (rows["seed"][row], rows["map"][row], rows["seats"][row]) == (5 + number, 0, 3)
            assert rows["first"][row] == (record.mover == record.state.first)
            assert rows["observation"][row].tobytes() == observer.observation(record.states, 0, record.mover).tobytes()
            assert np.flatnonzero(rows["mask"][row]).tolist() == sorted(record.legal_moves())
            record.play(int(rows["action"][row]))
            assert rows["done"][row] == record.over
        result = record.result
        assert result is not None
        for seat in result.seats:
            own = of_game & (rows["seat"] == seat.seat)
            assert (rows["total"][own] == seat.total).all()
            assert (rows["outcome"][own] > 0).all() == (seat.place == 1) or len(result.winners) > 1


def test_parquet_files_have_names_and_large_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "GROUP", 150)
    monkeypatch.setattr(positions, "FAST_CHUNK", 1)
    file = tmp_path / "rows.parquet"
    count = write(file, GAME, ["random", "racer"], games=5)
    with parquet.ParquetFile(file) as opened:
        sizes = [opened.metadata.row_group(n).num_rows for n in range(opened.num_row_groups)]
        table = opened.read()
    assert sum(sizes) == count
    assert min(sizes[:-1]) >= 150
    assert set(table["bot"].to_pylist()) == {"random", "racer"}
    assert set(table["map"].to_pylist()) == {"new_york"}
    assert read(file)["bot"].tolist() == [["random", "racer"].index(bot) for bot in table["bot"].to_pylist()]


def test_the_command_writes_the_same_with_one_process_or_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.npz"
    assert main(["dataset", "new_york", "--bots", "random", "--games", "18", "--jobs", "2", "-o", str(file)]) == 0
    assert "positions from 18 games." in capsys.readouterr().out
    write(tmp_path / "alone.npz", Game("new_york"), ["random"], games=18)
    one, two = read(file), read(tmp_path / "alone.npz")
    assert one.pop("about") == two.pop("about")
    assert all(one[name].tobytes() == two[name].tobytes() for name in one)


def test_bad_input_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput, match=r"rows.csv must end in .parquet or .npz"):
        write("rows.csv", GAME, ["random"], games=1)
    with pytest.raises(BadBot, match="No bot named 'nobody'"):
        write(tmp_path / "rows.npz", GAME, ["nobody"], games=1)
    with pytest.raises(BadSeed):
        write(tmp_path / "rows.npz", GAME, ["random"], games=1, seed=-1)
    assert not list(tmp_path.iterdir())
    assert main(["dataset", "new_york", "-o", str(tmp_path / "rows.csv")]) == 1
    assert "must end in .parquet or .npz" in capsys.readouterr().err


def test_minari_has_an_episode_for_each_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its environment, reset to the seat, would have shown the same; rewards and masks come with the observations."""
    minari: Any = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    file, name = str(tmp_path / "rows.npz"), "whistlestop/new_york/mixed-v0"
    command = ["dataset", "new_york", "--bots", "random,racer", "--games", "2", "--seed", "5", "-o", file]
    command += ["--jobs", "1", "--history", "--minari", name]
    assert main(command) == 0
    assert f"Wrote {name}: 4 episodes." in capsys.readouterr().out
    found, rows, game = minari.load_dataset(name), read(file), Game("new_york")
    assert found.total_episodes == 4
    assert found.total_steps == len(rows["action"])
    env = found.recover_environment().unwrapped
    assert (env.game.name, env.game.seats, env.layout.has_history) == ("new_york", 2, True)
    assert env.observation_space == found.observation_space
    assert env.action_space == found.action_space
    for n, episode in enumerate(found.iterate_episodes()):
        number, seat = divmod(n, 2)
        own = (rows["game"] == number) & (rows["seat"] == seat)
        record = Record(game, 5 + number)
        for action in rows["action"][rows["game"] == number].tolist():
            record.play(action)
        last = Observer(game, history=True).observation(record.states, 0, seat)
        Follower(Layout(game, history=True), record).write(seat, last)
        assert episode.observations[:-1].tobytes() == rows["observation"][own].tobytes()
        assert episode.observations[-1].tobytes() == last.tobytes()
        assert episode.actions.tolist() == rows["action"][own].tolist()
        assert episode.infos["action_mask"][:-1].astype(bool).tolist() == rows["mask"][own].tolist()
        assert not episode.infos["action_mask"][-1].any()
        assert set(episode.infos["bot"].tolist()) == {(seat + number) % 2}
        assert episode.rewards.sum() == episode.rewards[-1] == rows["outcome"][own][0]
        assert episode.terminations.tolist() == [False] * (own.sum() - 1) + [True]
    for wrong, problem in [(name, "has a data set"), ("planner v0", "is no id of Minari")]:
        with pytest.raises(BadInput, match=problem):
            to_minari(file, wrong)
    with np.load(file) as arrays:
        changed = dict(arrays)
    changed["about"] = str(changed["about"]).replace(game.board.digest, "other")
    np.savez(file, **changed)
    with pytest.raises(BadInput, match="has changed"):
        to_minari(file, "whistlestop/new_york/again-v0")
