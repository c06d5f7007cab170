"""Positions that are seldom reached."""

import pytest
from positions import SEATS_OF, TABLES, Position, cards

from whistlestop.game.state import CHANCE

MAPS = list(SEATS_OF)
STRICT = ["europe", "new_york"]
TICKETS = {
    "nordic": ["oslo-stockholm", "oslo-vaasa"],
    "europe": ["paris-wien", "berlin-roma"],
    "new_york": ["soho-times_square", "brooklyn-chelsea"],
}

# Few cards outside hands


def test_drawing_the_only_card_left_is_a_whole_turn() -> None:
    """C8: the second pick is skipped."""
    position = Position("new_york", face_up="1 blue", rest=1)
    position.play("take blue")
    assert (position.hand(0), position.face_up.total(), position.mover) == (cards("1 blue"), 0, 1)


@pytest.mark.parametrize("name", ["nordic", "europe"])
def test_drawing_the_last_card_of_the_deck_is_a_whole_turn(name: str) -> None:
    """C8: the second pick is skipped."""
    position = Position(name, face_up="5 blue", deck="1 red", rest=1)
    position.play("draw", "= red")
    assert (position.hand(0), position.face_up, position.mover) == (cards("1 red"), cards("5 blue"), 1)


def test_a_second_pick_is_skipped_when_only_locomotives_are_face_up() -> None:
    """C5, C8: no deck, and a face-up locomotive can't be the second pick."""
    position = Position("new_york", face_up="1 blue 2 locomotive", rest=1)
    position.play("take blue")
    assert (position.face_up, position.mover) == (cards("2 locomotive"), 1)


def test_a_face_up_locomotive_is_a_second_pick_on_nordic() -> None:
    """N2, C8: with a card left in the deck it can be taken, so nothing is skipped."""
    position = Position("nordic", face_up="3 blue 2 locomotive", deck="2 red", rest=1)
    position.play("take blue", "= red")
    assert (position.mover, position.legal()) == (0, {"draw", "take blue", "take red", "take locomotive"})


@pytest.mark.parametrize("name", STRICT)
def test_a_second_pick_is_skipped_after_the_last_card_of_the_deck(name: str) -> None:
    """C5, C8: it was drawn blind, and five locomotives are face up."""
    position = Position(name, face_up="5 locomotive", deck="1 red", rest=1)
    position.play("draw", "= red")
    assert (position.hand(0), position.mover) == (cards("1 red"), 1)


def test_the_only_locomotive_left_may_be_taken() -> None:
    """C8: C5 allows it as the first pick."""
    position = Position("new_york", face_up="1 locomotive", rest=1)
    position.play("take locomotive")
    assert (position.hand(0), position.mover) == (cards("1 locomotive"), 1)


def test_a_card_that_pays_for_a_station_is_turned_face_up() -> None:
    """C7, E3: it is a discard, so it is the deck, so it is turned up."""
    position = Position("europe", hand="1 red", face_up="3 blue", rest=1)
    position.play("station paris", "pay 1 red", "= red")
    assert (position.face_up, position.deck.total(), position.mover) == (cards("3 blue 1 red"), 0, 1)


def test_face_up_cards_that_a_claim_fills_may_be_swept() -> None:
    """C6, C7: the third locomotive comes from the payment; the next seat moves after the sweep."""
    position = Position("europe", hand="1 green 2 locomotive", face_up="2 locomotive 2 blue", rest=1)
    position.play("claim berlin-wien 1 green 2 locomotive", "= green")
    assert (position.face_up, position.mover) == (cards("2 locomotive 2 blue 1 green"), 1)

    position = Position("europe", hand="2 green 1 locomotive", face_up="2 locomotive 2 blue", rest=1)
    position.play("claim berlin-wien 2 green 1 locomotive", "= locomotive")
    assert (position.face_up.total(), position.discards) == (0, cards("3 locomotive 2 blue"))
    position.play("= green", "= green", "= blue", "= blue", "= locomotive")
    assert (position.face_up, position.deck) == (cards("2 green 2 blue 1 locomotive"), cards("2 locomotive"))
    assert position.mover == 1


