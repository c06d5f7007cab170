"""Law 7 for notices: two games that look the same to a reader call them with the same words."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from laws.games import random_game
from laws.test_views import twin
from positions import TABLES, game_of
from server.test_secrecy import ID, World, last_choice
from sqlalchemy import select

from whistlestop.game.state import CHANCE
from whistlestop.server import moves, schema
from whistlestop.server.channels import Channels
from whistlestop.server.events import Stream
from whistlestop.server.outbox import Outbox
from whistlestop.server.presence import Presence
from whistlestop.server.registry import TableRegistry
from whistlestop.server.table import Table


class CallingWorld(World):
    """A game at a server, with the messages that call each player, as a webhook gets them, without ids and times."""

    async def move(self, registry: TableRegistry, table: Table, people: list[str], streams: dict[int, Stream]) -> None:
        self.calls: dict[int, list[dict[str, Any]]] = {seat: [] for seat in range(len(people))}
        for player in people:
            found = await registry.people.find(player)
            assert found
            await Channels(registry.people).add_webhook(found, "https://example.org/", "en")
        registry.people.presence = Presence(registry.storage)  # the streams are open, but nobody looks
        for entry in self.walked.entries[: self.plies]:
            if entry.mover != CHANCE:
                text = self.walked.game.catalogue.moves[entry.move].text
                await registry.change(ID, moves.move, people[entry.mover], entry.mover, table.ply, text)
                await self.call(registry, people)

    async def call(self, registry: TableRegistry, people: list[str]) -> None:
        """What would be sent now."""
        outbox = Outbox(registry)
        channels = {row.id: row for row in await registry.storage.rows(select(schema.channels))}
        for row in await registry.storage.rows(select(schema.outbox)):
            notice = await outbox.notice(row, "en")
            if notice is not None:
                body, _ = outbox._hook(row, channels[row.channel], notice)
                self.calls[people.index(row.player)].append(json.loads(body) | {"id": "", "at": 0})


@pytest.mark.parametrize(("name", "seats"), TABLES[:2])
def test_twin_worlds_send_the_same_notices(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, draw = game_of(name, seats), random.Random(seats)
    for seed in range(400):
        walked = random_game(game, seed)
        viewer = draw.randrange(seats)
        ply = last_choice(walked, min(draw.randrange(40, 100), len(walked.log) - 1))
        other = twin(walked, viewer, ply, draw) if ply else None
        if other is None or walked.record(ply).redacted(viewer) != other.record(ply).redacted(viewer):
            continue
        one, two = (CallingWorld(tmp_path, world, ply, monkeypatch) for world in (walked, other))
        assert one.calls[viewer] == two.calls[viewer], f"seed {seed}, viewer {viewer}"
        assert len(one.calls[viewer]) > 1
        assert {call["kind"] for call in one.calls[viewer]} == {"turn"}
        return
    raise AssertionError("too few twins were found")
