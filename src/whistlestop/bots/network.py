"""Networks: learned parameters, the file they are kept in, and the kernel that computes a network's outputs.

A network is a layer, some residual blocks and an output layer:

    h = relu(x A + a)
    h = h + relu(norm(h) B + b) C + c        for each block
    y = relu(norm(h)) D + d

`norm` makes the mean of a row 0 and its variance 1, then scales and shifts each column. The outputs are a logit for
each move, the log-odds of each ticket in each other hand, the gate and the value. Kernels compute all layers but the
last for several decisions at once, and of the outputs only those that they need. `whistlestop.learn` trains networks.
"""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots.inputs import SHAPE, input_scale, make_shape
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game
from whistlestop.game.kernel import kernel, subroutine
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import WhistlestopError

FORMAT = 2
"""The version of the file and of the inputs; a network of another version can't be used."""
FOLDER = Path(__file__).with_name("networks")
GATE = 1.5
"""How much the prior counts before a network has learned anything."""
UNCALIBRATED = (0.0, 2.0, 0.0)
"""The calibration of a network that was not calibrated."""
SMALLEST_VARIANCE = 1e-5
ENGLISH = {
    "no_network": "There is no network for the map {map!r}. Train one with `whistlestop train {map}`.",
    "not_a_network": "{file} is not a network, or it is damaged: {problem}.",
    "other_format": "{file} is a network of version {found}; this version of Whistlestop needs {wanted}.",
    "other_map": "{file} is a network for another map: its digest is {found}, that of {map!r} is {wanted}.",
    "other_sizes": "{file} is damaged: its sizes are {found}, those of a network for {map!r} are {wanted}.",
}


class BadNetwork(WhistlestopError):
    """A network that can't be used."""

    english = ENGLISH


LAST = "leave.weight"
"""The matrix of the output layer: unlike the others it has a row for each output, since few of them are computed."""


def parts(shape: Any) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The names and shapes of a network's arrays, in the order in which `parameters` holds them."""
    inputs, width, outputs = int(shape["inputs"][0]), int(shape["width"][0]), int(shape["outputs"][0])
    yield "enter.weight", (inputs, width)
    yield "enter.bias", (width,)
    for n in range(int(shape["blocks"][0])):
        for name in ("norm.weight", "norm.bias"):
            yield f"block{n}.{name}", (width,)
        for name in ("first", "second"):
            yield f"block{n}.{name}.weight", (width, width)
            yield f"block{n}.{name}.bias", (width,)
    yield "norm.weight", (width,)
    yield "norm.bias", (width,)
    yield LAST, (outputs, width)
    yield "leave.bias", (outputs,)


@dataclass(frozen=True)
class Network:
    """A network for all numbers of seats of one map."""

    shape: Any
    """An array of one SHAPE record."""
    scale: Any
    """What each input is multiplied by."""
    parameters: Any
    """All parameters in one array, in the order of `parts`."""
    priors: tuple[Weights, ...]
    """The weights that rate the candidates, from the map's smallest number of seats to its largest."""
    calibration: Any
    """A row for each of these numbers: the log-odds of winning where the value is 0, and what its first and its third
    power add to them."""

    def prior_for(self, game: Game) -> Weights:
        """The weights that rate the candidates in a game; the network learned together with them."""
        return self.priors[game.seats - game.rules.min_seats]

    def calibration_for(self, game: Game) -> Any:
        """How values become chances of winning in a game."""
        return self.calibration[game.seats - game.rules.min_seats]


def make_network(game: Game, width: int, blocks: int, arrays: dict[str, Any], priors: tuple[Weights, ...]) -> Network:
    """A network from its arrays by name, not calibrated yet."""
    shape = make_shape(game, width, blocks)
    flat = [np.asarray(arrays[name], np.float32).reshape(size).ravel() for name, size in parts(shape)]
    scale = input_scale(game).astype(np.float32)
    return Network(shape, scale, np.concatenate(flat), priors, np.array([UNCALIBRATED] * len(priors)))


def arrays_of(network: Network) -> dict[str, Any]:
    """The arrays of a network by name."""
    found, start = {}, 0
    for name, size in parts(network.shape):
        found[name] = network.parameters[start : start + math.prod(size)].reshape(size)
        start += math.prod(size)
    return found


def axis_of(name: str) -> int:
    """Along which axis of a matrix the numbers of one column of a layer are."""
    return 1 if name == LAST else 0