# Sweeps


@pytest.mark.parametrize("name", STRICT)
def test_face_up_cards_are_not_swept_when_too_few_cards_are_coloured(name: str) -> None:
    """C6: six cards outside hands, two of them coloured: every five of them hold three locomotives."""
    position = Position(name, face_up="2 locomotive 3 blue", deck="2 locomotive", rest=1)
    position.play("take blue", "= locomotive")
    assert (position.face_up, position.deck) == (cards("3 locomotive 2 blue"), cards("1 locomotive"))
    assert (position.mover, position.legal()) == (0, {"draw", "take blue"})


@pytest.mark.parametrize("name", STRICT)
def test_face_up_cards_are_swept_when_just_enough_cards_are_coloured(name: str) -> None:
    """C6: six cards outside hands, three of them coloured."""
    position = Position(name, face_up="2 locomotive 3 blue", deck="1 locomotive 1 red", rest=1)
    position.play("take blue", "= locomotive")
    assert (position.face_up.total(), position.discards) == (0, cards("3 locomotive 2 blue"))
    position.play("= red", "= blue", "= blue", "= locomotive", "= locomotive")
    assert (position.face_up, position.deck) == (cards("1 red 2 blue 2 locomotive"), cards("1 locomotive"))
    assert position.mover == 0


def test_face_up_cards_with_nothing_to_fill_empty_places_are_not_swept() -> None:
    """C6: four cards in all, three of them locomotives, would come back as they were."""
    position = Position("new_york", face_up="3 locomotive 2 blue", rest=1)
    position.play("take blue")
    assert (position.face_up, position.mover) == (cards("3 locomotive 1 blue"), 0)


@pytest.mark.parametrize("name", STRICT)
def test_face_up_cards_and_deck_change_places_ten_times(name: str) -> None:
    """C6: three locomotives and two others face up, four and one in the deck: no five cards are better than that."""
    position = Position(name, face_up="2 locomotive 3 blue", deck="5 locomotive 1 blue", rest=1)
    position.play("take blue", "= locomotive")
    assert position.settle() == 10 * 5
    assert (position.face_up, position.deck) == (cards("3 locomotive 2 blue"), cards("4 locomotive 1 blue"))
    assert (position.discards.total(), position.mover) == (0, 0)
    assert position.legal() == {"draw", "take blue"}


@pytest.mark.parametrize("name", STRICT)
def test_the_count_of_sweeps_starts_again_after_a_move_of_a_seat(name: str) -> None:
    """C6: ten sweeps end with four locomotives face up; the second pick may sweep them."""
    position = Position(name, face_up="2 locomotive 3 blue", deck="5 locomotive 2 blue", rest=1)
    position.play("take blue")
    assert position.settle(prefer="locomotive") == 1 + 10 * 5
    assert position.face_up == cards("4 locomotive 1 blue")
    position.play("take blue", "= locomotive")
    assert (position.face_up.total(), position.discards) == (0, cards("5 locomotive"))
    position.play("= blue", "= blue", "= blue", "= locomotive", "= locomotive")
    assert (position.face_up, position.mover) == (cards("3 blue 2 locomotive"), 1)


