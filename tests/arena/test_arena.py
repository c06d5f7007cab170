"""The arena: who meets whom, games that are the same in any process, matches that continue, bots that fail."""

import json
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from positions import game_of

import whistlestop as ws
from whistlestop.arena import chart
from whistlestop.arena.bout import Fixture, Outcome, play_game
from whistlestop.arena.reasons import BadArena, BotFault
from whistlestop.arena.sequential import Sequential
from whistlestop.arena.standings import Standings
from whistlestop.arena.tournament import Tournament, match
from whistlestop.bots import make_bot
from whistlestop.game.game import Game
from whistlestop.game.reader import verify
from whistlestop.game.reasons import WhistlestopError
from whistlestop.game.record import Record

FAULTY = Path(__file__).parent / "faulty.py"
RAISER, CHEAT, DREAMER, SLEEPER, DESERTER = (
    f"{FAULTY}:{name}" for name in ("Raiser", "Cheat", "Dreamer", "Sleeper", "Deserter")
)


@pytest.fixture
def game() -> Game:
    """The shortest game."""
    return game_of("new_york", 2)


def reproducible(standings: Standings) -> dict[str, object]:
    """Everything but the times, which differ from run to run."""
    found = standings.as_dict()
    del found["timing"]
    return found


# Who meets whom


def test_every_seating_of_every_deal_is_played(game: Game) -> None:
    fixtures = list(Tournament(game, ("racer", "random"), seed=5).fixtures(2))
    assert fixtures == [
        Fixture(0, 5, ("racer", "random")),
        Fixture(1, 5, ("random", "racer")),
        Fixture(2, 6, ("racer", "random")),
        Fixture(3, 6, ("random", "racer")),
    ]


@pytest.mark.parametrize(
    ("seats", "names", "seatings"),
    [
        (2, ["random", "random"], 1),
        (3, ["racer", "random", "random"], 3),
        (2, ["racer", "random", "random"], 3),
        (2, ["racer", "random", RAISER], 6),
        (4, ["racer", "racer", "random", "random"], 6),
    ],
)
def test_copies_of_a_bot_are_alike_and_of_more_bots_every_selection_plays(
    seats: int, names: list[str], seatings: int
) -> None:
    assert len(Tournament(game_of("new_york", seats), tuple(names)).seatings) == seatings


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["random"], "Name one for each seat"),
        (["random"] * 102, "the maximum is 10000"),
        (["random", "nobody"], "nobody"),
    ],
)
def test_bots_that_make_no_match_are_refused(game: Game, names: list[str], sentence: str) -> None:
    with pytest.raises(WhistlestopError, match=sentence):
        match(game, names)


def test_numbers_that_make_no_match_are_refused(game: Game) -> None:
    for numbers in (
        {"deals": 0},
        {"jobs": 0},
        {"seed": -1},
        {"seed": 2**62 - 1},
        {"move_limit": 0},
        {"move_limit": float("nan")},
    ):
        with pytest.raises(WhistlestopError):
            match(game, ["random", "random"], **numbers)


# Games


def test_a_game_depends_on_its_deal_and_on_its_bots_alone(game: Game) -> None:
    outcome, text = play_game(game, None, Fixture(9, 3, ("racer", "random")))
    record = Record(game, 3, names=("racer", "random"))
    chances = [random.Random(f"3 {seat}") for seat in range(2)]
    bots = [make_bot(name) for name in record.names]
    while not record.over:
        seat = record.mover
        record.play(bots[seat].choose(record.view(seat), chances[seat]))
    assert text == str(record)
    assert record.result is not None
    assert outcome.places == tuple(seat.place for seat in record.result.seats)
    assert [score.total for score in outcome.scores] == [seat.total for seat in record.result.seats]


def test_what_each_seat_did_is_counted(game: Game) -> None:
    outcome, text = play_game(game, None, Fixture(0, 3, ("racer", "random")))
    record = verify(text)
    assert record.result is not None
    for seat, score in enumerate(outcome.scores):
        mine = [line for line in text.splitlines() if line.startswith(f"{seat} ")]
        lines = [str(line.reason) for line in record.result.seats[seat].lines]
        assert score.moves == len(mine)
        assert score.draws == mine.count(f"{seat} tickets")
        assert score.completed == sum("completed" in line and "not" not in line for line in lines)
        assert score.lost == sum("not completed" in line for line in lines)
        assert f"of {score.cars} spaces" in lines[0]
    assert outcome.ended is not None
    assert outcome.scores[outcome.ended].cars >= game.rules.cars - game.rules.last_round


