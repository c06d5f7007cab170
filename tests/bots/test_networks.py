"""Networks: what they compute, the same on all targets; the file that they are kept in; and the bot `express`."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from positions import game_of
from small import tiny_game

from whistlestop.bots import make_bot
from whistlestop.bots.express import make
from whistlestop.bots.inputs import make_shape
from whistlestop.bots.network import (
    FORMAT,
    SMALLEST_VARIANCE,
    BadNetwork,
    Network,
    arrays_of,
    make_network,
    network_for,
    parts,
    read_network,
    run_network,
    write_network,
)
from whistlestop.bots.network_bot import LAYERS, NetworkBot
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.record import Record

TESTS = Path(__file__).parents[1]


def random_network(game: Game, width: int = 16, blocks: int = 2, seed: int = 1) -> Network:
    """A small network that has learned nothing."""
    draw = np.random.default_rng(seed)
    return make_network(
        game, width, blocks, {name: draw.normal(0, 0.3, size) for name, size in parts(make_shape(game, width, blocks))}
    )


@entry
def run_one(shape: Any, scale: Any, parameters: Any, row: Any, layers: Any, outputs: Any) -> None:
    """Compute the outputs for a row."""
    run_network(shape[0], scale, parameters, row, layers, outputs)


def outputs_of(network: Network, row: Any) -> Any:
    """The outputs for a row, by the kernel."""
    outputs = np.zeros(int(network.shape["outputs"][0]))
    layers = np.zeros((LAYERS, max(len(row), int(network.shape["width"][0]))))
    run_one(network.shape, network.scale, network.parameters, row, layers, outputs)
    return outputs


def expected_of(network: Network, row: Any) -> Any:
    """The outputs for a row as the definition says, by NumPy."""
    arrays = {name: array.astype(float) for name, array in arrays_of(network).items()}

    def norm(layer: Any, name: str) -> Any:
        spread = np.sqrt(layer.var() + SMALLEST_VARIANCE)
        return (layer - layer.mean()) / spread * arrays[f"{name}.weight"] + arrays[f"{name}.bias"]

    def product(layer: Any, name: str) -> Any:
        return layer @ arrays[f"{name}.weight"] + arrays[f"{name}.bias"]

    layer = np.maximum(0, product(row * network.scale, "enter"))
    for n in range(int(network.shape["blocks"][0])):
        inner = np.maximum(0, product(norm(layer, f"block{n}.norm"), f"block{n}.first"))
        layer = layer + product(inner, f"block{n}.second")
    return product(np.maximum(0, norm(layer, "norm")), "leave")


def test_a_network_computes_what_its_definition_says() -> None:
    network = random_network(game_of("new_york", 2))
    row = np.random.default_rng(2).integers(0, 9, len(network.scale)).astype(np.uint8)
    assert outputs_of(network, row) == pytest.approx(expected_of(network, row), abs=1e-9)


def test_a_file_keeps_a_network_to_a_part_in_254_of_each_column(tmp_path: Path) -> None:
    game = game_of("new_york", 3)
    network = random_network(game)
    write_network(tmp_path / "one.npz", game, network)
    again = read_network(tmp_path / "one.npz", game_of("new_york", 2))
    assert again.shape == network.shape
    most = np.abs(network.parameters).max()
    assert 0 < np.abs(again.parameters - network.parameters).max() <= most / 254 * 1.001
    write_network(tmp_path / "two.npz", game, again)
    assert np.allclose(read_network(tmp_path / "two.npz", game).parameters, again.parameters, rtol=1e-6, atol=1e-9)


def spoil(file: Path, **changes: Any) -> None:
    """Change some arrays of a file; None removes one."""
    with np.load(file) as found:
        arrays = {**found, **changes}
    np.savez(file, **{name: array for name, array in arrays.items() if array is not None})


def test_a_bad_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    game = game_of("new_york", 2)
    file = tmp_path / "new_york.npz"

    def refusal(content: bytes | None = None, **changes: Any) -> str:
        write_network(file, game, random_network(game))
        if content is None:
            spoil(file, **changes)
        else:
            file.write_bytes(content)
        with pytest.raises(BadNetwork) as error:
            read_network(file, game)
        return str(error.value)

    assert refusal(b"nonsense").startswith("new_york.npz is not a network, or it is damaged: ")
    assert refusal(b"").startswith("new_york.npz is not a network")
    assert refusal(b"PK\x03\x04 cut off").startswith("new_york.npz is not a network")
    assert refusal(digest=None).startswith("new_york.npz is not a network, or it is damaged: ")
    assert refusal(**{"norm.bias": np.zeros(3)}).startswith("new_york.npz is not a network, or it is damaged: ")
    assert refusal(format=np.array(FORMAT + 1)).startswith(f"new_york.npz is a network of version {FORMAT + 1}; ")
    assert refusal(digest=np.array("0" * 64)).startswith("new_york.npz is a network for another map: its digest is 000")
    shape = random_network(game).shape.view(np.int64) + np.array([1, 0, 0, 0, 0, 0, 0])
    assert refusal(shape=shape).startswith("new_york.npz is damaged: its sizes are (5, ")
    write_network(file, game_of("nordic", 2), random_network(game_of("nordic", 2)))
    with pytest.raises(BadNetwork, match="is a network for another map"):
        read_network(file, game)


def test_a_map_without_a_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    game = tiny_game(tmp_path, "under")
    with pytest.raises(BadNetwork, match=r"There is no network for the map .* Train one with `whistlestop train"):
        make().choose(Record(game, 1).view(0), random.Random(1))


def test_all_networks_together_are_small() -> None:
    folder = Path(__file__).parents[2] / "src" / "whistlestop" / "bots" / "networks"
    files = list(folder.glob("*.npz"))
    assert {file.stem for file in files} == {"europe", "new_york", "nordic"}
    assert sum(file.stat().st_size for file in files) < 12_000_000


def decided(moves: int) -> list[list[Any]]:
    """What a small network on every map, and the real one on New York City, decide; sums are written exactly."""
    found = []
    for name, seats in (("new_york", 4), ("europe", 3), ("nordic", 2)):
        game = Game(name, seats)
        network = random_network(game)
        record = Record(game, 6)
        for _ in range(moves):
            move, outputs = NetworkBot(lambda game, network=network: network).decide(record.view(record.mover))  # type: ignore[misc]
            found.append([name, move, float(outputs.sum()).hex()])
            record.play(move)
    record = Record(Game("new_york", 2), 6)
    move, outputs = NetworkBot(network_for).decide(record.view(record.mover))
    return [*found, ["real", move, float(outputs.sum()).hex()]]


@pytest.mark.skipif(TARGET != "cpu", reason="the compiled run of the tests compares both")
def test_compiled_and_uncompiled_networks_agree_to_the_last_bit() -> None:
    """Law 5."""
    path = os.pathsep.join([str(TESTS), str(TESTS / "bots"), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": "none", "PYTHONPATH": path}
    program = "import conftest, json, sys, test_networks; json.dump(test_networks.decided(12), sys.stdout)"
    plain = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == decided(12)


@pytest.mark.skipif(TARGET != "cpu", reason="whole games with the real network take minutes uncompiled")
def test_express_beats_the_planner() -> None:
    """88 % of 16,384 games; a hundred are enough to see that the network is the right one."""
    game, won = game_of("new_york", 2), 0.0
    express, planner = make_bot("express"), make_bot("planner")
    for seed in range(100):
        record, rng = Record(game, 500 + seed // 2), random.Random(seed)
        while not record.over:
            bot = express if record.mover == seed % 2 else planner
            record.play(bot.choose(record.view(record.mover), rng))
        assert record.result is not None
        won += (seed % 2 in record.result.winners) / len(record.result.winners)
    assert won > 75
