"""The data beside the module."""

import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from positions import TABLES, game_of
from small import tiny_game

from whistlestop.bots.board_facts import FACTS
from whistlestop.bots.levels import levels_on
from whistlestop.bots.network import arrays_of, network_for
from whistlestop.bots.search_memory import make_scratch
from whistlestop.bots.weights import WEIGHTS
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.limits import SEATS, WORDS
from whistlestop.game.state import GAME, STATE
from whistlestop.review.chances import MIX
from whistlestop.wasm import export


def test_the_layout_says_where_each_field_is() -> None:
    layout = export.engine_data()
    states = np.zeros(2, STATE)
    states["tracks"] = 7
    words = states[1].tobytes()
    offset, *shape = layout["records"]["STATE"]["fields"]["tracks"]
    assert shape == [SEATS, WORDS]
    found = np.frombuffer(words[offset : offset + 8 * SEATS * WORDS], np.int64)
    assert (found == 7).all()
    assert np.frombuffer(words, np.int64).sum() == found.sum()
    assert layout["records"]["STATE"]["size"] == len(words)


@pytest.mark.parametrize("name", export.RECORDS)
def test_a_record_is_of_64_bit_integers_alone(name: str) -> None:
    record = export.RECORDS[name]
    for field in record.names:
        assert record.fields[field][0].base == np.int64


def test_the_working_memory_of_a_bot_is_described_in_order() -> None:
    names = {array["name"]: array["record"] for array in export.scratch_layout(make_scratch())}
    assert list(names)[:3] == ["states", "plans", "dice"]
    assert names["states"] == "STATE"
    assert names["dice"] is None


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_is_exported_whole(name: str, seats: int) -> None:
    game = game_of(name, seats)
    data: Any = json.loads(export.write_json(export.game_data(game)))
    assert (data["map"], data["seats"], data["digest"]) == (name, seats, game.digest)
    assert base64.b64decode(data["compiled"]) == game.compiled.tobytes()
    assert len(base64.b64decode(data["compiled"])) == GAME.itemsize
    assert (len(data["network"]["mixture"]), len(data["network"]["weights"])) == (2 * MIX, 2)
    assert len(base64.b64decode(data["facts"])) == FACTS.itemsize
    assert [move["text"] for move in data["moves"]] == [move.text for move in game.catalogue.moves]
    assert data["moves"][0] == {"text": "pass", "kind": "pass"}
    assert data["moves"][game.catalogue.bases[DEAL_FIRST]] == {"text": "first 0"}
    assert len(data["tracks"]) == len(game.board.tracks)
    assert list(data["levels"]) == list(levels_on(game.board))
    assert data["adviser"] == "director"


def test_a_level_is_a_policy_or_a_search_with_its_weights_and_perhaps_a_network() -> None:
    levels = export.game_data(game_of("europe", 2))["levels"]
    assert [level["kind"] for level in levels.values()] == [*["policy"] * 7, "search"]
    assert [name for name, level in levels.items() if not level["network"]] == ["porter", "conductor", "dispatcher"]
    assert levels["stationmaster"]["learned"] == 1000
    assert [len(levels[name]["weights"]) for name in ("dispatcher", "stationmaster", "surveyor")] == [1, 1, 2]
    assert levels["director"]["seconds"] == 0.5
    assert len(levels["director"]["weights"]) == 2
    assert all(len(row) == len(WEIGHTS.names) for level in levels.values() for row in level["weights"])


def test_a_map_without_a_network_has_levels_that_need_none(tmp_path: Path) -> None:
    data = export.game_data(tiny_game(tmp_path, "out"))
    assert list(data["levels"]) == ["porter", "conductor", "dispatcher", "explorer"]
    assert not any(level["network"] for level in data["levels"].values())
    assert data["levels"]["explorer"]["grows_tree"]
    assert (data["adviser"], data["network"]) == ("explorer", None)


def test_the_file_of_a_network_has_its_numbers() -> None:
    game = game_of("new_york", 2)
    file, data = export.network_file(game), export.game_data(game)["network"]
    assert data["file"] == f"new_york-{hashlib.sha256(file).hexdigest()[:12]}.bin"
    network = network_for(game)
    singles = np.frombuffer(file[: 4 * len(network.scale)], np.float32)
    assert (singles == network.scale).all()
    last = arrays_of(network)["leave.weight"]
    small = np.frombuffer(file[-last.size :], np.int8).reshape(last.shape)
    assert (np.argmax(abs(small), 1) == np.argmax(abs(last), 1)).all()


def test_a_module_of_other_sources_does_not_count_as_built(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "BUILT", tmp_path)
    assert not export.is_built()
    (tmp_path / export.LAYOUT).write_bytes(export.write_json({"version": "0" * 16}))
    assert not export.is_built()
    (tmp_path / export.LAYOUT).write_bytes(export.write_json(export.engine_data()))
    assert export.is_built()


def test_exporting_needs_neither_the_compiler_nor_llvm() -> None:
    program = "import sys, whistlestop.wasm.export; print(any(name in sys.modules for name in ('numba', 'llvmlite')))"
    environment = {"WHISTLESTOP_TARGET": "none", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
