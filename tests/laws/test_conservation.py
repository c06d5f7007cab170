"""Laws 1 and 6: cards, cars, stations and tickets are conserved after every move, and a game ends."""

import pytest
from laws.walk import GAMES, GUESSES, LEGALITY, PLIES, RANDOM, REFUSALS, REPLAY, SOUND, STALL, TRIED, VIEWS, Walker
from positions import TABLES, Position, game_of

from whistlestop.game.kernel import TARGET
from whistlestop.game.state import OVER, TURNS


@pytest.mark.no_cover  # uncompiled, tracing takes most of the time
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_everything_is_conserved_in_random_games_and_they_end(name: str, seats: int) -> None:
    walker = Walker(game_of(name, seats))
    laws = 0 if TARGET == "cpu" else LEGALITY | VIEWS | REPLAY  # one walk for all these laws: uncompiled it takes long
    for seed in range(GAMES):
        walker.check(seed, laws=laws, every=97)
        assert walker.states[0].phase == OVER
    if laws:
        assert min(walker.tally[TRIED], walker.tally[REFUSALS], walker.tally[GUESSES]) > 5 * GAMES


@pytest.mark.parametrize(("name", "seats"), TABLES if TARGET == "cpu" else [("new_york", 2)])
def test_a_game_ends_though_all_stall(name: str, seats: int) -> None:
    """C20: the game ends even if seats only attempt tunnels, give up, and draw otherwise."""
    walker = Walker(game_of(name, seats))
    for seed in range(20 if TARGET == "cpu" else 1):
        walker.check(seed, policy=STALL)
        assert walker.states[0].turns <= TURNS * seats


@pytest.mark.skipif(TARGET == "none", reason="a thousand turns with all cards in hand are slow uncompiled")
@pytest.mark.parametrize("name", ["nordic", "europe"])
def test_tunnels_that_always_fail_are_attempted_until_the_bound(name: str) -> None:
    """C20: with nothing but locomotives to turn up no attempt is free, so giving up never ends."""
    hands = {0: "4 red 4 green 4 white 4 black", 1: "4 red 4 green 4 white 4 black"}
    face_up = "1 blue 1 orange 1 red 1 yellow 1 white"
    others = "11 blue 11 orange 3 red 11 yellow 3 white 12 purple 4 green 4 black 11 locomotive"
    hands[1] += " " + others
    position = Position(name, hands=hands, face_up=face_up, deck="3 locomotive")
    walker = Walker(position.game)
    walker.states[0] = position.states[0]
    assert walker.walk(0, fresh=False, policy=STALL) == SOUND
    assert walker.states[0].phase == OVER
    assert walker.states[0].turns == TURNS * 2
    assert not walker.states[0].tracks.any()


def test_a_walk_goes_the_way_of_its_seed() -> None:
    walker = Walker(game_of("new_york", 2))
    assert walker.walk(5, policy=RANDOM, laws=LEGALITY, every=7) == SOUND
    plies, end = int(walker.tally[PLIES]), walker.states[0].tobytes()
    assert walker.walk(5) == SOUND
    assert (int(walker.tally[PLIES]), walker.states[0].tobytes()) == (plies, end)
