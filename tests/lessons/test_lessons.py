"""Lessons: the bundled ones replay and speak all languages; broken ones are refused with file and line."""

import shutil
from pathlib import Path

import pytest

from whistlestop import maps
from whistlestop.bots.levels import LEVELS
from whistlestop.game.board import LANGUAGES, load
from whistlestop.game.dealer import FairDealer
from whistlestop.game.game import Game
from whistlestop.game.reasons import BadMap
from whistlestop.game.record import Record
from whistlestop.game.ticket_status import ticket_status
from whistlestop.lessons.lesson import Lesson, read_lesson, replay
from whistlestop.lessons.reasons import BadLesson
from whistlestop.lessons.texts import lesson_names

BUNDLED = [(folder, name) for folder in maps.folders(maps.BUNDLED).values() for name in lesson_names(folder)]
FIRST_GAME = maps.BUNDLED / "new_york"
LONGEST = 150
"""The most letters of a cue: it must fit into a bubble on a phone."""
MOST_SECONDS = 360
WORDS_A_SECOND = 150 / 60
SECONDS_A_MOVE, SECONDS_A_PRESS = 4, 1
"""How long a slow learner takes: to read a cue, to find and press what is lit, and to press "Next"."""


@pytest.fixture(params=BUNDLED, ids=lambda lesson: "-".join((lesson[0].name, lesson[1])))
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return read_lesson(*request.param)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A map of one's own with the lesson of New York."""
    return Path(shutil.copytree(FIRST_GAME, tmp_path / "own"))


def completed(record: Record, seat: int) -> int:
    """How many of its tickets a seat has completed."""
    return sum(status.state == "done" for status in ticket_status(record.view(seat)).values())


# The bundled lessons


def test_every_map_has_a_lesson() -> None:
    assert [(folder.name, name) for folder, name in BUNDLED] == [
        ("europe", "tunnels_ferries_stations"), ("new_york", "first_game"), ("nordic", "ferries_and_swaps"),
    ]  # fmt: skip


def test_the_first_game_is_the_first_lesson() -> None:
    lessons = sorted((read_lesson(*which) for which in BUNDLED), key=lambda lesson: lesson.order)
    assert [lesson.folder.name for lesson in lessons] == ["new_york", "europe", "nordic"]


def test_a_lesson_replays_and_ends_with_all_of_the_learners_tickets(lesson: Lesson) -> None:
    record = replay(lesson)
    assert len(record.entries) == len(lesson.moves)
    assert completed(record, lesson.learner) == len(record.view(lesson.learner).as_dict()["seats"][0]["tickets"])


def test_a_lesson_says_everything_in_every_language(lesson: Lesson) -> None:
    said = {language: lesson.as_dict(language) for language in LANGUAGES}
    for language in set(LANGUAGES) - {"en"}:
        for key in ("title", "summary"):
            assert said[language][key] != said["en"][key]
        for ours, english in zip(said[language]["cues"], said["en"]["cues"], strict=True):
            assert ours["text"] != english["text"]
            assert ours.keys() == english.keys()
            assert "wrong" not in ours or ours["wrong"] != english["wrong"]
    for one in said.values():
        assert all(len(cue["text"]) <= LONGEST for cue in one["cues"])


def test_a_cue_shows_what_the_learner_needs_for_the_move(lesson: Lesson) -> None:
    """A learner who follows the lights makes the right move."""
    for cue in lesson.cues:
        if cue.wait == "next":
            continue
        words = lesson.moves[cue.ply][1].split()
        match words[1:]:
            case ["claim", track, *payment]:
                assert cue.show["tracks"] == [track]
                assert {word for word in payment if word.isalpha() and word != "swap"} <= set(cue.show["cards"])
            case ["take", card]:
                assert (cue.show["cards"], cue.show["area"]) == ([card], "row")
            case ["draw"]:
                assert cue.show["area"] == "deck"
            case ["tickets"]:
                assert cue.show["area"] == "ticket_deck"
            case ["keep", *places]:
                assert len(cue.show["tickets"]) == len(places)
            case ["station", city]:
                assert cue.show["cities"] == [city]
            case ["pay", _, card]:
                assert cue.show["cards"] == [card]
            case other:
                pytest.fail(f"nobody shows {other}")


