"""The rules that all maps share, C1 to C20, in the order of docs/rules.md."""

import pytest
from positions import CHAIRS, SEATS_OF, TABLES, Position, cards

from whistlestop.game.state import CHANCE, TURN_UP

MAPS = list(SEATS_OF)
STRICT = ["europe", "new_york"]
"""The maps on which a face-up locomotive costs the whole turn and three of them sweep the face-up cards."""
GREY = {"nordic": "norrkoping-orebro", "europe": "danzig-warszawa", "new_york": "soho-wall_street"}
"""An ordinary grey route of two spaces on each map."""
FIRST_CARDS = {"nordic": 4, "europe": 4, "new_york": 2}
FIRST_TICKETS = {"nordic": 5, "europe": 4, "new_york": 2}
FIRST_KEEPS = {"nordic": 2, "europe": 2, "new_york": 1}
DRAWN_TICKETS = {"nordic": 3, "europe": 3, "new_york": 2}


# C1 the set-up


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_first_hands_are_dealt_and_five_cards_turned_up(name: str, seats: int) -> None:
    """C1: hands first, then the face-up cards."""
    position = Position.start(name, seats)
    deals = position.deal_cards()
    assert [position.hand(seat).total() for seat in range(seats)] == [FIRST_CARDS[name]] * seats
    assert position.face_up.total() == 5
    assert deals == FIRST_CARDS[name] * seats + 5


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_first_tickets_are_dealt_before_anybody_chooses(name: str, seats: int) -> None:
    """C1: each seat is offered the number of tickets in the table."""
    position = Position.start(name, seats)
    position.deal_cards()
    assert position.settle() == FIRST_TICKETS[name] * seats
    assert position.mover == 0


@pytest.mark.parametrize(("name", "choices"), [("nordic", 2**5 - 1 - 5), ("europe", 2**4 - 1 - 4), ("new_york", 3)])
def test_enough_of_the_first_tickets_must_be_kept(name: str, choices: int) -> None:
    """C1: two or more on Nordic and Europe, one or more in New York; any set of places that holds enough."""
    position = Position.start(name)
    position.settle()
    fewest = min(len(text.split()) - 1 for text in position.legal())
    assert (fewest, len(position.legal())) == (FIRST_KEEPS[name], choices)


@pytest.mark.parametrize("name", ["nordic", "europe"])
def test_one_of_the_first_tickets_is_not_enough(name: str) -> None:
    """C1: at the start Nordic and Europe ask for two."""
    position = Position.start(name)
    position.settle()
    position.refuse("keep 1")


@pytest.mark.parametrize("name", MAPS)
def test_first_choices_stay_sealed_until_all_have_chosen(name: str) -> None:
    """C1: all players choose at once."""
    position = Position.start(name)
    position.settle()
    position.play("keep 1 2")
    assert (position.mover, position.tickets(0), list(position.state.kept[:2])) == (1, set(), [0, 0])
    position.play("keep 1 2")
    assert (len(position.tickets(0)), len(position.tickets(1)), list(position.state.kept[:2])) == (2, 2, [2, 2])


def test_first_tickets_go_under_the_deck_in_seat_order() -> None:
    """C1: no matter who begins, seat 0's tickets go there first."""
    position = Position.start("new_york", 3, first=1)
    position.deal_cards()
    position.play("= soho-times_square", "= brooklyn-chelsea")
    position.play("= chelsea-wall_street", "= central_park-chelsea")
    position.play("= east_village-soho", "= brooklyn-times_square")
    position.play("keep 2", "keep 1", "keep 2")
    assert position.queue == ["soho-times_square", "central_park-chelsea", "east_village-soho"]
    assert position.tickets(1) == {"chelsea-wall_street"}


# C2 who begins, and the order of turns


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_first_player_is_drawn_by_chance(name: str, seats: int) -> None:
    """C2: chance's first move says who begins."""
    position = Position.start(name, seats, CHANCE)
    assert position.mover == CHANCE
    assert position.legal() == {f"first {seat}" for seat in range(seats)}


@pytest.mark.parametrize(("name", "seats", "seat"), CHAIRS)
def test_a_first_player_who_was_chosen_is_not_drawn(name: str, seats: int, seat: int) -> None:
    """C2: the table chooses, and the first deal is a card; hands are dealt from seat 0 on all the same."""
    chosen = Position.start(name, seats, seat)
    drawn = Position.start(name, seats, CHANCE).play(f"= first {seat}")
    assert "red" in chosen.legal()
    assert chosen.states.tobytes() == drawn.states.tobytes()


@pytest.mark.parametrize(("name", "seats", "seat"), CHAIRS)
def test_players_move_in_a_circle_from_the_first(name: str, seats: int, seat: int) -> None:
    """C2: the first player begins, and after the last seat comes seat 0."""
    position = Position.start(name, seats, seat)
    position.settle()
    for _ in range(seats):
        position.play("keep 1 2")
    assert position.idle(seats + 1) == [(seat + turn) % seats for turn in range(seats + 1)]


