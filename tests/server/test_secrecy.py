"""Law 7: twin worlds send byte-identical streams to a reader who may know the same of both; secrets go to nobody else.

Whole games go through the server's own path: commands, transactions, events and streams, with a listener at every seat
and a spectator. Deals are scripted, so that two worlds differ in nothing but what the reader may not know.
"""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from laws.games import RandomGame, random_game
from laws.test_views import twin
from positions import TABLES, game_of

from whistlestop.game import engine
from whistlestop.game.dealer import FairDealer
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE, FIRST_CHOICE
from whistlestop.game.view import SPECTATOR
from whistlestop.server import fairness, moves
from whistlestop.server.events import Stream
from whistlestop.server.identity import People
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.seating import TableOptions, new_table
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage
from whistlestop.server.table import Seat, Table

ID = "T" * 22
SECRET = bytes(range(100, 132))
KEY = bytes(range(7, 39))
STRANGER = "stranger"
WATCHER = "watcher"


class Scripted(FairDealer):
    """Deals the deals of another game."""

    def __init__(self, record: Record, log: Any) -> None:
        super().__init__(KEY)
        self._record, self._log = record, log

    def deal(self, deck: int, n: int, count: int) -> int:
        where = (self._record.game.compiled, self._record.states, 0)
        wanted = int(self._log[len(self._record.entries)])
        return next(k for k in range(count) if int(engine.nth_deal(*where, k)) == wanted)