def write_network(file: Path, game: Game, network: Network) -> None:
    """Write a network to an .npz file; matrices become 8-bit numbers with a scale for each column of a layer."""
    names = [field.name for field in fields(Weights)]
    found: dict[str, Any] = {
        "format": np.array(FORMAT),
        "map": np.array(game.name),
        "digest": np.array(game.board.digest),
        "shape": network.shape.view(np.int64),
        "prior.names": np.array(names),
        "prior": np.array([[getattr(prior, name) for name in names] for prior in network.priors]),
        "calibration": network.calibration,
    }
    for name, array in arrays_of(network).items():
        found[name] = array
        if array.ndim == 2:
            scale = np.maximum(np.abs(array).max(axis_of(name), keepdims=True), 1e-12) / 127
            found[f"{name}.scale"] = scale.astype(np.float32)
            found[name] = np.rint(array / scale).astype(np.int8)
    with file.open("wb") as target:
        np.savez_compressed(target, **found)


def read_network(file: Path, game: Game) -> Network:
    """Read a network for a map, or raise BadNetwork with what is wrong with the file."""
    content = file.read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            arrays = dict(found)
        version, digest, sizes = int(arrays["format"]), str(arrays["digest"]), tuple(arrays["shape"].tolist())
        if version != FORMAT:
            raise BadNetwork("other_format", file=file.name, found=version, wanted=FORMAT)
        if digest != game.board.digest:
            where = {"file": file.name, "map": game.name}
            raise BadNetwork("other_map", **where, found=shown(digest, 64), wanted=game.board.digest)
        sizes_by_name = dict(zip(SHAPE.names, sizes, strict=True))
        width, blocks = sizes_by_name["width"], sizes_by_name["blocks"]
        wanted = tuple(make_shape(game, width, blocks).view(np.int64).tolist())
        if sizes != wanted:
            raise BadNetwork("other_sizes", file=file.name, map=game.name, found=str(sizes), wanted=str(wanted))
        network = make_network(game, width, blocks, restored(arrays), priors_of(arrays))
        if width < 1 or blocks < 0 or not np.isfinite(network.parameters).all():
            raise ValueError("its sizes or some of its parameters are impossible")
        return replace(network, calibration=arrays["calibration"].reshape(len(network.priors), len(UNCALIBRATED)))
    except BadNetwork:
        raise
    except Exception as error:  # NumPy, zipfile and zlib have a dozen ways to say that a file is damaged
        raise BadNetwork("not_a_network", file=file.name, problem=str(error)[:200]) from error


def priors_of(arrays: dict[str, Any]) -> tuple[Weights, ...]:
    """The weights in a file that rate the candidates."""
    names = arrays["prior.names"].tolist()
    return tuple(Weights(**dict(zip(names, row, strict=True))) for row in arrays["prior"].tolist())


def restored(arrays: dict[str, Any]) -> dict[str, Any]:
    """The arrays of a file, with matrices as numbers again."""
    return {
        name: array * arrays[f"{name}.scale"] if f"{name}.scale" in arrays else array for name, array in arrays.items()
    }


@cache
def has_network(name: str, digest: str) -> bool:
    """Whether a network comes with Whistlestop for the map with this name and digest."""
    file = FOLDER / f"{name}.npz"
    try:
        with np.load(file, allow_pickle=False) as found:
            return int(found["format"]) == FORMAT and str(found["digest"]) == digest
    except Exception:  # noqa: BLE001 - as in `read_network`; or there is no file
        return False


@lru_cache(maxsize=16)
def network_for(game: Game) -> Network:
    """The network that comes with Whistlestop for a map; raises BadNetwork if there is none."""
    file = FOLDER / f"{game.name}.npz"
    if not file.is_file():
        raise BadNetwork("no_network", map=game.name)
    return read_network(file, game)


# Sums have a fixed order, and no number is rounded in one target and not in another, so all of them agree.


@kernel
def add_row(row: Any, factor: Any, found: Any) -> None:
    """Add a row times a factor to another row."""
    for column in range(found.shape[0]):
        found[column] += factor * row[column]


@kernel
def add_four_rows(parameters: Any, at: int, factors: Any, first: int, found: Any) -> None:
    """Add four rows that follow each other, each times its factor, to another row."""
    columns = found.shape[0]
    one, two = parameters[at : at + columns], parameters[at + columns : at + 2 * columns]
    three, four = parameters[at + 2 * columns : at + 3 * columns], parameters[at + 3 * columns : at + 4 * columns]
    a, b, c, d = factors[first], factors[first + 1], factors[first + 2], factors[first + 3]
    for column in range(columns):
        found[column] += a * one[column] + b * two[column] + c * three[column] + d * four[column]


