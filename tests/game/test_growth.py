"""Rules can grow: a new rule, added to a copy of the package, leaves today's maps and records unchanged.

The rule is a bonus for cars left at the end. Adding it takes the edits below, which are also the list of places in
`whistlestop.game` that a new bonus touches.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import whistlestop
from whistlestop import maps
from whistlestop.game.board import load
from whistlestop.game.reasons import BadMap, BadRecord
from whistlestop.game.record import Record

PACKAGE = Path(whistlestop.__file__).parent
GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = ("nordic_won_by_longest", "new_york_fair", "europe_won_by_stations", "first_rulings/new_york_row_swept")
EDITS = [
    (
        "rules.py",
        "    tie_breaks: Annotated",
        '    thrift: Annotated[int, Number(0, POINTS)] = 0\n    """Points for each car left at the end."""\n',
    ),
    ("state.py", '        ("globetrotter", I),', '        ("thrift", I),\n'),
    ("game.py", "    game.globetrotter = rules", "    game.thrift = rules.thrift\n"),
    ("score.py", '        ("globetrotter", I, SEATS),', '        ("thrift", I, SEATS),\n'),
    ("score.py", "    sheet.routes[seat] = route", "    sheet.thrift[seat] = game.thrift * state.cars[seat]\n"),
    ("score.py", "        sheet.total[seat] = own +", "        own += sheet.thrift[seat]\n"),
    (
        "result.py",
        "    if sheet.globetrotter[seat] != 0:",
        "    if sheet.thrift[seat] != 0:\n"
        "        n = add_row(rows, paths, n, seat, sheet.thrift[seat], THRIFT, state.cars[seat], 0, 0)\n",
    ),
    ("result.py", "GLOBETROTTER = ", 'THRIFT = NUMBERS["thrift"]\n'),
    ("reason_numbers.py", '    "globetrotter":', '    "thrift": (("cars", "number"),),\n'),
    ("reasons.py", '    "globetrotter":', '    "thrift": "Cars left: {cars}.",\n'),
]
"""File, a line in it, and what to add before that line."""
SCRIPT = """
import json, sys
from pathlib import Path
from whistlestop import maps
from whistlestop.game.board import load
from whistlestop.game.game import Game
from whistlestop.game.reader import verify
from whistlestop.game.record import Record

golden, mine, free = map(Path, sys.argv[1:4])
found = {"digests": {name: load(folder)[0].digest for name, folder in maps.folders(maps.BUNDLED).items()}}
texts = {name: (golden / f"{name}.txt").read_text("ascii") for name in sys.argv[4:]}
found["verified"] = {name: str(verify(text)) == text for name, text in texts.items()}
old = verify(texts["new_york_fair"])
new = Record(Game.load(mine, old.game.seats), first=old.first)
for entry in old.entries:
    new.push(entry.move)
found["mine"], found["free"] = load(mine)[0].digest, load(free)[0].digest
found["old"], found["new"] = old.result.as_dict(), new.result.as_dict()
found["record"] = str(new)
found["again"] = str(Record.read(str(new), [mine])) == str(new)
print(json.dumps(found))
"""


def copy_of_new_york(folder: Path, thrift: int) -> Path:
    """New York with the new rule."""
    shutil.copytree(maps.BUNDLED / "new_york", folder)
    with (folder / "rules.toml").open("a", encoding="utf-8") as file:
        file.write(f"thrift = {thrift}\n")
    return folder


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package that has the new rule, and two maps that state it."""
    folder = tmp_path_factory.mktemp("grown")
    for part in ("game", "maps"):
        shutil.copytree(PACKAGE / part, folder / "whistlestop" / part, ignore=shutil.ignore_patterns("__pycache__"))
    for path in PACKAGE.glob("*.py*"):
        shutil.copy(path, folder / "whistlestop")
    for file, before, added in EDITS:
        path = folder / "whistlestop" / "game" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, (file, before)
        path.write_text(text.replace(before, added + before), encoding="utf-8")
    copy_of_new_york(folder / "mine" / "new_york", 3)
    copy_of_new_york(folder / "free" / "new_york", 0)
    return folder


@pytest.fixture(scope="module")
def grown(scratch: Path) -> dict[str, Any]:
    """What the copy finds."""
    environment = {**os.environ, "PYTHONPATH": str(scratch), "WHISTLESTOP_TARGET": "none"}
    places = [str(part) for part in (GOLDEN, scratch / "mine" / "new_york", scratch / "free" / "new_york")]
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, *places, *RECORDS],
        env=environment, cwd=scratch, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_the_digests_of_maps_that_do_not_use_the_rule_stay(grown: dict[str, Any]) -> None:
    assert grown["digests"] == {name: load(folder)[0].digest for name, folder in maps.folders(maps.BUNDLED).items()}
    assert grown["free"] == grown["digests"]["new_york"]


def test_records_of_today_are_still_proved(grown: dict[str, Any]) -> None:
    assert grown["verified"] == dict.fromkeys(RECORDS, True)


def test_a_map_that_uses_the_rule_has_another_digest_and_scores_it(grown: dict[str, Any]) -> None:
    assert grown["mine"] not in grown["digests"].values()
    assert grown["again"]
    old, new = grown["old"]["seats"], grown["new"]["seats"]
    bonuses = [[line for line in seat["lines"] if line["code"] == "thrift"] for seat in new]
    assert any(bonuses)
    for before, after, lines in zip(old, new, bonuses, strict=True):
        assert after["total"] - before["total"] == sum(line["points"] for line in lines)
        assert [line for line in after["lines"] if line not in lines] == before["lines"]
        for line in lines:
            cars = line["parameters"]["cars"]
            assert (line["points"], line["text"]) == (3 * cars, f"Cars left: {cars}.")


def test_an_older_version_says_what_it_lacks(grown: dict[str, Any], scratch: Path) -> None:
    """A record names the map and the digest it needs; a map names the field."""
    with pytest.raises(BadRecord) as error:
        Record.read(grown["record"])
    assert "new_york" in str(error.value)
    assert grown["mine"] in str(error.value)
    with pytest.raises(BadMap, match="thrift"):
        load(scratch / "mine" / "new_york")
