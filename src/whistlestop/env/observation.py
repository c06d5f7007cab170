"""Layout: the columns of an observation, what they mean, and where in a FEATURES record each comes from.

Every column is a number from the seat's view, or one bit of a set in it. Seats count from the viewer: row 0 of an array
over seats is the viewer, row 1 the seat that moves next, and so on. Sets come before numbers, and the vector is padded
with zeros to a multiple of eight columns.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np

from whistlestop.env.kernels.features import FEATURE_WORDS, FEATURES
from whistlestop.env.kernels.history import HISTORY, RECENT
from whistlestop.game.catalogue import BUILD, CLAIM, DEAL_FIRST, DRAW, DRAW_TICKETS, GIVE_UP, PASS, TAKE
from whistlestop.game.game import Game
from whistlestop.game.limits import BITS
from whistlestop.game.state import ANSWER, CHOICE, FIRST_CHOICE, GIVING, OVER, PHASE_NAMES, SECOND, STATION, TURN
from whistlestop.game.view import VIEW

PHASES = (FIRST_CHOICE, TURN, SECOND, CHOICE, GIVING, ANSWER, STATION, OVER)
"""The phases that an observation distinguishes; none is set while chance moves."""
DTYPE = np.uint8
"""The dtype of observations; numbers above 255 become 255."""
MASK = np.int8
"""The dtype of masks, everywhere: 1 for a legal move. Gymnasium's `sample` takes no other."""
NUMBER = -1
"""Instead of a bit: the whole word."""
REMEMBERED = {
    PASS: "pass", DRAW: "draw", TAKE: "take", DRAW_TICKETS: "tickets", CLAIM: "claim", GIVE_UP: "give up",
    BUILD: "station",
}  # fmt: skip
"""The kinds of move that a history distinguishes."""
RUN = 55
"""The most bits in one run, so that they fit into a word with those left over from the run before."""

Source = tuple[int, int]
"""A word of a FEATURES record, and one of its bits or NUMBER."""
FieldSources = tuple[str, tuple[int, ...], list[Source], str]
"""A field's name, shape, where its columns come from, and meaning."""


class Offsets(NamedTuple):
    """A layout in the form that kernels need, with a row for each viewer."""

    runs: Any
    """Where the sets are: word, first bit, mask and length of each run of consecutive bits."""
    numbers: Any
    """The words of the numbers."""
    spread: Any
    """For each byte, its eight bits as eight bytes."""


@dataclass(frozen=True)
class Field:
    """A named array in an observation, and where it starts in the flat vector."""

    name: str
    shape: tuple[int, ...]
    start: int
    is_set: bool
    text: str

    @property
    def most(self) -> int:
        """The highest value of an entry."""
        return 1 if self.is_set else 255

    @property
    def stop(self) -> int:
        """Where the next field starts."""
        return self.start + prod(self.shape)


