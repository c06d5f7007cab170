"""What a view shows and hides: C21, and the secret part of C1."""

import json

import numpy as np
import pytest
from positions import TABLES, Position

from whistlestop.game.cards import total
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import member
from whistlestop.game.view import SPECTATOR, View, members, offer_tickets

MAPS = ["nordic", "europe", "new_york"]


def seen_by(position: Position, viewer: int) -> dict:
    """A view as plain JSON."""
    return json.loads(json.dumps(View(position.game, position.states, 0, viewer).as_dict()))


def first_choices(name: str, seats: int = 2) -> Position:
    """A position in which the first seat is to choose its first tickets."""
    position = Position.start(name, seats)
    position.deal_cards()
    for _ in range(seats * len(offer_of(position))):
        position.play("= " + min(position.legal()))
    return position


def offer_of(position: Position) -> range:
    return range(position.game.rules.first_long_tickets + position.game.rules.first_short_tickets)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_sees_its_own_hand_and_no_other(name: str, seats: int) -> None:
    """C21: hands are secret; how many cards they hold is public."""
    hands = {seat: f"{seat + 1} locomotive" if seat < 2 else "2 blue" for seat in range(seats)}
    position = Position(name, seats, hands=hands)
    for viewer in range(SPECTATOR, seats):
        table = seen_by(position, viewer)["seats"]
        for seat in range(seats):
            assert table[seat]["cards"] == total(position.state.hands[seat])
            assert table[seat]["hand"] == (dict(position.hand(seat)) if seat == viewer else None)


@pytest.mark.parametrize("name", MAPS)
def test_a_seat_sees_its_own_tickets_and_no_other(name: str) -> None:
    """C21: tickets are secret; how many a seat holds is public."""
    texts = [ticket.text for ticket in Position(name).game.board.tickets]
    position = Position(name, tickets={0: " ".join(texts[:2]), 1: texts[2]})
    for viewer in (SPECTATOR, 0, 1):
        table = seen_by(position, viewer)["seats"]
        assert [seat["tickets_kept"] for seat in table] == [2, 1]
        for seat in (0, 1):
            assert table[seat]["tickets"] == (sorted(position.tickets(seat)) if seat == viewer else None)


@pytest.mark.parametrize("name", MAPS)
def test_what_is_on_the_table_is_public(name: str) -> None:
    """C21: the board, cars, points, the face-up cards, the discards and the sizes of both decks."""
    game = Position(name).game
    track = game.board.tracks[0]
    position = Position(name, tracks={1: track.text}, discards="3 red 1 locomotive", hands={1: "2 blue"})
    for viewer in (SPECTATOR, 0, 1):
        seen = seen_by(position, viewer)
        assert seen["face_up"] == dict(position.face_up)
        assert seen["discards"] == {"red": 3, "locomotive": 1}
        assert seen["deck"] == sum(position.deck.values())
        assert seen["ticket_deck"] == len(position.ticket_deck)
        assert seen["seats"][1]["tracks"] == [track.text]
        assert seen["seats"][1]["points"] == game.rules.points[track.length - 1]
        assert seen["seats"][1]["cars"] == game.rules.cars - track.length
        assert (seen["map"], seen["viewer"], seen["mover"], seen["phase"]) == (name, viewer, 0, "turn")


def test_stations_are_public() -> None:
    """C21, E3: where they are, and how many are left."""
    position = Position("europe", stations={1: "paris wien"}, hand="2 red")
    seen = seen_by(position, SPECTATOR)["seats"]
    assert (seen[1]["stations"], seen[1]["stations_left"]) == (["paris", "wien"], 1)
    assert (seen[0]["stations"], seen[0]["stations_left"]) == ([], 3)
    position.play("station berlin")
    assert (seen_by(position, 1)["city"], seen_by(position, 1)["phase"]) == ("berlin", "station")


@pytest.mark.parametrize("name", MAPS)
def test_all_that_is_not_seen_is_in_one_bag(name: str) -> None:
    """C21: the deck and the hidden part of hands look the same."""
    position = Position(name, hands={0: "1 red", 1: "2 blue 1 green"}, discards="1 black")
    unseen = seen_by(position, 0)["unseen"]
    assert unseen == dict(position.deck + position.hand(1))
    position.play("take blue").settle()
    assert seen_by(position, 0)["unseen"] == dict(position.deck + position.hand(1))
    unseen = seen_by(position, 1)["unseen"]
    expected = position.deck + position.hand(0)
    expected["blue"] -= 1
    assert unseen == {kind: count for kind, count in expected.items() if count}


