"""Nordic Countries: N1 to N7, and how swaps are named (C19)."""

import pytest
from positions import Position, cards

# N1 where locomotives may be used


@pytest.mark.parametrize("route", ["orebro-stockholm", "norrkoping-orebro"])
def test_an_ordinary_route_takes_no_locomotive(route: str) -> None:
    """N1: neither a coloured route nor a grey one, whole or in part."""
    position = Position("nordic", hand="2 black 3 locomotive")
    assert position.payments(route) == {"2 black"}
    position.never(f"claim {route} 1 black 1 locomotive", f"claim {route} 2 locomotive")


def test_locomotives_alone_claim_no_ordinary_route() -> None:
    """N1: fourteen locomotives pay for ferries and tunnels, and for nothing else but swaps."""
    position = Position("nordic", hand="14 locomotive")
    tracks = {track.text: track for track in position.game.board.tracks}
    claimed = [tracks[text.split()[1]] for text in position.legal() if text.startswith("claim")]
    assert claimed
    assert all(track.tunnel or track.locomotives for track in claimed)


def test_a_tunnel_takes_locomotives() -> None:
    """N1: Bergen-Oslo, blue, four spaces."""
    position = Position("nordic", hand="3 blue 2 locomotive")
    assert position.payments("bergen-oslo") == {"3 blue 1 locomotive", "2 blue 2 locomotive"}


def test_a_locomotive_is_not_one_of_the_nine_cards_to_murmansk() -> None:
    """N1, N4: there it is given for a swap, four cards for one."""
    position = Position("nordic", hand="8 green 3 locomotive")
    assert position.payments("lieksa-murmansk") == set()
    position.never("claim lieksa-murmansk 8 green 1 locomotive")


# N2 face-up locomotives


def test_two_face_up_locomotives_may_be_taken_in_one_turn() -> None:
    """N2: a locomotive costs one pick like any card."""
    position = Position("nordic", face_up="2 locomotive 3 blue")
    position.play("take locomotive", "= red", "take locomotive", "= red")
    assert (position.hand(0), position.mover) == (cards("2 locomotive"), 1)


def test_a_face_up_locomotive_may_be_the_second_pick() -> None:
    """N2: after any other card."""
    position = Position("nordic", face_up="1 locomotive 4 blue")
    position.play("draw", "= red", "take locomotive", "= red")
    assert (position.hand(0), position.mover) == (cards("1 red 1 locomotive"), 1)


def test_three_face_up_locomotives_stay() -> None:
    """N2: face-up cards are never swept."""
    position = Position("nordic", face_up="2 locomotive 3 blue")
    position.play("take blue", "= locomotive")
    assert (position.face_up, position.discards, position.mover) == (cards("3 locomotive 2 blue"), cards(""), 0)


def test_five_locomotives_stay_in_the_set_up() -> None:
    """N2: the first face-up cards as well."""
    position = Position.start("nordic")
    position.play(*["= red"] * 8, *["= locomotive"] * 5)
    assert (position.face_up, position.discards) == (cards("5 locomotive"), cards(""))
    assert "oslo-stockholm" in position.legal()


# N3 three cards for a locomotive on a ferry


def test_three_cards_replace_the_locomotive_of_a_ferry() -> None:
    """N3: Ålborg-Göteborg, grey, two spaces, one symbol."""
    position = Position("nordic", hand="1 red 2 blue 1 black")
    assert position.payments("alborg-goteborg") == {"1 red 1 swap", "1 blue 1 swap", "1 black 1 swap"}
    position.play("claim alborg-goteborg 1 red 1 swap", "swap blue", "swap blue", "swap black")
    assert (position.tracks(0), position.hand(0), position.mover) == ({"alborg-goteborg"}, cards(""), 1)
    assert position.discards == cards("1 red 2 blue 1 black")


def test_two_cards_do_not_replace_a_locomotive() -> None:
    """N3: it takes three."""
    position = Position("nordic", hand="1 red 2 blue")
    assert position.payments("alborg-goteborg") == set()


def test_swaps_replace_locomotives_that_pay_for_coloured_cards_too() -> None:
    """N3: Helsinki-Stockholm has four spaces and two symbols, and three swaps pay for three of the spaces."""
    position = Position("nordic", hand="1 red 9 blue")
    assert position.payments("helsinki-stockholm") == {"1 red 3 swap", "2 blue 2 swap"}
    position.play("claim helsinki-stockholm 1 red 3 swap", *["swap blue"] * 9)
    assert (position.tracks(0), position.mover) == ({"helsinki-stockholm"}, 1)


def test_swaps_and_locomotives_pay_together() -> None:
    """N3: one symbol by a locomotive, the other by three cards."""
    position = Position("nordic", hand="2 red 1 locomotive 3 black")
    assert "2 red 1 locomotive 1 swap" in position.payments("helsinki-stockholm")
    position.play("claim helsinki-stockholm 2 red 1 locomotive 1 swap", *["swap black"] * 3)
    assert position.tracks(0) == {"helsinki-stockholm"}


