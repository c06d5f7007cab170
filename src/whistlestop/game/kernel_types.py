"""Names for what kernels take, so that a signature says what each argument is.

A record is one element of an array, an `...Array` the array itself. NumPy's records can't be described to a type
checker, so all of these are `Any` to it.
"""

from typing import Any, TypeAlias

GameRec: TypeAlias = Any
"""A GAME record: the rules, board and catalogue of a `Game` (see `state`)."""
GameArray: TypeAlias = Any
"""An array of one GAME record: `game.compiled`."""
StateRec: TypeAlias = Any
"""A STATE record (see `state`)."""
StateArray: TypeAlias = Any
ViewRec: TypeAlias = Any
"""A VIEW record (see `view`)."""
ViewArray: TypeAlias = Any
SheetRec: TypeAlias = Any
"""A SCORE_SHEET record (see `score`)."""
SheetArray: TypeAlias = Any
Bag: TypeAlias = Any
"""Cards, counted by kind (see `cards`)."""
Bits: TypeAlias = Any
"""A set of tracks or tickets, as words of 62 bits (see `state`)."""
MoveArray: TypeAlias = Any
"""Where kernels write moves; as long as the catalogue."""
Dice: TypeAlias = Any
"""The streams of the fast dealer's generator (see `dice`)."""
Stack: TypeAlias = Any
"""Working memory of the longest-path search (see `longest.network`)."""
IntArray: TypeAlias = Any
"""An array of 64-bit integers."""
PathsRec: TypeAlias = Any
"""Working memory of ticket paths (see `ticket_status`)."""