# C3 one thing a turn


@pytest.mark.parametrize("name", MAPS)
def test_a_turn_offers_every_kind_of_action(name: str) -> None:
    """C3: cards, tickets, claims, and on Europe alone stations."""
    position = Position(name, hand="2 red")
    verbs = {text.split()[0] for text in position.legal()}
    assert verbs == {"draw", "take", "tickets", "claim"} | ({"station"} if name == "europe" else set())


@pytest.mark.parametrize("name", MAPS)
def test_a_claim_is_the_whole_turn(name: str) -> None:
    """C3: after it the next seat moves."""
    position = Position(name, hand="4 red", hands={1: "2 black"})
    position.play(f"claim {GREY[name]} 2 red")
    assert position.mover == 1
    assert position.hand(0) == cards("2 red")


@pytest.mark.parametrize("name", MAPS)
def test_drawing_tickets_is_the_whole_turn(name: str) -> None:
    """C3: after it the next seat moves."""
    position = Position(name)
    position.play("tickets").settle()
    position.play("keep 1")
    assert position.mover == 1


@pytest.mark.parametrize("name", MAPS)
def test_a_player_who_has_begun_to_draw_cards_goes_on_with_that(name: str) -> None:
    """C3: between two picks nothing else may be done."""
    position = Position(name, hand="2 red", face_up="5 blue")
    position.play("draw", "= green")
    assert (position.mover, position.legal()) == (0, {"draw", "take blue"})
    position.refuse("tickets", f"claim {GREY[name]} 2 red", "pass")


# C4 drawing cards


@pytest.mark.parametrize("name", MAPS)
def test_a_player_draws_two_cards(name: str) -> None:
    """C4: two picks, both blind here, and the next seat moves."""
    position = Position(name)
    position.play("draw", "= red", "draw", "= blue")
    assert (position.hand(0), position.mover) == (cards("1 red 1 blue"), 1)


@pytest.mark.parametrize("name", MAPS)
def test_a_card_taken_is_replaced_before_the_second_pick(name: str) -> None:
    """C4: the new card may be the second pick."""
    position = Position(name, face_up="5 blue")
    position.play("take blue")
    assert (position.mover, position.state.phase, position.face_up.total()) == (CHANCE, TURN_UP, 4)
    position.play("= red")
    assert (position.mover, position.face_up) == (0, cards("4 blue 1 red"))
    position.play("take red", "= green")
    assert (position.hand(0), position.face_up, position.mover) == (cards("1 blue 1 red"), cards("4 blue 1 green"), 1)


@pytest.mark.parametrize("name", MAPS)
def test_only_face_up_cards_can_be_taken(name: str) -> None:
    """C4: a pick is one of the five face-up cards or the unseen top of the deck."""
    position = Position(name, face_up="3 blue 2 green")
    assert {text for text in position.legal() if text.startswith(("take", "draw"))} == {
        "draw",
        "take blue",
        "take green",
    }
    position.refuse("take red", "take locomotive")


@pytest.mark.parametrize("name", MAPS)
def test_a_hand_has_no_limit(name: str) -> None:
    """C4: even a player who holds nearly all the cards may draw."""
    position = Position(name, face_up="5 blue", deck="2 red", rest=0)
    before = position.hand(0).total()
    position.play("draw", "= red", "draw", "= red")
    assert position.hand(0).total() == before + 2


# C5 face-up locomotives


@pytest.mark.parametrize("name", STRICT)
def test_a_face_up_locomotive_ends_the_draw(name: str) -> None:
    """C5: it is replaced, and the turn is over."""
    position = Position(name, face_up="1 locomotive 4 blue")
    position.play("take locomotive", "= red")
    assert (position.hand(0), position.face_up, position.mover) == (cards("1 locomotive"), cards("4 blue 1 red"), 1)


@pytest.mark.parametrize("name", STRICT)
def test_a_face_up_locomotive_cannot_be_the_second_pick(name: str) -> None:
    """C5: neither one that was already there nor one that has just been turned up."""
    position = Position(name, face_up="1 locomotive 4 blue")
    position.play("take blue", "= locomotive")
    assert position.legal() == {"draw", "take blue"}
    position.refuse("take locomotive")


@pytest.mark.parametrize("name", STRICT)
def test_a_locomotive_drawn_blind_is_a_card_like_any_other(name: str) -> None:
    """C5: it may be the first card and the second."""
    position = Position(name)
    position.play("draw", "= locomotive")
    assert position.mover == 0
    position.play("draw", "= locomotive")
    assert (position.hand(0), position.mover) == (cards("2 locomotive"), 1)


# C6 the face-up cards are swept


