"""What the engine in the browser tells of a game is what the server tells: the same JSON, the same records.

Python plays whole games and writes down what it tells of them; web/tests/engine/telling.test.ts compares.
"""

import base64
import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from positions import TABLES

from whistlestop.bots import make_bot
from whistlestop.bots.champion import all_weights_for
from whistlestop.bots.network import network_for
from whistlestop.bots.network_search import NetworkSearch
from whistlestop.bots.weights import weights_array
from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE
from whistlestop.game.track_status import track_status
from whistlestop.game.view import SPECTATOR
from whistlestop.game.why import why_not
from whistlestop.server.wire import compact, view_then, write_course
from whistlestop.wasm.export import is_built

WEB = Path(__file__).parents[2] / "web"
EVERY = 15
"""Every how many plies a game is told."""
REFUSALS = 12
"""How many illegal moves are tried at each of them."""
ROLLOUTS = 60
NAMES = ("Anna", "Søren", "東京", "\x7f", "director")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with what Python tells of a game on every map with every number of seats, dealt fast and fairly."""
    assert is_built(), "the module is not built from these sources: make wasm"
    games = [tell(*table, n) for table in TABLES for n in range(2)]
    path = tmp_path_factory.mktemp("told") / "told.json"
    path.write_bytes(compact(games))
    return path


def test_the_browser_tells_what_the_server_tells(told: Path) -> None:
    npx = shutil.which("npx")
    assert npx, "Node and npm are needed"
    command = [npx, "vitest", "run", "tests/engine/telling.test.ts"]
    found = subprocess.run(command, cwd=WEB, env={**os.environ, "TOLD": str(told)}, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


def tell(name: str, seats: int, n: int) -> dict[str, Any]:
    """A whole game: the first of random moves, the second of a planner's."""
    game, rng = Game(name, seats), random.Random(n)
    record = Record(game, fair(game) if n else seats, first=seats - 1 if n else None, names=NAMES[:seats] if n else ())
    planner = make_bot("planner")
    plies: list[Any] = []
    searches: list[Any] = []
    while True:
        if len(record.entries) // EVERY >= len(plies) or record.over:
            plies.append(tell_ply(record, rng))
        if record.over:
            break
        if n and len(plies) % 9 == 3 and len(record.legal_moves()) > 1:
            searches.append(tell_search(record, 1 + len(searches) % 2))
        view = record.view(record.mover)
        record.play(planner.choose(view, rng) if n else rng.choice(view.legal))
    return {
        "game": f"{name}-{seats}", "n": n, "record": str(record), "plies": plies, "course": write_course(record),
        "searches": searches,
    }  # fmt: skip


def fair(game: Game) -> FairDealer:
    added = (bytes(range(16)), *[None] * (game.seats - 1))
    return FairDealer.from_origin(KeyOrigin("abcdefghijklmnopqrstuv", bytes(range(32)), added), game.digest)


def tell_ply(record: Record, rng: random.Random) -> dict[str, Any]:
    """What is told at the end of a record."""
    viewers = [*range(record.game.seats), SPECTATOR]
    ply = len(record.entries)
    tracks = rng.sample([track.text for track in record.game.board.tracks], 3)
    return {
        "ply": ply,
        "views": [without_text(json.loads(compact(view_then(record, seat)))) for seat in viewers],
        "tracks": [[track, seat, tell_track(record, seat, track)] for track in tracks for seat in viewers],
        "refusals": [] if record.over or record.mover == CHANCE else tell_refusals(record, rng),
        "redacted": [record.redacted(seat) for seat in viewers] if ply % 4 == 0 or record.over else [],
    }


def tell_track(record: Record, seat: int, track: str) -> Any:
    is_asked = record.is_choosing and seat >= record.mover
    status = track_status(record.choice(seat) if is_asked else record.view(seat), track)
    return without_text(status.as_dict())


def tell_refusals(record: Record, rng: random.Random) -> list[Any]:
    """Why some moves are refused."""
    legal, moves = record.legal_moves(), record.game.catalogue.moves
    illegal = [number for number in rng.sample(range(len(moves)), REFUSALS) if number not in legal]
    return [[moves[n].text, without_text(why_not(record.game, record.state, n).as_dict())] for n in illegal]


def tell_search(record: Record, searchers: int) -> dict[str, Any]:
    """What the director thinks, given a number of rollouts."""
    view, weights = record.view(record.mover), weights_array(*all_weights_for(record.game))
    search = NetworkSearch(network_for, rollouts=ROLLOUTS, threads=searchers)
    opinions = search.opinions(view, weights, random.Random(7))
    return {
        "view": base64.b64encode(view.views.tobytes()).decode(),
        "seed": str(random.Random(7).getrandbits(48)),
        "rollouts": ROLLOUTS,
        "searchers": searchers,
        "opinions": [[opinion.move, opinion.value, opinion.tried] for opinion in opinions],
    }


def without_text(told: Any) -> Any:
    """What was told, without the English sentences of reasons: the page makes its own."""
    if isinstance(told, dict):
        is_reason = "code" in told
        return {key: "" if is_reason and key == "text" else without_text(value) for key, value in told.items()}
    return [without_text(one) for one in told] if isinstance(told, list) else told
