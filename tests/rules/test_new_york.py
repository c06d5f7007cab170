"""New York City: Y1 to Y5."""

from positions import Position

# Y1 locomotives


def test_locomotives_replace_any_colour() -> None:
    """Y1: on coloured routes and on grey ones."""
    position = Position("new_york", hand="1 pink 2 locomotive")
    assert position.payments("chinatown-wall_street/2") == {"1 pink", "1 locomotive"}
    assert position.payments("soho-wall_street") == {"1 pink 1 locomotive", "2 locomotive"}
    assert position.payments("central_park-united_nations") == {"1 pink 2 locomotive"}
    assert position.payments("chelsea-midtown_west") == {"2 locomotive"}


# Y2 tickets that are not kept


def test_first_tickets_not_kept_go_under_the_deck() -> None:
    """Y2: at the start too."""
    position = Position.start("new_york")
    position.settle()
    position.play("keep 1", "keep 2")
    assert (len(position.queue), position.out(0), position.out(1)) == (2, set(), set())
    assert len(position.ticket_deck) == 18 - 4


def test_drawn_tickets_not_kept_go_under_the_deck() -> None:
    """Y2: and come again when all above them are drawn."""
    position = Position("new_york", ticket_deck="soho-times_square brooklyn-chelsea")
    position.play("tickets", "= soho-times_square", "= brooklyn-chelsea", "keep 1")
    assert (position.queue, position.out(0) & {"brooklyn-chelsea"}) == (["brooklyn-chelsea"], set())
    position.play("tickets", "= brooklyn-chelsea", "keep 1")
    assert position.tickets(1) == {"brooklyn-chelsea"}


def test_the_only_ticket_left_must_be_kept() -> None:
    """Y2: drawing it is legal."""
    position = Position("new_york", ticket_deck="soho-times_square")
    position.play("tickets", "= soho-times_square")
    assert position.legal() == {"keep 1"}
    position.play("keep 1")
    assert (position.tickets(0), position.queue) == ({"soho-times_square"}, [])


# Y3 points for routes


def test_routes_are_scored_by_their_lengths_at_the_end() -> None:
    """Y3: spaces of one, two, three and four are worth 1, 2, 4 and 7."""
    position = Position(
        "new_york",
        tracks={0: "midtown_west-times_square soho-wall_street", 1: "central_park-united_nations chelsea-soho"},
    )
    assert list(position.sheet().routes[:2]) == [1 + 2, 4 + 7]


def test_a_route_claimed_in_the_last_turn_is_scored() -> None:
    """Y3: the score is made after the last turn."""
    position = Position("new_york", hand="2 red", hands={1: "1 blue"}, cars={0: 4})
    position.play("claim soho-wall_street 2 red", "claim midtown_west-times_square 1 blue")
    position.idle()
    assert position.over
    assert list(position.sheet().routes[:2]) == [2, 1]


# Y4 attractions


def test_each_attraction_that_a_route_touches_is_worth_a_point() -> None:
    """Y4: Chinatown twice touched counts once; Soho and the Lower East Side are not attractions."""
    position = Position("new_york", tracks={0: "chinatown-lower_east_side brooklyn-chinatown", 1: "soho-wall_street"})
    assert list(position.sheet().attractions[:2]) == [2, 1]


def test_routes_need_not_join_to_touch_attractions() -> None:
    """Y4: any of the player's routes."""
    position = Position("new_york", tracks={0: "chinatown-wall_street central_park-times_square"})
    assert position.sheet().attractions[0] == 4


# Y5 the winner


def test_completed_tickets_break_a_tie() -> None:
    """Y5: six points each, seat 0 with a ticket of two among them."""
    position = Position(
        "new_york",
        tracks={
            0: "chinatown-lower_east_side chinatown-wall_street",
            1: "soho-wall_street east_village-gramercy_park east_village-lower_east_side",
        },
        tickets={0: "lower_east_side-wall_street"},
    )
    assert list(position.sheet().total[:2]) == [6, 6]
    assert list(position.sheet().place[:2]) == [1, 2]


def test_then_the_win_is_shared() -> None:
    """Y5: two points each; that one path is longer decides nothing here."""
    position = Position("new_york", tracks={0: "east_village-gramercy_park", 1: "midtown_west-times_square"})
    assert list(position.sheet().total[:2]) == [2, 2]
    assert list(position.sheet().place[:2]) == [1, 1]


def test_most_points_win() -> None:
    """Y5: before anything else."""
    position = Position("new_york", tracks={1: "soho-wall_street"})
    assert list(position.sheet().place[:2]) == [2, 1]