@pytest.mark.parametrize(("name", "hands"), [("europe", 8), ("new_york", 4)])
def test_the_first_face_up_cards_are_swept(name: str, hands: int) -> None:
    """C6: in the set-up as well, once five cards are face up."""
    position = Position.start(name)
    position.play(*["= red"] * (hands // 2), *["= green"] * (hands // 2))
    position.play("= locomotive", "= locomotive", "= locomotive", "= blue")
    assert position.face_up == cards("3 locomotive 1 blue")
    position.play("= blue")
    assert (position.face_up.total(), position.discards) == (0, cards("3 locomotive 2 blue"))
    position.play("= blue", "= blue", "= black", "= black", "= locomotive")
    assert position.face_up == cards("2 blue 2 black 1 locomotive")
    assert position.legal() <= position.ticket_numbers.keys()


# Tunnels with few cards to turn


@pytest.mark.parametrize("name", ["nordic", "europe"])
def test_a_tunnel_is_built_without_a_check_when_no_card_is_left(name: str) -> None:
    """C13: neither deck nor discards."""
    tunnel, price = {"nordic": ("lillehammer-oslo", "2 purple"), "europe": ("paris-zurich", "3 red")}[name]
    position = Position(name, hand=price, face_up="5 blue", rest=1)
    position.play(f"claim {tunnel} {price}")
    assert (position.tracks(0), position.mover) == ({tunnel}, 1)
    assert position.deck == cards(price)


def test_a_tunnel_turns_the_only_card() -> None:
    """C13: one in the deck, none in the discards."""
    position = Position("europe", hand="4 red", deck="1 red", rest=1)
    position.play("claim paris-zurich 3 red", "= red")
    assert position.legal() == {"give up", "pay 1 red"}
    position.play("pay 1 red")
    assert (position.tracks(0), position.mover, position.deck) == ({"paris-zurich"}, 1, cards("5 red"))


def test_a_tunnel_turns_the_only_two_cards() -> None:
    """C13: one in the deck and one in the discards; of both one is matched."""
    position = Position("europe", hand="4 red", deck="1 blue", discards="1 locomotive", rest=1)
    position.play("claim paris-zurich 3 red", "= blue")
    assert position.legal() == {"locomotive"}
    position.play("= locomotive")
    assert position.legal() == {"give up", "pay 1 red"}
    position.play("give up")
    assert (position.hand(0), position.deck) == (cards("4 red"), cards("1 blue 1 locomotive"))


def test_a_tunnel_turns_two_cards_that_match_nothing() -> None:
    """C13: claimed after the second."""
    position = Position("europe", hand="3 red", deck="1 blue 1 white", rest=1)
    position.play("claim paris-zurich 3 red", "= white", "= blue")
    assert (position.tracks(0), position.mover) == ({"paris-zurich"}, 1)


def test_a_tunnel_of_eight_paid_by_locomotives_alone() -> None:
    """C12: eight locomotives, and three more for three that are turned up."""
    position = Position("europe", hand="11 locomotive 12 red")
    position.play("claim petrograd-stockholm 8 locomotive", *["= locomotive"] * 3)
    assert position.legal() == {"give up", "pay 3 locomotive"}
    position.play("pay 3 locomotive")
    assert (position.cars(0), position.discards) == (45 - 8, cards("14 locomotive"))


def test_a_nordic_tunnel_paid_by_a_locomotive_alone() -> None:
    """C12, N1: Kiruna-Narvik is one space, purple; purple cards that are turned up do not matter."""
    position = Position("nordic", hand="1 locomotive 1 purple")
    assert position.payments("kiruna-narvik") == {"1 purple", "1 locomotive"}
    position.play("claim kiruna-narvik 1 locomotive", "= purple", "= purple", "= purple")
    assert (position.tracks(0), position.hand(0)) == ({"kiruna-narvik"}, cards("1 purple"))


# Few tickets


@pytest.mark.parametrize("name", MAPS)
def test_no_ticket_is_drawn_when_none_is_left(name: str) -> None:
    """C15: the action is not available."""
    position = Position(name, ticket_deck="")
    assert "tickets" not in position.legal()
    position.refuse("tickets")


@pytest.mark.parametrize("name", MAPS)
def test_the_last_ticket_is_drawn_and_kept(name: str) -> None:
    """C15: one is offered, and at least one must be kept."""
    ticket = TICKETS[name][0]
    position = Position(name, ticket_deck=ticket)
    position.play("tickets", f"= {ticket}")
    assert position.legal() == {"keep 1"}
    position.play("keep 1")
    assert (position.tickets(0), position.ticket_deck, position.queue) == ({ticket}, set(), [])
    position.refuse("tickets")


@pytest.mark.parametrize("name", MAPS)
def test_the_last_two_tickets_are_offered_together(name: str) -> None:
    """C15: what is left, though the rules say three."""
    one, two = TICKETS[name]
    position = Position(name, ticket_deck=f"{one} {two}")
    position.play("tickets", f"= {one}", f"= {two}")
    assert position.legal() == {"keep 1", "keep 2", "keep 1 2"}
    position.play("keep 2")
    assert position.tickets(0) == {two}
    assert position.queue == ([] if name == "nordic" else [one])


@pytest.mark.parametrize("name", STRICT)
def test_the_last_tickets_may_all_be_under_the_deck(name: str) -> None:
    """C15: they are drawn like any, in their order."""
    one, two = TICKETS[name]
    position = Position(name, ticket_deck="", queue=f"{two} {one}")
    position.play("tickets", f"= {two}", f"= {one}", "keep 1")
    assert (position.tickets(0), position.queue) == ({two}, [one])


def test_a_long_queue_keeps_its_order() -> None:
    """C15: more tickets are under the deck than one word of the state holds."""
    board = Position("europe").game.board
    queue = [ticket.text for ticket in board.tickets if ticket.deck == "short"][::-1]
    position = Position("europe", ticket_deck="", queue=" ".join(queue))
    position.play("tickets", *(f"= {ticket}" for ticket in queue[:3]), "keep 2")
    assert position.queue == [*queue[3:], queue[0], queue[2]]
    position.play("tickets", *(f"= {ticket}" for ticket in queue[3:6]), "keep 1 2 3")
    assert position.queue == [*queue[6:], queue[0], queue[2]]


# Nothing to do


def every_route(position: Position, lane: int) -> str:
    return " ".join(track.text for track in position.game.board.tracks if track.lane == lane)


def stuck(name: str, seats: int, open_route: str = "", hands: dict[int, str] | None = None) -> Position:
    """No seat can do anything: every route and station is built, all cards are in hands, no ticket is left.

    Of the routes one may be left open.
    """
    plain = Position(name, seats)
    both = bool(plain.game.compiled[0].both_tracks)
    cities = list(plain.cities)
    first = " ".join(text for text in every_route(plain, 1).split() if text != open_route)
    return Position(
        name,
        seats,
        face_up="",
        hands=hands,
        rest=seats - 1,
        tracks={0: first, 1: every_route(plain, 2) if both else ""},
        cars=dict.fromkeys(range(seats), 10),
        stations={seat: " ".join(cities[3 * seat : 3 * seat + 3]) for seat in range(seats) if name == "europe"},
        ticket_deck="",
    )


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_game_ends_when_all_pass(name: str, seats: int) -> None:
    """C18: as many passes in a row as there are seats."""
    position = stuck(name, seats)
    assert position.legal() == {"pass"}
    position.play(*["pass"] * (seats - 1))
    assert not position.over
    position.play("pass")
    assert position.over


def test_passes_with_a_move_between_them_do_not_end_the_game() -> None:
    """C18: seat 0 passes, seat 1 claims with its only card, which nobody may take (C8); three more passes end it."""
    position = stuck("nordic", 3, "boden-tornio", hands={1: "1 green"})
    position.play("pass", "claim boden-tornio 1 green")
    assert position.state.passes == 0
    position.play("= green", "pass", "pass")
    assert not position.over
    position.play("pass")
    assert position.over


def test_a_pass_is_a_turn_of_the_last_round() -> None:
    """C17, C18: seat 0 has two cars left and passes, which begins the last round; then each has a turn."""
    position = Position("nordic", face_up="", rest=1, ticket_deck="", cars={0: 2})
    position.play("pass", "claim boden-tornio 1 green", "= green", "pass")
    assert position.over


# Exactly enough cars

NARROW = [
    ("nordic", "norrkoping-orebro", "2 red", 2),
    ("nordic", "lieksa-murmansk", "9 red", 9),
    ("nordic", "mo_i_rana-trondheim/2", "4 red 2 locomotive", 6),
    ("europe", "petrograd-stockholm", "8 red", 8),
    ("europe", "palermo-smyrna", "4 red 2 locomotive", 6),
    ("europe", "budapest-wien", "1 red", 1),
    ("new_york", "soho-wall_street", "2 red", 2),
    ("new_york", "brooklyn-chinatown/2", "3 red", 3),
]


@pytest.mark.parametrize(("name", "route", "price", "length"), NARROW)
def test_exactly_enough_cars_are_enough(name: str, route: str, price: str, length: int) -> None:
    """C9: a car for every space, and none to spare."""
    position = Position(name, hand=price, face_up="5 blue", cars={0: length})
    position.play(f"claim {route} {price}")
    position.settle(prefer="yellow")
    assert (position.tracks(0), position.cars(0)) == ({route}, 0)


@pytest.mark.parametrize(("name", "route", "price", "length"), NARROW)
def test_one_car_too_few_is_too_few(name: str, route: str, price: str, length: int) -> None:
    """C9: without enough cars the route can't be claimed."""
    position = Position(name, hand=price, face_up="5 blue", cars={0: length - 1})
    assert position.payments(route) == set()
    position.refuse(f"claim {route} {price}")


def test_exactly_enough_cars_are_enough_however_many_cards_are_laid() -> None:
    """C9, C11, N4: neither swaps nor a tunnel's additions ask for cars."""
    position = Position("nordic", hand="7 green 8 red", cars={0: 9})
    position.play("claim lieksa-murmansk 7 green 2 swap", *["swap red"] * 8)
    assert position.cars(0) == 0
    position = Position("europe", hand="6 red", cars={0: 3})
    position.play("claim paris-zurich 3 red", *["= red"] * 3, "pay 3 red")
    assert position.cars(0) == 0


# Double routes of unequal length

UNEQUAL = [
    ("kristiansand-stavanger", "2 green", "2 orange 1 locomotive"),
    ("mo_i_rana-trondheim", "5 green", "4 red 2 locomotive"),
]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("route", "tunnel", "ferry"), UNEQUAL)
def test_the_ferry_of_an_unequal_double_route_closes_with_two_players(
    seats: int, route: str, tunnel: str, ferry: str
) -> None:
    """C10: the tunnel was claimed first."""
    position = Position("nordic", seats, hand=tunnel, hands={1: ferry})
    position.play(f"claim {route} {tunnel}", *["= black"] * 3)
    assert (position.tracks(0), position.mover) == ({route}, 1)
    assert (ferry in position.payments(f"{route}/2")) == (seats == 3)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("route", "tunnel", "ferry"), UNEQUAL)
