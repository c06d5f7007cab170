"""The data that JavaScript needs beside the module: `engine_data`, the same for all games, and `game_data`, one game's.

Nothing in it is a rule: it says where a field is in memory, what things are called, and how the levels weigh things.
"""

import base64
import hashlib
import json
from dataclasses import astuple
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots import champion, search
from whistlestop.bots.board_facts import FACTS, board_facts
from whistlestop.bots.distances import NEAR
from whistlestop.bots.inputs import SHAPE
from whistlestop.bots.levels import Level, adviser_on, knows, levels_on
from whistlestop.bots.network import FOLDER, axis_of, network_for, parts
from whistlestop.bots.network_bot import WHOLE, NetworkBot
from whistlestop.bots.network_memory import SLOTS, make_network_scratch
from whistlestop.bots.network_search import NetworkSearch
from whistlestop.bots.plan import PLAN
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.search_memory import CANDIDATES, MOST, NODE, make_scratch
from whistlestop.bots.turns import PLAY
from whistlestop.bots.weights import WEIGHTS
from whistlestop.game import dice, limits, state
from whistlestop.game.board import GREY
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.game import Game
from whistlestop.game.kernel import digest_of_sources
from whistlestop.game.moves.tickets import ENTRY_BITS, TICKET_BITS
from whistlestop.game.reason_numbers import PARAMETERS, REASON_PARAMETERS
from whistlestop.game.record import HIDDEN_DEALS
from whistlestop.game.result import RESULT_SCRATCH, ROW, ROWS
from whistlestop.game.result_paths import PATH
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import GAME, STATE
from whistlestop.game.ticket_status import TICKET_PATHS
from whistlestop.game.track_status import TRACK_STATUS
from whistlestop.game.view import OWN_FIELDS, PUBLIC_FIELDS, SEAT_FIELDS, VIEW
from whistlestop.review import advice
from whistlestop.review import records as review
from whistlestop.review.calibration import calibration_for
from whistlestop.review.mixture import mixture_for
from whistlestop.review.report import FORMAT, ROLLOUTS, SEED_STEP

BUILT = Path(__file__).parent / "built"
"""The folder that the module is built into."""
MODULE = "whistlestop.wasm"
LAYOUT = "engine.json"

RECORDS: dict[str, Any] = {
    "GAME": GAME, "STATE": STATE, "VIEW": VIEW, "SCORE_SHEET": SCORE_SHEET, "TICKET_PATHS": TICKET_PATHS,
    "TRACK_STATUS": TRACK_STATUS, "FACTS": FACTS, "WEIGHTS": WEIGHTS, "PLAN": PLAN, "CANDIDATES": CANDIDATES,
    "NODE": NODE, "SHAPE": SHAPE, "NEAR": NEAR, "PLAY": PLAY,
    "TRIALS": review.TRIALS, "STEP": review.STEP, "SEAT_SUMMARY": review.SEAT_SUMMARY,
    "TURNING_POINT": review.TURNING_POINT,
}  # fmt: skip
"""The records that JavaScript reads or makes room for."""
SIZES = {
    "BITS": limits.BITS, "WORDS": limits.WORDS, "SEATS": limits.SEATS, "KINDS": limits.KINDS, "MOVES": limits.MOVES,
    "TRACKS": limits.TRACKS, "TICKETS": limits.TICKETS, "CITIES": limits.CITIES, "STREAMS": dice.STREAMS,
    "TICKET_BITS": TICKET_BITS, "ENTRY_BITS": ENTRY_BITS, "QUEUED": state.QUEUED, "SCRATCH": SCRATCH,
    "PARAMETERS": PARAMETERS, "ROWS": ROWS, "ROW": ROW, "PATH": PATH, "RESULT_SCRATCH": RESULT_SCRATCH,
    "MOST": MOST, "NODES": search.NODES, "BATCH": search.BATCH, "WHOLE": WHOLE,
}  # fmt: skip
"""The limits and sizes of arrays that JavaScript needs."""


@cache
def version() -> str:
    """Identifies module, layout and games that belong together: a digest of the sources they are made from."""
    return digest_of_sources("game", "bots", "review", "wasm")


