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
"""A group with more moves than this is shortened."""
MANY_TRACKS = 16
"""With more tracks than this, claims are listed without payments."""

Numbered = Sequence[tuple[int, Move]]


def numbered(game: Game, legal: Sequence[int]) -> list[tuple[int, Move]]:
    """The legal moves, numbered from 1."""
    return [(n, game.catalogue.moves[move]) for n, move in enumerate(legal, start=1)]


def menu(game: Game, legal: Sequence[int], full: bool = False, part: str = "") -> Iterator[tuple[str, list[str]]]:
    """Groups of moves and the lines that show each; `full` shortens nothing, `part` must be in a move's text."""
    moves = [(n, move) for n, move in numbered(game, legal) if part in move.text]
    for group, group_kinds in GROUPS.items():
        members = [(n, move) for n, move in moves if move.kind in group_kinds]
        if not members:
            continue
        if full or len(members) <= MANY:
            yield group, [f"{n}) {menu_text(game, move)}" for n, move in members]
        elif group == "claim":
            yield group, list(cheapest_claims(game, members))
        else:
            yield group, [f"{members[0][0]} to {members[-1][0]}, such as `{members[0][1].text}`; `moves` lists them"]


def menu_text(game: Game, move: Move) -> str:
    """The text of a move in the menu; the group already says that it is a claim."""
    if move.kind != kinds.CLAIM:
        return move.text
    return move.text.removeprefix("claim ") + (" (tunnel)" if game.board.tracks[move.what].tunnel else "")


def cheapest_claims(game: Game, claims: Numbered) -> Iterator[str]:
    """For each track the claim with the fewest swaps and locomotives, and how many others there are.

    With many tracks only their texts, without numbers: nobody should pay without seeing the price.
    """
    numbers = sorted({move.what for _, move in claims})
    for track in numbers:
        ways = [(n, move) for n, move in claims if move.what == track]
        n, move = min(ways, key=lambda way: (way[1].swaps, way[1].locomotives))
        more = f" (+{len(ways) - 1})" if len(ways) > 1 else ""
        yield game.board.tracks[track].text if len(numbers) > MANY_TRACKS else f"{n}) {menu_text(game, move)}{more}"
