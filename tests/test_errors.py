"""Every error class has the sentences for the codes it is raised with, and no others' sentences by accident."""

import ast
import pickle
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import whistlestop
from whistlestop.arena.reasons import BadArena, BotFault
from whistlestop.bots.network import BadNetwork
from whistlestop.bots.parse import BadBot
from whistlestop.draw.reasons import BadDrawing, BadLayout
from whistlestop.env.reasons import BadInput, IllegalAction
from whistlestop.game.reasons import BadMap, BadRecord, BadSeed, IllegalMove, Reason, WhistlestopError
from whistlestop.learn.reasons import BadTraining
from whistlestop.lessons.reasons import BadLesson
from whistlestop.review.puzzles.reasons import BadPuzzles
from whistlestop.review.reasons import BadReport
from whistlestop.server.reasons import Refused
from whistlestop.tournaments.reasons import BadTournament

ERRORS: tuple[type[WhistlestopError], ...] = (
    BadMap, BadRecord, BadSeed, IllegalMove, BadArena, BotFault, BadBot, BadNetwork, BadDrawing, BadLayout,
    BadLesson, BadReport, BadPuzzles, BadInput, IllegalAction, BadTournament, BadTraining, Refused,
)  # fmt: skip
SOURCES = sorted(Path(whistlestop.__file__).parent.rglob("*.py"))


def raised() -> list[tuple[str, str, set[str]]]:
    """Class, code and names of the parameters of every error that the source makes with a literal code."""
    names = {error.__name__ for error in ERRORS}
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            called, code = node.func, node.args[0].value
            given = {one.arg or "**" for one in node.keywords}
            if isinstance(called, ast.Name) and called.id in names:
                found.append((called.id, code, given))
            elif (
                isinstance(called, ast.Attribute)
                and called.attr == "error"
                and path.parent.name in ("game", "draw", "lessons")
            ):
                kind = node.args[1] if len(node.args) > 1 else None
                found.append((kind.id if isinstance(kind, ast.Name) else "BadMap", code, given | {"file", "line"}))
    return found


def test_every_error_in_the_source_has_its_sentence_and_parameters() -> None:
    kinds = {error.__name__: error for error in ERRORS}
    calls = raised()
    assert len(calls) > 150
    for kind, code, given in calls:
        wanted = {name for _, name, _, _ in Formatter().parse(kinds[kind].english[code]) if name}
        assert wanted <= given or "**" in given, (kind, code, wanted, given)


@pytest.mark.parametrize("error", ERRORS)
def test_a_pickled_error_keeps_its_class_reason_and_text(error: type[WhistlestopError]) -> None:
    """Worker processes send errors back this way."""
    code, sentence = next(iter(error.english.items()))
    parameters = {name: 1 for _, name, _, _ in Formatter().parse(sentence) if name}
    made = error(code, **parameters)
    copy = pickle.loads(pickle.dumps(made))
    assert (type(copy), copy.reason, str(copy)) == (error, made.reason, str(made))
    assert str(copy.reason) == str(made.reason) == str(made)


def test_a_code_that_two_classes_use_has_the_sentence_of_each() -> None:
    game = BadMap("other_map", map="europe", wanted="abc", found="def")
    drawing = BadDrawing("other_map", found="europe", wanted="nordic")
    assert "abc" in str(game)
    assert str(drawing) != str(game)
    assert str(Reason("over")) == str(IllegalMove("over"))


def test_no_table_of_sentences_changes_when_modules_are_imported() -> None:
    """The tables are written where they are used; nothing adds to them from elsewhere."""
    before = {error: dict(error.english) for error in ERRORS}
    for name in ("whistlestop.cli.main", "whistlestop.draw.solution", "whistlestop.env.dataset"):
        import_module(name)
    assert {error: dict(error.english) for error in ERRORS} == before
    assert not set(BadSeed.english) & set(BadRecord.english)