def test_stavanger_takes_orange_and_a_locomotive() -> None:
    """N3, C14: the ferry from Kristiansand is orange, three spaces, one symbol."""
    position = Position("nordic", hand="3 orange 1 red 1 locomotive")
    assert position.payments("kristiansand-stavanger/2") == {"2 orange 1 locomotive"}
    position.never("claim kristiansand-stavanger/2 3 orange")


def test_a_ferry_costs_cars_by_its_spaces() -> None:
    """C9, N3: two cars for five cards."""
    position = Position("nordic", hand="1 red 3 blue", cars={0: 6})
    position.play("claim alborg-goteborg 1 red 1 swap", *["swap blue"] * 3)
    assert position.cars(0) == 4


def test_swaps_are_for_ferries_and_murmansk_alone() -> None:
    """N3, N4: no other claim of the catalogue has any."""
    position = Position("nordic")
    tracks = {track.text: track for track in position.game.board.tracks}
    swapped = {text.split()[1] for text in position.game.catalogue.numbers if text.endswith("swap")}
    ferries = {text for text, track in tracks.items() if track.locomotives}
    assert swapped == ferries | {"lieksa-murmansk"}


# C19 which cards may be given, and in which order


def test_a_locomotive_is_not_given_for_a_locomotive() -> None:
    """C19: on a ferry only coloured cards are."""
    position = Position("nordic", hand="1 red 1 blue 2 locomotive")
    assert position.payments("alborg-goteborg") == {"1 red 1 locomotive", "1 blue 1 locomotive", "2 locomotive"}


def test_no_locomotive_is_named_for_a_ferry() -> None:
    """C19: though the hand has one."""
    position = Position("nordic", hand="1 red 3 blue 1 locomotive")
    position.play("claim alborg-goteborg 1 red 1 swap")
    assert position.legal() == {"swap blue"}
    position.refuse("swap locomotive")


def test_cards_of_the_colour_are_given_once_every_plain_space_is_paid() -> None:
    """C19: five orange cards claim the ferry to Stavanger, two for its plain spaces and three for the symbol."""
    position = Position("nordic", hand="5 orange")
    assert position.payments("kristiansand-stavanger/2") == {"2 orange 1 swap"}
    position.play("claim kristiansand-stavanger/2 2 orange 1 swap", *["swap orange"] * 3)
    assert position.tracks(0) == {"kristiansand-stavanger/2"}


def test_cards_of_the_colour_are_not_given_while_they_could_pay() -> None:
    """C19: with one orange card on two plain spaces, no other orange card may be given."""
    position = Position("nordic", hand="2 orange 6 red")
    position.play("claim kristiansand-stavanger/2 1 orange 2 swap")
    assert position.legal() == {"swap red"}
    position.refuse("swap orange")


def test_a_coloured_ferry_keeps_its_colour_when_no_card_of_it_is_laid() -> None:
    """C19: nine cards for three locomotives can't be orange there."""
    position = Position("nordic", hand="8 red 1 orange")
    assert position.payments("kristiansand-stavanger/2") == {"1 orange 2 swap"}
    position.refuse("claim kristiansand-stavanger/2 3 swap")


def test_a_grey_ferry_without_a_coloured_card_names_no_colour() -> None:
    """C19: so any six coloured cards will do for its two locomotives."""
    position = Position("nordic", hand="2 red 2 blue 2 black")
    assert "2 swap" in position.payments("alborg-goteborg")
    position.play("claim alborg-goteborg 2 swap", "swap blue", "swap blue", "swap black")
    position.play("swap black", "swap red", "swap red")
    assert (position.tracks(0), position.mover) == ({"alborg-goteborg"}, 1)


def test_cards_given_are_named_in_one_order_only() -> None:
    """C19: upwards through the colours, and never so that the rest could not follow."""
    position = Position("nordic", hand="1 purple 1 blue 2 red")
    position.play("claim arhus-kobenhavn 1 swap")
    assert position.legal() == {"swap purple", "swap blue"}
    position.refuse("swap red")
    position.play("swap blue")
    assert position.legal() == {"swap red"}
    position.refuse("swap purple")


def test_a_claim_that_has_begun_is_paid_to_the_end() -> None:
    """C19: the claim can't be taken back while cards are named."""
    position = Position("nordic", hand="1 red 4 blue")
    position.play("claim alborg-goteborg 1 red 1 swap")
    position.refuse("give up", "draw", "pass", "claim alborg-goteborg 1 red 1 swap")


def test_named_cards_leave_the_hand_and_are_discarded_together() -> None:
    """C19: until the last is named none is a discard."""
    position = Position("nordic", hand="1 red 3 blue")
    position.play("claim alborg-goteborg 1 red 1 swap", "swap blue", "swap blue")
    assert (position.hand(0), position.discards) == (cards("1 blue"), cards(""))
    position.play("swap blue")
    assert position.discards == cards("1 red 3 blue")


# N4 Murmansk-Lieksa (written lieksa-murmansk)