@pytest.mark.parametrize("name", STRICT)
def test_three_face_up_locomotives_sweep_all_face_up_cards(name: str) -> None:
    """C6: all five are discarded, five new cards come, and the draw goes on."""
    position = Position(name, face_up="2 locomotive 3 blue")
    position.play("take blue", "= locomotive")
    assert (position.face_up.total(), position.discards) == (0, cards("3 locomotive 2 blue"))
    position.play("= red", "= red", "= green", "= black", "= blue")
    assert position.face_up == cards("2 red 1 green 1 black 1 blue")
    assert position.mover == 0
    position.refuse("tickets")


@pytest.mark.parametrize("name", STRICT)
def test_two_face_up_locomotives_stay(name: str) -> None:
    """C6: it takes three."""
    position = Position(name, face_up="1 locomotive 4 blue")
    position.play("take blue", "= locomotive")
    assert (position.face_up, position.discards) == (cards("2 locomotive 3 blue"), cards(""))


@pytest.mark.parametrize("name", STRICT)
def test_face_up_cards_are_swept_as_often_as_it_happens(name: str) -> None:
    """C6: new cards with three locomotives among them are swept as well."""
    position = Position(name, face_up="2 locomotive 3 blue")
    position.play("take blue", "= locomotive")
    position.play("= locomotive", "= locomotive", "= locomotive", "= red", "= red")
    assert (position.face_up.total(), position.discards) == (0, cards("6 locomotive 2 blue 2 red"))
    position.play("= red", "= red", "= red", "= black", "= black")
    assert (position.face_up, position.mover) == (cards("3 red 2 black"), 0)


@pytest.mark.parametrize("name", STRICT)
def test_face_up_cards_are_swept_only_when_all_places_are_filled(name: str) -> None:
    """C6: three locomotives that come first wait for two more cards."""
    position = Position(name, face_up="2 locomotive 3 blue")
    position.play("take blue", "= locomotive", "= locomotive", "= locomotive", "= locomotive")
    assert (position.face_up, position.mover) == (cards("3 locomotive"), CHANCE)
    position.play("= red")
    assert (position.face_up, position.mover) == (cards("3 locomotive 1 red"), CHANCE)


@pytest.mark.parametrize("name", STRICT)
def test_a_sweep_after_the_second_pick_comes_before_the_next_turn(name: str) -> None:
    """C6: the next seat finds the new cards."""
    position = Position(name, face_up="2 locomotive 3 blue")
    position.play("draw", "= red", "take blue", "= locomotive")
    assert (position.face_up.total(), position.mover) == (0, CHANCE)
    position.play("= red", "= red", "= red", "= green", "= green")
    assert (position.face_up, position.mover) == (cards("3 red 2 green"), 1)


def test_discards_sweep_face_up_cards_that_could_not_be_swept() -> None:
    """C6: two of six cards outside hands are coloured, so no sweep happened; the cards of a claim change that."""
    position = Position("new_york", hand="2 red", face_up="3 locomotive 2 blue", deck="1 locomotive", rest=1)
    position.play(f"claim {GREY['new_york']} 2 red")
    assert (position.face_up.total(), position.discards.total(), position.mover) == (0, 7, CHANCE)
    position.play("= locomotive", "= red", "= red", "= blue", "= locomotive")
    assert (position.face_up, position.mover) == (cards("2 locomotive 2 red 1 blue"), 1)


@pytest.mark.parametrize("name", STRICT)
def test_discards_that_leave_too_few_coloured_cards_sweep_nothing(name: str) -> None:
    """C6: five locomotives face up, one in the deck, and two red cards discarded: every five hold three locomotives."""
    position = Position(name, hand="2 red", face_up="5 locomotive", deck="1 locomotive", rest=1)
    position.play(f"claim {GREY[name]} 2 red")
    assert (position.face_up, position.discards, position.mover) == (cards("5 locomotive"), cards("2 red"), 1)


def test_the_cards_of_a_station_may_sweep_the_face_up_cards() -> None:
    """C6: whatever is discarded counts."""
    position = Position("europe", hand="1 red", face_up="3 locomotive 2 blue", deck="1 locomotive", rest=1)
    position.play("station paris", "pay 1 red")
    assert (position.face_up.total(), position.mover) == (0, CHANCE)


def test_the_cards_that_a_tunnel_turns_up_may_sweep_the_face_up_cards() -> None:
    """C6, C13: they are discarded with the attempt, though it is given up."""
    position = Position("europe", hand="2 red", face_up="3 locomotive 2 blue", deck="1 locomotive 2 red", rest=1)
    position.play("claim barcelona-pamplona 2 red", "= locomotive", "= red", "= red", "give up")
    assert (position.face_up.total(), position.mover) == (0, CHANCE)


# C7 an empty deck


