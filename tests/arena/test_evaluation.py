"""Evaluations: a rating from a frozen protocol, the same for everyone who repeats it; faults lose one game."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from whistlestop.arena.evaluation import evaluate, fingerprint
from whistlestop.arena.protocol import Protocol
from whistlestop.arena.reasons import BadArena
from whistlestop.arena.signature import digest, read_key, sign, signer
from whistlestop.bots.parse import BadBot
from whistlestop.cli.main import main
from whistlestop.game.kernel import TARGET
from whistlestop.ratings.rankings import rate_one

FAULTY = Path(__file__).parent / "faulty.py"
TINY = """
name = "tiny"
deals = {deals}
seed = 5
move_limit = {limit}
[[cells]]
map = "new_york"
seats = {seats}
opponents = [{{ bot = "random", rating = 300 }}]
"""


def tiny(folder: Path, deals: int = 1, seats: int = 2, limit: float = 60) -> str:
    """The file of a short protocol; its time for a move is more than a busy machine needs."""
    file = folder / "tiny.toml"
    file.write_text(TINY.format(deals=deals, seats=seats, limit=limit), encoding="utf-8")
    return str(file)


def test_a_known_strength_is_found() -> None:
    """With 400 points more, ten games are won for each that is lost; with three seats only the wins count."""
    won, lost = ((0, 1), (1, 2)), ((0, 1), (2, 1))
    rating, low, high = rate_one([[won] * 10, [lost]] * 40, [1000.0])
    assert low < 1400 < high
    assert rating == pytest.approx(1400, abs=5)
    assert rate_one([[won], [lost]] * 10, [700.0])[0] == pytest.approx(700, abs=1)
    first, second, shared = ((0, 1, 1), (1, 2, 3)), ((1, 0, 1), (1, 2, 3)), ((1, 1, 0), (1, 1, 1))
    for third_of_the_wins in ([[first], [second], [second]], [[shared]]):
        assert rate_one(third_of_the_wins * 20, [900.0])[0] == pytest.approx(900, abs=5)


def test_the_line_can_be_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On one process as on two; the command says when a result differs, and the seat counts, not the name."""
    protocol, file = tiny(tmp_path), tmp_path / "results.jsonl"
    assert main(["evaluate", "random", "--protocol", protocol, "--jobs", "1", "--output", str(file)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["games"] == 2
    assert line["interval"][0] <= line["rating"] <= line["interval"][1]
    assert main(["evaluate", "random", "--protocol", protocol, "--jobs", "1", "--check", str(file)]) == 0
    assert "The same result." in capsys.readouterr().out
    changed = {**line, "rating": 9}
    file.write_text(json.dumps({**changed, "digest": digest(changed)}), encoding="utf-8")
    assert main(["evaluate", "random", "--protocol", protocol, "--jobs", "1", "--check", str(file)]) == 1
    assert "rating, digest differ" in capsys.readouterr().out


def make_key(file: Path, kind: str = "ed25519") -> Path:
    """A private key as `ssh-keygen` writes it."""
    made: Any = ed25519.Ed25519PrivateKey.generate() if kind == "ed25519" else ec.generate_private_key(ec.SECP256R1())
    form = serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
    file.write_bytes(made.private_bytes(*form))
    return file


def test_a_line_is_signed_and_a_signature_fits_no_other_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever has no agent can check the line as well; the fingerprint is that of `ssh-keygen -l`."""
    protocol, file, key = tiny(tmp_path), tmp_path / "results.jsonl", make_key(tmp_path / "key")
    assert main(["evaluate", "random", "--protocol", protocol, "--jobs", "1", "--sign", str(key), "-o", str(file)]) == 0
    line = json.loads(capsys.readouterr().out)
    raw = base64.b64decode(line["key"].removeprefix("ssh-ed25519 "))
    fingerprint = "SHA256:" + base64.b64encode(hashlib.sha256(raw).digest()).decode().rstrip("=")
    assert signer(line) == fingerprint
    assert main(["evaluate", "--check", str(file)]) == 0
    assert f"It is signed with the key {fingerprint}." in capsys.readouterr().out
    assert main(["evaluate", "random", "--protocol", protocol, "--jobs", "1", "--check", str(file)]) == 0
    assert "The same result." in capsys.readouterr().out
    better = {**line, "rating": line["rating"] + 500}
    with pytest.raises(BadArena, match="digest does not fit"):
        signer(better)
    better["digest"] = digest(better)
    other = sign(line, read_key(make_key(tmp_path / "other")))
    assert signer(other) not in ("", fingerprint)
    for wrong in (
        better,
        {**line, "key": other["key"]},
        {**line, "key": "ssh-ed25519 AAAA"},
        {**line, "signature": "?"},
        {name: value for name, value in line.items() if name != "key"},
    ):
        with pytest.raises(BadArena, match="signature does not fit"):
            signer(wrong)
    file.write_text(json.dumps(better), encoding="utf-8")
    assert main(["evaluate", "--check", str(file)]) == 1
    unsigned = {name: value for name, value in line.items() if name not in ("key", "signature")}
    file.write_text(json.dumps(unsigned), encoding="utf-8")
    assert main(["evaluate", "--check", str(file)]) == 0
    assert "It is not signed." in capsys.readouterr().out


def test_a_key_that_cant_sign_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("no key", encoding="utf-8")
    for file in (tmp_path / "text", make_key(tmp_path / "other", "ec")):
        assert main(["evaluate", "random", "--sign", str(file)]) == 1
        assert "Give an Ed25519 key without a passphrase" in capsys.readouterr().err
    assert main(["evaluate", "random", "--sign", str(tmp_path / "none")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["evaluate"]) == 1
    assert "Name an agent to play" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raiser", "raised ZeroDivisionError: too clever at ply"),
        ("Cheat", "illegal move"),
        ("Dreamer", "more than 0.5 s"),
        ("Statue", "more than 0.5 s"),
        ("Deserter", "ended its process, status 1"),
        ("Quitter", "raised SystemExit: 3"),
        ("Riddler", "raised TypeError"),
    ],
)
def test_a_fault_loses_its_game_and_the_rest_goes_on(name: str, reason: str, tmp_path: Path) -> None:
    limit = 0.5 if "more than" in reason else 60
    found = evaluate(f"{FAULTY}:{name}", Protocol.read(tiny(tmp_path, seats=3, limit=limit)))
    assert [reason in str(fault) for fault in found.faults] == [True] * 3
    assert found.rows[0].win_rate()[0] == 0
    assert found.line()["faults"] == 3


def test_an_agent_gets_views_and_nothing_else(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """No hidden card is in its process. What it prints does not get between the result line and its reader."""
    lines = []
    for jobs in ("1", "2"):
        assert main(["evaluate", f"{FAULTY}:Spy", "--protocol", tiny(tmp_path), "--jobs", jobs]) == 0
        lines.append(json.loads(capfd.readouterr().out))
    assert lines[0] == lines[1]
    assert lines[0]["faults"] == 0


def test_an_agent_that_cant_be_made_is_refused(tmp_path: Path) -> None:
    for name, problem in [("Stillborn", "can't play: 4"), ("Nobody", "no bot named 'Nobody'")]:
        with pytest.raises(BadArena, match=problem):
            evaluate(f"{FAULTY}:{name}", Protocol.read(tiny(tmp_path)))
    with pytest.raises(BadBot, match="No bot named"):
        evaluate("nobody", Protocol.read(tiny(tmp_path)))


WRONG = {"/empty": {}, "/text": "draw", "/unknown": {"move": "fly"}, "/illegal": {"move": "keep 1"}, "/hangs": None}
"""What some addresses answer after a few turns; None takes longer than a move may."""


class Answers(BaseHTTPRequestHandler):
    """Makes the first legal move; at some addresses it makes a mistake after a while."""

    def do_POST(self) -> None:
        asked: Any = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        right = {"move": asked["view"]["legal"][0]}
        found: Any = right if asked["view"]["turns"] < 4 else WRONG.get(self.path, right)
        if found is None:
            time.sleep(1)
        answer = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_address_plays(address: str, tmp_path: Path) -> None:
    protocol = Protocol.read(tiny(tmp_path))
    assert evaluate(f"{address}/move", protocol).faults == []
    hurried = Protocol.read(tiny(tmp_path, limit=0.5))
    for path, problem in [
        ("/empty", "the answer is not"),
        ("/text", "the answer is not"),
        ("/unknown", "there is no move 'fly'"),
        ("/illegal", "illegal move"),
        ("/hangs", "took more than 0.5 s"),
    ]:
        faults = evaluate(f"{address}{path}", hurried if path == "/hangs" else protocol).faults
        assert [problem in str(fault) for fault in faults] == [True, True], path
    assert "refused" in str(evaluate("http://127.0.0.1:9/", protocol).faults[0])


@pytest.mark.skipif(TARGET != "cpu", reason="opponents draw the same luck on every target; this plays whole games")
def test_the_opponents_play_as_frozen() -> None:
    for cell in Protocol.read("short").cells:
        for opponent in cell.opponents:
            assert fingerprint(cell.game(), opponent.bot, Protocol.read("short").seed) == opponent.plays


def test_bad_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadArena, match="Available protocols: short, standard"):
        Protocol.read("long")
    file = tmp_path / "x.toml"
    file.write_text("name = 'x'", encoding="utf-8")
    with pytest.raises(BadArena, match="is not a protocol"):
        Protocol.read(str(file))
    other = TINY.format(deals=1, seats=2, limit=60).replace('map = "new_york"', 'map = "new_york"\ndigest = "other"')
    file.write_text(other, encoding="utf-8")
    with pytest.raises(BadArena, match="is not the one of the protocol"):
        evaluate("random", Protocol.read(str(file)))
    (tmp_path / "empty").write_text("", encoding="utf-8")
    assert main(["evaluate", "random", "--check", str(tmp_path / "empty")]) == 1