def test_a_shared_win_counts_in_parts() -> None:
    outcome = Outcome(Fixture(0, 0, ("a", "b", "c")), (1, 3, 1))
    assert outcome.wins == [0.5, 0, 0.5]


# Matches


def test_a_match_is_reported_in_numbers(game: Game) -> None:
    standings = ws.arena.match(game, bots=["racer", "random"], deals=3, seed=1)
    first, second = standings.rows
    assert (first.bot, second.bot) == ("racer", "random")
    assert first.games == second.games == 6
    assert first.win_rate + second.win_rate == pytest.approx(1)
    assert first.win_interval[0] < first.win_rate <= first.win_interval[1]
    assert first.rating + second.rating == pytest.approx(2000, abs=0.01)
    assert first.place < second.place
    assert first.total is not None
    assert second.total is not None
    assert first.total > second.total
    assert all(seconds is not None and seconds > 0 for seconds in standings.seconds_per_move.values())
    assert json.loads(json.dumps(standings.as_dict()))["deals"] == 3


def test_a_match_is_the_same_in_one_process_or_two_and_after_an_interruption(game: Game, tmp_path: Path) -> None:
    names = ["racer", "random"]
    alone, crowd, broken = (tmp_path / name for name in ("alone", "crowd", "broken"))
    expected = reproducible(match(game, names, 2, results=alone))
    assert reproducible(match(game, names, 2, jobs=2, results=crowd)) == expected
    assert crowd.read_bytes() == alone.read_bytes()
    broken.write_bytes(alone.read_bytes()[:-9])
    played = []
    assert reproducible(match(game, names, 2, results=broken, report=lambda *each: played.append(each))) == expected
    assert broken.read_bytes() == alone.read_bytes()
    assert [record is not None for _, record in played] == [False, False, False, True]


def test_times_are_kept_beside_the_results(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "results"
    first = match(game, ["random", "random"], 1, results=file)
    again = match(game, ["random", "random"], 1, results=file)
    assert again.seconds_per_move["random"] == pytest.approx(first.seconds_per_move["random"], rel=0.05)
    (tmp_path / "results.times").unlink()
    assert match(game, ["random", "random"], 1, results=file).seconds_per_move == {"random": None}


def test_a_match_continues_after_the_times_were_cut_off(game: Game, tmp_path: Path) -> None:
    file, times = tmp_path / "results", tmp_path / "results.times"
    match(game, ["random", "random"], 2, results=file)
    times.write_bytes(times.read_bytes()[:-5])
    match(game, ["random", "random"], 2, results=file)
    match(game, ["random", "random"], 3, results=file)
    assert [json.loads(line)[0] for line in times.read_text().splitlines()] == [0, 2]


def test_times_that_are_not_times_are_an_error(game: Game, tmp_path: Path) -> None:
    file, times = tmp_path / "results", tmp_path / "results.times"
    match(game, ["random", "random"], 1, results=file)
    times.write_text("precious\n")
    with pytest.raises(BadArena, match=r"results.times:1: This is not a line"):
        match(game, ["random", "random"], 2, results=file)
    assert times.read_text() == "precious\n"


def test_a_match_can_be_made_longer(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "results"
    match(game, ["random", "random"], 1, results=file)
    longer = match(game, ["random", "random"], 2, results=file)
    assert reproducible(longer) == reproducible(match(game, ["random", "random"], 2))
    assert len(match(game, ["random", "random"], 1, results=file).outcomes) == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("precious", ":1: This is not a line"),
        ("precious\n", ":1: This is not a line"),
        ('{"map": "europe"}\n', "its map is europe, not new_york"),
        ("{unmeasured}\n", ":1: This is not a line"),
        ("{header}\n{}\n", ":2: This is not a line"),
        ("{header}\n[1, 2]\n", ":2: This is not a line"),
    ],
)
def test_files_of_other_contents_are_refused_and_left_alone(
    game: Game, tmp_path: Path, content: str, sentence: str
) -> None:
    file = tmp_path / "results"
    header = Tournament(game, ("random", "random")).header
    content = content.replace("{header}", json.dumps({**header, "rollouts": {}}))
    content = content.replace("{unmeasured}", json.dumps(header))
    file.write_text(content)
    with pytest.raises(BadArena, match=sentence):
        match(game, ["random", "random"], 1, results=file)
    assert file.read_text() == content