@pytest.mark.parametrize("name", MAPS)
def test_the_discards_become_the_deck_at_once(name: str) -> None:
    """C7: the last card is drawn, and the second pick may come from the new deck."""
    position = Position(name, deck="1 red", discards="3 blue 2 green", rest=1)
    position.play("draw", "= red")
    assert (position.deck, position.discards) == (cards("3 blue 2 green"), cards(""))
    position.play("draw")
    assert position.legal() == {"blue", "green"}


@pytest.mark.parametrize("name", MAPS)
def test_the_last_card_is_turned_face_up_and_the_discards_become_the_deck(name: str) -> None:
    """C7: the same when the last card is turned face up."""
    position = Position(name, face_up="5 blue", deck="1 red", discards="3 green", rest=1)
    position.play("take blue", "= red")
    assert (position.face_up, position.deck, position.discards) == (cards("4 blue 1 red"), cards("3 green"), cards(""))


def test_empty_face_up_places_stay_empty() -> None:
    """C7: with neither deck nor discards nothing is turned up."""
    position = Position("new_york", face_up="5 blue", rest=1)
    position.play("take blue")
    assert (position.mover, position.face_up) == (0, cards("4 blue"))
    position.play("take blue")
    assert (position.mover, position.face_up) == (1, cards("3 blue"))


@pytest.mark.parametrize("name", MAPS)
def test_discards_fill_empty_face_up_places_at_once(name: str) -> None:
    """C7: cards paid become the deck, and from it come the missing cards, before the next turn."""
    position = Position(name, hand="2 red", face_up="4 blue", rest=1)
    position.play(f"claim {GREY[name]} 2 red")
    assert (position.mover, position.legal()) == (CHANCE, {"red"})
    position.play("= red")
    assert (position.face_up, position.deck, position.mover) == (cards("4 blue 1 red"), cards("1 red"), 1)


@pytest.mark.parametrize("name", MAPS)
def test_few_discards_fill_some_of_the_empty_face_up_places(name: str) -> None:
    """C7: two cards for three empty places."""
    position = Position(name, hand="2 red", face_up="2 blue", rest=1)
    position.play(f"claim {GREY[name]} 2 red", "= red", "= red")
    assert (position.face_up, position.deck, position.mover) == (cards("2 blue 2 red"), cards(""), 1)


# C8 few cards left to draw


def test_face_up_cards_may_be_taken_without_a_deck_on_new_york() -> None:
    """C8: the face-up cards alone are enough there."""
    position = Position("new_york", face_up="2 blue 1 red", rest=1)
    assert {"take blue", "take red"} <= position.legal()
    position.refuse("draw")


@pytest.mark.parametrize("name", ["nordic", "europe"])
def test_no_card_may_be_drawn_without_a_deck(name: str) -> None:
    """C8: face up or blind."""
    position = Position(name, face_up="2 blue 1 red 1 locomotive", rest=1)
    assert position.legal() == {"tickets"}
    position.refuse("draw", "take blue", "take red", "take locomotive")


@pytest.mark.parametrize(("name", "skipped"), [("nordic", True), ("europe", True), ("new_york", False)])
def test_the_second_pick_is_checked_as_the_first(name: str, skipped: bool) -> None:
    """C8: the last card of the deck was turned face up or went to the hand, and there are no discards."""
    for moves in (("take blue", "= red"), ("draw", "= red")):
        position = Position(name, face_up="5 blue", deck="1 red", rest=1)
        position.play(*moves)
        assert position.mover == (1 if skipped else 0)


@pytest.mark.parametrize("name", MAPS)
def test_nobody_draws_when_no_card_is_left(name: str) -> None:
    """C8: no deck, no discards, no face-up cards; there are only tickets to draw."""
    position = Position(name, face_up="", rest=1)
    assert position.legal() == {"tickets"}
    position.refuse("draw", "take red")


# C9 claiming


@pytest.mark.parametrize(
    ("name", "route", "colour"),
    [
        ("nordic", "orebro-sundsvall", "4 orange"),
        ("europe", "berlin-wien", "3 green"),
        ("new_york", "chelsea-soho", "4 pink"),
    ],
)
def test_a_coloured_route_takes_cards_of_its_colour(name: str, route: str, colour: str) -> None:
    """C9: as many as it has spaces, and of no other colour."""
    position = Position(name, hand=f"{colour} 5 red", face_up="3 blue 2 black")
    assert position.payments(route) == {colour}


@pytest.mark.parametrize("name", MAPS)
def test_a_grey_route_takes_any_one_colour(name: str) -> None:
    """C9: colours are not mixed."""
    position = Position(name, hand="2 red 2 blue 1 green 1 black")
    assert position.payments(GREY[name]) == {"2 red", "2 blue"}


