"""Why a move is refused: every reason has a case, and no refusal is without one."""

import random
import re
from string import Formatter

import numpy as np
import pytest
from laws.games import random_game
from positions import Position, game_of

from whistlestop.game import engine
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.reasons import MOVES, IllegalMove
from whistlestop.game.record import Record
from whistlestop.game.state import CHANCE
from whistlestop.game.suggest import why_unknown
from whistlestop.game.track_status import track_status
from whistlestop.game.why import why_not


def why(position: Position, move: str) -> str:
    """The code of the reason why a move is refused."""
    assert move not in position.legal()
    reason = why_not(position.game, position.state, position.game.catalogue.numbers[move])
    assert str(reason)
    return reason.code


def refused(record: Record, *call: object) -> str:
    """The code with which a record refuses a call of `play`; nothing is changed by it."""
    before = record.states.tobytes()
    with pytest.raises(IllegalMove) as error:
        record.play(*call)
    assert record.states.tobytes() == before
    return error.value.reason.code


def bad_names(game: Game) -> str:
    """The code with which a record refuses names that don't fit the seats."""
    with pytest.raises(IllegalMove) as error:
        Record(game, 1, names=("Ann",))
    return error.value.reason.code


def tunnel(name: str = "europe") -> Position:
    """A tunnel of Europe for which the last of three cards was turned up, and one more is asked for."""
    position = Position(name, hand="3 red 1 blue")
    return position.play(tunnel_claim(position, "2 red"), "= red", "= blue", "= green")


def tunnel_claim(position: Position, payment: str) -> str:
    board = position.game.board
    return next(
        f"claim {track.text} {payment}"
        for track in board.tracks
        if track.tunnel and f"claim {track.text} {payment}" in position.legal()
    )


def ferry() -> Position:
    """Nordic's ferries take three cards of other colours for a locomotive; the hand holds just enough."""
    return Position("nordic", hand="1 red 1 purple 2 green").play("claim alborg-kristiansand 1 red 1 swap")


def cases() -> dict[str, str]:
    """What is refused with each code."""
    game = game_of("europe", 2)
    record = Record(game, 1)
    found = {
        refused(record, "fly to the moon"): "unknown_move",
        refused(record, 1.5): "move_type",
        refused(record, len(game.catalogue)): "no_such_move",
        refused(record, "keep 1 2", 1): "wrong_seat",
        refused(record, "red"): "chance_only",
        refused(record, "keep 1 2", 2): "no_such_seat",
        refused(Record(game), "draw"): "not_a_deal",
        bad_names(game): "bad_seat_names",
    }
    position = Position.start("europe")
    found[why(position, "draw")] = "chance_first"
    return {wanted: code for code, wanted in found.items()} | of_positions() | of_texts()


def of_positions() -> dict[str, str]:
    over = Position("europe", hand="1 red")
    over.state.last = 1
    over.idle()
    second = Position("europe", face_up="1 locomotive 1 red 1 blue 1 green 1 white").play("draw", "= red")
    offer = Position("europe").play("tickets")
    offer.settle()
    station = Position("europe", hand="1 red", stations={1: "paris"}).play("station wien")
    swaps = ferry()
    both = Position("europe", seats=2, hand="4 red 4 white", tracks={1: "budapest-wien"})
    own = Position("europe", seats=4, hand="4 red 4 white", tracks={0: "budapest-wien"})
    empty = Position("europe", rest=1, hand="", face_up="", ticket_deck="")
    poor = Position("europe", hand="1 red 1 blue", stations={0: "paris"})
    return {
        "over": why(over, "draw"),
        "phase_turn": why(Position("europe"), "keep 1"),
        "phase_second": why(second, "tickets"),
        "phase_choice": why(offer, "draw"),
        "phase_giving": why(swaps, "draw"),
        "phase_answer": why(tunnel(), "draw"),
        "phase_station": why(station, "draw"),
        "must_act": why(Position("europe"), "pass"),
        "deck_empty": why(Position("new_york", face_up="1 red", rest=1), "draw"),
        "no_draw": why(Position("europe", face_up="1 red", rest=1), "take red"),
        "no_tickets": why(empty, "tickets"),
        "not_face_up": why(Position("europe"), "take locomotive"),
        "locomotive_second": why(second, "take locomotive"),
        "track_taken": why(both, "claim budapest-wien 1 red"),
        "own_twin": why(own, "claim budapest-wien/2 1 white"),
        "twin_closed": why(both, "claim budapest-wien/2 1 white"),
        "few_cars_left": why(Position("europe", hand="2 red", cars={0: 0}), "claim budapest-wien 1 red"),
        "not_in_hand": why(Position("europe", hand="1 blue"), "claim budapest-wien 1 red"),
        "few_to_swap": why(Position("nordic", hand="1 red 1 purple 1 green"), "claim alborg-kristiansand 1 red 1 swap"),
        "no_such_offer": why(offer, "keep 4"),
        "keep_more": why_first_choice(),
        "not_eligible": why(swaps, "swap locomotive"),
        "swap_order": why(ferry_with_more().play("swap green"), "swap purple"),
        "swap_leaves_few": why(swaps, "swap green"),
        "station_taken": why(Position("europe", hand="1 red", stations={1: "paris"}), "station paris"),
        "no_station_left": why(Position("europe", hand="4 red", stations={0: "paris wien berlin"}), "station athina"),
        "station_cost": why(poor, "station wien"),
        "wrong_number": why(station, "pay 2 red"),
        "wrong_colour": why(tunnel(), "pay 1 blue"),
        "locomotives_only": why_locomotives_only(),
    }