@pytest.mark.parametrize("name", MAPS)
def test_a_card_taken_face_up_is_known(name: str) -> None:
    """C21: everybody saw it taken; nobody saw a card drawn blind."""
    position = Position(name)
    position.play("take blue").settle()
    position.play("draw", "= green")
    for viewer in (SPECTATOR, 0, 1):
        assert seen_by(position, viewer)["seats"][0]["known"] == {"blue": 1}
    assert seen_by(position, 1)["seats"][0]["cards"] == 2


def test_laid_cards_are_no_longer_known() -> None:
    """C21: they are taken from the known ones, as far as there are any."""
    position = Position("europe", hand="4 green 2 red", face_up="2 green 1 red 1 blue 1 orange")
    position.play("take green").settle("black")
    position.play("take red").settle("black")
    position.play("draw", "= blue", "draw", "= blue")
    assert seen_by(position, 1)["seats"][0]["known"] == {"green": 1, "red": 1}
    claim = next(text for text in sorted(position.legal()) if text.startswith("claim") and text.endswith(" 4 green"))
    position.play(claim)
    assert seen_by(position, 1)["seats"][0]["known"] == {"red": 1}


def test_cards_taken_back_from_a_tunnel_are_known() -> None:
    """C11, C21: everybody has seen them laid down."""
    position = Position("europe", hand="2 red 1 green")
    claim = next(
        text
        for text in sorted(position.legal())
        if text.startswith("claim") and text.endswith(" 2 red") and is_tunnel(position, text)
    )
    position.play(claim)
    assert seen_by(position, 1)["laid"] == {"red": 2}
    position.play("= red", "= blue")
    assert (seen_by(position, 1)["phase"], seen_by(position, 1)["turned"]) == ("tunnel", {"red": 1, "blue": 1})
    position.play("= green")
    seen = seen_by(position, 1)
    assert (seen["phase"], seen["claim"], seen["due"]) == ("answer", claim, 1)
    assert seen["seats"][0]["known"] == {}
    assert seen["legal"] == []
    position.play("give up")
    assert seen_by(position, 1)["seats"][0]["known"] == {"red": 2}
    assert seen_by(position, 1)["seats"][0]["cards"] == 3


def is_tunnel(position: Position, claim: str) -> bool:
    catalogue = position.game.catalogue
    return position.game.board.tracks[catalogue.moves[catalogue.numbers[claim]].what].tunnel


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_first_choices_are_secret_until_all_have_chosen(name: str, seats: int) -> None:
    """C1: until then neither how many were kept nor which; then how many."""
    position = first_choices(name, seats)
    offered = len(offer_of(position))
    for seat in range(seats):
        for viewer in range(SPECTATOR, seats):
            view = View(position.game, position.states, 0, viewer)
            assert (view.seen.chosen == 0) == (viewer >= seat or viewer == SPECTATOR)
            assert not view.seen.kept.any()
            assert not view.seen.tickets_kept.any()
            assert not view.seen.tickets_out.any()
            assert view.seen.queued == 0
            assert list(view.seen.tickets_offered[:seats]) == [offered] * seats
            own = [position.game.board.tickets[n].text for n in offer_tickets(int(position.state.offer[viewer]))]
            assert view.as_dict()["offer"] == ([] if viewer == SPECTATOR else own)
            has_chosen = 0 <= viewer < seat
            kept = own[:2] if viewer % 2 == 0 else own[-2:]
            assert view.as_dict()["chosen"] == (kept if has_chosen else None)
            assert view.kept_by(0b101) == ([] if viewer == SPECTATOR else own[0:3:2])
        position.play("keep 1 2" if seat % 2 == 0 else f"keep {offered - 1} {offered}")
    for viewer in range(SPECTATOR, seats):
        view = View(position.game, position.states, 0, viewer)
        assert list(view.seen.kept[:seats]) == list(view.seen.tickets_kept[:seats]) == [2] * seats
        assert view.as_dict()["offer"] == []
        assert view.as_dict()["chosen"] is None


