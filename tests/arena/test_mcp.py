"""The MCP server as a client meets it, over standard input and output; `make recipes` runs this."""

import asyncio
import os
import sys
from typing import Any

import pytest

from whistlestop.game.kernel import TARGET

mcp: Any = pytest.importorskip("mcp", reason="the package mcp is not installed; `make recipes` runs this")
pytestmark = pytest.mark.skipif(TARGET != "cpu", reason="it plays whole games in another process")


@pytest.mark.parametrize("legal", ["shown", "hidden"])
def test_a_client_plays_a_game(legal: str) -> None:
    asyncio.run(play(legal))


async def play(legal: str) -> None:
    """Start the server, list its tools, be refused a move, and play to the end if the legal moves are shown."""
    arguments = ["-m", "whistlestop", "mcp", "--legal", legal]
    server = mcp.StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    async with mcp.Client(server) as client:

        async def call(name: str, **given: Any) -> str:
            found = await client.call_tool(name, given)
            assert not found.is_error
            return str(found.content[0].text)

        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {"new_game", "look", "play", "rules"}
        assert all(tool.description for tool in tools)
        assert await call("look") == "No game has started: call new_game."
        text = await call("new_game", bots="random", seed=3)
        assert "You are seat 0." in text
        assert (await call("play", move="fly")).startswith("Refused: ")
        assert "Points by length" in await call("rules")
        assert ("Legal moves: " in text) == (legal == "shown")
        while legal == "shown" and "The game is over." not in text:
            text = await call("play", move=text.split("Legal moves: ")[1].split("; ")[0])
