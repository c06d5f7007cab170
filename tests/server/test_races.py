"""Two clients race for the same ply, thousands of times: exactly one wins, always."""

import http.client
import json
import random
import threading
from typing import Any

import pytest
from server.postgres import Postgres
from server.serving import Person, Server, begin

SQLITE_RACES = 1500
POSTGRES_RACES = 1000


class Racer:
    """A client that posts a move as soon as the other one does."""

    def __init__(self, port: int, person: Person, gate: threading.Barrier) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"authorization": f"Bearer {person.token}", "content-type": "application/json"}
        self.gate = gate
        self.answers: list[tuple[int, dict[str, Any]]] = []

    def race(self, table: str, body: dict[str, Any]) -> None:
        self.gate.wait(30)
        self.connection.request("POST", f"/api/tables/{table}/moves", json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        self.answers.append((answer.status, json.loads(answer.read())))


def run_races(ports: tuple[int, int], person: Person, count: int) -> None:
    """Let the same player, in two places, make two moves at one ply, again and again."""
    gate = threading.Barrier(2)
    racers = [Racer(port, person, gate) for port in ports]
    draw = random.Random(7)
    table, view = "", {"phase": "over", "legal": []}
    for _ in range(count):
        if view["phase"] == "over":
            table = person.make(["you", "you"])
            begin(table, person)
        if not view["legal"]:
            view = next(one for one in person.views(table) if one["legal"])
        moves = [draw.choice(view["legal"])["text"] for _ in racers]
        threads = [
            threading.Thread(
                target=racer.race, args=(table, {"ply": view["ply"], "seat": view["viewer"], "move": move})
            )
            for racer, move in zip(racers, moves, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answers = [racer.answers.pop() for racer in racers]
        statuses = sorted(status for status, _ in answers)
        assert statuses == [200, 409], answers
        view = next(body["view"] for status, body in answers if status == 200)
        lost = next(body for status, body in answers if status == 409)
        assert lost["code"] in ("stale", "chosen_already", "closed")
    for racer in racers:
        racer.connection.close()


def test_two_clients_race_on_sqlite(sqlite_server: Server) -> None:
    run_races((sqlite_server.port, sqlite_server.port), Person(sqlite_server.url), SQLITE_RACES)


def test_two_clients_race_over_two_processes_on_postgresql(postgres: Postgres) -> None:
    database = postgres.database()
    servers = [Server(database), Server(database)]
    try:
        run_races((servers[0].port, servers[1].port), Person(servers[0].url), POSTGRES_RACES)
    finally:
        for server in servers:
            server.stop()


@pytest.mark.parametrize("count", [12])
def test_many_sit_down_at_once_and_each_seat_has_one(server: Server, count: int) -> None:
    host = Person(server.url, "Host")
    table = host.make(["open", "open", "open", "you"], "europe")
    people = [Person(server.url, f"P{n}") for n in range(count)]
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda one=one: answers.append(one.post(f"/tables/{table}/seats").status_code))
        for one in people
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] * 3 + [409] * (count - 3)
    seats = host.do("GET", f"/tables/{table}")["seats"]
    assert len({seat["player"] for seat in seats}) == 4