@pytest.mark.parametrize("name", MAPS)
def test_a_drawn_offer_is_seen_by_its_seat_alone(name: str) -> None:
    """C15, C21: the others see how many tickets are offered and, later, how many were kept."""
    position = Position(name)
    position.play("tickets")
    drawn = [min(position.legal())]
    position.play("= " + drawn[0])
    assert seen_by(position, 0)["offer"] == drawn
    assert seen_by(position, 1)["offer"] == seen_by(position, SPECTATOR)["offer"] == []
    position.settle()
    count = position.game.rules.draw_tickets
    for viewer in (SPECTATOR, 0, 1):
        assert seen_by(position, viewer)["seats"][0]["tickets_offered"] == count
        assert len(seen_by(position, viewer)["legal"]) == (2**count - 1 if viewer == 0 else 0)
    position.play("keep 1")
    assert seen_by(position, 1)["seats"][0]["tickets_kept"] == 1
    assert seen_by(position, 0)["seats"][0]["tickets"] == drawn
    assert seen_by(position, 1)["seats"][0]["tickets"] is None


def test_a_seat_that_put_tickets_under_the_deck_remembers_them_until_they_are_drawn() -> None:
    """C15, C21: of the others' tickets a seat sees only that they are there."""
    position = Position("europe", ticket_deck=" ".join(t.text for t in Position("europe").game.board.tickets[:3]))
    position.play("tickets").settle()
    first = seen_by(position, 0)["offer"]
    position.play("keep 2")
    assert seen_by(position, 0)["queue"] == [first[0], first[2]]
    assert seen_by(position, 1)["queue"] == seen_by(position, SPECTATOR)["queue"] == [None, None]
    position.play("tickets", "= " + first[0])
    assert seen_by(position, 0)["queue"] == [first[2]]
    assert (seen_by(position, 1)["queue"], seen_by(position, 1)["offer"]) == ([None], [first[0]])


def test_a_seat_that_sent_tickets_out_of_the_game_remembers_them() -> None:
    """N5, C21: the others only see how many they were."""
    position = Position("nordic")
    position.play("tickets").settle()
    offer = seen_by(position, 0)["offer"]
    position.play("keep 2")
    assert sorted(seen_by(position, 0)["sent_out"]) == sorted([offer[0], offer[2]])
    assert seen_by(position, 1)["sent_out"] == seen_by(position, SPECTATOR)["sent_out"] == []
    assert View(position.game, position.states, 0, 1).seen.tickets_out[0] == 2


@pytest.mark.parametrize(("name", "seats"), [("nordic", 2), ("europe", 3), ("new_york", 4)])
def test_everything_is_open_at_the_end(name: str, seats: int) -> None:
    """C21: hands and tickets are secret until the end only."""
    texts = [ticket.text for ticket in Position(name).game.board.tickets]
    tickets = {seat: texts[seat] for seat in range(seats)}
    position = Position(name, seats, cars=dict.fromkeys(range(seats), 0), tickets=tickets, hands={1: "2 blue"})
    position.state.last = 1
    assert seen_by(position, 0)["seats"][1]["hand"] is None
    position.idle()
    assert position.over
    for viewer in range(SPECTATOR, seats):
        seen = seen_by(position, viewer)
        for seat in range(seats):
            assert seen["seats"][seat]["hand"] == dict(position.hand(seat))
            assert seen["seats"][seat]["tickets"] == [texts[seat]]
        assert (seen["legal"], seen["phase"]) == ([], "over")


@pytest.mark.parametrize("name", MAPS)
def test_only_the_mover_is_given_its_legal_moves(name: str) -> None:
    """C21: what somebody else can do would show what they hold."""
    position = Position(name, hands={0: "3 red", 1: "3 blue"})
    assert set(seen_by(position, 0)["legal"]) == position.legal()
    assert seen_by(position, 1)["legal"] == seen_by(position, SPECTATOR)["legal"] == []


@pytest.mark.parametrize("name", MAPS)
def test_nobody_is_given_the_moves_of_chance(name: str) -> None:
    """C21: what can be dealt would show a seat or a spectator what is in the decks."""
    position = Position(name)
    position.play("tickets")
    for viewer in (SPECTATOR, 0, 1):
        assert seen_by(position, viewer)["mover"] == -1
        assert seen_by(position, viewer)["legal"] == []


def test_a_view_is_asked_for_by_a_seat_or_a_spectator() -> None:
    record = Record(Position("nordic").game, 1)
    assert record.view(0).viewer == 0
    assert record.view(SPECTATOR).viewer == SPECTATOR
    for seat in (2, -2, True, "0"):
        with pytest.raises(IllegalMove, match="No seat"):
            record.view(seat)


def test_members_of_a_set_are_ascending() -> None:
    assert members([0b101, 1 << 61]) == [0, 2, 123]
    words = np.array([0b101, 1 << 61])
    assert [member(words, n) for n in range(3)] == [0, 2, 123]
    assert offer_tickets(0) == []
    assert offer_tickets(1 | 124 << 7) == [0, 123]
