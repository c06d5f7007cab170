"""Europe: E1 to E9."""

import pytest
from positions import Position, cards

from whistlestop.game.board import GREY

# E1 locomotives


@pytest.mark.parametrize(
    ("route", "payments"),
    [
        ("berlin-wien", {"2 green 1 locomotive", "1 green 2 locomotive"}),
        ("danzig-warszawa", {"2 green", "1 green 1 locomotive", "2 locomotive"}),
        ("budapest-wien", {"1 locomotive"}),
        ("munchen-zurich", {"2 locomotive"}),
        ("paris-zurich", {"2 green 1 locomotive", "1 green 2 locomotive"}),
    ],
)
def test_locomotives_replace_any_colour_anywhere(route: str, payments: set[str]) -> None:
    """E1: on coloured and grey routes, on tunnels of both sorts."""
    position = Position("europe", hand="2 green 2 locomotive")
    assert position.payments(route) == payments


# E2 ferries


def test_every_ferry_is_grey() -> None:
    """E2: any one colour goes with its locomotives."""
    position = Position("europe", hand="1 red 1 blue 1 locomotive")
    assert {track.colour for track in position.game.board.tracks if track.locomotives} == {GREY}
    assert position.payments("athina-smyrna") == {"1 red 1 locomotive", "1 blue 1 locomotive"}


def test_no_other_cards_replace_a_locomotive() -> None:
    """E2: swaps are Nordic."""
    position = Position("europe", hand="9 red 9 blue")
    assert position.payments("athina-smyrna") == set()
    assert not any("swap" in text.split() for text in position.game.catalogue.numbers if text.startswith("claim"))


# E3 stations


def test_the_first_station_costs_one_card() -> None:
    """E3: any card; it is discarded, and the turn is over."""
    position = Position("europe", hand="2 red 1 blue 1 locomotive")
    position.play("station paris")
    assert (position.mover, position.legal()) == (0, {"pay 1 red", "pay 1 blue", "pay 1 locomotive"})
    position.play("pay 1 blue")
    assert (position.stations(0), position.discards, position.mover) == ({"paris"}, cards("1 blue"), 1)
    assert position.hand(0) == cards("2 red 1 locomotive")


def test_the_second_station_costs_two_cards_of_one_colour() -> None:
    """E3: locomotives replace any card; a station does not always cost one card."""
    position = Position("europe", hand="2 red 1 blue 1 locomotive", stations={0: "paris"})
    position.play("station roma")
    assert position.legal() == {"pay 2 red", "pay 1 red 1 locomotive", "pay 1 blue 1 locomotive"}
    position.refuse("pay 1 red")
    position.play("pay 1 blue 1 locomotive")
    assert (position.stations(0), position.discards) == ({"paris", "roma"}, cards("1 blue 1 locomotive"))


def test_the_third_station_costs_three_cards_of_one_colour() -> None:
    """E3: locomotives replace any card."""
    position = Position("europe", hand="3 red 2 blue 1 locomotive", stations={0: "paris roma"})
    position.play("station wien")
    assert position.legal() == {"pay 3 red", "pay 2 red 1 locomotive", "pay 2 blue 1 locomotive"}


@pytest.mark.parametrize(
    ("built", "hand"), [("", ""), ("paris", "1 red 1 blue"), ("paris", "1 locomotive"), ("paris roma", "2 red 2 blue")]
)
def test_a_station_cannot_be_built_without_the_cards(built: str, hand: str) -> None:
    """E3: cards of two colours do not go together."""
    position = Position("europe", hand=hand, stations={0: built})
    assert not any(text.startswith("station") for text in position.legal())
    position.refuse("station wien")


def test_locomotives_alone_pay_for_a_station() -> None:
    """E3: three of them for the third."""
    position = Position("europe", hand="3 locomotive", stations={0: "paris roma"})
    position.play("station wien")
    assert position.legal() == {"pay 3 locomotive"}


def test_stations_of_others_do_not_make_a_station_dearer() -> None:
    """E3: a player's first costs one card."""
    position = Position("europe", hand="1 red", stations={1: "paris roma wien"})
    position.play("station berlin", "pay 1 red")
    assert position.stations(0) == {"berlin"}


def test_a_city_has_one_station() -> None:
    """E3: no second one, whether yours or another player's; any other city will do, with routes or without."""
    position = Position("europe", hand="2 red", stations={0: "paris", 1: "roma"})
    offered = {text for text in position.legal() if text.startswith("station")}
    assert offered == {f"station {city}" for city in position.cities if city not in ("paris", "roma")}
    position.refuse("station paris", "station roma")


def test_nobody_builds_a_fourth_station() -> None:
    """E3: three per game."""
    position = Position("europe", hand="12 red", stations={0: "paris roma wien"})
    position.refuse("station berlin")


def test_a_station_once_begun_is_paid() -> None:
    """E3: the payment belongs to the same move of the turn."""
    position = Position("europe", hand="2 red")
    position.play("station paris")
    position.refuse("draw", "pass", "give up", "station roma")


def test_a_station_costs_no_cars() -> None:
    """E3: its cards are its price."""
    position = Position("europe", hand="1 red")
    position.play("station paris", "pay 1 red")
    assert position.cars(0) == 45


# E4 to E7 scoring

CHAIN = {0: "budapest-wien munchen-wien", 1: "munchen-zurich"}
"""Seat 0 reaches from Budapest to München, seat 1 from there to Zürich."""