def test_the_tunnel_of_an_unequal_double_route_closes_with_two_players(
    seats: int, route: str, tunnel: str, ferry: str
) -> None:
    """C10: the ferry was claimed first."""
    position = Position("nordic", seats, hand=ferry, hands={1: tunnel})
    position.play(f"claim {route}/2 {ferry}")
    assert (tunnel in position.payments(route)) == (seats == 3)


@pytest.mark.parametrize(("route", "tunnel", "ferry"), UNEQUAL)
def test_nobody_owns_both_tracks_of_an_unequal_double_route(route: str, tunnel: str, ferry: str) -> None:
    """C10: not with three players either."""
    position = Position("nordic", 3, hand=f"{tunnel} {ferry}")
    position.play(f"claim {route}/2 {ferry}")
    position.idle(2)
    assert position.mover == 0
    assert position.payments(route) == set()


def test_the_tracks_of_an_unequal_double_route_cost_their_own_spaces() -> None:
    """C9, C10: five cars for the tunnel, six for the ferry."""
    position = Position("nordic", 3, hand="5 green", hands={1: "4 red 2 locomotive"})
    position.play("claim mo_i_rana-trondheim 5 green", *["= black"] * 3)
    position.play("claim mo_i_rana-trondheim/2 4 red 2 locomotive")
    assert (position.cars(0), position.cars(1)) == (40 - 5, 40 - 6)


