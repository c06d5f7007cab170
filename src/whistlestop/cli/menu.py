"""The legal moves as a menu: numbered, grouped by kind, short enough to read."""

from collections.abc import Iterator, Sequence

from whistlestop.game import catalogue as kinds
from whistlestop.game.catalogue import Move
from whistlestop.game.game import Game

GROUPS = {
    "cards": (kinds.DRAW, kinds.TAKE),
    "tickets": (kinds.DRAW_TICKETS, kinds.KEEP),
    "swap": (kinds.SWAP,),
    "answer": (kinds.GIVE_UP, kinds.PAY),
    "pass": (kinds.PASS,),
    "station": (kinds.BUILD,),
    "claim": (kinds.CLAIM,),
}
MANY = 12
"""More moves of one group than this are shortened."""
MANY_TRACKS = 16
"""More tracks than this are listed without payments."""

Numbered = Sequence[tuple[int, Move]]


def numbered(game: Game, legal: Sequence[int]) -> list[tuple[int, Move]]:
    """The legal moves, numbered from 1."""
    return [(n, game.catalogue.moves[move]) for n, move in enumerate(legal, start=1)]


def menu(game: Game, legal: Sequence[int], full: bool = False, part: str = "") -> Iterator[tuple[str, list[str]]]:
    """Groups of moves with what to show of each; `full` shortens nothing, `part` must stand in the move's text."""
    moves = [(n, move) for n, move in numbered(game, legal) if part in move.text]
    for group, of in GROUPS.items():
        members = [(n, move) for n, move in moves if move.kind in of]
        if not members:
            continue
        if full or len(members) <= MANY:
            yield group, [f"{n}) {shown(game, move)}" for n, move in members]
        elif group == "claim":
            yield group, list(tracks(game, members))
        else:
            yield group, [f"{members[0][0]} to {members[-1][0]}, such as `{members[0][1].text}`; `moves` lists them"]


def shown(game: Game, move: Move) -> str:
    """The text of a move as a menu shows it: the group says already that it is a claim."""
    if move.kind != kinds.CLAIM:
        return move.text
    return move.text.removeprefix("claim ") + (" (tunnel)" if game.board.tracks[move.what].tunnel else "")


def tracks(game: Game, claims: Numbered) -> Iterator[str]:
    """One claim a track, the one with the fewest swaps and locomotives, and how many others there are.

    Of many tracks only the texts, without a number: nobody should pay without having seen what.
    """
    found = sorted({move.what for _, move in claims})
    for track in found:
        ways = [(n, move) for n, move in claims if move.what == track]
        n, move = min(ways, key=lambda way: (way[1].swaps, way[1].locomotives))
        more = f" (+{len(ways) - 1})" if len(ways) > 1 else ""
        yield game.board.tracks[track].text if len(found) > MANY_TRACKS else f"{n}) {shown(game, move)}{more}"