def no_track(record: Record) -> str:
    with pytest.raises(IllegalMove) as error:
        track_status(record.view(0), "paris-wien")
    return error.value.reason.code


def of_texts() -> dict[str, str]:
    """Texts that are close to a move, and what is wrong with them."""
    record = Record(game_of("nordic", 2), 1)
    europe = Record(game_of("europe", 2), 1)
    return {
        "no_such_city": refused(europe, "claim wein-budapest 1 red"),
        "no_such_track": no_track(europe),
        "no_such_route": refused(europe, "claim paris-wien 1 red"),
        "no_second_track": refused(europe, "claim athina-sarajevo/2 4 green"),
        "no_such_card": refused(europe, "claim athina-sarajevo 4 pink"),
        "mixed_colours": refused(europe, "claim athina-sarajevo 3 green 1 red"),
        "colour_of_track": refused(europe, "claim athina-sarajevo 4 red"),
        "colour_of_twin": refused(europe, "claim budapest-wien 1 white"),
        "no_swaps": refused(europe, "claim athina-sarajevo 3 green 1 swap"),
        "no_locomotives": refused(record, "claim oslo-orebro 1 green 1 locomotive"),
        "wrong_length": refused(europe, "claim athina-sarajevo 3 green"),
        "ferry_locomotives": refused(europe, "claim athina-smyrna 2 red"),
    }


def ferry_with_more() -> Position:
    return Position("nordic", hand="1 red 1 purple 4 green").play("claim alborg-kristiansand 1 red 1 swap")


def why_first_choice() -> str:
    position = Position.start("europe")
    position.deal_cards()
    for _ in range(2 * 4):
        position.play("= " + min(position.legal()))
    return why(position, "keep 1")


def why_locomotives_only() -> str:
    position = Position("europe", hand="2 locomotive 2 red")
    position.play(tunnel_claim(position, "2 locomotive"), "= locomotive", "= red", "= blue")
    return why(position, "pay 1 red")


def test_every_code_has_a_case() -> None:
    found = cases()
    assert {wanted: code for wanted, code in found.items() if wanted != code} == {}
    assert set(found) == set(MOVES)


def test_a_payment_that_is_not_in_hand_is_refused_for_that() -> None:
    """E3, C11: for a station and for a tunnel."""
    assert why(Position("europe", hand="1 red").play("station wien"), "pay 1 blue") == "not_in_hand"
    position = tunnel()
    assert why(position, "pay 1 locomotive") == "not_in_hand"
    assert why(ferry(), "swap black") == "not_in_hand"


def test_a_hint_names_moves_that_are_near() -> None:
    record = Record(game_of("europe", 2), 1)
    with pytest.raises(IllegalMove, match=r"Did you mean 'keep 1 2' or"):
        record.play("kep 1 2")
    with pytest.raises(IllegalMove, match=r"is not a move in this game\.$"):
        record.play("zzzzzzzz")
    record.play("  KEEP   1 2 ")
    assert record.entries[-1].mover == 0


def explain(position: Position, text: str) -> str:
    """The sentence about a text that is not a move, from a position."""
    legal = sorted(position.legal())
    return str(why_unknown(position.game, text, legal))


def test_a_wrong_text_gets_a_reason_and_legal_moves() -> None:
    """C9, C14, N1: the payment that was meant, where it is clear."""
    york = Position("new_york", hand="1 pink 1 green")
    assert explain(york, "claim chinatown-wall_street 1 pink") == (
        "chinatown-wall_street takes green; pink is the other track, chinatown-wall_street/2."
        " Did you mean 'claim chinatown-wall_street/2 1 pink'?"
    )
    assert explain(york, "claim wall_street-chinatown/2 1 green").endswith("'claim chinatown-wall_street 1 green'?")
    europe = Position("europe", hand="4 green 1 locomotive")
    assert explain(europe, "claim sarajevo-athina 3 green") == (
        "The length of athina-sarajevo is 4; this pays for 3. Did you mean 'claim athina-sarajevo 4 green' or"
        " 'claim athina-sarajevo 3 green 1 locomotive'?"
    )
    assert explain(europe, "claim athina-sarajevo 4 red") == (
        "athina-sarajevo takes green, not red. Did you mean 'claim athina-sarajevo 4 green' or"
        " 'claim athina-sarajevo 3 green 1 locomotive'?"
    )
    assert explain(europe, "claim sofia-athina 3 red") == "athina-sofia takes purple, not red."
    assert explain(europe, "claim athina-sarajevo 1 locomotive 3 green").startswith(
        "'claim athina-sarajevo 1 locomotive 3 green' is not a move in this game."
        " Did you mean 'claim athina-sarajevo 3 green 1 locomotive' or "
    )
    assert explain(europe, "station wein") == "No city 'wein' on this map. Did you mean 'wien'?"
    assert explain(europe, "take pink").startswith("No card 'pink'. The cards are: locomotive, purple,")
    for text in ("claim", "claim wien", "claim athina-sarajevo", "claim athina-sarajevo green", "station", "", "= red"):
        assert f"{text!r} is not a move in this game." in explain(europe, text)
    assert "is not a move" in explain(europe, "claim athina-sarajevo " + "9" * 50 + " green")


