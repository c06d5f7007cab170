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

from whistlestop.bots import make_bot, veteran
from whistlestop.bots.express import make
from whistlestop.bots.inputs import make_shape
from whistlestop.bots.network import (
    FORMAT,
    LAST,
    SMALLEST_VARIANCE,
    UNCALIBRATED,
    BadNetwork,
    Network,
    arrays_of,
    exp,
    make_network,
    network_for,
    output_of,
    parts,
    read_network,
    run_network,
    write_network,
)
from whistlestop.bots.network_belief import believe_network
from whistlestop.bots.network_bot import NetworkBot
from whistlestop.bots.network_memory import LAYERS
from whistlestop.bots.network_search import TRIED, NetworkSearch
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.weights import Weights
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.record import Record
from whistlestop.game.state import STATE, has
from whistlestop.game.view import View

TESTS = Path(__file__).parents[1]


def random_network(game: Game, width: int = 16, blocks: int = 2, seed: int = 1) -> Network:
    """A small network that has learned nothing, with the veteran's weights as its prior."""
    draw, rules = np.random.default_rng(seed), game.rules
    arrays = {name: draw.normal(0, 0.3, size) for name, size in parts(make_shape(game, width, blocks))}
    priors = (veteran.weights_for(game),) * (rules.max_seats - rules.min_seats + 1)
    return make_network(game, width, blocks, arrays, priors)


@entry
def run_all(shape: Any, scale: Any, parameters: Any, rows: Any, layers: Any, outputs: Any) -> None:
    """Compute the outputs for some rows."""
    at = run_network(shape[0], scale, parameters, rows, rows.shape[0], layers)
    for n in range(rows.shape[0]):
        for number in range(outputs.shape[1]):
            outputs[n, number] = output_of(shape[0], parameters, at, layers[1, n], number)


def outputs_of(network: Network, rows: Any) -> Any:
    """The outputs for some rows, by the kernels."""
    outputs = np.zeros((len(rows), int(network.shape["outputs"][0])))
    layers = np.zeros((LAYERS, len(rows), int(network.shape["width"][0])), np.float32)
    run_all(network.shape, network.scale, network.parameters, rows, layers, outputs)
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
    found: Any = arrays[LAST] @ np.maximum(0, norm(layer, "norm")) + arrays["leave.bias"]
    return found


def test_a_network_computes_what_its_definition_says() -> None:
    """Kernels compute layers in 32 bits, so they agree to some digits."""
    network = random_network(game_of("new_york", 2))
    rows = np.random.default_rng(2).integers(0, 9, (3, len(network.scale))).astype(np.uint8)
    for row, outputs in zip(rows, outputs_of(network, rows), strict=True):
        assert outputs == pytest.approx(expected_of(network, row), abs=1e-4)


@entry
def exps(numbers: Any) -> None:
    """Replace numbers by their exponentials."""
    for n in range(numbers.shape[0]):
        numbers[n] = exp(numbers[n])


def test_exponentials_are_good_to_three_digits() -> None:
    numbers = np.linspace(-20.0, 20.0, 81)
    found = numbers.copy()
    exps(found)
    assert found == pytest.approx(np.exp(numbers), rel=1e-3)


