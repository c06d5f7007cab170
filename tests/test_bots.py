"""Bots: what the room offers, and how the courier plays."""

import random
import runpy
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from positions import TABLES, Position, game_of

import whistlestop as ws
from whistlestop.bots import Bot, bots
from whistlestop.game.game import Game
from whistlestop.game.record import Record
from whistlestop.game.view import View

GAMES = 10
"""How many games of a match."""


def play(game: Game, names: Sequence[str], seed: int, first: int | None = None) -> Record:
    """A whole play between bots; the record refuses a move that is not legal."""
    record = Record(game, seed, first=first)
    chances = [random.Random(f"{seed} {seat}") for seat in range(game.seats)]
    while not record.over:
        seat = record.mover
        record.play(bots[names[seat]].choose(record.view(seat), chances[seat]), seat)
    return record


def answer(position: Position, name: str = "courier", seed: int = 1) -> str:
    """What a bot does in a position."""
    view = View(position.game, position.states, 0, position.mover)
    return position.game.catalogue.moves[bots[name].choose(view, random.Random(seed))].text


def test_bots_are_found_by_name() -> None:
    assert list(bots) == ["courier", "random"]
    assert isinstance(bots, Mapping)
    assert "courier" in bots
    assert "nobody" not in bots
    with pytest.raises(KeyError):
        bots["nobody"]
    with pytest.raises(KeyError):
        bots["network"]


def test_the_public_face_has_the_bots_however_often_it_is_asked() -> None:
    for _ in range(2):
        bot: Bot = ws.bots["courier"]
        assert callable(bot.choose)


def test_nobody_can_replace_a_bot() -> None:
    with pytest.raises(TypeError):
        bots["courier"] = bots["random"]  # type: ignore[index]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_bots_play_on_every_map_and_with_every_number_of_seats(name: str, seats: int) -> None:
    record = play(game_of(name, seats), ["courier", "random", "courier", "courier", "random"][:seats], seed=seats)
    assert record.result is not None


def test_a_bot_with_the_same_chances_plays_the_same_moves() -> None:
    game = game_of("new_york", 2)
    assert str(play(game, ["courier", "random"], 5)) == str(play(game, ["courier", "random"], 5))


@pytest.mark.parametrize("name", ["new_york", "europe", "nordic"])
def test_the_courier_beats_random_play(name: str) -> None:
    game = game_of(name, 2)
    won = 0
    for seed in range(GAMES):
        result = play(game, ["courier", "random"], seed, first=seed % 2).result
        assert result is not None
        won += result.winners == (0,)
    assert won >= 0.8 * GAMES


def test_the_courier_claims_what_its_ticket_needs() -> None:
    tracks = {0: "roma-venezia munchen-venezia"}
    position = Position("europe", hand="2 purple 3 green", tickets={0: "berlin-roma"}, tracks=tracks)
    assert answer(position) == "claim frankfurt-munchen 2 purple"


def test_the_courier_takes_the_colour_that_it_lacks() -> None:
    tracks = {0: "amsterdam-bruxelles bruxelles-paris"}
    position = Position(
        "europe", hand="2 green", row="1 red 1 white 1 green 2 purple", tracks=tracks, tickets={0: "amsterdam-pamplona"}
    )
    assert answer(position) == "take green"


def test_the_courier_builds_a_station_where_its_ticket_is_cut_off() -> None:
    position = Position("europe", hand="1 red", tickets={0: "edinburgh-paris"}, tracks={1: "edinburgh-london"})
    position.state.open[0] &= ~position.game.tables[0].touching[position.cities["edinburgh"]]
    assert answer(position) in ("station edinburgh", "station london")


def test_the_courier_draws_tickets_when_all_are_done_and_many_cars_are_left() -> None:
    tracks = {0: "amsterdam-bruxelles bruxelles-paris pamplona-paris"}
    position = Position("europe", tracks=tracks, tickets={0: "amsterdam-pamplona"})
    assert answer(position) == "tickets"


def test_the_courier_adds_cards_for_a_tunnel_and_spares_locomotives() -> None:
    position = Position("europe", hand="3 red 2 locomotive", tickets={0: "constantinople-palermo"})
    position.play("claim bucuresti-sofia 2 red", "= red", "= blue", "= blue")
    assert answer(position) == "pay 1 red"


def test_the_courier_gives_up_cards_that_it_does_not_need() -> None:
    position = Position("nordic", hand="1 orange 1 green 4 white", tickets={0: "andalsnes-goteborg"})
    position.play("claim alborg-goteborg 1 green 1 swap")
    assert answer(position) == "swap white"


def test_the_courier_keeps_no_ticket_that_it_has_no_cars_for() -> None:
    position = Position(
        "europe", cars={0: 6}, ticket_deck="amsterdam-wilno bruxelles-danzig frankfurt-kobenhavn", hand="1 red"
    )
    position.play("tickets", "= amsterdam-wilno", "= bruxelles-danzig", "= frankfurt-kobenhavn")
    assert answer(position) == "keep 3"


def test_the_example_of_a_bot_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parent.parent / "examples" / "own_bot.py"), run_name="__main__")
    assert "wins" in capsys.readouterr().out
