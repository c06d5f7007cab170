"""Data sets: positions from games between bots, one row per decision, as Parquet or NumPy.

    write("positions.parquet", Game("europe"), ["planner", "racer"], games=1000)
    rows = read("positions.parquet")
    rows["observation"], rows["mask"], rows["action"], rows["outcome"], rows["seat"], rows["game"]

Game n is dealt from seed `seed + n`, and the bots change seats from game to game. A row has what the seat knew, its
legal moves, the move it made, and what it earned in the end. In files the mask is packed, eight moves per byte.
"""

import json
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots import make_bot
from whistlestop.env.observation import DTYPE, Layout
from whistlestop.env.observer import Observer
from whistlestop.env.reasons import BadInput
from whistlestop.env.rewards import REWARDS
from whistlestop.game.dice import SEED_LIMIT, check_seed, seat_rng
from whistlestop.game.game import Game
from whistlestop.game.record import Record

Rows = dict[str, Any]
CHUNK = 16
"""How many games a process plays between two reports."""


def play_game(observer: Observer, bots: Sequence[str], number: int, seed: int) -> Rows:
    """The positions of one game between bots."""
    game = observer.game
    record = Record(game, seed + number)
    seating = [make_bot(bots[(seat + number) % len(bots)]) for seat in range(game.seats)]
    rngs = [seat_rng(seed + number, seat) for seat in range(game.seats)]
    observations, masks, actions, seats = [], [], [], []
    while not record.over:
        mover = record.mover
        observations.append(observer.observation(record.states, 0, mover))
        masks.append(np.packbits(observer.mask(record.states, 0, mover)))
        actions.append(seating[mover].choose(record.view(mover), rngs[mover]))
        seats.append(mover)
        record.play(actions[-1])
    earned = observer.rewards(record.states, 0, REWARDS["place"])
    result = record.result
    assert result is not None
    totals = np.array([seat.total for seat in result.seats], np.int16)
    return {
        "observation": np.array(observations, DTYPE),
        "mask": np.array(masks, np.uint8),
        "action": np.array(actions, np.int16),
        "outcome": earned[seats],
        "total": totals[seats],
        "seat": np.array(seats, np.int8),
        "game": np.full(len(seats), number, np.int64),
        "first": np.array(seats, np.int8) == int(record.state.first),
    }


def play_games(game: Game, bots: Sequence[str], numbers: range, seed: int) -> Rows:
    """The positions of some games."""
    observer = Observer(game)
    return join([play_game(observer, bots, number, seed) for number in numbers])


def join(parts: Sequence[Rows]) -> Rows:
    """Several parts as one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def positions(
    game: Game, bots: Sequence[str], games: int, seed: int, jobs: int
) -> Generator[tuple[int, Rows], None, None]:
    """The positions of many games in order, a part at a time, with the number of games in it.

    More than one job plays on processes.
    """
    check_seed(seed)
    check_seed(min(SEED_LIMIT, seed + games - 1))
    for bot in bots:
        make_bot(bot)
    pieces = [range(at, min(at + CHUNK, games)) for at in range(0, games, CHUNK)]
    if jobs == 1:
        for piece in pieces:
            yield len(piece), play_games(game, bots, piece, seed)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(play_games, game, bots, piece, seed) for piece in pieces]
        try:
            for piece, future in zip(pieces, futures, strict=True):
                yield len(piece), future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def write(
    file: str | Path,
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> int:
    """Write the positions of games between bots, and return the number of rows.

    `report` is called with the numbers of new games and rows. The file appears when it is complete.
    """
    path = Path(file)
    check_file(path)
    about = {
        "map": game.name,
        "digest": game.board.digest,
        "seats": game.seats,
        "bots": list(bots),
        "games": games,
        "seed": seed,
        "actions": Layout(game).actions,
    }
    unfinished = path.with_name(f".{path.name}.part")
    rows = 0
    try:
        with closing(positions(game, bots, games, seed, jobs)) as parts:
            writer = to_parquet(unfinished, about) if path.suffix == ".parquet" else to_numpy(unfinished, about)
            next(writer)
            for count, part in parts:
                writer.send(part)
                rows += len(part["action"])
                if report is not None:
                    report(count, len(part["action"]))
            writer.close()
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    return rows


def check_file(path: Path) -> None:
    """Refuse a file that a data set can't be written to."""
    if path.suffix not in (".parquet", ".npz"):
        raise BadInput("file_type", file=str(path))
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise BadInput("missing_package", package="pyarrow", extra="data")


def to_parquet(path: Path, about: dict[str, Any]) -> Any:
    """A generator that writes the rows sent to it, one row group each time."""
    import pyarrow as pa
    from pyarrow import parquet

    writer = None
    try:
        while True:
            rows = yield
            columns = {name: column(pa, values) for name, values in rows.items()}
            table = pa.table(columns).replace_schema_metadata({"whistlestop": json.dumps(about)})
            writer = writer or parquet.ParquetWriter(path, table.schema)
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def column(pa: Any, values: Any) -> Any:
    """A Parquet column; rows of bytes become lists of a fixed size."""
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), values.shape[1])


def to_numpy(path: Path, about: dict[str, Any]) -> Any:
    """A generator that keeps the rows sent to it, and writes them all at the end."""
    parts: list[Rows] = []
    try:
        while True:
            parts.append((yield))
    finally:
        if parts:
            with path.open("wb") as out:
                np.savez(out, allow_pickle=False, about=json.dumps(about), **join(parts))


def read(file: str | Path) -> Rows:
    """All rows of a data set as NumPy arrays, with masks unpacked; `about` says how it was made."""
    path = Path(file)
    check_file(path)
    if path.suffix == ".npz":
        with np.load(path) as arrays:
            rows = {name: arrays[name] for name in arrays.files if name != "about"}
            about = json.loads(str(arrays["about"]))
    else:
        from pyarrow import parquet

        table = parquet.read_table(path)
        about = json.loads(table.schema.metadata[b"whistlestop"])
        rows = {name: values(table[name]) for name in table.column_names}
    rows["mask"] = np.unpackbits(rows["mask"], axis=1, count=about["actions"]).astype(np.bool_)
    return {**rows, "about": about}


def values(chunked: Any) -> Any:
    """A Parquet column as a NumPy array."""
    whole = chunked.combine_chunks()
    if hasattr(whole.type, "list_size"):
        return whole.flatten().to_numpy(zero_copy_only=False).reshape(len(whole), whole.type.list_size)
    return whole.to_numpy(zero_copy_only=False)
