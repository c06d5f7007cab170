"""Why a file of puzzles is refused, with the sentences."""

from typing import ClassVar

from whistlestop.game.reasons import BadMap

ENGLISH = {
    "puzzle_header": "{file}:{line}: {found!r} is not part of the header of puzzles. It begins with `format: 1`,"
    " `map: NAME`, `digest: ...` and `games: FIRST-LAST`; then an empty line.",
    "puzzle_format": "{file}:{line}: these puzzles have format {found}; this version reads format {expected}.",
    "puzzle_digest": "{file}:{line}: these puzzles are for another version of the map {map}. Find new ones with"
    " `whistlestop puzzles {map}`.",
    "puzzle_line": "{file}:{line}: {found!r} is not a line of a puzzle. It has the lines `puzzle`, `seats`, `seed`,"
    " `seat`, `themes`, `difficulty`, `best`, `other` and `moves`, in this order.",
    "puzzle_number": "{file}:{line}: this is puzzle {expected}, but its number is {found}. Puzzles count from 1.",
    "puzzle_problem": "{file}:{line}: {problem}",
    "puzzle_move": "{file}:{line}: {found!r} is not a legal move in the position of puzzle {number}.",
    "puzzle_seat": "{file}:{line}: seat {found} is not to move in the position of puzzle {number}; seat {expected} is.",
    "puzzle_theme": "{file}:{line}: {found!r} is not a theme. Themes: {themes}.",
    "puzzle_worker_died": "A process that looked for puzzles died, perhaps because memory ran out. The file has all"
    " that was found before; go on with fewer `--jobs`.",
}


class BadPuzzles(BadMap):
    """A file of puzzles that can't be read, or that has a puzzle that doesn't replay."""

    english: ClassVar = {**BadMap.english, **ENGLISH}