def test_a_lesson_takes_at_most_six_minutes(lesson: Lesson) -> None:
    """Deals take no time; the others move at the pace of the easiest level."""
    moves = [text for _, text in lesson.moves[lesson.cues[0].ply :] if not text.startswith("= ")]
    own = sum(text.startswith(f"{lesson.learner} ") for text in moves)
    words = sum(len(cue["text"].split()) for cue in lesson.as_dict("en")["cues"])
    presses = sum(cue.wait == "next" for cue in lesson.cues)
    others = (len(moves) - own) * LEVELS["porter"].pace
    assert words / WORDS_A_SECOND + own * SECONDS_A_MOVE + presses * SECONDS_A_PRESS + others <= MOST_SECONDS


def test_the_first_game_is_a_whole_game_that_the_learner_wins_narrowly() -> None:
    record = replay(read_lesson(FIRST_GAME, "first_game"))
    assert record.result is not None
    learner, other = (seat.total for seat in record.result.seats)
    assert record.result.winners == (0,)
    assert 0 < learner - other <= 3
    assert record.view(0).as_dict()["phase"] == "over"


def test_the_first_game_tells_the_score_and_what_is_left_to_do() -> None:
    lesson = read_lesson(FIRST_GAME, "first_game")
    for language in LANGUAGES:
        cues = {cue.key: said["text"] for cue, said in zip(lesson.cues, lesson.as_dict(language)["cues"], strict=True)}
        assert "38" in cues["goodbye"]
        assert "36" in cues["goodbye"]
        assert "3" in cues["hurry"]
    at = {cue.key: replay(lesson).at(cue.ply).view(0).as_dict() for cue in lesson.cues}
    assert at["hurry"]["seats"][1]["cars"] == 3
    assert at["last_round"]["seats"][1]["cars"] == 2


def test_lessons_are_not_part_of_the_digest(own: Path) -> None:
    with_lessons = load(own)[0].digest
    shutil.rmtree(own / "lessons")
    assert load(own)[0].digest == with_lessons
    assert lesson_names(own) == []


# Broken lessons


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / "lessons" / "first_game" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


BROKEN = [
    ("lesson_header", "lesson.txt", "seats: 2", "chairs: 2", 2),
    ("lesson_header", "lesson.txt", "first: 0\n", "first: 0\nseed: 3\n", 4),
    ("lesson_seats", "lesson.txt", "learner: 0", "learner: 2", 1),
    ("lesson_seats", "lesson.txt", "seats: 2", "seats: 9", 1),
    ("lesson_seats", "lesson.txt", "learner: 0\n", "", 1),
    ("lesson_move", "lesson.txt", "= brooklyn-times_square", "= brooklyn-paris", 16),
    ("lesson_move", "lesson.txt", "1 keep 1 2", "0 keep 1 2", 24),
    ("lesson_move", "lesson.txt", "1 take pink", "1 take locomotive", 29),
    ("cue_line", "lesson.txt", "> welcome: area board", "> Welcome!", 20),
    ("cue_line", "lesson.txt", "> welcome: area board", "> title: area board", 20),
    ("cue_line", "lesson.txt", "> welcome: area board", "> welcome: place board", 20),
    ("cue_line", "lesson.txt", "> welcome: area board", "> welcome: area board deck", 20),
    ("cue_item", "lesson.txt", "> welcome: area board", "> welcome: area moon", 20),
    ("cue_item", "lesson.txt", "cards orange", "cards purple", 26),
    ("cue_deal", "lesson.txt", "= chelsea-wall_street\n", "> welcome\n= chelsea-wall_street\n", 19),
    ("cue_missing", "lesson.txt", "> take_open: cards green, area row\n", "", 34),
    ("text_line", "en.txt", "welcome: ", "welcome ", 5),
    ("text_twice", "en.txt", "keep_both: ", "tickets: ", 7),
    ("text_unknown", "ru.txt", "keep_both: ", "keep_all: ", 7),
    ("text_missing", "en.txt", "welcome: ", "name_0: ", 1),
    ("text_missing", "en.txt", "summary: ", "name_0: ", 1),
]