@pytest.mark.parametrize("name", MAPS)
def test_a_claim_costs_cards_and_cars(name: str) -> None:
    """C9: a car for every space; the cards go to the discards."""
    position = Position(name, hand="3 red")
    cars = position.cars(0)
    position.play(f"claim {GREY[name]} 2 red")
    assert position.tracks(0) == {GREY[name]}
    assert position.cars(0) == cars - 2
    assert (position.hand(0), position.discards) == (cards("1 red"), cards("2 red"))


@pytest.mark.parametrize("name", MAPS)
def test_a_route_is_never_claimed_in_parts(name: str) -> None:
    """C9: one card too few means no claim, and no move lays fewer."""
    position = Position(name, hand="1 red")
    assert position.payments(GREY[name]) == set()
    position.refuse(f"claim {GREY[name]} 2 red")
    position.never(f"claim {GREY[name]} 1 red")


@pytest.mark.parametrize("name", MAPS)
def test_a_claimed_route_is_not_open(name: str) -> None:
    """C9: neither to its owner nor to anybody else."""
    position = Position(name, hand="2 red", hands={1: "2 blue"})
    position.play(f"claim {GREY[name]} 2 red")
    position.refuse(f"claim {GREY[name]} 2 blue")
    assert GREY[name] not in position.open(0) | position.open(1)


def test_routes_of_a_player_need_not_join() -> None:
    """C9: any open route will do."""
    position = Position("europe", hand="2 blue", tracks={0: "kyiv-wilno"})
    assert position.payments("cadiz-lisboa") == {"2 blue"}


# C10 double routes


DOUBLES = {"nordic": "stockholm-sundsvall", "europe": "dieppe-london", "new_york": "chelsea-empire_state_building"}
"""A grey double route on each map, with what pays for it."""
DOUBLE_PRICE = {"nordic": "4 red", "europe": "1 red 1 locomotive", "new_york": "2 red"}
BOTH_FROM = {"nordic": 3, "europe": 4, "new_york": 3}


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("order", [("", "/2"), ("/2", "")])
def test_the_second_track_closes_with_few_players(name: str, seats: int, order: tuple[str, str]) -> None:
    """C10: others may claim it from three players on, on Europe from four; no matter which track went first."""
    one, two = (DOUBLES[name] + lane for lane in order)
    price = DOUBLE_PRICE[name]
    position = Position(name, seats, hand=price, hands={1: price}, face_up="5 blue")
    assert position.payments(two) == {price}
    position.play(f"claim {one} {price}")
    assert position.payments(two) == ({price} if seats >= BOTH_FROM[name] else set())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nobody_owns_both_tracks_of_a_double_route(name: str, seats: int) -> None:
    """C10: at no number of players."""
    route, price = DOUBLES[name], DOUBLE_PRICE[name]
    doubled = " ".join(word if word.isalpha() else str(2 * int(word)) for word in price.split())
    position = Position(name, seats, hand=doubled, face_up="5 blue")
    position.play(f"claim {route} {price}")
    position.idle(seats - 1)
    assert position.mover == 0
    assert position.payments(route + "/2") == set()
    position.refuse(f"claim {route}/2 {price}")


# C11 tunnels, here Paris-Zürich: grey, three spaces


def test_a_tunnel_asks_for_a_card_more_for_each_match() -> None:
    """C11: a match is the colour played or a locomotive; either pays for it."""
    position = Position("europe", hand="5 red 1 locomotive")
    position.play("claim paris-zurich 3 red", "= red", "= yellow", "= locomotive")
    assert (position.mover, position.legal()) == (0, {"give up", "pay 2 red", "pay 1 red 1 locomotive"})
    position.play("pay 1 red 1 locomotive")
    assert (position.tracks(0), position.hand(0), position.mover) == ({"paris-zurich"}, cards("1 red"), 1)


def test_a_tunnel_with_nothing_to_add_is_claimed_at_once() -> None:
    """C11: no card of the three matches."""
    position = Position("europe", hand="4 red")
    position.play("claim paris-zurich 3 red", "= yellow", "= yellow", "= black")
    assert (position.tracks(0), position.hand(0), position.mover) == ({"paris-zurich"}, cards("1 red"), 1)
    assert position.discards == cards("3 red 2 yellow 1 black")


def test_a_tunnel_takes_exactly_what_it_asks_for() -> None:
    """C11: not less, not more, and no other colour."""
    position = Position("europe", hand="6 red 3 blue")
    position.play("claim paris-zurich 3 red", "= red", "= red", "= blue")
    assert position.legal() == {"give up", "pay 2 red"}
    position.refuse("pay 1 red", "pay 3 red", "pay 2 blue", "pass", "draw")


def test_a_tunnel_may_ask_for_three_cards_more() -> None:
    """C11: three matches."""
    position = Position("europe", hand="3 red 3 locomotive")
    position.play("claim paris-zurich 3 red", "= red", "= locomotive", "= red")
    assert position.legal() == {"give up", "pay 3 locomotive"}