@subroutine
def set_to_bias(parameters: Any, at: int, count: int, found: Any) -> int:
    """Set rows to the bias of a layer. Returns where the next part begins."""
    columns = found.shape[1]
    for n in range(count):
        for column in range(columns):
            found[n, column] = parameters[at + column]
    return at + columns


@subroutine
def enter(shape: Any, scale: Any, parameters: Any, rows: Any, count: int, found: Any) -> int:
    """The first layer, whose inputs are mostly 0. Returns where the next part begins."""
    width = shape.width
    end = set_to_bias(parameters, shape.inputs * width, count, found)
    for row in range(shape.inputs):
        for n in range(count):
            if rows[n, row] != 0:
                add_row(parameters[row * width : row * width + width], np.float32(rows[n, row]) * scale[row], found[n])
    return end


@subroutine
def multiply(parameters: Any, at: int, given: Any, count: int, found: Any) -> int:
    """Set rows to given rows times a square matrix plus a bias. Returns where the next part begins."""
    width = found.shape[1]
    end = set_to_bias(parameters, at + width * width, count, found)
    for row in range(0, width, 4):
        for n in range(count):
            add_four_rows(parameters, at + row * width, given[n], row, found[n])
    return end


@subroutine
def normalise(parameters: Any, at: int, given: Any, count: int, found: Any) -> int:
    """Set rows to given rows with mean 0 and variance 1, scaled and shifted. Returns where the next part begins."""
    width = found.shape[1]
    for n in range(count):
        mean = np.float64(0.0)
        for column in range(width):
            mean += given[n, column]
        mean /= width
        variance = np.float64(0.0)
        for column in range(width):
            variance += (given[n, column] - mean) * (given[n, column] - mean)
        spread = math.sqrt(variance / width + SMALLEST_VARIANCE)
        for column in range(width):
            normal = (given[n, column] - mean) / spread
            found[n, column] = normal * parameters[at + column] + parameters[at + width + column]
    return at + 2 * width


@subroutine
def rectify(count: int, found: Any) -> None:
    """Set negative numbers of rows to 0."""
    for n in range(count):
        for column in range(found.shape[1]):
            found[n, column] = max(found[n, column], np.float32(0.0))


@subroutine
def run_network(shape: Any, scale: Any, parameters: Any, rows: Any, count: int, layers: Any) -> int:
    """Compute all layers but the last for the first `count` rows of inputs; the result is in `layers[1]`.

    `layers` has room for three layers, each for as many rows as there are. Returns where the output layer begins.
    """
    layer, other, added = layers[0], layers[1], layers[2]
    at = enter(shape, scale, parameters, rows, count, layer)
    rectify(count, layer)
    for _ in range(shape.blocks):
        at = normalise(parameters, at, layer, count, other)
        at = multiply(parameters, at, other, count, added)
        rectify(count, added)
        at = multiply(parameters, at, added, count, other)
        for n in range(count):
            for column in range(layer.shape[1]):
                layer[n, column] += other[n, column]
    at = normalise(parameters, at, layer, count, other)
    rectify(count, other)
    return at


@subroutine
def output_of(shape: Any, parameters: Any, at: int, layer: Any, number: int) -> float:
    """One output, from a row of the last layer but one."""
    width = shape.width
    row = parameters[at + number * width : at + (number + 1) * width]
    found = np.float64(parameters[at + shape.outputs * width + number])
    for column in range(width):
        found += row[column] * layer[column]
    return found


@subroutine
def gate_of(shape: Any, parameters: Any, at: int, layer: Any) -> float:
    """How much the prior counts."""
    gate = output_of(shape, parameters, at, layer, shape.outputs - 2)
    return GATE * (1.0 + gate / (1.0 + abs(gate)))


@kernel
def exp(x: float) -> float:
    """The exponential function for numbers from -64 to 64, the same on all targets, to about three digits."""
    y = min(64.0, max(-64.0, x)) / 256.0
    found = 1.0 + y * (1.0 + y * (0.5 + y * (1.0 / 6.0 + y / 24.0)))
    for _ in range(8):
        found *= found
    return found


@subroutine
def chance_of(calibration: Any, value: float) -> float:
    """The chance of winning, from 0 to 1, that a value stands for."""
    return 1.0 / (1.0 + exp(-calibration[0] - (calibration[1] + calibration[2] * value * value) * value))