class World:
    """A game at a server, with everything that was sent to each reader."""

    def __init__(self, folder: Path, walked: RandomGame, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.walked, self.plies = walked, plies
        self.sent: dict[int, bytes] = {}
        self.resumed: dict[int, bytes] = {}
        self.tokens: list[str] = []

        def deal(table: Table, names: list[str]) -> None:
            table.record = Record(walked.game)
            table.record.dealer = Scripted(table.record, walked.log)
            table.record.deal()

        monkeypatch.setattr(Table, "deal", deal)
        asyncio.run(self.play(f"sqlite+aiosqlite:///{folder}/{len(list(folder.iterdir()))}.db"))

    async def play(self, url: str) -> None:
        storage = Storage(url)
        await storage.open()
        registry = TableRegistry(Settings(streams=99), storage, People(storage))
        seats = self.walked.game.seats
        people = [await registry.people.welcome(f"Player {seat}") for seat in range(seats)]
        self.tokens = [registry.people.tokens.sign(player.id) for player in people]
        options = TableOptions(self.walked.game.name, [], watchable=True, stand_in="porter")
        table = new_table(self.walked.game, people[0].id, options, [Seat(player=player.id) for player in people])
        table.id, table.secret = ID, SECRET
        change = Change(table)
        change.publish("seats", what="made")
        await registry.add(change)
        readers = [*range(seats), SPECTATOR]
        names = {seat: people[seat].id if seat >= 0 else WATCHER for seat in readers}
        streams = {seat: await registry.hub.open(names[seat], [ID], {}) for seat in readers}
        table.watchable = False
        await registry.change(ID, fairness.deal)
        with pytest.raises(Refused, match="only its players"):
            await registry.hub.open(STRANGER, [ID], {})
        table.watchable = True
        await self.move(registry, table, [player.id for player in people], streams)
        for seat in readers:
            late = await registry.hub.open(names[seat], [ID], {ID: 1})
            self.resumed[seat] = await late.read()
        await storage.close()

    async def move(self, registry: TableRegistry, table: Table, people: list[str], streams: dict[int, Stream]) -> None:
        for seat, stream in streams.items():
            self.sent[seat] = await stream.read()
        for n, entry in enumerate(self.walked.entries[: self.plies]):
            if entry.mover == CHANCE:
                continue
            if entry.phase != FIRST_CHOICE:
                assert table.ply == n
            text = self.walked.game.catalogue.moves[entry.move].text
            await registry.change(ID, moves.move, people[entry.mover], entry.mover, table.ply, text)
            for seat, stream in streams.items():
                self.sent[seat] += await stream.read()


def timeless(sent: bytes, world: World) -> bytes:
    """What was sent, without times and random ids."""
    sent = re.sub(rb'"(at|began|touched|created|deadline|now)":\d+', rb'"\1":0', sent)
    return re.sub(rb'"(host|player)":"[^"]{22}"', rb'"\1":""', sent)


def last_choice(walked: RandomGame, ply: int) -> int:
    """The last ply up to one at which a seat is to move, after the first choices."""
    phases = walked.states["phase"]
    while ply > 0 and (walked.entries[ply].mover == CHANCE if ply < len(walked.entries) else False):
        ply -= 1
    begun = next((n for n, phase in enumerate(phases) if phase > FIRST_CHOICE), 0)
    return ply if ply >= begun else 0


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_twin_worlds_send_the_same_bytes(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(name, seats)
    draw = random.Random(seats)
    compared = 0
    for seed in range(400):
        walked = random_game(game, seed)
        viewer = draw.randrange(SPECTATOR, seats)
        ply = last_choice(walked, min(draw.randrange(40, 160), len(walked.log) - 1))
        other = twin(walked, viewer, ply, draw) if ply else None
        if other is None or walked.record(ply).redacted(viewer) != other.record(ply).redacted(viewer):
            continue
        one = World(tmp_path, walked, ply, monkeypatch)
        two = World(tmp_path, other, ply, monkeypatch)
        assert timeless(one.sent[viewer], one) == timeless(two.sent[viewer], two), f"seed {seed}, viewer {viewer}"
        assert timeless(one.resumed[viewer], one) == timeless(two.resumed[viewer], two), f"seed {seed}, viewer {viewer}"
        changed = [seat for seat in range(seats) if timeless(one.sent[seat], one) != timeless(two.sent[seat], two)]
        assert changed, "a twin that nobody can tell from its twin proves nothing"
        compared += 1
        if compared == 2:
            return
    raise AssertionError("too few twins were found")


def frames(sent: bytes) -> list[dict[str, Any]]:
    return [json.loads(frame.partition(b"\ndata: ")[2]) for frame in sent.split(b"\n\n") if b"\ndata: " in frame]


def tickets_shown(event: dict[str, Any]) -> set[str]:
    """All tickets that an event names."""
    found = {line[2:] for line in event.get("lines", []) if line.startswith("= ") and "-" in line}
    for view in event.get("views", []):
        found |= {one["ticket"] for one in view["ticket_status"]} | set(view["offer"]) | set(view["sent_out"])
        found |= {one for one in view["queue"] if one} | set(view["tickets"] or [])
        for seat in view["seats"]:
            found |= set(seat["tickets"] or [])
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_secret_is_sent_to_anybody_else(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(name, seats)
    walked = random_game(game, 11)
    plies = last_choice(walked, min(150, len(walked.log) - 1))
    world = World(tmp_path, walked, plies, monkeypatch)
    for reader, sent in world.sent.items():
        everything = sent + world.resumed[reader]
        for secret in (SECRET.hex(), KEY.hex(), *world.tokens):
            assert secret.encode() not in everything
        allowed: set[str] = set()
        for entry in walked.entries[:plies]:
            if entry.mover == CHANCE and entry.seat == reader:
                allowed.add(game.catalogue.moves[entry.move].text)
        for event in frames(everything):
            assert tickets_shown(event) <= allowed
            for view in event.get("views", []):
                assert view["viewer"] == reader
                assert all(seat["hand"] is None for seat in view["seats"])
                state = walked.states[view["ply"]]
                hand = {kind: int(state.hands[reader][n]) for n, kind in enumerate(game.catalogue.kinds)}
                assert view["hand"] == ({k: v for k, v in hand.items() if v} if reader != SPECTATOR else None)
            for line in event.get("lines", []):
                assert "/" not in line.partition(" ")[2] or "-" in line, "an outcome shows what the deck holds"
    assert world.resumed.keys() == world.sent.keys()