def test_a_player_who_cannot_add_takes_the_cards_back() -> None:
    """C11: nothing is claimed, the turn is over, the turned cards are discarded."""
    position = Position("europe", hand="3 red 2 blue")
    position.play("claim paris-zurich 3 red", "= red", "= yellow", "= yellow")
    assert position.legal() == {"give up"}
    position.play("give up")
    assert (position.hand(0), position.tracks(0), position.cars(0)) == (cards("3 red 2 blue"), set(), 45)
    assert (position.discards, position.mover) == (cards("1 red 2 yellow"), 1)
    assert "paris-zurich" in position.open(0) & position.open(1)


def test_a_player_may_refuse_to_add() -> None:
    """C11: a player who can add need not."""
    position = Position("europe", hand="2 red 2 locomotive")
    position.play("claim paris-zurich 2 red 1 locomotive", "= red", "= yellow", "= yellow")
    assert position.legal() == {"give up", "pay 1 locomotive"}
    position.play("give up")
    assert (position.hand(0), position.tracks(0), position.mover) == (cards("2 red 2 locomotive"), set(), 1)


def test_the_cards_of_a_tunnel_are_discarded_when_it_is_paid() -> None:
    """C11: laid, added and turned cards alike."""
    position = Position("europe", hand="4 red")
    position.play("claim paris-zurich 3 red", "= red", "= yellow", "= yellow", "pay 1 red")
    assert position.discards == cards("5 red 2 yellow")


def test_cards_added_to_a_tunnel_cost_no_cars() -> None:
    """C9, C11: a car for every space, however many cards were laid."""
    position = Position("europe", hand="6 red")
    position.play("claim paris-zurich 3 red", "= red", "= red", "= red", "pay 3 red")
    assert position.cars(0) == 45 - 3


def test_a_mixed_payment_of_a_tunnel_matches_its_colour() -> None:
    """C11: the colour played counts though locomotives were laid with it."""
    position = Position("europe", hand="1 yellow 2 locomotive")
    position.play("claim munchen-zurich 1 yellow 1 locomotive", "= yellow", "= red", "= red")
    assert position.legal() == {"give up", "pay 1 locomotive"}


# C12 a tunnel paid with locomotives alone


def test_a_tunnel_paid_with_locomotives_matches_only_locomotives() -> None:
    """C12: also where the track has a colour of its own."""
    position = Position("europe", hand="2 locomotive")
    position.play("claim munchen-zurich 2 locomotive", "= yellow", "= yellow", "= red")
    assert (position.tracks(0), position.mover) == ({"munchen-zurich"}, 1)


def test_a_tunnel_paid_with_locomotives_takes_more_locomotives() -> None:
    """C12: no coloured card can be added."""
    position = Position("europe", hand="4 locomotive 3 yellow")
    position.play("claim munchen-zurich 2 locomotive", "= yellow", "= locomotive", "= red")
    assert position.legal() == {"give up", "pay 1 locomotive"}
    position.refuse("pay 1 yellow")


# C13 few cards for a tunnel (the cases of none, one and two are in test_positions.py)


def test_a_tunnel_turns_discards_when_the_deck_runs_out() -> None:
    """C13: deck and discards together; the laid cards are not among them."""
    position = Position("europe", hand="3 red", deck="1 blue", discards="1 white 1 black 1 yellow", rest=1)
    position.play("claim paris-zurich 3 red", "= blue")
    assert position.legal() == {"white", "black", "yellow"}
    position.play("= white", "= black")
    assert (position.tracks(0), position.mover) == ({"paris-zurich"}, 1)
    assert (position.deck, position.discards) == (cards("1 yellow"), cards("3 red 1 blue 1 white 1 black"))


def test_laid_cards_are_not_discards_during_the_attempt() -> None:
    """C13: they are not shuffled into the deck from which the tunnel's cards are turned."""
    position = Position("europe", hand="3 red", deck="1 red", rest=1)
    position.play("claim paris-zurich 3 red")
    assert position.discards.total() == 0
    position.play("= red")
    assert (position.deck.total(), position.discards.total()) == (0, 0)
    assert position.legal() == {"give up"}


def test_face_up_places_are_filled_when_the_attempt_is_over() -> None:
    """C13: laid and turned cards are discarded together, and only then are the face-up places filled."""
    position = Position("europe", hand="3 red", face_up="4 blue", rest=1)
    position.play("claim paris-zurich 3 red")
    assert (position.tracks(0), position.mover, position.legal()) == ({"paris-zurich"}, CHANCE, {"red"})
    position.play("= red")
    assert (position.face_up, position.deck, position.mover) == (cards("4 blue 1 red"), cards("2 red"), 1)