# Bots that fail


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (RAISER, "raised ZeroDivisionError: too clever at ply"),
        (CHEAT, "made an illegal move at ply"),
        (DREAMER, "took more than 0.3 s at ply"),
        (SLEEPER, "took more than 0.3 s at ply"),
    ],
)
def test_a_bot_that_fails_is_named_and_is_last(bot: str, sentence: str) -> None:
    records: list[str | None] = []
    standings = match(
        game_of("new_york", 3),
        ["random", "random", bot],
        deals=1,
        move_limit=0.3,
        report=lambda outcome, record: records.append(record),
    )
    assert [outcome.places for outcome in standings.outcomes] == [(1, 1, 3), (1, 3, 1), (3, 1, 1)]
    for outcome, text in zip(standings.outcomes, records, strict=True):
        assert outcome.fault is not None
        assert text is not None
        assert str(outcome.fault).startswith(f"{bot} {sentence}")
        assert f"of deal 0, in seat {outcome.fixture.seating.index(bot)} of {','.join(outcome.fixture.seating)}" in str(
            outcome.fault
        )
        assert len(Record.read(text).entries) == outcome.fault.parameters["ply"]
    by_bot = {standing.bot: standing for standing in standings.rows}
    assert (by_bot[bot].win_rate, by_bot[bot].faults, by_bot[bot].total) == (0, 3, None)
    assert by_bot["random"].win_rate == 0.5


def test_a_fault_is_read_back_from_the_results(game: Game, tmp_path: Path) -> None:
    first = match(game, [CHEAT, "random"], 1, results=tmp_path / "results")
    again = match(game, [CHEAT, "random"], 1, results=tmp_path / "results")
    assert again.faults == first.faults
    assert len(first.faults) == 2


def test_a_match_can_stop_at_a_fault_and_continue_once_it_is_repaired(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "results"
    with pytest.raises(BotFault, match="illegal move"):
        match(game, [CHEAT, "random"], 1, results=file, stop_on_fault=True)
    assert len(file.read_text().splitlines()) == 1


def test_a_worker_that_dies_is_an_error(game: Game) -> None:
    with pytest.raises(BadArena, match="worker process died"):
        match(game, [DESERTER, "random"], 1, jobs=2)


# What follows from the outcomes


def test_a_sequential_test_ends_the_match(game: Game) -> None:
    standings = match(game, ["random", CHEAT], deals=50, sequential=(0.5, 0.9))
    assert standings.test is not None
    assert (standings.test.verdict, len(standings.deals)) == ("high", 6)
    standings = match(game, [CHEAT, "random"], deals=50, sequential=(0.1, 0.5))
    assert standings.test is not None
    assert standings.test.verdict == "low"


def test_the_planner_is_the_anchor() -> None:
    fixtures = [("racer", "planner"), ("planner", "racer")]
    outcomes = tuple(Outcome(Fixture(n, n // 2, fixtures[n % 2]), (1, 2)) for n in range(8))
    standings = Standings({"bots": ["racer", "planner"], "rollouts": {}, "seed": 0}, outcomes)
    by_bot = {standing.bot: standing for standing in standings.rows}
    assert by_bot["planner"].rating_interval == (1000, 1000)


def test_standings_are_drawn(tmp_path: Path) -> None:
    header = {"map": "europe", "seats": 2, "seed": 0, "bots": ["<one> & only", "other"], "rollouts": {}}
    outcomes = tuple(
        Outcome(Fixture(n, n, ("<one> & only", "other")), (1 + n % 3 // 2, 2 - n % 3 // 2)) for n in range(9)
    )
    standings = Standings(header, outcomes, Sequential(0.4, 0.6))
    chart.write(standings, tmp_path / "chart.svg")
    texts = [
        part.text for part in ET.fromstring((tmp_path / "chart.svg").read_text()).iter() if part.tag.endswith("text")
    ]
    assert "<one> & only" in texts
    assert "67%" in texts
    pytest.importorskip("resvg_py")
    chart.write(standings, tmp_path / "chart.png")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_a_chart_of_another_kind_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadArena, match=r"\.svg or \.png"):
        chart.check(tmp_path / "chart.gif")
    monkeypatch.setattr(chart, "can_render", lambda: False)
    with pytest.raises(BadArena, match="resvg-py"):
        chart.check(tmp_path / "chart.png")
    chart.check(tmp_path / "chart.svg")