@pytest.mark.parametrize("name", ["nordic", "europe", "new_york"])
def test_cities_may_be_given_in_either_order(name: str) -> None:
    """C9, C15: of a claim and of a ticket; the record has the text of the catalogue."""
    catalogue = game_of(name, 2).catalogue
    for number, move in enumerate(catalogue.moves):
        cities = re.search(r"([a-z_]+)-([a-z_]+)", move.text)
        if cities:
            turned = move.text.replace(cities[0], f"{cities[2]}-{cities[1]}")
            assert turned not in catalogue.numbers
            assert catalogue.find(turned) == number
        assert catalogue.find(move.text) == number
    assert catalogue.find("fly") is None


def test_a_record_holds_the_text_of_the_catalogue() -> None:
    record = Record(game_of("europe", 2), first=0)
    while record.mover == CHANCE:
        record.play(record.legal()[-1])
    for _ in range(2):
        record.play("keep 1 2")
    claim = next(text for text in record.legal() if text.startswith("claim"))
    verb, route, payment = claim.split(" ", 2)
    route, slash, lane = route.partition("/")
    record.play(f"{verb} {'-'.join(reversed(route.split('-')))}{slash}{lane} {payment}", 0)
    assert f"\n0 {claim}\n" in str(record)
    assert str(Record.read(str(record))) == str(record)


def test_a_text_out_of_turn_is_not_answered_with_legal_moves() -> None:
    """C21: they would show what the mover holds."""
    record = Record(game_of("europe", 2), 1)
    assert refused(record, "kep 1 2", 1) == "wrong_seat"


def test_in_the_first_choice_a_wrong_text_gets_the_moves_of_its_own_seat() -> None:
    """C1: before its turn too."""
    record = Record(game_of("europe", 2), 1)
    with pytest.raises(IllegalMove, match="Did you mean 'keep 1 2'"):
        record.check_choice("kep 1 2", 1)
    assert record.check_choice("keep 1 2", 1) == record.number("keep 1 2")


@pytest.mark.parametrize("move", [True, None, 1.0, b"draw", ["draw"]])
def test_a_move_is_text_or_a_number(move: object) -> None:
    assert refused(Record(game_of("nordic", 2), 1), move) == "move_type"


@pytest.mark.parametrize("move", [-1, 10**6, 10**30, pytest.param(10**5000, id="huge")])
def test_a_number_that_is_not_a_move_is_refused(move: int) -> None:
    assert refused(Record(game_of("nordic", 2), 1), move) == "no_such_move"


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None, pytest.param(10**5000, id="huge")])
def test_an_invalid_seat_is_refused(seat: object) -> None:
    record = Record(game_of("nordic", 2), 1)
    if seat is None:
        record.play(record.legal()[0], seat)
    else:
        assert refused(record, record.legal()[0], seat) == "no_such_seat"


def test_a_game_that_is_over_refuses_every_move() -> None:
    """C17: also of a seat that was to move last."""
    walked = random_game(game_of("new_york", 2), 1)
    record = walked.record(len(walked.entries))
    for move in ("draw", "red", "pass"):
        assert refused(record, move) == "over"


@pytest.mark.parametrize("name", ["nordic", "europe", "new_york"])
def test_every_refusal_has_a_sentence(name: str) -> None:
    game = game_of(name, 3)
    draw = random.Random(3)
    out = np.zeros(len(game.catalogue), np.int64)
    found = set()
    by_kind: dict[int, list[int]] = {}
    for number, row in enumerate(game.catalogue.moves):
        by_kind.setdefault(row.kind, []).append(number)
    for seed in range(20 if TARGET == "cpu" else 2):
        walked = random_game(game, seed)
        for ply in draw.sample(range(len(walked.states)), 50):
            legal = set(out[: engine.legal(game.compiled, walked.states, ply, out)].tolist())
            some = [draw.choice(moves) for moves in by_kind.values()]
            for move in [*some, *draw.sample(range(len(out)), 20)]:
                if move not in legal and engine.mover(walked.states, ply) != CHANCE:
                    reason = why_not(game, walked.states[ply], move)
                    assert reason.code in MOVES
                    assert "{" not in str(reason)
                    assert {field for _, field, _, _ in Formatter().parse(MOVES[reason.code]) if field} == {
                        *reason.parameters
                    }
                    found.add(reason.code)
    assert len(found) >= 10