def test_a_tunnel_that_was_given_up_closes_nothing() -> None:
    """C10, C11: nothing was claimed."""
    position = Position("nordic", hand="2 green", hands={1: "2 green 2 orange 1 locomotive"})
    position.play("claim kristiansand-stavanger 2 green", *["= green"] * 3, "give up")
    assert position.payments("kristiansand-stavanger/2") == {"2 orange 1 locomotive"}
    assert "2 green" in position.payments("kristiansand-stavanger")


# Swaps and nothing else


def test_a_ferry_of_one_space_paid_by_a_swap() -> None:
    """N3: Århus-København, any three cards."""
    position = Position("nordic", hand="3 red")
    assert position.payments("arhus-kobenhavn") == {"1 swap"}
    position.play("claim arhus-kobenhavn 1 swap", *["swap red"] * 3)
    assert (position.tracks(0), position.cars(0), position.mover) == ({"arhus-kobenhavn"}, 39, 1)


def test_a_grey_ferry_paid_entirely_by_swaps() -> None:
    """N3: Helsinki-Stockholm, twelve cards for four locomotives."""
    position = Position("nordic", hand="6 blue 6 red")
    assert "4 swap" in position.payments("helsinki-stockholm")
    position.play("claim helsinki-stockholm 4 swap", *["swap blue"] * 6, *["swap red"] * 6)
    assert (position.tracks(0), position.cars(0)) == ({"helsinki-stockholm"}, 36)