@pytest.mark.parametrize(("code", "file", "old", "new", "line"), BROKEN)
def test_a_broken_lesson_is_refused_with_file_and_line(
    own: Path, code: str, file: str, old: str, new: str, line: int
) -> None:
    change(own, file, old, new)
    with pytest.raises(BadLesson) as caught:
        replay(read_lesson(own, "first_game"))
    reason = caught.value.reason
    assert (reason.code, reason.parameters["line"]) == (code, line)
    assert reason.parameters["file"] == str(own / "lessons" / "first_game" / file)
    assert f"{file}:{line}: " in str(caught.value)


def test_a_lesson_without_cues_is_refused(own: Path) -> None:
    path = own / "lessons" / "first_game" / "lesson.txt"
    path.write_text("learner: 0\nseats: 2\n\n= first 0\n")
    with pytest.raises(BadLesson, match=r"lesson.txt:1: the lesson has no cue"):
        read_lesson(own, "first_game")


def test_a_lesson_of_notes_alone_is_refused(own: Path) -> None:
    path = own / "lessons" / "first_game" / "lesson.txt"
    for text in ("", "# Still to be written", "# Still to be written\n\n"):
        path.write_text(text)
        with pytest.raises(BadLesson, match=r"lesson.txt:[12]: a lesson begins with `learner: SEAT`"):
            read_lesson(own, "first_game")


def test_a_lesson_that_is_too_large_is_refused(own: Path) -> None:
    path = own / "lessons" / "first_game" / "lesson.txt"
    path.write_text(path.read_text() + "0 draw\n" * 100_000)
    with pytest.raises(BadLesson, match=r"lesson.txt: the lesson has 7\d{5} characters; the most is 200000"):
        read_lesson(own, "first_game")


def test_missing_files_and_bad_names_are_refused(own: Path) -> None:
    (own / "lessons" / "first_game" / "en.txt").unlink()
    with pytest.raises(BadMap, match=r"en\.txt is missing"):
        read_lesson(own, "first_game")
    (own / "lessons" / "first_game").rename(own / "lessons" / "First game")
    with pytest.raises(BadLesson, match="'First game' is not a valid name"):
        lesson_names(own)


# Lessons of your own


def test_lines_may_end_as_on_windows(own: Path) -> None:
    path = own / "lessons" / "first_game" / "lesson.txt"
    before = read_lesson(own, "first_game")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_lesson(own, "first_game") == before


def test_what_a_language_lacks_is_in_english(own: Path) -> None:
    (own / "lessons" / "first_game" / "is.txt").unlink()
    change(own, "ru.txt", "title: Первая игра\n", "")
    lesson = read_lesson(own, "first_game")
    assert lesson.as_dict("is") == lesson.as_dict("en")
    russian = lesson.as_dict("ru")
    assert russian["title"] == "Your first game"
    assert russian["names"] == ["", "Роза"]


def test_a_game_that_was_played_can_become_a_lesson(own: Path) -> None:
    """The moves of a downloaded record serve as they are, and chance may say who begins."""
    folder = own / "lessons" / "played"
    folder.mkdir()
    record = Record(Game.load(own, 2), FairDealer(bytes(32)))
    record.play("keep 1")
    lines = str(record).splitlines()
    moves = lines[lines.index("") + 1 :]
    (folder / "lesson.txt").write_text("\n".join(["learner: 1", "seats: 2", "", *moves, "> hello", ""]))
    (folder / "en.txt").write_text("title: T\nsummary: S\nhello: Hello!\n")
    lesson = read_lesson(own, "played")
    assert replay(lesson).states == record.states
    assert lesson.as_dict("ru") == {
        "lesson": "played", "map": "own", "title": "T", "summary": "S", "seats": 2, "names": ["", ""], "learner": 1,
        "first": None, "moves": [line.rpartition(" ")[0] if "/" in line else line for line in moves],
        "cues": [{"ply": len(moves), "text": "Hello!", "show": {}, "wait": "next"}],
    }  # fmt: skip
