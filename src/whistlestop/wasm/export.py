"""The data that JavaScript needs beside the module: `engine_data`, the same for all games, and `game_data`, one game's.

Nothing in it is a rule: it says where a field is in memory, what things are called, and how the levels weigh things.
"""

import base64
import json
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Any

from whistlestop.bots import search
from whistlestop.bots.board_facts import FACTS, board_facts
from whistlestop.bots.levels import LEVELS, Level
from whistlestop.bots.plan import PLAN
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.search_memory import CANDIDATES, MOST, NODE, make_scratch
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

BUILT = Path(__file__).parent / "built"
"""The folder that the module is built into."""
MODULE = "whistlestop.wasm"
LAYOUT = "engine.json"

RECORDS: dict[str, Any] = {
    "GAME": GAME, "STATE": STATE, "VIEW": VIEW, "SCORE_SHEET": SCORE_SHEET, "TICKET_PATHS": TICKET_PATHS,
    "TRACK_STATUS": TRACK_STATUS, "FACTS": FACTS, "WEIGHTS": WEIGHTS, "PLAN": PLAN, "CANDIDATES": CANDIDATES,
    "NODE": NODE,
}  # fmt: skip
"""The records that JavaScript reads or makes room for."""
SIZES = {
    "BITS": limits.BITS, "WORDS": limits.WORDS, "SEATS": limits.SEATS, "KINDS": limits.KINDS, "MOVES": limits.MOVES,
    "TRACKS": limits.TRACKS, "TICKETS": limits.TICKETS, "CITIES": limits.CITIES, "STREAMS": dice.STREAMS,
    "TICKET_BITS": TICKET_BITS, "ENTRY_BITS": ENTRY_BITS, "QUEUED": state.QUEUED, "SCRATCH": SCRATCH,
    "PARAMETERS": PARAMETERS, "ROWS": ROWS, "ROW": ROW, "PATH": PATH, "RESULT_SCRATCH": RESULT_SCRATCH,
    "MOST": MOST, "NODES": search.NODES, "BATCH": search.BATCH,
}  # fmt: skip
"""The limits and sizes of arrays that JavaScript needs."""


@cache
def version() -> str:
    """Identifies module, layout and games that belong together: a digest of the sources they are made from."""
    return digest_of_sources("game", "bots", "wasm")


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
        "scratch": scratch_layout(),
        "sizes": SIZES,
        "phases": state.PHASE_NAMES,
        "phase_numbers": {name.replace(" ", "_"): n for n, name in enumerate(state.PHASE_NAMES)},
        "chance_phases": [n for n in range(len(state.PHASE_NAMES)) if state.BY_CHANCE >> n & 1],
        "hidden_deals": sorted(HIDDEN_DEALS),
        "streams": dice.STREAM_NAMES,
        "reasons": list(REASON_PARAMETERS.items()),
        "view": {"public": PUBLIC_FIELDS, "seat": SEAT_FIELDS, "own": OWN_FIELDS},
    }


def record_layout(record: Any) -> dict[str, Any]:
    """The size of a record in bytes, and for each field its offset and shape; every field is of 64-bit integers."""
    fields = {name: [record.fields[name][1], *record.fields[name][0].shape] for name in record.names}
    return {"size": record.itemsize, "fields": fields}


def scratch_layout() -> list[dict[str, Any]]:
    """The arrays of a `Scratch`, in order: name, record (or null for integers) and shape, with one node in the tree."""
    names = {record: name for name, record in RECORDS.items()}
    arrays = make_scratch()._asdict()
    return [{"name": name, "record": names.get(one.dtype), "shape": one.shape} for name, one in arrays.items()]


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
        "levels": {level.name: level_data(level, game) for level in LEVELS.values()},
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
    """How a level plays: by a policy or a search, its pace and seconds for a move, and its weights."""
    return {"pace": level.pace, **bot_data(level.make_bot(), game)}


def bot_data(bot: Any, game: Game) -> dict[str, Any]:
    """How a bot that follows a policy, or searches, decides in a game."""
    if isinstance(bot, SearchBot):
        kind, weights = "search", bot.all_weights_for(game)
        seconds, grows_tree = bot.search.seconds, bot.search.grows_tree
    else:
        kind, weights = "policy", [bot.weights_for(game)]
        seconds, grows_tree = 0.0, False
    return {"kind": kind, "seconds": seconds, "grows_tree": grows_tree, "weights": [astuple(one) for one in weights]}


def write_json(data: Any) -> bytes:
    """JSON without spaces."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