class Layout:
    """The columns of a game's observations: `size` columns in `fields`, and `actions` possible moves.

    With a history, its columns follow the `view_size` columns of the view.
    """

    def __init__(self, game: Game, history: bool = False) -> None:
        self.game = game
        self.actions = game.catalogue.bases[DEAL_FIRST]
        self.has_history = history
        self.fields: tuple[Field, ...] = ()
        self.offsets, self.view_size = self._add([[*self._sets(n), *self._numbers(n)] for n in range(game.seats)], 0)
        self.size = self.view_size
        if history:
            remembered = [list(self._history(viewer)) for viewer in range(game.seats)]
            self.history_offsets, self.size = self._add(remembered, self.view_size)

    def named(self, rows: Any) -> dict[str, Any]:
        """The fields of one flat vector, or of rows of them, by name: the same memory in other shapes."""
        lead = rows.shape[:-1]
        return {field.name: rows[..., field.start : field.stop].reshape(*lead, *field.shape) for field in self.fields}

    def _add(self, by_viewer: list[list[FieldSources]], start: int) -> tuple[Offsets, int]:
        """Add fields from a column on; where they come from for each viewer, and where a multiple of eight ends."""
        for name, shape, sources, text in by_viewer[0]:
            self.fields += (Field(name, shape, start, sources[0][1] != NUMBER, text),)
            start = self.fields[-1].stop
        sources_of = [[source for field in fields for source in field[2]] for fields in by_viewer]
        return make_offsets(sources_of), -(-start // 8) * 8

    def _history(self, viewer: int) -> Iterator[FieldSources]:
        game, seats = self.game, self._seats(viewer)
        kinds, moves, names = len(game.catalogue.kinds), list(REMEMBERED), ", ".join(REMEMBERED.values())
        slots = [(seat, n) for seat in seats for n in range(RECENT)]
        recent = [(remembered("recent", *slot), kind) for slot in slots for kind in moves]
        yield (
            "recent",
            (len(seats), RECENT, len(moves)),
            recent,
            f"the last moves of each seat, the latest first: {names}",
        )
        cards = [(remembered("cards", *slot), kind) for slot in slots for kind in range(kinds)]
        text = "in these moves, the card taken or the colour paid; locomotive if no colour was"
        yield "recent_cards", (len(seats), RECENT, kinds), cards, text
        bags = {"taken": "face-up cards taken so far", "played": "cards laid down so far, less those taken back"}
        for name, text in bags.items():
            sources = [number(remembered(name, seat, kind)) for seat in seats for kind in range(kinds)]
            yield name, (len(seats), kinds), sources, text
        by_seat = {
            "blind": "cards drawn from the deck so far",
            "draws": "how often tickets were drawn",
            "since": "turns that have ended since tickets were last drawn, or since the beginning",
        }
        for name, text in by_seat.items():
            yield name, (len(seats),), [number(remembered(name, seat)) for seat in seats], text
        order = [number(remembered("order", track)) for track in range(len(game.board.tracks))]
        yield "order", (len(order),), order, "which of all claims each track was, from 1; 0 if it is unclaimed"

    def _numbers(self, viewer: int) -> Iterator[FieldSources]:
        game, seats = self.game, self._seats(viewer)
        kinds = len(game.catalogue.kinds)
        single = {
            "turns": "turns that have ended",
            "passes": "passes in a row",
            "due": "cards or tickets still to deal, name or add",
            "floor": "the lowest kind of card that may be named next for a swap",
            "deck": "cards in the deck",
            "tickets_left": "tickets in the ticket deck",
            "queued": "tickets put under the ticket deck",
        }
        for name, text in single.items():
            yield name, (1,), [number(seen(name))], text
        yield "ending", (1,), [number(feature("ending"))], "turns left in the last round + 1; 0 before it"
        by_seat = {
            "cars": "cars left in stock",
            "cards": "cards in the hand",
            "tickets_kept": "tickets kept",
            "kept": "first tickets kept; 0 until all seats have chosen",
            "tickets_offered": "tickets to choose from",
            "tickets_out": "tickets sent out of the game",
        }
        for name, text in by_seat.items():
            yield name, (len(seats),), [number(seen(name, seat)) for seat in seats], text
        yield "points", (len(seats),), [number(feature("points", seat)) for seat in seats], "points for claimed tracks"
        bags = {
            "face_up": "face-up cards",
            "discards": "discards",
            "laid": "cards laid down for a claim that is not complete",
            "turned": "cards turned up for a tunnel",
            "unseen": "cards in the deck or hidden in hands",
        }
        for name, text in bags.items():
            yield name, (kinds,), [number(seen(name, kind)) for kind in range(kinds)], text
        yield "hand", (kinds,), [number(seen("hands", viewer, kind)) for kind in range(kinds)], "the viewer's hand"
        known = [number(seen("known", seat, kind)) for seat in seats for kind in range(kinds)]
        yield "known", (len(seats), kinds), known, "cards in each hand that everybody saw it take"

    def _sets(self, viewer: int) -> Iterator[FieldSources]:
        board, rules, seats = self.game.board, self.game.rules, self._seats(viewer)
        tracks, tickets, cities = len(board.tracks), len(board.tickets), len(board.cities)
        names = ", ".join(PHASE_NAMES[phase] for phase in PHASES)
        yield "phase", (len(PHASES),), [(feature("phases"), phase) for phase in PHASES], f"the phase: {names}"
        yield "mover", (len(seats),), [(feature("movers"), seat) for seat in seats], "the seat to move"
        yield "first", (len(seats),), [(feature("firsts"), seat) for seat in seats], "the seat that moved first"
        owned = [source for seat in seats for source in members(seen("tracks", seat), tracks)]
        yield "tracks", (len(seats), tracks), owned, "tracks claimed"
        yield "open", (tracks,), members(seen("open", viewer), tracks), "tracks that the viewer may still claim"
        yield "claimed", (tracks,), members(feature("claimed"), tracks), "the track being paid for"
        yield "tickets", (tickets,), members(seen("tickets", viewer), tickets), "the viewer's tickets"
        offered = max(rules.first_long_tickets + rules.first_short_tickets, rules.draw_tickets)
        offers = [source for at in range(offered) for source in members(feature("offers", at), tickets)]
        yield "offer", (offered, tickets), offers, "the tickets offered to the viewer, in order"
        yield "out", (tickets,), members(seen("out"), tickets), "tickets that the viewer sent out of the game"
        yield "under", (tickets,), members(feature("under"), tickets), "tickets that the viewer put under the deck"
        if rules.stations:
            built = [source for seat in seats for source in members(seen("stations", seat), cities)]
            yield "stations", (len(seats), cities), built, "cities with a station"
            yield "city", (cities,), members(feature("cities"), cities), "the city where a station is being paid for"

    def _seats(self, viewer: int) -> list[int]:
        """All seats, the viewer first."""
        return [(viewer + n) % self.game.seats for n in range(self.game.seats)]


def make_offsets(by_viewer: list[list[Source]]) -> Offsets:
    """The offsets of each viewer's columns, from where they come from."""
    runs = [runs_of([source for source in sources if source[1] != NUMBER]) for sources in by_viewer]
    longest = max(map(len, runs))
    return Offsets(
        np.array([[*viewer_runs, *[[0, 0, 0, 0]] * (longest - len(viewer_runs))] for viewer_runs in runs], np.int64),
        np.array([[word for word, bit in sources if bit == NUMBER] for sources in by_viewer], np.int64),
        np.array([sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], np.int64),
    )


def runs_of(sources: list[Source]) -> list[list[int]]:
    """Bits as runs of consecutive ones."""
    runs: list[list[int]] = []
    for word, bit in sources:
        if runs and runs[-1][0] == word and runs[-1][1] + runs[-1][3] == bit and runs[-1][3] < RUN:
            runs[-1][3] += 1
            runs[-1][2] = (1 << runs[-1][3]) - 1
        else:
            runs.append([word, bit, 1, 1])
    return runs


def number(word: int) -> Source:
    """A whole word as a source."""
    return word, NUMBER


def members(word: int, count: int) -> list[Source]:
    """The sources of the members of a set that starts at a word."""
    return [(word + n // BITS, n % BITS) for n in range(count)]


def feature(field: str, *index: int) -> int:
    """The word of a FEATURES record where a field, or an entry of it, starts."""
    dtype, start = FEATURES.fields[field][:2]
    return start // 8 + offset(dtype, index)


def remembered(field: str, *index: int) -> int:
    """The word of a HISTORY record where a field, or an entry of it, starts."""
    dtype, start = HISTORY.fields[field][:2]
    return start // 8 + offset(dtype, index)


def seen(field: str, *index: int) -> int:
    """The word of a FEATURES record where a field of the view, or an entry of it, starts."""
    dtype, start = VIEW.fields[field][:2]
    return feature("seen") + start // 8 + offset(dtype, index)


def offset(dtype: Any, index: tuple[int, ...]) -> int:
    """The distance in words from the start of an array to an entry, or to the first entry of a row."""
    padded = index + (0,) * (len(dtype.shape) - len(index))
    return int(np.ravel_multi_index(padded, dtype.shape)) if dtype.shape else 0


def words_of(features: Any) -> Any:
    """An array of FEATURES records as words, a row for each record."""
    return features.view(np.int64).view(np.ndarray).reshape(len(features), FEATURE_WORDS)