def is_built() -> bool:
    """Whether the module is built from these sources, and complete."""
    try:
        layout = json.loads((BUILT / LAYOUT).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(layout, dict) and layout.get("version") == version()


def engine_data() -> dict[str, Any]:
    """What is the same for all games: where every field is in memory, sizes, and the names of phases and streams."""
    return {
        "version": version(),
        "records": {name: record_layout(record) for name, record in RECORDS.items()},
        "scratch": scratch_layout(make_scratch()),
        "sizes": SIZES,
        "phases": state.PHASE_NAMES,
        "phase_numbers": {name.replace(" ", "_"): n for n, name in enumerate(state.PHASE_NAMES)},
        "chance_phases": [n for n in range(len(state.PHASE_NAMES)) if state.BY_CHANCE >> n & 1],
        "hidden_deals": sorted(HIDDEN_DEALS),
        "streams": dice.STREAM_NAMES,
        "reasons": list(REASON_PARAMETERS.items()),
        "view": {"public": PUBLIC_FIELDS, "seat": SEAT_FIELDS, "own": OWN_FIELDS},
        "review": review_data(),
    }


def review_data() -> dict[str, Any]:
    """The names of what the kernels of a review number, and its budget."""
    return {
        "format": FORMAT,
        "grades": review.GRADE_NAMES,
        "luck": review.LUCK_NAMES,
        "codes": list(review.CODES.items()),
        "turning_points": review.TURNING_POINTS,
        "unit": review.UNIT,
        "rollouts": ROLLOUTS,
        "hint_rollouts": advice.ROLLOUTS,
        "purposes": list(review.PURPOSES.items()),
        "seed_step": SEED_STEP,
    }


def record_layout(record: Any) -> dict[str, Any]:
    """The size of a record in bytes, and for each field its offset and shape; every field is of 64-bit integers."""
    fields = {name: [record.fields[name][1], *record.fields[name][0].shape] for name in record.names}
    return {"size": record.itemsize, "fields": fields}


def scratch_layout(scratch: Any) -> list[dict[str, Any]]:
    """The arrays of a bot's working memory, in order: name, record (or null), the bytes of a number and shape."""
    names = {record: name for name, record in RECORDS.items()}
    return [
        {"name": name, "record": names.get(one.dtype), "bytes": one.itemsize, "shape": one.shape}
        for name, one in scratch._asdict().items()
    ]


def game_data(game: Game) -> dict[str, Any]:
    """What a browser needs to play a game: names, moves, levels, and the compiled game itself."""
    board, catalogue = game.board, game.catalogue
    deals = catalogue.bases[DEAL_FIRST]
    return {
        "version": version(),
        "map": game.name,
        "digest": game.digest,
        "seats": game.seats,
        "kinds": catalogue.kinds,
        "cities": [city.id for city in board.cities],
        "tracks": [track_data(game, number) for number in range(len(board.tracks))],
        "tickets": [ticket.text for ticket in board.tickets],
        "ticket_points": [ticket.points for ticket in board.tickets],
        "moves": [
            catalogue.fields(board, number) if number < deals else {"text": move.text}
            for number, move in enumerate(catalogue.moves)
        ],
        "rules": {"stations": game.rules.stations, "both_tracks_from": game.rules.both_tracks_from},
        "levels": {name: level_data(level, game) for name, level in levels_on(board).items()},
        "adviser": adviser_on(board).name,
        "network": network_data(game) if knows(board) else None,
        "compiled": base64.b64encode(game.compiled.tobytes()).decode(),
        "facts": base64.b64encode(board_facts(game).tobytes()).decode(),
    }


def track_data(game: Game, number: int) -> dict[str, Any]:
    """What is printed on a track."""
    track = game.board.tracks[number]
    return {
        "track": track.text,
        "length": track.length,
        "points": game.rules.points[track.length - 1],
        "colour": None if track.colour == GREY else game.rules.colours[track.colour],
        "tunnel": track.tunnel,
        "locomotives": track.locomotives,
        "swap": track.swap,
    }


def level_data(level: Level, game: Game) -> dict[str, Any]:
    """How a level plays in a game: its pace, and how its bot decides."""
    return {"pace": level.pace, **bot_data(level.make_bot(game), game)}


def bot_data(bot: Any, game: Game) -> dict[str, Any]:
    """How a bot decides in a game: by a policy or a search, with or without a network; its seconds and its weights."""
    kind, weights, more = "policy", [], {}
    if isinstance(bot, SearchBot):
        kind, weights = "search", bot.all_weights_for(game)
        more = {"seconds": bot.search.seconds, "grows_tree": bot.search.grows_tree}
    elif isinstance(bot, NetworkBot):
        weights, more = bot.all_weights_for(game), {"learned": round(WHOLE * bot.learned)}
    else:
        weights = [bot.weights_for(game)]
    uses_network = isinstance(bot, NetworkBot) or isinstance(getattr(bot, "search", None), NetworkSearch)
    return {"kind": kind, "network": uses_network, **more, "weights": [astuple(one) for one in weights]}


def network_data(game: Game) -> dict[str, Any]:
    """The network of a game's map: the name of its file, its sizes, how values become chances, for bots and among
    equals, memory, and for reviews how the seats play in guesses, and what mixes the open chances."""
    network = network_for(game)
    return {
        "file": network_name(game),
        "shape": network.shape.view(np.int64).tolist(),
        "parts": [size if len(size) == 1 else [*size, axis_of(name)] for name, size in parts(network.shape)],
        "calibration": network.calibration_for(game).tolist(),
        "review_calibration": calibration_for(game, network).tolist(),
        "scratch": scratch_layout(make_network_scratch(game, network.shape, SLOTS)),
        "weights": [astuple(one) for one in champion.all_weights_for(game)],
        "mixture": mixture_for(game).tolist(),
    }


def network_name(game: Game) -> str:
    """The file of a map's network. Its content is part of its name."""
    return f"{game.name}-{hashlib.sha256(network_file(game)).hexdigest()[:12]}.bin"


@lru_cache(maxsize=16)
def network_file(game: Game) -> bytes:
    """The network of a game's map for browsers: numbers of 32 bits, then those of 8.

    The first are what the inputs are multiplied by and, part by part, its numbers or the scales of a matrix; the second
    are the matrices.
    """
    singles, small = [network_for(game).scale], []
    with np.load(FOLDER / f"{game.name}.npz", allow_pickle=False) as arrays:
        for name, size in parts(network_for(game).shape):
            singles.append(arrays[name if len(size) == 1 else f"{name}.scale"].ravel())
            small += [] if len(size) == 1 else [arrays[name].ravel()]
    return np.concatenate(singles).astype("<f4").tobytes() + np.concatenate(small).tobytes()


def write_json(data: Any) -> bytes:
    """JSON without spaces."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
