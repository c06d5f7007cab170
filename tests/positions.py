"""Positions for tests: a state by what differs from the beginning of a turn, and moves by their texts.

    position = Position("europe", hand="3 green 1 red", tracks={1: "budapest-wien"})
    position.play("take orange", "= red", "draw", "= blue")
    position.refuse("take red")

A bag of cards is written `3 green 1 locomotive`, a set of tracks, cities or tickets as their texts in a row. Moves
of chance begin with `= `. All cards, tickets and cars are accounted for after every move.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from whistlestop.game import engine, score
from whistlestop.game.game import Game
from whistlestop.game.limits import BITS, SEATS
from whistlestop.game.moves.tickets import ENTRY_BITS, ENTRY_MASK, TICKET_BITS, TICKET_MASK
from whistlestop.game.state import CHANCE, FIRST_OFFER, OVER, QUEUED, STATE, TURN

SEATS_OF = {"nordic": (2, 3), "europe": (2, 3, 4, 5), "new_york": (2, 3, 4)}
"""The numbers of seats of each map."""
TABLES = [(name, seats) for name, counts in SEATS_OF.items() for seats in counts]
CHAIRS = [(name, seats, seat) for name, seats in TABLES for seat in range(seats)]
BAGS = ("deck", "discards", "face_up", "laid", "turned")
DEALS = 1000
"""More deals than chance ever makes between two moves of seats."""

By = Mapping[int, str]
"""Something for some of the seats."""

game_of = cache(Game)


def cards(text: str) -> Counter[str]:
    """A bag of cards from `3 green 1 locomotive`."""
    words = text.split()
    bag: Counter[str] = Counter()
    for count, kind in zip(words[::2], words[1::2], strict=True):
        bag[kind] += int(count)
    return bag


class Position:
    """A state of a game at the beginning of a seat's turn, after the set-up.

    Hands are empty, nothing is built and no ticket is dealt, unless stated. Face up is one card of each of the
    first five colours. Cards that are not mentioned are the `rest`: it is in the deck, or in the discards, or in the
    hand of the seat with that number. Tickets that are not mentioned are in the ticket deck, or, where
    `ticket_deck` says what is in it, out of the game. `cars` says how many a seat has left; otherwise it is what
    its tracks leave.
    """

    def __init__(
        self,
        name: str,
        seats: int = 2,
        turn: int = 0,
        *,
        hand: str = "",
        hands: By | None = None,
        face_up: str | None = None,
        deck: str = "",
        discards: str = "",
        rest: int | str = "deck",
        tracks: By | None = None,
        cars: Mapping[int, int] | None = None,
        stations: By | None = None,
        tickets: By | None = None,
        ticket_deck: str | None = None,
        queue: str = "",
    ) -> None:
        self._start(name, seats, turn)
        state = self.state
        state.phase, state.seat, state.due = TURN, turn, 0
        self._set_cards({turn: hand} | dict(hands or {}), face_up, deck, discards, rest)
        for seat, texts in (tracks or {}).items():
            self._set_tracks(seat, texts.split())
        for seat, count in (cars or {}).items():
            state.cars[seat] = count
        for seat, texts in (stations or {}).items():
            state.stations[seat] = sum(1 << self.cities[city] for city in texts.split())
        self._set_tickets(tickets or {}, ticket_deck, queue.split())
        self._stock = self._cars()
        self.check()

    @classmethod
    def start(cls, name: str, seats: int = 2, first: int = 0) -> "Position":
        """The very beginning: `first` begins, or chance deals who does."""
        position = cls.__new__(cls)
        position._start(name, seats, first)
        position._stock = position._cars()
        position.check()
        return position

    def _start(self, name: str, seats: int, first: int) -> None:
        self.game = game_of(name, seats)
        self.kinds = self.game.catalogue.kinds
        board = self.game.board
        self.cities = {city.id: n for n, city in enumerate(board.cities)}
        self.track_numbers = {track.text: n for n, track in enumerate(board.tracks)}
        self.ticket_numbers = {ticket.text: n for n, ticket in enumerate(board.tickets)}
        self.states: Any = np.zeros(1, STATE).view(np.recarray)
        self._out = np.zeros(len(self.game.catalogue), np.int64)
        engine.start(self.game.compiled, self.states, 0, first)

    def _set_cards(self, hands: By, face_up: str | None, deck: str, discards: str, rest: int | str) -> None:
        state = self.state
        shown = " ".join(f"1 {colour}" for colour in self.kinds[1:6]) if face_up is None else face_up
        bags = [(state.face_up, shown), (state.deck, deck), (state.discards, discards)]
        bags += [(state.hands[seat], text) for seat, text in hands.items()]
        left = self.game.compiled[0].cards.copy()
        state.deck[:] = 0
        for bag, text in bags:
            for kind, count in cards(text).items():
                bag[self.kinds.index(kind)] += count
                left[self.kinds.index(kind)] -= count
        assert min(left) >= 0, f"the game has fewer cards than this: {self._bag(-left)}"
        target = state.hands[rest] if isinstance(rest, int) else state[rest]
        target += left

    def _set_tracks(self, seat: int, texts: list[str]) -> None:
        compiled = self.game.compiled[0]
        for text in texts:
            track = self.track_numbers[text]
            assert text in self.open(seat), f"{text} is not open to seat {seat}"
            _put(self.state.tracks[seat], track)
            self.state.cars[seat] -= compiled.length[track]
            twin = self.game.board.twins[track]
            for other in range(self.game.seats):
                _drop(self.state.open[other], track)
                if twin >= 0 and (other == seat or not compiled.both_tracks):
                    _drop(self.state.open[other], twin)

    def _set_tickets(self, tickets: By, ticket_deck: str | None, queue: list[str]) -> None:
        state = self.state
        for seat, texts in tickets.items():
            for text in texts.split():
                _drop(state.short, self.ticket_numbers[text])
                _drop(state.long, self.ticket_numbers[text])
                _put(state.tickets[seat], self.ticket_numbers[text])
            state.kept[seat] = len(texts.split())
        for place, text in enumerate(queue):
            _drop(state.short, self.ticket_numbers[text])
            state.queue[place // QUEUED] |= (self.ticket_numbers[text] + 1) << place % QUEUED * ENTRY_BITS
        state.queued = len(queue)
        if ticket_deck is not None:
            state.out[0] |= state.short
            state.short[:] = 0
            for text in ticket_deck.split():
                _drop(state.out[0], self.ticket_numbers[text])
                _put(state.short, self.ticket_numbers[text])

    # What is to be seen

    @property
    def state(self) -> Any:
        """The record itself."""
        return self.states[0]

    @property
    def mover(self) -> int:
        """Who moves: a seat or CHANCE."""
        return int(engine.mover(self.states, 0))

    @property
    def over(self) -> bool:
        """Whether the game has ended; then nobody has a legal move."""
        over = bool(self.state.phase == OVER)
        assert over == (self.legal() == set()), "a game is over if and only if there is no legal move"
        return over

    def _bag(self, counts: Any) -> Counter[str]:
        return Counter({kind: int(counts[n]) for n, kind in enumerate(self.kinds) if counts[n] > 0})

    @property
    def face_up(self) -> Counter[str]:
        """The face-up cards."""
        return self._bag(self.state.face_up)

    @property
    def deck(self) -> Counter[str]:
        """The cards in the deck."""
        return self._bag(self.state.deck)

    @property
    def discards(self) -> Counter[str]:
        """The discarded cards."""
        return self._bag(self.state.discards)

    def hand(self, seat: int) -> Counter[str]:
        """The cards in a seat's hand."""
        return self._bag(self.state.hands[seat])

    def cars(self, seat: int) -> int:
        """The cars that a seat has left."""
        return int(self.state.cars[seat])

    def tracks(self, seat: int) -> set[str]:
        """The tracks that a seat has claimed."""
        return _named(self.track_numbers, self.state.tracks[seat])

    def open(self, seat: int) -> set[str]:
        """The tracks that a seat may still claim."""
        return _named(self.track_numbers, self.state.open[seat])

    def stations(self, seat: int) -> set[str]:
        """The cities in which a seat has a station."""
        return _named(self.cities, [self.state.stations[seat]])

    def tickets(self, seat: int) -> set[str]:
        """The tickets that a seat has kept."""
        return self._tickets(self.state.tickets[seat])

    def out(self, seat: int) -> set[str]:
        """The tickets that a seat has sent out of the game."""
        return self._tickets(self.state.out[seat])

    @property
    def ticket_deck(self) -> set[str]:
        """The tickets in the deck whose order nobody knows."""
        return self._tickets(self.state.short)

    @property
    def queue(self) -> list[str]:
        """The tickets under the deck, first to be drawn first."""
        entries = [
            int(self.state.queue[n // QUEUED]) >> n % QUEUED * ENTRY_BITS & ENTRY_MASK for n in range(self.state.queued)
        ]
        return [self.game.board.tickets[(entry & TICKET_MASK) - 1].text for entry in entries]

    def _tickets(self, words: Any) -> set[str]:
        return _named(self.ticket_numbers, words)

    def sheet(self) -> Any:
        """The score, as if the game ended here."""
        sheets: Any = np.zeros(1, score.SCORE_SHEET).view(np.recarray)
        score.score(self.game.compiled, self.states, 0, 1, sheets, np.zeros(score.SCRATCH, np.int64))
        return sheets[0]

    # What may be done

    def legal(self) -> set[str]:
        """The texts of the legal moves."""
        count = engine.legal(self.game.compiled, self.states, 0, self._out)
        texts = {self.game.catalogue.moves[move].text for move in self._out[:count]}
        assert len(texts) == count, "a legal move is listed twice"
        return texts

    def payments(self, track: str) -> set[str]:
        """How the mover may claim a track: the legal claims, less `claim` and the track."""
        assert track in self.track_numbers, f"there is no track {track}"
        start = f"claim {track} "
        return {text.removeprefix(start) for text in self.legal() if text.startswith(start)}

    def play(self, *moves: str) -> "Position":
        """Make moves, each of which must be legal and belong to who moves."""
        for move in moves:
            text = move.removeprefix("= ")
            by_chance = move.startswith("= ")
            assert by_chance == (self.mover == CHANCE), f"{move!r}: it is the turn of {self.mover} (-1: chance)"
            legal = self.legal()
            assert text in legal, f"{text!r} is not legal; these are: {sorted(legal)}"
            count = engine.step(self.game.compiled, self.states, 0, self.game.catalogue.numbers[text], self._out)
            assert count == len(self.legal()), "step lists other moves than legal"
            self.check()
        return self

    def refuse(self, *moves: str) -> None:
        """Moves of the catalogue that are not legal here: each is refused and changes nothing, byte for byte."""
        for move in moves:
            number = self.game.catalogue.numbers[move.removeprefix("= ")]
            before = self.states.tobytes()
            count = engine.step(self.game.compiled, self.states, 0, number, self._out)
            assert count == engine.ILLEGAL, f"{move!r} is legal"
            assert self.states.tobytes() == before, f"{move!r} was refused and changed the state"

    def never(self, *moves: str) -> None:
        """Moves that are never legal in this game: the catalogue does not have them."""
        for move in moves:
            assert move not in self.game.catalogue.numbers, f"{move!r} is a move of this game"

    def settle(self, prefer: str = "") -> int:
        """Let chance deal until a seat is to move, what is preferred if it can be; return how many deals there were."""
        for deals in range(DEALS):
            if self.mover != CHANCE:
                return deals
            legal = self.legal()
            self.play("= " + (prefer if prefer in legal else max(legal)))
        raise AssertionError("chance deals for ever")

    def deal_cards(self) -> int:
        """Deal the first hands and the first face-up cards, without a locomotive; return how many deals there were."""
        for deals in range(DEALS):
            if self.state.phase == FIRST_OFFER:
                return deals
            self.play("= " + max(self.legal() - {"locomotive"}))
        raise AssertionError("chance deals for ever")

    def idle(self, turns: int = 1) -> list[int]:
        """Let some turns pass with blind draws; return whose they were."""
        movers = []
        for _ in range(turns):
            movers.append(self.mover)
            self.play("draw").settle()
            self.play("draw").settle()
        return movers

    # What always holds

    def check(self) -> None:
        """Cards, tickets and cars are conserved."""
        state, compiled = self.state, self.game.compiled[0]
        bags = np.array([*(state[bag] for bag in BAGS), *state.hands])
        assert bags.min() >= 0, "there are fewer than no cards of a kind"
        assert (bags.sum(axis=0) == compiled.cards).all(), "cards came or went"
        places = [self._tickets(state.short), self._tickets(state.long), set(self.queue)]
        places += [self._tickets(words) for seat in range(SEATS) for words in (state.tickets[seat], state.out[seat])]
        places += [self._offer(seat) for seat in range(SEATS)]
        found = sorted(ticket for place in places for ticket in place)
        assert found == sorted(self.ticket_numbers), "tickets came or went"
        assert self._cars() == self._stock, "cars came or went"
        assert min(state.cars) >= 0, "there are fewer than no cars"

    def _offer(self, seat: int) -> set[str]:
        offer = int(self.state.offer[seat])
        entries = [offer >> shift & TICKET_MASK for shift in range(0, offer.bit_length(), TICKET_BITS)]
        return {self.game.board.tickets[entry - 1].text for entry in entries}

    def _cars(self) -> list[int]:
        """The cars of each seat, in stock and on the board."""
        lengths = {track.text: track.length for track in self.game.board.tracks}
        return [self.cars(seat) + sum(lengths[text] for text in self.tracks(seat)) for seat in range(SEATS)]


def _named(numbers: Mapping[str, int], words: Any) -> set[str]:
    """The members of a set, by name."""
    members = sum(int(word) << n * BITS for n, word in enumerate(words))
    return {name for name, n in numbers.items() if members >> n & 1}


def _put(words: Any, n: int) -> None:
    words[n // BITS] |= 1 << n % BITS


def _drop(words: Any, n: int) -> None:
    words[n // BITS] &= ~(1 << n % BITS)
