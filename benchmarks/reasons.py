"""The reasons of the rules as a page: `python benchmarks/reasons.py` writes docs/reasons.md from game/reasons.py."""

from collections.abc import Mapping
from pathlib import Path
from string import Formatter

from whistlestop.game import reasons

PAGE = Path(__file__).parent.parent / "docs" / "reasons.md"
HEAD = """# Reasons

`python benchmarks/reasons.py` writes this page from `game/reasons.py`.

A reason says why something is refused, why points were scored, or why a seat won. It is a code with parameters: texts
and whole numbers. Cities, tracks and tickets are named by their ids, seats by their numbers. Errors have it as
`error.reason`, results as `line.reason` and `result.reason`. `str(reason)` is the English sentence, and
`reason.as_dict()` has `code`, `parameters` and `text`. A client that shows another language renders it from
the code and the parameters.

A parameter `hint` is empty, or an English question that names what may have been meant; a client can leave it out.
"""
SECTIONS: list[tuple[str, str, Mapping[str, str]]] = [
    ("Moves", "Why a move is illegal or can't be read (`IllegalMove`), and why a track is closed.", reasons.MOVES),
    ("Scores", "Lines of the final score, and why a seat won.", reasons.SCORES),
    ("Records", "Why a record can't be read (`BadRecord`).", reasons.RECORDS),
    ("Seeds and keys", "Why a dealer can't use a seed or a key (`BadSeed`).", reasons.SEEDS),
    ("Maps", "Why a map can't be loaded or a game made (`BadMap`).", reasons.MAPS),
]


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, what, english in SECTIONS:
        head = [f"## {title}", "", what, "", "| code | parameters | English |", "| --- | --- | --- |"]
        rows = [f"| `{code}` | {parameters(text)} | {text.replace('!r}', '}')} |" for code, text in english.items()]
        parts.append("\n".join([*head, *rows, ""]))
    return "\n".join(parts)


def parameters(sentence: str) -> str:
    """The parameters of a sentence, each once."""
    return ", ".join(dict.fromkeys(f"`{field}`" for _, field, _, _ in Formatter().parse(sentence) if field))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
