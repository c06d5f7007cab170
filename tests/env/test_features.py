"""Board features are the map's files and the catalogue, as arrays."""

import numpy as np
from positions import game_of

from whistlestop.env import board_features
from whistlestop.env.observation import Layout


def test_features_follow_the_map_and_the_catalogue() -> None:
    game = game_of("europe", 3)
    board, catalogue, features = game.board, game.catalogue, board_features(game)
    for n, track in enumerate(board.tracks):
        ends = [board.cities[city].id for city in features["edges"][n]]
        assert track.text.split("/")[0] == "-".join(ends)
        assert features["lengths"][n] == track.length
        assert features["track_points"][n] == game.rules.points[track.length - 1]
        twin = features["twins"][n]
        assert twin < 0 or (set(features["edges"][twin]) == set(features["edges"][n]) and twin != n)
    assert features["ferries"].sum() == sum(track.locomotives for track in board.tracks) > 0
    assert features["long_tickets"].sum() == 6
    number = catalogue.numbers["claim athina-smyrna 1 red 1 locomotive"]
    assert board.tracks[features["action_tracks"][number]].text == "athina-smyrna"
    kinds = {name: n for n, name in enumerate(catalogue.kinds)}
    assert features["action_costs"][number, [kinds["red"], 0]].tolist() == [1, 1]
    assert features["action_costs"][number].sum() == 2
    assert features["action_cards"][catalogue.numbers["take blue"]] == kinds["blue"]
    assert {len(array) for name, array in features.items() if name.startswith("action")} == {Layout(game).actions}
    assert np.flatnonzero(features["action_cities"] >= 0).size == len(board.cities)
