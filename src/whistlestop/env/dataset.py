"""Data sets: positions from games between bots, one row per decision, as Parquet or NumPy.

    write("positions.parquet", Game("europe"), ["planner", "racer"], games=1000)
    rows = read("positions.parquet")
    rows["observation"], rows["mask"], rows["action"], rows["outcome"], rows["seat"], rows["game"]

Game n is dealt from seed `seed + n`, and the bots change seats from game to game. A row has what the seat knew, its
legal moves, the move it made, and what it earned in the end. In files the mask is packed, eight moves per byte. `bot`
and `map` are texts in Parquet files, and as arrays numbers in `about["bots"]` and `[about["map"]]`.
"""

import json
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.env.observation import Layout
from whistlestop.env.positions import Rows, join, positions
from whistlestop.env.reasons import BadInput
from whistlestop.game.game import Game

GROUP = 1 << 16
"""The least number of rows in a row group of a Parquet file, except the last."""


def write(
    file: str | Path,
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    report: Callable[[int, int], None] | None = None,
    history: bool = False,
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
        "history": history,
    }
    unfinished = path.with_name(f".{path.name}.part")
    rows = 0
    try:
        with closing(positions(game, bots, games, seed, jobs, history)) as parts:
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
    """A generator that writes the rows sent to it, in groups of at least GROUP rows."""
    import pyarrow as pa
    from pyarrow import parquet

    names = {"bot": about["bots"], "map": [about["map"]]}
    waiting: list[Rows] = []
    writer = None

    def write_group() -> None:
        nonlocal writer
        arrays = {name: column(pa, values, names.get(name)) for name, values in join(waiting).items()}
        table = pa.table(arrays).replace_schema_metadata({"whistlestop": json.dumps(about)})
        writer = writer or parquet.ParquetWriter(path, table.schema, compression="zstd", use_dictionary=[*names])
        writer.write_table(table)
        waiting.clear()

    try:
        while True:
            waiting.append((yield))
            if sum(len(rows["action"]) for rows in waiting) >= GROUP:
                write_group()
    finally:
        if waiting:
            write_group()
        if writer is not None:
            writer.close()


def column(pa: Any, values: Any, names: list[str] | None) -> Any:
    """A Parquet column; rows of bytes become lists of a fixed size, and numbers of names the names."""
    if names is not None:
        return pa.DictionaryArray.from_arrays(pa.array(values), pa.array(names))
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
    """A Parquet column as a NumPy array of its own; of names their numbers."""
    whole = chunked.combine_chunks()
    if hasattr(whole.type, "list_size"):
        return np.array(whole.flatten().to_numpy(zero_copy_only=False)).reshape(len(whole), whole.type.list_size)
    return np.array((getattr(whole, "indices", whole)).to_numpy(zero_copy_only=False))
