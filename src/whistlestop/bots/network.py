"""Networks: learned parameters, the file they are kept in, and the kernel that computes a network's outputs.

A network is a layer, some residual blocks and an output layer:

    h = relu(x A + a)
    h = h + relu(norm(h) B + b) C + c        for each block
    y = relu(norm(h)) D + d

`norm` makes the mean of a row 0 and its variance 1, then scales and shifts each column. The outputs are a logit for
each move, the log-odds of each ticket in each other hand, the gate and the value. `whistlestop.learn` trains networks.
"""

import math
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots.inputs import PRIOR_UNIT, SHAPE, input_scale, make_shape
from whistlestop.bots.search_memory import MOST
from whistlestop.game.game import Game
from whistlestop.game.kernel import kernel, subroutine
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import WhistlestopError

FORMAT = 1
"""The version of the file and of the inputs; a network of another version can't be used."""
FOLDER = Path(__file__).with_name("networks")
GATE = 1.5
"""How much the veteran's rating counts before a network has learned anything."""
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
    yield "leave.weight", (width, outputs)
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


def make_network(game: Game, width: int, blocks: int, arrays: dict[str, Any]) -> Network:
    """A network from its arrays by name."""
    shape = make_shape(game, width, blocks)
    flat = [np.asarray(arrays[name], np.float32).reshape(size).ravel() for name, size in parts(shape)]
    return Network(shape, input_scale(game), np.concatenate(flat))


def arrays_of(network: Network) -> dict[str, Any]:
    """The arrays of a network by name."""
    found, start = {}, 0
    for name, size in parts(network.shape):
        found[name] = network.parameters[start : start + math.prod(size)].reshape(size)
        start += math.prod(size)
    return found


def write_network(file: Path, game: Game, network: Network) -> None:
    """Write a network to an .npz file; matrices become 8-bit numbers with a scale for each column."""
    found: dict[str, Any] = {
        "format": np.array(FORMAT),
        "map": np.array(game.name),
        "digest": np.array(game.board.digest),
        "shape": network.shape.view(np.int64),
    }
    for name, array in arrays_of(network).items():
        found[name] = array
        if array.ndim == 2:
            scale = np.maximum(np.abs(array).max(0), 1e-12) / 127
            found[f"{name}.scale"] = scale.astype(np.float32)
            found[name] = np.rint(array / scale).astype(np.int8)
    with file.open("wb") as target:
        np.savez_compressed(target, **found)


def read_network(file: Path, game: Game) -> Network:
    """Read a network for a map, or raise BadNetwork with what is wrong with the file."""
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as found:
            arrays = dict(found)
        version, digest, sizes = int(arrays["format"]), str(arrays["digest"]), tuple(arrays["shape"].tolist())
        if version != FORMAT:
            raise BadNetwork("other_format", file=file.name, found=version, wanted=FORMAT)
        if digest != game.board.digest:
            where = {"file": file.name, "map": game.name}
            raise BadNetwork("other_map", **where, found=shown(digest, 64), wanted=game.board.digest)
        fields = dict(zip(SHAPE.names, sizes, strict=True))
        wanted = tuple(make_shape(game, fields["width"], fields["blocks"]).view(np.int64).tolist())
        if sizes != wanted:
            raise BadNetwork("other_sizes", file=file.name, map=game.name, found=str(sizes), wanted=str(wanted))
        return make_network(game, fields["width"], fields["blocks"], restored(arrays))
    except BadNetwork:
        raise
    except (KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadNetwork("not_a_network", file=file.name, problem=str(error)[:200]) from error


def restored(arrays: dict[str, Any]) -> dict[str, Any]:
    """The arrays of a file, with matrices as numbers again."""
    return {
        name: array * arrays[f"{name}.scale"] if f"{name}.scale" in arrays else array for name, array in arrays.items()
    }


@lru_cache(maxsize=16)
def network_for(game: Game) -> Network:
    """The network that comes with Whistlestop for a map; raises BadNetwork if there is none."""
    file = FOLDER / f"{game.name}.npz"
    if not file.is_file():
        raise BadNetwork("no_network", map=game.name)
    return read_network(file, game)


# Sums are in 64 bits and in a fixed order, so all targets compute the same outputs.


@subroutine
def add_product(parameters: Any, at: int, given: Any, rows: int, found: Any, columns: int) -> int:
    """Set a row to a given row times a matrix, plus a bias; both begin at `at`. Returns where the next part begins."""
    bias = at + rows * columns
    for column in range(columns):
        found[column] = parameters[bias + column]
    for row in range(rows):
        factor = given[row]
        if factor != 0.0:
            start = at + row * columns
            for column in range(columns):
                found[column] += factor * parameters[start + column]
    return bias + columns


@subroutine
def normalise(parameters: Any, at: int, given: Any, found: Any, width: int) -> int:
    """Set a row to a given row with mean 0 and variance 1, scaled and shifted. Returns where the next part begins."""
    mean = 0.0
    for n in range(width):
        mean += given[n]
    mean /= width
    variance = 0.0
    for n in range(width):
        variance += (given[n] - mean) * (given[n] - mean)
    spread = math.sqrt(variance / width + SMALLEST_VARIANCE)
    for n in range(width):
        found[n] = (given[n] - mean) / spread * parameters[at + n] + parameters[at + width + n]
    return at + 2 * width


@kernel
def rectify(row: Any, width: int) -> None:
    """Set negative numbers of a row to 0."""
    for n in range(width):
        row[n] = max(0.0, row[n])


@subroutine
def run_network(shape: Any, scale: Any, parameters: Any, row: Any, scratch: Any, outputs: Any) -> None:
    """Compute the outputs for a row of inputs; `scratch` has a row for the inputs and three for layers."""
    width = shape.width
    scaled, layer, other, added = scratch[0], scratch[1], scratch[2], scratch[3]
    for n in range(shape.inputs):
        scaled[n] = row[n] * scale[n]
    at = add_product(parameters, 0, scaled, shape.inputs, layer, width)
    rectify(layer, width)
    for _ in range(shape.blocks):
        at = normalise(parameters, at, layer, other, width)
        at = add_product(parameters, at, other, width, added, width)
        rectify(added, width)
        at = add_product(parameters, at, added, width, other, width)
        for n in range(width):
            layer[n] += other[n]
    at = normalise(parameters, at, layer, other, width)
    rectify(other, width)
    add_product(parameters, at, other, width, outputs, shape.outputs)


@subroutine
def add_prior(shape: Any, moves: Any, prior: Any, outputs: Any) -> None:
    """Add the veteran's rating of the candidates to their logits, as much as the network's gate says."""
    gate = outputs[shape.outputs - 2]
    gate = GATE * (1.0 + gate / (1.0 + abs(gate)))
    for n in range(MOST):
        outputs[moves[n]] += gate * prior[n] / PRIOR_UNIT
