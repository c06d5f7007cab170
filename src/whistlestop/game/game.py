"""Game: a map, its rules and a number of seats. A Game never changes."""

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.game.board import LONG, Board, find, load
from whistlestop.game.catalogue import CLAIM, Catalogue
from whistlestop.game.limits import BITS, KINDS, LENGTH, LOCOMOTIVE, OFFER, RULINGS, TIE_BREAK_CODES
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import BadMap
from whistlestop.game.rules import UNDER, Rules
from whistlestop.game.state import GAME


class Game:
    """A map and a number of seats, with the catalogue of moves and the compiled form that kernels read.

    `Game("europe", seats=3)` finds a map by name, in the folders `maps` first; `Game.load(folder, seats=3)` loads the
    map in a folder.
    """

    rulings = RULINGS

    def __init__(self, name: str, seats: int = 2, maps: Iterable[Path] = ()) -> None:
        if not isinstance(name, str):
            raise BadMap("map_name_type", given=type(name).__name__)
        self._build(find(name, maps), seats)

    @classmethod
    def load(cls, folder: str | Path, seats: int = 2) -> "Game":
        """A game on the map in a folder."""
        game = cls.__new__(cls)
        game._build(Path(folder), seats)
        return game

    def _build(self, folder: Path, seats: int) -> None:
        self.folder = folder
        board, rules = load(folder)
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise BadMap("seats_type", given=type(seats).__name__)
        if not rules.min_seats <= seats <= rules.max_seats:
            raise BadMap("seats", least=rules.min_seats, most=rules.max_seats, given=shown(seats))
        self.board: Board = board
        self.rules: Rules = rules
        self.seats = seats
        self.catalogue = Catalogue(board, rules, seats)
        self.compiled = compile_game(board, rules, seats, self.catalogue)

    @property
    def digest(self) -> str:
        """Identifies the map and its rules in records (see `Board`)."""
        return self.board.digest if self.rulings == RULINGS else self.board.first_digest

    def of_digest(self, digest: str) -> "Game":
        """This game under the rulings that belong to a digest; raises BadMap if the digest is another map's."""
        if digest == self.digest:
            return self
        if digest != self.board.first_digest:
            raise BadMap("other_map", map=self.name, wanted=shown(digest, 64), found=self.digest)
        return self._under_first_rulings

    @cached_property
    def _under_first_rulings(self) -> "Game":
        """The same game before C6 and C8 were amended; made once, since bots and servers keep facts about each game."""
        game = copy(self)
        game.rulings = 1
        game.compiled = self.compiled.copy()
        game.compiled[0].take_without_deck = 1
        game.compiled[0].sweep_after_discards = 0
        return game

    @property
    def name(self) -> str:
        """The map's name."""
        return self.board.name

    def __repr__(self) -> str:
        return f"Game({self.name!r}, seats={self.seats})"


def compile_game(board: Board, rules: Rules, seats: int, catalogue: Catalogue) -> Any:
    """The compiled form of a game, which kernels read: an array of one GAME record."""
    games: Any = np.zeros(1, GAME)
    game = games[0]
    set_rules(game, rules, seats)
    set_board(game, board)
    set_catalogue(game, catalogue)
    return games


def set_rules(game: Any, rules: Rules, seats: int) -> None:
    """Fill in the rules."""
    game.seats = seats
    game.colours = len(rules.colours)
    game.cars = rules.cars
    game.stations = rules.stations
    game.first_cards = rules.first_cards
    game.first_long = rules.first_long_tickets
    game.first_short = rules.first_short_tickets
    game.first_keep = rules.first_keep
    game.first_under = rules.first_return == UNDER
    game.draw_tickets = rules.draw_tickets
    game.draw_keep = rules.draw_keep
    game.draw_under = rules.draw_return == UNDER
    game.locomotive_ends_draw = rules.locomotive_ends_draw
    game.sweep = rules.sweep
    game.sweep_after_discards = 1
    game.take_without_deck = rules.take_without_deck
    game.both_tracks = seats >= rules.both_tracks_from
    game.both_tracks_from = rules.both_tracks_from
    game.last_round = rules.last_round
    game.globetrotter = rules.globetrotter
    game.express = rules.express
    game.station_value = rules.station_value
    game.attraction_value = rules.attraction_value
    for n, tie_break in enumerate(rules.tie_breaks):
        game.tie_breaks[n] = TIE_BREAK_CODES[tie_break]
    for length, points in enumerate(rules.points, start=1):
        game.points[length] = points
    game.cards[LOCOMOTIVE] = rules.locomotives
    for kind in range(1, len(rules.colours) + 1):
        game.cards[kind] = rules.cards_per_colour


def set_board(game: Any, board: Board) -> None:
    """Fill in cities, tracks and tickets."""
    game.cities = len(board.cities)
    game.tracks = len(board.tracks)
    game.tickets = len(board.tickets)
    for n, track in enumerate(board.tracks):
        game.a[n], game.b[n], game.length[n] = track.a, track.b, track.length
        game.tunnel[n] = track.tunnel
        game.twin[n] = board.twins[n]
        add(game.touching[track.a], n)
        add(game.touching[track.b], n)
        add(game.all_tracks, n)
        for cars in range(track.length, LENGTH + 1):
            add(game.fitting[cars], n)
    for n, ticket in enumerate(board.tickets):
        game.ticket_a[n], game.ticket_b[n], game.ticket_points[n] = ticket.a, ticket.b, ticket.points
        add(game.long if ticket.deck == LONG else game.short, n)
    game.attractions = sum(1 << n for n, city in enumerate(board.cities) if city.attraction)


def set_catalogue(game: Any, catalogue: Catalogue) -> None:
    """Fill in moves and payments."""
    game.moves = len(catalogue)
    game.pay_most = catalogue.pay_most
    for kind, base in enumerate([*catalogue.bases, len(catalogue)]):
        game.first_move[kind] = base
    for field in ("kind", "what", "colour", "coloured", "locomotives", "payment"):
        getattr(game, field)[: len(catalogue)] = [getattr(move, field) for move in catalogue.moves]
    for offered in range(OFFER + 1):
        for kept in range(1, 1 << offered):
            for least in range(kept.bit_count() + 1):
                game.keeps[offered, least] |= 1 << kept - 1
    move = catalogue.bases[CLAIM]
    for n, (payment, tracks) in enumerate(catalogue.payments):
        game.pay_colour[n] = payment.colour
        game.pay_coloured[n] = payment.coloured
        game.pay_locomotives[n] = payment.locomotives
        game.pay_swaps[n] = payment.swaps
        game.pay_give[n] = payment.give
        game.pay_from[n] = payment.eligible
        game.pay_move[n] = move
        move += len(tracks)
        if payment.coloured == 0:
            game.pay_unnamed |= 1 << payment.colour
        for track in tracks:
            add(game.pay_tracks[n], track)
    orders = [(payment.colour, payment.locomotives) for payment, _ in catalogue.payments]
    for colour in range(KINDS):
        for locomotives in range(LENGTH + 2):
            game.pay_first[colour, locomotives] = sum(one < (colour, locomotives) for one in orders)


def add(words: Any, n: int) -> None:
    """Put n into a set, from Python."""
    words[n // BITS] |= 1 << n % BITS