def test_a_coloured_ferry_paid_entirely_by_swaps() -> None:
    """N3, C19: Kristiansand-Stavanger, nine cards of which none is orange."""
    position = Position("nordic", hand="9 red")
    assert position.payments("kristiansand-stavanger/2") == {"3 swap"}
    position.play("claim kristiansand-stavanger/2 3 swap", *["swap red"] * 9)
    assert (position.tracks(0), position.cars(0)) == ({"kristiansand-stavanger/2"}, 37)


def test_murmansk_with_nine_cards() -> None:
    """N4: without a swap."""
    position = Position("nordic", hand="9 green")
    assert position.payments("lieksa-murmansk") == {"9 green"}
    position.play("claim lieksa-murmansk 9 green")
    assert (position.tracks(0), position.cars(0), position.mover) == ({"lieksa-murmansk"}, 31, 1)


def test_murmansk_with_thirty_six_cards() -> None:
    """N4: nine swaps of four, and no card of a chosen colour."""
    position = Position("nordic", hand="12 yellow 12 black 12 red")
    assert "9 swap" in position.payments("lieksa-murmansk")
    position.play("claim lieksa-murmansk 9 swap")
    position.play(*["swap yellow"] * 12, *["swap black"] * 12, *["swap red"] * 12)
    assert (position.tracks(0), position.cars(0), position.hand(0).total()) == ({"lieksa-murmansk"}, 31, 0)
    assert position.discards.total() == 36


def test_thirty_five_cards_do_not_pay_for_murmansk_by_swaps_alone() -> None:
    """N4: four for each of nine."""
    position = Position("nordic", hand="12 yellow 12 black 11 red")
    position.refuse("claim lieksa-murmansk 9 swap")


def test_murmansk_with_locomotives_among_thirty_six_cards() -> None:
    """N4, C19: locomotives are given like any card."""
    position = Position("nordic", hand="14 locomotive 12 yellow 10 red")
    position.play("claim lieksa-murmansk 9 swap")
    position.play(*["swap locomotive"] * 14, *["swap yellow"] * 12, *["swap red"] * 10)
    assert position.tracks(0) == {"lieksa-murmansk"}


# A stalling player


def test_a_player_who_keeps_giving_up_tunnels_is_stopped() -> None:
    """C20: turn 999 of two seats is given up, turn 1,000 is the last."""
    position = Position("europe", hand="3 red")
    position.state.turns = 998
    position.play("claim paris-zurich 3 red", *["= red"] * 3, "give up")
    assert not position.over
    position.idle()
    assert position.over


def test_face_up_places_are_filled_before_the_last_turn_ends() -> None:
    """C20: even if the last move takes a face-up card."""
    position = Position("europe", face_up="5 blue")
    position.state.turns = 999
    position.play("draw", "= red", "take blue")
    assert position.mover == CHANCE
    position.play("= red")
    assert position.over
