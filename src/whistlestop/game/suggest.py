"""What is wrong with a text that is not a move of the game, and which legal moves are close to it."""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from whistlestop.game.board import GREY
from whistlestop.game.game import Game
from whistlestop.game.reasons import Reason

SWAP = "swap"
LOCOMOTIVE = "locomotive"
SUGGESTIONS = 3


def why_unknown(game: Game, text: str, legal: Sequence[str]) -> Reason:
    """Why a text is not a move of the game, with the nearest of the legal moves where any is near."""
    verb, _, rest = text.partition(" ")
    reason = None
    if verb == "claim":
        reason = _why_no_claim(game, rest, legal)
    elif verb == "station" and rest and game.rules.stations:
        reason = _why_no_city(game, rest)
    elif verb in ("take", SWAP, "pay"):
        reason = _why_no_card(game, re.findall(r"[^\W\d]\w*", rest))
    return reason or Reason("unknown_move", {"move": text, "hint": _hint(difflib.get_close_matches(text, legal))})


def _why_no_claim(game: Game, rest: str, legal: Sequence[str]) -> Reason | None:
    """What is wrong with a claim: its cities, then its track, then its payment."""
    route, _, payment = rest.partition(" ")
    parts = re.fullmatch(r"(\w+)-(\w+)(/2)?", route)
    if not parts:
        return None
    a, b, second = parts.groups()
    reason = _why_no_city(game, a) or _why_no_city(game, b)
    if reason:
        return reason
    cities = game.board.cities
    lanes = [n for n, track in enumerate(game.board.tracks) if {cities[track.a].id, cities[track.b].id} == {a, b}]
    if not lanes:
        return Reason("no_such_route", {"a": a, "b": b})
    if second and len(lanes) == 1:
        return Reason("no_second_track", {"track": game.board.tracks[lanes[0]].text})
    return _why_no_payment(game, lanes[1] if second else lanes[0], payment, legal)


def _why_no_payment(game: Game, number: int, payment: str, legal: Sequence[str]) -> Reason | None:
    """Why cards can't pay for a track (C9, C14, C19, N1)."""
    reason = _why_no_card(game, re.findall(r"[^\W\d]\w*", payment))
    if reason or not re.fullmatch(r"\d{1,4} [^\W\d]\w*( \d{1,4} [^\W\d]\w*)*", payment):
        return reason
    words = payment.split()
    paid: Counter[str] = Counter()
    for count, card in zip(words[::2], words[1::2], strict=True):
        paid[card] += int(count)
    track = game.board.tracks[number]
    own = f"claim {track.text} "
    ways = [text for text in legal if text.startswith(own)]
    facts: dict[str, str | int] = {"track": track.text}
    hint = {"hint": _hint(difflib.get_close_matches(own + payment, ways, SUGGESTIONS, cutoff=0))}
    colours = [card for card in paid if card not in (LOCOMOTIVE, SWAP)]
    if len(colours) > 1:
        return Reason("mixed_colours", {**facts, "colours": ", ".join(colours), **hint})
    if track.colour != GREY and colours and colours[0] != game.rules.colours[track.colour]:
        facts |= {"colour": game.rules.colours[track.colour], "given": colours[0]}
        twin = game.board.twins[number]
        other = f"claim {game.board.tracks[twin].text} {payment}"
        if twin >= 0 and other in game.catalogue.numbers:
            return Reason("colour_of_twin", {**facts, "twin": game.board.tracks[twin].text, "move": other})
        return Reason("colour_of_track", {**facts, **hint})
    if paid[SWAP] and not track.swap:
        return Reason("no_swaps", {**facts, **hint})
    if paid[LOCOMOTIVE] and not (game.rules.locomotives_anywhere or track.tunnel or track.locomotives):
        return Reason("no_locomotives", {**facts, **hint})
    if paid.total() != track.length:
        return Reason("wrong_length", {**facts, "length": track.length, "given": paid.total(), **hint})
    if paid.total() - paid[LOCOMOTIVE] - paid[SWAP] > track.length - track.locomotives:
        return Reason("ferry_locomotives", {**facts, "locomotives": track.locomotives, **hint})
    return None


def _why_no_city(game: Game, city: str) -> Reason | None:
    """The reason if the map has no such city."""
    cities = [one.id for one in game.board.cities]
    if city in cities:
        return None
    return Reason("no_such_city", {"city": city, "hint": _hint(difflib.get_close_matches(city, cities, 1))})


def _why_no_card(game: Game, cards: Iterable[str]) -> Reason | None:
    """The reason if one of the words is not a card of this game."""
    wrong = next((card for card in cards if card not in (*game.catalogue.kinds, SWAP)), None)
    return Reason("no_such_card", {"card": wrong, "cards": ", ".join(game.catalogue.kinds)}) if wrong else None


def _hint(near: Sequence[str]) -> str:
    """A question that names what may have been meant, to follow a sentence; empty if nothing is near."""
    return f" Did you mean {' or '.join(repr(one) for one in near)}?" if near else ""