def test_a_file_keeps_a_network_to_a_part_in_254_of_each_column(tmp_path: Path) -> None:
    game = game_of("new_york", 3)
    network = random_network(game)
    write_network(tmp_path / "one.npz", game, network)
    again = read_network(tmp_path / "one.npz", game_of("new_york", 2))
    assert again.shape == network.shape
    assert again.priors == network.priors
    assert again.calibration.tolist() == [list(UNCALIBRATED)] * 3
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
    write_network(file, game, random_network(game))
    whole = file.read_bytes()
    start = whole.index(b"enter.weight.npy")
    for at in range(start + 100, start + 2100, 40):  # within compressed numbers, where zlib notices it
        assert refusal(whole[:at] + b"\xff\x00\xff" + whole[at + 3 :]).startswith("new_york.npz is not a network")
    assert refusal(digest=None).startswith("new_york.npz is not a network, or it is damaged: ")
    assert refusal(**{"norm.bias": np.zeros(3)}).startswith("new_york.npz is not a network, or it is damaged: ")
    assert refusal(**{"norm.bias": np.full(16, np.nan)}).endswith("some of its parameters are impossible.")
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
    """What a small network on every map, and the real one on New York City, decide; numbers are written exactly."""
    found = []
    for name, seats in (("new_york", 4), ("europe", 3), ("nordic", 2)):
        game = Game(name, seats)
        network = random_network(game)
        record = Record(game, 6)
        for _ in range(moves):
            move, scratch = NetworkBot(lambda game, network=network: network).decide(record.view(record.mover))  # type: ignore[misc]
            found.append([name, move, float(scratch.values[0]).hex(), float(scratch.logits.sum()).hex()])
            record.play(move)
    record = Record(Game("new_york", 2), 6)
    move, scratch = NetworkBot(network_for).decide(record.view(record.mover))
    found.append(["real", move, float(scratch.values[0]).hex(), float(scratch.logits.sum()).hex()])
    game = Game("new_york", 3)
    network = random_network(game)
    record = Record(game, 6)
    bot = SearchBot(NetworkSearch(lambda game: network, rollouts=6), lambda game: [network.prior_for(game), Weights()])
    for _ in range(2):
        opinions = bot.opinions(record.view(record.mover), random.Random(4), hurries=False)
        found.append([[one.move, one.value.hex(), one.tried] for one in opinions])
        record.play(opinions[0].move)
    return found


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
    """94.8 % of 8,192 games; a hundred are enough to see that the network is the right one."""
    game, won = game_of("new_york", 2), 0.0
    express, planner = make_bot("express"), make_bot("planner")
    for seed in range(100):
        record, rng = Record(game, 500 + seed // 2), random.Random(seed)
        while not record.over:
            bot = express if record.mover == seed % 2 else planner
            record.play(bot.choose(record.view(record.mover), rng))
        assert record.result is not None
        won += (seed % 2 in record.result.winners) / len(record.result.winners)
    assert won > 80


def test_the_champion_tries_only_what_it_is_not_sure_of() -> None:
    """A move that the network finds likely enough is played without a search, unless an explanation is asked for."""
    game = game_of("new_york", 2)
    network = random_network(game)
    network.parameters[:] = 0  # then the gate is 0.5 as at first, and only the prior speaks
    record, chances = Record(game, 2), random.Random(3)
    search = NetworkSearch(lambda game: network, rollouts=8)
    bot = SearchBot(search, lambda game: [network.prior_for(game), Weights()])
    tried = {True: 0, False: 0}
    for _ in range(6):
        view = record.view(record.mover)
        if len(view.legal) > 1:
            hurried, asked = (bot.opinions(view, random.Random(1), hurries) for hurries in (True, False))
            assert len(asked) == min(TRIED, len(view.legal))
            assert {one.move for one in hurried} <= {one.move for one in asked} <= set(view.legal)
            assert all(one.tried > 0 and 0 <= one.value <= 1 for one in asked)
            assert all(one.tried > 0 for one in hurried) or len(hurried) == 1
            tried[hurried[0].tried > 0] += 1
        record.play(make_bot("planner").choose(view, chances))
    assert tried[True] > 0
    assert tried[False] > 0


@entry
def guess_and_believe(games: Any, views: Any, odds: Any, dice: Any, states: Any) -> None:
    """Write a guess to the first state, and to the second the guess adapted to the odds."""
    imagine(games[0], views[0], dice, states[0])
    states[1] = states[0]
    believe_network(games[0], views[0], odds, dice, states[1])


@pytest.mark.parametrize(("name", "seats"), [("new_york", 4), ("europe", 3), ("nordic", 2)])
def test_guesses_follow_the_odds_and_stay_possible(name: str, seats: int) -> None:
    """Law 4 (b): the viewer can't tell such a guess from the truth. Likely tickets are guessed more often."""
    game = game_of(name, seats)
    record, chances = Record(game, 11), random.Random(1)
    while record.mover != 0 or record.is_choosing:
        record.play(make_bot("planner").choose(record.view(record.mover), chances))
    view, states = record.view(0), np.zeros(2, STATE)
    tickets = len(game.board.tickets)
    odds = np.where(np.arange((game.rules.max_seats - 1) * tickets) % 2, 5.0, -5.0)
    odd = np.zeros(2, int)
    for seed in range(20):
        guess_and_believe(game.compiled, view.views, odds, make_dice(seed), states)
        assert View(game, states, 0, 0).views.tobytes() == View(game, states, 1, 0).views.tobytes()
        places = [states[n]["tickets"].sum(0) + states[n]["short"] + states[n]["long"] for n in range(2)]
        places = [place + states[n]["out"].sum(0) for n, place in enumerate(places)]
        assert (places[0] == places[1]).all()
        for n in range(2):
            held = [t for seat in range(1, seats) for t in range(tickets) if has(states[n]["tickets"][seat], t)]
            odd[n] += sum(((seat - 1) * tickets + t) % 2 for seat in range(1, seats) for t in held) // (seats - 1)
    assert odd[1] > odd[0]
