"""The bot of examples/ takes a seat by plain HTTP and plays to the end."""

import subprocess
import sys
from pathlib import Path

from server.serving import Person, Server, begin

BOT = Path(__file__).parents[2] / "examples" / "http_bot.py"


def test_an_independent_program_plays_to_the_end(sqlite_server: Server) -> None:
    assert len(BOT.read_text().splitlines()) < 60
    ann = Person(sqlite_server.url, "Ann")
    table = ann.make(["you", "open", "porter"])
    stream = ann.follow(table)
    bots = subprocess.Popen([sys.executable, BOT, sqlite_server.url, table], stdout=subprocess.PIPE, text=True)
    try:
        stream.wait("step")
        ann.send_hashes(table, [0])
        stream.wait("step", count=2)
        ann.send_bytes(table, [0])
        stream.wait("started")
        for _ in range(500):
            view = ann.view(table, 0)
            if view["phase"] == "over":
                break
            if view["legal"]:
                assert ann.move(table, 0, view["ply"], view["legal"][0]["text"]).status_code == 200
            else:
                stream.wait_ply(view["ply"] + 1)
        output, _ = bots.communicate(timeout=20)
        assert "win" in output or "wins" in output or "points" in output
    finally:
        bots.kill()
        bots.wait()


def test_a_start_needs_everybody(sqlite_server: Server) -> None:
    ann, bo = Person(sqlite_server.url, "Ann"), Person(sqlite_server.url, "Bo")
    table = ann.make(["you", "open"])
    bo.do("POST", f"/tables/{table}/seats")
    begin(table, ann, bo)
    assert ann.do("GET", f"/tables/{table}")["state"] == "playing"