def test_turned_cards_become_the_deck_when_the_attempt_is_given_up() -> None:
    """C7, C13: they are discards then, beside an empty deck."""
    position = Position("europe", hand="3 red", deck="2 red 1 yellow", rest=1)
    position.play("claim paris-zurich 3 red", "= red", "= red", "= yellow", "give up")
    assert (position.deck, position.discards, position.hand(0)) == (cards("2 red 1 yellow"), cards(""), cards("3 red"))


# C14 ferries


def test_a_ferry_takes_a_locomotive_for_each_symbol() -> None:
    """C14: the other spaces take cards of one colour or more locomotives."""
    position = Position("europe", hand="2 red 1 blue 2 locomotive")
    assert position.payments("dieppe-london") == {"1 red 1 locomotive", "1 blue 1 locomotive", "2 locomotive"}
    assert position.payments("amsterdam-london") == {"2 locomotive"}
    assert position.payments("brindisi-palermo") == {"2 red 1 locomotive", "1 red 2 locomotive", "1 blue 2 locomotive"}
    position.never("claim dieppe-london 2 red", "claim amsterdam-london 1 red 1 locomotive")


def test_a_ferry_without_its_locomotives_is_out_of_reach() -> None:
    """C14: coloured cards can't replace them."""
    position = Position("europe", hand="12 red 1 locomotive")
    assert position.payments("amsterdam-london") == set()
    assert position.payments("palermo-smyrna") == set()


def test_a_coloured_ferry_takes_its_colour() -> None:
    """C14: Ålborg-Oslo is white, three spaces, one symbol."""
    position = Position("nordic", hand="2 white 1 red 1 locomotive")
    assert position.payments("alborg-oslo") == {"2 white 1 locomotive"}


# C15 drawing tickets


@pytest.mark.parametrize("name", MAPS)
def test_tickets_are_drawn_and_at_least_one_is_kept(name: str) -> None:
    """C15: three, in New York two; any of them may be kept, one must."""
    position = Position(name)
    position.play("tickets")
    drawn = DRAWN_TICKETS[name]
    assert position.settle() == drawn
    assert len(position.legal()) == 2**drawn - 1
    assert all(text.startswith("keep ") for text in position.legal())


def test_the_kept_places_of_the_offer_are_those_in_the_order_of_the_deal() -> None:
    """C15: `keep 1 3` keeps the first ticket and the third."""
    position = Position("europe")
    position.play("tickets", "= paris-wien", "= essen-kyiv", "= berlin-roma", "keep 1 3")
    assert (position.tickets(0), position.queue) == ({"paris-wien", "berlin-roma"}, ["essen-kyiv"])


def test_a_drawn_ticket_joins_those_kept_before() -> None:
    """C15: what was kept stays."""
    position = Position("europe", tickets={0: "berlin-london"})
    position.play("tickets", "= paris-wien", "= essen-kyiv", "= berlin-roma", "keep 3")
    assert position.tickets(0) == {"berlin-london", "berlin-roma"}


@pytest.mark.parametrize("name", STRICT)
def test_tickets_go_under_the_deck_in_the_order_of_the_draw(name: str) -> None:
    """C15: behind the tickets already there."""
    tickets = {"europe": "paris-wien essen-kyiv berlin-roma", "new_york": "soho-times_square brooklyn-chelsea"}
    drawn = tickets[name].split()
    queue = {"europe": "kyiv-sochi", "new_york": "east_village-soho"}[name]
    position = Position(name, queue=queue)
    position.play("tickets", *(f"= {ticket}" for ticket in drawn), f"keep {len(drawn)}")
    assert position.queue == [queue, *drawn[:-1]]


def test_tickets_under_the_deck_come_in_their_order() -> None:
    """C15: when the deck above them is drawn, the first that went under is the next."""
    position = Position("europe", ticket_deck="berlin-roma", queue="paris-wien essen-kyiv kyiv-sochi")
    position.play("tickets", "= berlin-roma")
    assert position.legal() == {"paris-wien"}
    position.play("= paris-wien")
    assert position.legal() == {"essen-kyiv"}
    position.play("= essen-kyiv", "keep 2")
    assert position.queue == ["kyiv-sochi", "berlin-roma", "essen-kyiv"]


# C16 completed tickets


def test_a_completed_ticket_adds_and_any_other_subtracts_its_value() -> None:
    """C16: Budapest-Zürich (6) by way of Wien and München; Paris-Wien (8) is not joined."""
    position = Position(
        "europe",
        tracks={0: "budapest-wien munchen-wien munchen-zurich"},
        tickets={0: "budapest-zurich paris-wien"},
    )
    assert (position.sheet().tickets[0], position.sheet().completed[0]) == (6 - 8, 1)