def test_a_station_borrows_a_route_for_tickets() -> None:
    """E4: Budapest-Zürich (6), the last route being another's."""
    position = Position("europe", tracks=CHAIN, stations={0: "zurich"}, tickets={0: "budapest-zurich"})
    assert (position.sheet().tickets[0], position.sheet().completed[0]) == (6, 1)


def test_a_route_is_borrowed_only_into_the_city_of_the_station() -> None:
    """E4: a station in Wien lends nothing between München and Zürich."""
    position = Position("europe", tracks=CHAIN, stations={0: "wien"}, tickets={0: "budapest-zurich"})
    assert position.sheet().tickets[0] == -6


def test_a_station_borrows_one_route_for_all_tickets() -> None:
    """E4: of Frankfurt-København (5) and Essen-Kyïv (10) only one can be completed from Essen, the one worth more."""
    position = Position(
        "europe",
        tracks={0: "kyiv-warszawa berlin-warszawa berlin-frankfurt", 1: "essen-kobenhavn berlin-essen"},
        stations={0: "essen"},
        tickets={0: "essen-kyiv frankfurt-kobenhavn"},
    )
    assert (position.sheet().tickets[0], position.sheet().completed[0]) == (10 - 5, 1)


def test_each_station_not_built_is_worth_four_points() -> None:
    """E5: three, two, one or none."""
    position = Position("europe", seats=4, stations={1: "paris", 2: "roma wien", 3: "berlin essen kyiv"})
    assert list(position.sheet().stations[:4]) == [12, 8, 4, 0]


def test_the_longest_path_is_the_european_express() -> None:
    """E6: six spaces in a row go before eight in two pieces."""
    position = Position("europe", tracks={0: "berlin-wien munchen-wien", 1: "berlin-danzig barcelona-marseille"})
    assert list(position.sheet().express[:2]) == [10, 0]
    assert list(position.sheet().longest[:2]) == [6, 4]


def test_all_who_tie_have_the_european_express() -> None:
    """E6: ten points each."""
    position = Position("europe", seats=3, tracks={0: "berlin-wien", 1: "amsterdam-essen", 2: "kyiv-wilno"})
    assert list(position.sheet().express[:3]) == [10, 10, 0]


def test_nobody_has_the_european_express_without_a_car() -> None:
    """E6: an empty board has no longest path."""
    position = Position("europe")
    assert list(position.sheet().express[:2]) == [0, 0]


def test_a_borrowed_route_is_not_part_of_the_express() -> None:
    """E6: the path is of a player's own cars."""
    position = Position("europe", tracks=CHAIN, stations={0: "zurich"}, tickets={0: "budapest-zurich"})
    assert position.sheet().longest[0] == 4


def test_fewer_stations_break_a_tie() -> None:
    """E7: 26 points each, no ticket; seat 0 built no station, seat 1 one."""
    position = Position(
        "europe", tracks={0: "berlin-wien", 1: "amsterdam-essen cadiz-madrid"}, stations={1: "amsterdam"}
    )
    assert list(position.sheet().total[:2]) == [26, 26]
    assert list(position.sheet().place[:2]) == [1, 2]


# E8 double routes


@pytest.mark.parametrize(("seats", "open_to_others"), [(2, False), (3, False), (4, True), (5, True)])
def test_both_tracks_are_open_from_four_players_on(seats: int, open_to_others: bool) -> None:
    """E8, C10: with two or three the second track closes."""
    position = Position("europe", seats, hand="1 red", hands={1: "1 white"})
    position.play("claim budapest-wien 1 red")
    assert ("claim budapest-wien/2 1 white" in position.legal()) == open_to_others


# E9 long tickets


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_seat_is_dealt_one_long_ticket(seats: int) -> None:
    """E9: the first of its four, from the six; the others are short."""
    position = Position.start("europe", seats)
    long = {ticket.text for ticket in position.game.board.tickets if ticket.deck == "long"}
    position.deal_cards()
    assert (len(long), position.legal()) == (6, long)
    position.play("= brest-petrograd")
    assert position.legal() == position.ticket_numbers.keys() - long
    position.settle()
    assert len(position.ticket_deck) == 40 - 3 * seats


def test_long_tickets_not_dealt_are_never_seen() -> None:
    """E9: a later draw offers short ones alone."""
    position = Position.start("europe")
    position.settle()
    position.play("keep 1 2", "keep 1 2", "tickets")
    long = {ticket.text for ticket in position.game.board.tickets if ticket.deck == "long"}
    assert position.legal().isdisjoint(long)
    assert len(position.legal()) == 40 - 6


def test_with_the_short_tickets_gone_there_is_none_to_draw() -> None:
    """E9: the long ones that were not dealt do not count."""
    position = Position("europe", ticket_deck="")
    position.refuse("tickets")


def test_the_long_ticket_need_not_be_kept() -> None:
    """E9: any two of the four; what is not kept at the start leaves the game, long and short alike."""
    position = Position.start("europe")
    position.settle()
    position.play("keep 2 3", "keep 1 2 3 4")
    long = {ticket.text for ticket in position.game.board.tickets if ticket.deck == "long"}
    assert position.tickets(0).isdisjoint(long)
    assert len(position.out(0) & long) == 1
    assert (len(position.out(0)), len(position.tickets(1)), position.queue) == (2, 4, [])
