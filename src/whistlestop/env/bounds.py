"""Bounds that follow from the rules: the most decisions that a game can have, and the scores that it can end with."""

from collections.abc import Callable
from math import ceil

from whistlestop.game.catalogue import CLAIM, Move
from whistlestop.game.game import Game
from whistlestop.game.rules import UNDER
from whistlestop.game.state import TURNS


def most_decisions(game: Game) -> int:
    """The most decisions of all seats together, first choices included.

    A seat has 500 turns at most (C20), of two decisions each, beside the cards that it names for swaps. Where no track
    is a tunnel, cards, cars and tickets run out much earlier: only tunnels can be tried and given up for ever.
    """
    by_turns = game.seats * (1 + 2 * TURNS) + swap_decisions(game)
    return by_turns if any(track.tunnel for track in game.board.tracks) else min(by_turns, by_supplies(game))


def by_supplies(game: Game) -> int:
    """The most decisions of a game without tunnels.

    Picks: cards that leave hands are paid for cars and stations, and hands together never hold more than all cards.
    Tickets: each draw takes some out of the deck for good. Passes: a seat passes only when there is no card and no
    ticket to draw, and after that only a payment brings cards; so a claim or a station separates two rows of passes.
    """
    rules, seats, board = game.rules, game.seats, game.board
    stations = rules.stations * seats
    deck = rules.cards_per_colour * len(rules.colours) + rules.locomotives
    dearest = max(1, *(track.swap for track in board.tracks))
    paid = rules.cars * seats * dearest + seats * sum(range(rules.stations + 1))
    claims = most_claims(game)
    short = sum(1 for ticket in board.tickets if ticket.deck == "short")
    dealt = rules.first_keep if rules.first_return == UNDER else rules.first_short_tickets
    taken = rules.draw_keep if rules.draw_return == UNDER else rules.draw_tickets
    draws = ceil(max(0, short - dealt * seats) / taken)
    picks = deck - rules.first_cards * seats + paid
    passes = (seats - 1) * (claims + stations + 1) + 1
    return seats + picks + 2 * draws + claims + swap_decisions(game) + 2 * stations + passes


def most_claims(game: Game) -> int:
    """How many tracks all cars together can claim: the shortest first."""
    cars, claims = game.rules.cars * game.seats, 0
    for length in sorted(track.length for track in game.board.tracks):
        cars -= length
        claims += cars >= 0
    return claims


def swap_decisions(game: Game) -> int:
    """The most decisions that name cards for swaps, beyond the second one of a turn."""
    payments = game.catalogue.payments
    named = by_track(game, lambda move: move.swaps * payments[move.payment][0].give)
    return sum(max(0, cards - 1) for cards in named)


def by_track(game: Game, count: Callable[[Move], int]) -> list[int]:
    """For each track the most of something that a claim of it has."""
    most = [0] * len(game.board.tracks)
    for move in game.catalogue.moves:
        if move.kind == CLAIM:
            most[move.what] = max(most[move.what], count(move))
    return most


def score_range(game: Game) -> tuple[int, int]:
    """Scores below and above which no seat can end."""
    rules, board = game.rules, game.board
    tickets = sum(ticket.points for ticket in board.tickets)
    dearest = max(rules.points[track.length - 1] / track.length for track in board.tracks)
    routes = min(sum(rules.points[track.length - 1] for track in board.tracks), int(rules.cars * dearest))
    attractions = sum(rules.attraction_value for city in board.cities if city.attraction)
    bonuses = rules.globetrotter + rules.express + rules.stations * rules.station_value + attractions
    return -tickets, routes + tickets + bonuses