def test_a_ticket_needs_an_unbroken_chain_of_own_routes() -> None:
    """C16: the middle belongs to another."""
    position = Position(
        "europe", tracks={0: "budapest-wien munchen-zurich", 1: "munchen-wien"}, tickets={0: "budapest-zurich"}
    )
    assert (position.sheet().tickets[0], position.sheet().completed[0]) == (-6, 0)


def test_a_ticket_that_is_complete_when_it_is_drawn_counts() -> None:
    """C15, C16: the routes may be older than the ticket."""
    position = Position("europe", tracks={0: "budapest-wien munchen-wien munchen-zurich"})
    position.play("tickets", "= budapest-zurich", "= paris-wien", "= berlin-roma", "keep 1")
    assert (position.sheet().tickets[0], position.sheet().completed[0]) == (6, 1)


# C17 the last round


@pytest.mark.parametrize(("name", "seats", "seat"), CHAIRS)
def test_everybody_has_one_more_turn_after_two_cars_are_left(name: str, seats: int, seat: int) -> None:
    """C17: the others first, then the player who began it; each has exactly one turn."""
    position = Position(name, seats, seat, hand="2 red", cars={seat: 4})
    position.play(f"claim {GREY[name]} 2 red")
    assert position.cars(seat) == 2
    assert position.idle(seats) == [(seat + turn) % seats for turn in range(1, seats + 1)]
    assert position.over


@pytest.mark.parametrize("name", MAPS)
def test_three_cars_left_begin_nothing(name: str) -> None:
    """C17: play goes on."""
    position = Position(name, hand="2 red", cars={0: 5})
    position.play(f"claim {GREY[name]} 2 red")
    position.idle(4)
    assert not position.over


@pytest.mark.parametrize("left", [0, 1])
def test_fewer_than_two_cars_begin_the_last_round_too(left: int) -> None:
    """C17: two or fewer."""
    position = Position("europe", hand="2 red", cars={0: 2 + left})
    position.play("claim danzig-warszawa 2 red")
    position.idle(2)
    assert position.over


def test_the_last_round_begins_once() -> None:
    """C17: a second player who runs out of cars during it does not prolong it."""
    position = Position("europe", hand="2 red", hands={1: "2 blue"}, cars={0: 4, 1: 4})
    position.play("claim danzig-warszawa 2 red", "claim wien-zagrab 2 blue")
    assert not position.over
    position.idle()
    assert position.over


def test_a_claim_in_the_last_turn_counts() -> None:
    """C17: the last turns are turns like any other."""
    position = Position("europe", hand="4 red", cars={0: 4})
    position.play("claim danzig-warszawa 2 red")
    position.idle()
    position.play("claim wien-zagrab 2 red")
    assert position.over
    assert position.tracks(0) == {"danzig-warszawa", "wien-zagrab"}


# C18 passing


@pytest.mark.parametrize("name", MAPS)
def test_a_player_who_can_do_something_does_not_pass(name: str) -> None:
    """C18: passing is for those with no legal action at all."""
    position = Position(name, face_up="", rest=1)
    position.refuse("pass")


@pytest.mark.parametrize("name", MAPS)
def test_a_player_who_can_do_nothing_passes(name: str) -> None:
    """C18: no card, no ticket, nothing to pay with."""
    position = Position(name, face_up="", rest=1, ticket_deck="")
    assert position.legal() == {"pass"}
    position.play("pass")
    assert (position.mover, position.over) == (1, False)


# C19 payments, as far as they need no swap (for swaps see test_nordic.py)


def test_nothing_beyond_the_payment_is_laid() -> None:
    """C19: exactly as many cards as spaces."""
    position = Position("europe", hand="4 green 4 locomotive")
    assert position.payments("berlin-wien") == {
        "3 green",
        "2 green 1 locomotive",
        "1 green 2 locomotive",
        "3 locomotive",
    }
    position.never("claim berlin-wien 4 green", "claim berlin-wien 3 green 1 locomotive")


def test_locomotives_alone_name_no_colour() -> None:
    """C19: one payment, not one for each colour."""
    position = Position("europe", hand="2 locomotive 1 red")
    assert position.payments("danzig-warszawa") == {"2 locomotive", "1 red 1 locomotive"}


def test_a_ferry_takes_no_more_coloured_cards_than_spaces_without_a_symbol() -> None:
    """C19: a locomotive that pays for a symbol can't be a coloured card."""
    position = Position("europe", hand="4 red 4 locomotive")
    assert position.payments("constantinople-sevastopol") == {
        "2 red 2 locomotive",
        "1 red 3 locomotive",
        "4 locomotive",
    }
    position.never("claim constantinople-sevastopol 3 red 1 locomotive")


# C20 a bound


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_ends_after_five_hundred_turns_per_seat(name: str, seats: int) -> None:
    """C20: not a turn before, and not a turn later."""
    position = Position(name, seats)
    position.state.turns = 500 * seats - 2
    position.idle()
    assert not position.over
    position.idle()
    assert position.over
