"""Board features: what never changes about a game, as arrays for graph networks: cities, tracks, tickets and actions.

    features = board_features(Game("europe"))
    features["edges"]          # the two cities of every track

Rows are in the order of the catalogue and the map's files, so that `edges[n]` belongs to column n of `tracks` in an
observation, and `ticket_cities[n]` to column n of `tickets`.
"""

from typing import Any

import numpy as np

from whistlestop.game.catalogue import BUILD, CLAIM, DEAL_FIRST, KEEP, SWAP, TAKE
from whistlestop.game.game import Game


def board_features(game: Game) -> dict[str, Any]:
    """Arrays by name; `docs/research.md` describes them."""
    return {**track_features(game), **ticket_features(game), **action_features(game)}


def track_features(game: Game) -> dict[str, Any]:
    """What a graph network needs to know of cities and tracks; -1 where there is nothing."""
    tracks, points = game.board.tracks, (0, *game.rules.points)
    attractions = [bool(city.attraction) for city in game.board.cities]
    return {
        "attractions": np.array(attractions, np.bool_),
        "edges": np.array([(track.a, track.b) for track in tracks], np.int64),
        "lengths": np.array([track.length for track in tracks], np.int64),
        "track_points": np.array([points[track.length] for track in tracks], np.int64),
        "colours": np.array([track.colour + 1 if track.colour >= 0 else -1 for track in tracks], np.int64),
        "tunnels": np.array([track.tunnel for track in tracks], np.bool_),
        "ferries": np.array([track.locomotives for track in tracks], np.int64),
        "twins": np.array(game.board.twins, np.int64),
    }


def ticket_features(game: Game) -> dict[str, Any]:
    """The ends and values of tickets."""
    tickets = game.board.tickets
    return {
        "ticket_cities": np.array([(ticket.a, ticket.b) for ticket in tickets], np.int64),
        "ticket_points": np.array([ticket.points for ticket in tickets], np.int64),
        "long_tickets": np.array([ticket.deck == "long" for ticket in tickets], np.bool_),
    }


def action_features(game: Game) -> dict[str, Any]:
    """What every action is about; -1 where that does not apply."""
    moves = game.catalogue.moves[: game.catalogue.bases[DEAL_FIRST]]

    def about(*kinds: int) -> Any:
        return np.array([move.what if move.kind in kinds else -1 for move in moves], np.int64)

    return {
        "action_kinds": np.array([move.kind for move in moves], np.int64),
        "action_tracks": about(CLAIM),
        "action_cities": about(BUILD),
        "action_cards": about(TAKE, SWAP),
        "action_places": about(KEEP),
        "action_costs": np.array([cost(game, n) for n in range(len(moves))], np.int64),
    }


def cost(game: Game, action: int) -> list[int]:
    """How many cards of each kind an action lays down; what swaps add is named later."""
    move, paid = game.catalogue.moves[action], [0] * len(game.catalogue.kinds)
    paid[0] += move.locomotives
    if move.coloured:
        paid[move.colour] += move.coloured
    return paid