def test_seven_green_and_any_eight_others_claim_the_nine_spaces() -> None:
    """N4: two swaps of four cards each; nine cars."""
    position = Position("nordic", hand="7 green 3 blue 5 red")
    assert position.payments("lieksa-murmansk") == {"7 green 2 swap"}
    position.play("claim lieksa-murmansk 7 green 2 swap", *["swap blue"] * 3, *["swap red"] * 5)
    assert (position.tracks(0), position.cars(0), position.mover) == ({"lieksa-murmansk"}, 40 - 9, 1)
    assert position.discards == cards("7 green 3 blue 5 red")


def test_seven_green_and_seven_others_are_not_enough() -> None:
    """N4: four for each."""
    position = Position("nordic", hand="7 green 7 red")
    assert position.payments("lieksa-murmansk") == set()


def test_locomotives_may_be_given_for_the_nine_spaces() -> None:
    """N4, C19: four locomotives for one card, like any four."""
    position = Position("nordic", hand="8 green 4 locomotive")
    assert position.payments("lieksa-murmansk") == {"8 green 1 swap"}
    position.play("claim lieksa-murmansk 8 green 1 swap", *["swap locomotive"] * 4)
    assert position.tracks(0) == {"lieksa-murmansk"}


def test_cards_of_the_chosen_colour_are_not_given_for_it() -> None:
    """N4, C19: the spare green card stays in the hand."""
    position = Position("nordic", hand="8 green 8 red")
    position.play("claim lieksa-murmansk 7 green 2 swap")
    assert position.legal() == {"swap red"}
    position.refuse("swap green")


# N5 tickets that are not kept


def test_first_tickets_not_kept_leave_the_game() -> None:
    """N5: three of five of each player here."""
    position = Position.start("nordic")
    position.settle()
    position.play("keep 1 2", "keep 4 5")
    assert (len(position.out(0)), len(position.out(1)), position.queue) == (3, 3, [])
    assert len(position.ticket_deck) == 46 - 10


def test_drawn_tickets_not_kept_leave_the_game() -> None:
    """N5: nothing ever goes under the deck."""
    position = Position("nordic")
    position.play("tickets", "= oslo-stockholm", "= oslo-vaasa", "= bergen-narvik", "keep 2")
    assert position.tickets(0) == {"oslo-vaasa"}
    assert (position.out(0), position.queue) == ({"oslo-stockholm", "bergen-narvik"}, [])
    assert len(position.ticket_deck) == 46 - 3


# N6 the Globetrotter

TALLINN_TAMPERE = "helsinki-tallinn helsinki-tampere"
OSLO_STOCKHOLM = "orebro-oslo orebro-stockholm"


def test_the_globetrotter_completed_the_most_tickets() -> None:
    """N6: ten points."""
    position = Position(
        "nordic",
        tracks={0: TALLINN_TAMPERE},
        tickets={0: "tallinn-tampere", 1: "oslo-stockholm kobenhavn-oslo"},
    )
    assert list(position.sheet().globetrotter[:2]) == [10, 0]


def test_all_who_tie_are_globetrotters() -> None:
    """N6: ten points each."""
    position = Position(
        "nordic",
        seats=3,
        tracks={0: TALLINN_TAMPERE, 1: OSLO_STOCKHOLM},
        tickets={0: "tallinn-tampere", 1: "oslo-stockholm", 2: "oslo-vaasa"},
    )
    assert list(position.sheet().globetrotter[:3]) == [10, 10, 0]


def test_nobody_is_globetrotter_without_a_completed_ticket() -> None:
    """N6: having none does not tie for the most."""
    position = Position("nordic", tickets={0: "tallinn-tampere", 1: "oslo-stockholm"})
    assert list(position.sheet().globetrotter[:2]) == [0, 0]


# N7 the winner


def test_most_points_win() -> None:
    """N7: a longer list of routes here."""
    position = Position("nordic", tracks={0: "boden-tornio", 1: "goteborg-orebro"})
    assert list(position.sheet().place[:2]) == [2, 1]


def test_completed_tickets_break_a_tie() -> None:
    """N7: both have 16 points, seat 0 three for routes, three for the ticket and ten for the most of them."""
    position = Position(
        "nordic",
        tracks={0: TALLINN_TAMPERE, 1: "mo_i_rana-trondheim/2 boden-tornio"},
        tickets={0: "tallinn-tampere"},
    )
    assert list(position.sheet().total[:2]) == [16, 16]
    assert list(position.sheet().place[:2]) == [1, 2]


def test_the_longest_path_breaks_the_next_tie() -> None:
    """N7: both have 4 points and no ticket; four spaces in one path go before three."""
    position = Position("nordic", tracks={0: "boden-umea", 1: "goteborg-orebro goteborg-oslo"})
    assert list(position.sheet().total[:2]) == [4, 4]
    assert list(position.sheet().place[:2]) == [2, 1]


def test_then_the_win_is_shared() -> None:
    """N7: there is no further tie-break."""
    position = Position("nordic", tracks={0: "boden-umea", 1: "helsinki-imatra"})
    assert list(position.sheet().place[:2]) == [1, 1]
