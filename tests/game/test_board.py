"""The loader: a tiny map, damaged in one way per test."""

import json
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
import small
from small import write

from whistlestop.game.board import GREY, Board, Ticket, Track, load
from whistlestop.game.reasons import BadMap
from whistlestop.game.rules import Rules

CITIES = f"""\
{small.CITIES}\
ash,Ash,NO,59.91,10.75,1
bay,"Bay, the",NO,-60,5.3,
cove,Cøve,SE,61,11,
isle,Isle,SE,62,12,
"""
ROUTES = f"""\
{small.ROUTES}\
ash,bay,2,red,,,
bay,ash,3,grey,1,,
bay,cove,2,grey,,1,3
ash,cove,3,blue,,,4
"""
TICKETS = f"""\
{small.TICKETS}\
ash,bay,2,short
bay,cove,2,short
ash,cove,3,short
"""
RULES = small.rules()
FILES = {"cities.csv": CITIES, "routes.csv": ROUTES, "tickets.csv": TICKETS, "rules.toml": RULES}
LINES = {field: n for n, field in enumerate(small.RULES, 1)}


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write(tmp_path / "tiny", FILES)


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def refused(folder: Path, code: str, file: str, line: int) -> BadMap:
    with pytest.raises(BadMap) as caught:
        load(folder)
    reason = caught.value.reason
    assert (reason.code, reason.parameters["file"], reason.parameters["line"]) == (code, str(folder / file), line)
    assert str(folder / file) in str(reason)
    assert str(reason).endswith(".")
    return caught.value


def test_a_whole_map(tiny: Path) -> None:
    board, rules = load(tiny)
    assert board.name == "tiny"
    assert [city.name for city in board.cities] == ["Ash", "Bay, the", "Cøve", "Isle"]
    assert [city.attraction for city in board.cities] == [True, False, False, False]
    assert (board.cities[1].lat, board.cities[1].lon, board.cities[1].country) == (-60.0, 5.3, "NO")
    assert board.tracks == (
        Track(0, 1, 2, 0, False, 0, 0, 1, "ash-bay"),
        Track(1, 0, 3, GREY, True, 0, 0, 2, "ash-bay/2"),
        Track(1, 2, 2, GREY, False, 1, 3, 1, "bay-cove"),
        Track(0, 2, 3, 1, False, 0, 4, 1, "ash-cove"),
    )
    assert board.twins == (1, 0, -1, -1)
    assert board.tickets[1] == Ticket(1, 2, 2, "short", "bay-cove")
    assert rules.points == (1, 2, 4)
    assert rules.colours == ("red", "blue")
    assert rules.differences == ("It is tiny.",)
    assert rules == Rules.read(tiny / "rules.toml")


def test_spaces_empty_lines_line_ends_and_a_byte_order_mark_do_not_matter(tiny: Path) -> None:
    board, rules = load(tiny)
    for file in FILES:
        text = (tiny / file).read_text(encoding="utf-8").replace("\n", "\r\n")
        (tiny / file).write_bytes(b"\xef\xbb\xbf" + text.encode())
    edit(tiny, "routes.csv", "ash,bay,2,red", "\n ash , bay,2, red ")
    assert load(tiny) == (board, rules)


ROWS = [
    ("wrong_header", "cities.csv", "id,name", "name,id", 1),
    ("wrong_header", "tickets.csv", TICKETS, "", 1),
    ("wrong_header", "tickets.csv", TICKETS, "\n\n", 1),
    ("wrong_columns", "cities.csv", "cove,Cøve", "cove,C,ø", 4),
    ("wrong_columns", "routes.csv", "ash,bay,2,red,,,", "ash,bay,2,red", 2),
    ("not_csv", "cities.csv", '"Bay, the"', '"Bay" the', 3),
    ("not_csv", "cities.csv", "Isle", '"Isle', 5),
    ("not_text", "cities.csv", "ash,Ash", "ash,", 2),
    ("not_text", "cities.csv", "ash,Ash", "ash,A\x1bsh", 2),
    ("not_text", "cities.csv", "ash,Ash", "ash,\u202eAsh", 2),
    ("not_text", "cities.csv", "Ash,NO", "Ash,", 2),
    ("not_text", "cities.csv", "ash,Ash", ",Ash", 2),
    ("bad_id", "cities.csv", "ash,Ash", "Ash,Ash", 2),
    ("bad_id", "cities.csv", "ash,Ash", "a-sh,Ash", 2),
    ("reserved_id", "cities.csv", "isle,Isle", "title,Isle", 5),
    ("duplicate_city", "cities.csv", "isle,Isle", "bay,Isle", 5),
    ("not_degrees", "cities.csv", "59.91", "59,91".replace(",", ";"), 2),
    ("not_degrees", "cities.csv", "59.91", "nan", 2),
    ("out_of_range", "cities.csv", "59.91", "90.5", 2),
    ("out_of_range", "cities.csv", "10.75", "-181", 2),
    ("not_a_flag", "cities.csv", "10.75,1", "10.75,yes", 2),
    ("unknown_city", "routes.csv", "bay,cove", "bay,cave", 4),
    ("unknown_city", "tickets.csv", "bay,cove", "cave,cove", 3),
    ("same_city", "routes.csv", "bay,cove", "cove,cove", 4),
    ("same_city", "tickets.csv", "bay,cove", "cove,cove", 3),
    ("not_a_choice", "routes.csv", "ash,cove,3,blue", "ash,cove,3,green", 5),
    ("not_a_choice", "routes.csv", "ash,cove,3,blue", "ash,cove,3,", 5),
    ("not_a_number", "routes.csv", "bay,cove,2", "bay,cove,two", 4),
    ("not_a_number", "routes.csv", "bay,cove,2", "bay,cove,", 4),
    ("not_a_number", "routes.csv", "bay,cove,2", "bay,cove,2.5", 4),
    ("not_a_number", "routes.csv", "bay,cove,2", "bay,cove,\u0662", 4),
    ("not_a_number", "routes.csv", "bay,cove,2", "bay,cove," + "9" * 5000, 4),
    ("out_of_range", "routes.csv", "bay,cove,2", "bay,cove,0", 4),
    ("out_of_range", "routes.csv", "bay,cove,2", "bay,cove,13", 4),
    ("out_of_range", "routes.csv", "grey,,1,3", "grey,,-1,3", 4),
    ("out_of_range", "routes.csv", "grey,,1,3", "grey,,1,13", 4),
    ("not_a_flag", "routes.csv", "grey,1,,", "grey,2,,", 3),
    ("tunnel_with_locomotives", "routes.csv", "grey,1,,", "grey,1,1,", 3),
    ("tunnel_with_swap", "routes.csv", "grey,1,,", "grey,1,,3", 3),
    ("more_locomotives_than_spaces", "routes.csv", "grey,,1,3", "grey,,3,3", 4),
    ("third_track", "routes.csv", "bay,cove,2", "bay,ash,2", 4),
    ("no_points", "routes.csv", "bay,cove,2", "bay,cove,4", 4),
    ("not_a_choice", "tickets.csv", "2,short", "2,medium", 2),
    ("out_of_range", "tickets.csv", "cove,3", "cove,0", 4),
    ("out_of_range", "tickets.csv", "cove,3", "cove,1001", 4),
    ("duplicate_ticket", "tickets.csv", "ash,cove", "ash,bay", 4),
    ("duplicate_ticket", "tickets.csv", "ash,cove", "bay,ash", 4),
    ("unconnected_ticket", "tickets.csv", "ash,cove", "isle,cove", 4),
    ("nul_byte", "routes.csv", "bay,cove", "bay\0,cove", 4),
    ("nul_byte", "rules.toml", "cars = 9", "cars = \x009", LINES["cars"]),
]


@pytest.mark.parametrize(("code", "file", "old", "new", "line"), ROWS)
def test_a_damaged_file(tiny: Path, code: str, file: str, old: str, new: str, line: int) -> None:
    edit(tiny, file, old, new)
    refused(tiny, code, file, line)


FIELDS = [
    ("field_not_a_number", "cars", "true"),
    ("field_not_a_number", "cars", '"9"'),
    ("field_not_a_number", "cars", "9.0"),
    ("out_of_range", "cars", "0"),
    ("out_of_range", "cars", "1001"),
    ("out_of_range", "cars", "0x" + "f" * 5000),
    ("field_not_a_flag", "locomotives_anywhere", "1"),
    ("field_not_text", "title", "1"),
    ("not_text", "title", '""'),
    ("not_text", "title", '"a\\tb"'),
    ("not_a_choice", "first_return", '"away"'),
    ("not_a_choice", "draw_return", '"Under"'),
    ("field_not_a_list", "colours", '"red"'),
    ("field_not_text", "colours", "[1]"),
    ("not_a_choice", "colours", '["red", "blue", "grey"]'),
    ("repeated", "colours", '["red", "blue", "red"]'),
    ("list_size", "colours", "[]"),
    ("list_size", "colours", '["purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink"]'),
    ("out_of_range", "cards_per_colour", "0"),
    ("out_of_range", "cards_per_colour", "63"),
    ("out_of_range", "locomotives", "63"),
    ("out_of_range", "sweep", "6"),
    ("out_of_range", "min_seats", "1"),
    ("out_of_range", "max_seats", "6"),
    ("seats_reversed", "min_seats", "4"),
    ("few_car_colours", "car_colours", '["red", "blue"]'),
    ("not_a_choice", "car_colours", '["red", "blue", "mauve"]'),
    ("out_of_range", "stations", "4"),
    ("out_of_range", "first_long_tickets", "2"),
    ("out_of_range", "first_short_tickets", "7"),
    ("out_of_range", "first_keep", "0"),
    ("keep_too_large", "first_keep", "2"),
    ("out_of_range", "draw_tickets", "0"),
    ("out_of_range", "draw_tickets", "7"),
    ("keep_too_large", "draw_keep", "3"),
    ("few_cars", "cars", "2"),
    ("few_cards", "first_cards", "6"),
    ("few_short_tickets", "first_short_tickets", "2"),
    ("few_long_tickets", "first_long_tickets", "1"),
    ("out_of_range", "both_tracks_from", "7"),
    ("out_of_range", "last_round", "-1"),
    ("list_size", "points", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]"),
    ("out_of_range", "points", "[1, 2, -4]"),
    ("out_of_range", "express", "-10"),
    ("not_a_choice", "tie_breaks", '["cars"]'),
    ("repeated", "tie_breaks", '["tickets", "tickets"]'),
    ("list_size", "tie_breaks", '["tickets", "stations", "express", "longest", "tickets"]'),
]


@pytest.mark.parametrize(("code", "field", "value"), FIELDS)
def test_a_damaged_field(tiny: Path, code: str, field: str, value: str) -> None:
    text = re.sub(rf"(?m)^{field} = .*$", f"{field} = {value}", RULES)
    (tiny / "rules.toml").write_text(text, encoding="utf-8")
    refused(tiny, code, "rules.toml", LINES[field])


DEFAULTS = {field.name: field.default for field in fields(Rules) if field.default is not MISSING}


@pytest.mark.parametrize("field", [field for field in LINES if field not in DEFAULTS])
def test_every_field_without_a_default_is_needed(tiny: Path, field: str) -> None:
    (tiny / "rules.toml").write_text(re.sub(rf"(?m)^{field} = .*\n", "", RULES), encoding="utf-8")
    refusal = refused(tiny, "field_missing", "rules.toml", len(LINES) - 1)
    assert refusal.reason.parameters["field"] == field


@pytest.mark.parametrize("field", DEFAULTS)
def test_a_field_at_its_default_may_be_left_out(tiny: Path, field: str) -> None:
    text = re.sub(rf"(?m)^{field} = .*\n", "", RULES)
    (tiny / "rules.toml").write_text(text, encoding="utf-8")
    board, rules = load(tiny)
    assert getattr(rules, field) == DEFAULTS[field]
    value = DEFAULTS[field]
    written = json.dumps(list(value) if isinstance(value, tuple) else value)
    (tiny / "rules.toml").write_text(f"{field} = {written}\n{text}", encoding="utf-8")
    assert load(tiny) == (board, rules)


@pytest.mark.parametrize(
    ("new", "line"),
    [
        ("wagons = 9\ncars = 9", LINES["cars"]),
        ('cars = 9\n"x\\u001b" = 9', len(LINES) + 1),  # written with an escape: the line can't be found
        ("cars = 9\nhotels.number = 3", LINES["cars"] + 1),
    ],
)
def test_an_unknown_field(tiny: Path, new: str, line: int) -> None:
    edit(tiny, "rules.toml", "cars = 9", new)
    refused(tiny, "field_unknown", "rules.toml", line)


def test_an_unknown_section(tiny: Path) -> None:
    edit(tiny, "rules.toml", "differences", "[words]\ndifferences")
    refused(tiny, "field_unknown", "rules.toml", LINES["differences"])


@pytest.mark.parametrize(
    ("new", "line"),
    [
        ("cars = = 9", LINES["cars"]),
        ("cars = 9\ncars = 9", LINES["cars"] + 1),
        ("cars = " + "9" * 5000, 1),
        ("cars = " + "[" * 100_000, 1),
    ],
)
def test_rules_that_are_not_toml(tiny: Path, new: str, line: int) -> None:
    edit(tiny, "rules.toml", "cars = 9", new)
    refused(tiny, "not_toml", "rules.toml", line)


def test_rules_that_end_too_early(tiny: Path) -> None:
    edit(tiny, "rules.toml", '"It is tiny."]\n', "\n\n'x'")
    refused(tiny, "not_toml", "rules.toml", len(LINES) + 2)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file(tiny: Path, file: str) -> None:
    (tiny / file).unlink()
    refused(tiny, "file_missing", file, 1)


@pytest.mark.parametrize("file", FILES)
def test_a_folder_in_place_of_a_file(tiny: Path, file: str) -> None:
    (tiny / file).unlink()
    (tiny / file).mkdir()
    refused(tiny, "file_unreadable", file, 1)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_not_utf8(tiny: Path, file: str, mark: bytes) -> None:
    lines = (tiny / file).read_bytes().split(b"\n")
    lines[2] = b"\xff" + lines[2]
    (tiny / file).write_bytes(mark + b"\n".join(lines))
    refused(tiny, "not_utf8", file, 3)


@pytest.mark.parametrize("folder", ["nowhere", "file", "x" * 5000, "nul\0byte"])
def test_a_path_that_is_not_a_folder(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadMap) as caught:
        load(tmp_path / folder)
    assert caught.value.reason.code == "not_a_folder"


@pytest.mark.parametrize("name", ["a b", "a\nb", ".a", "ä"])
def test_a_folder_whose_name_cannot_name_a_map(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadMap) as caught:
        load(write(tmp_path / name, FILES))
    assert caught.value.reason.code == "bad_map_name"


def grid(cities: int) -> str:
    return small.CITIES + "".join(f"c{n},C{n},NO,1,1,\n" for n in range(cities))


def test_62_cities_124_tracks_and_124_tickets_fit(tmp_path: Path) -> None:
    pairs = [(n, n + step) for step in (1, 2, 3) for n in range(62 - step)][:124]
    routes = small.ROUTES + "".join(f"c{a},c{b},1,grey,,,\n" for a, b in pairs)
    tickets = small.TICKETS + "".join(f"c{a},c{b},1,short\n" for a, b in pairs)
    whole = FILES | {"cities.csv": grid(62), "routes.csv": routes, "tickets.csv": tickets}
    board, _ = load(write(tmp_path / "large", whole))
    assert (len(board.cities), len(board.tracks), len(board.tickets)) == (62, 124, 124)
    for code, file, text, line in [
        ("too_many_cities", "cities.csv", grid(63), 64),
        ("too_many_tracks", "routes.csv", routes + "c0,c9,1,grey,,,\n", 126),
        ("too_many_tickets", "tickets.csv", tickets + "c0,c9,1,short\n", 126),
    ]:
        refused(write(tmp_path / "large", whole | {file: text}), code, file, line)


def test_more_symbols_than_locomotives_in_the_deck(tiny: Path) -> None:
    edit(tiny, "rules.toml", "locomotives = 4", "locomotives = 0")
    refused(tiny, "few_locomotives", "routes.csv", 4)


def test_a_track_longer_than_the_cars(tiny: Path) -> None:
    edit(tiny, "rules.toml", "cars = 9", "cars = 3")
    load(tiny)
    edit(tiny, "rules.toml", "[1, 2, 4]", "[1, 2, 4, 7]")
    edit(tiny, "routes.csv", "ash,cove,3", "ash,cove,4")
    refused(tiny, "track_too_long", "routes.csv", 5)


def test_a_length_that_scores_nothing(tiny: Path) -> None:
    edit(tiny, "rules.toml", "[1, 2, 4]", "[1, 0, 4]")
    refused(tiny, "no_points", "routes.csv", 2)


def test_an_offer_too_large_together(tiny: Path) -> None:
    edit(tiny, "rules.toml", "first_short_tickets = 1", "first_short_tickets = 5")
    edit(tiny, "rules.toml", "first_long_tickets = 0", "first_long_tickets = 1")
    refused(tiny, "offer_too_large", "rules.toml", LINES["first_short_tickets"])


def test_long_tickets(tiny: Path) -> None:
    text = TICKETS.replace("short", "long") + "isle,ash,5,short\nisle,bay,5,short\nisle,cove,5,short\n"
    write(tiny, {"tickets.csv": text, "routes.csv": ROUTES + "isle,ash,1,red,,,\n"})
    refused(tiny, "unused_long_tickets", "rules.toml", LINES["first_long_tickets"])
    edit(tiny, "rules.toml", "first_long_tickets = 0", "first_long_tickets = 1")
    board, _ = load(tiny)
    assert [ticket.deck for ticket in board.tickets] == ["long"] * 3 + ["short"] * 3


def digest(folder: Path) -> str:
    return load(folder)[0].digest


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cities.csv", "10.75,1", "10.75,"),
        ("cities.csv", "isle,", "island,"),
        ("cities.csv", "isle,Isle,SE,62,12,\n", ""),
        ("routes.csv", "ash,bay,2", "ash,bay,1"),
        ("routes.csv", "ash,bay,2", "bay,ash,2"),
        ("routes.csv", "2,red", "2,grey"),
        ("routes.csv", "grey,1", "grey,"),
        ("routes.csv", ",1,3", ",2,3"),
        ("routes.csv", ",1,3", ",1,"),
        ("tickets.csv", "ash,bay,2", "ash,bay,3"),
        ("rules.toml", '["red", "blue"]', '["blue", "red"]'),
        ("rules.toml", "last_round = 2", "last_round = 1"),
        ("rules.toml", "sweep = 3", "sweep = 0"),
    ],
)
def test_the_digest_changes_with_play(tiny: Path, file: str, old: str, new: str) -> None:
    before = digest(tiny)
    edit(tiny, file, old, new)
    assert digest(tiny) != before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cities.csv", "Cøve,SE,61,11", "Cave,DK,1.5,2"),
        ("rules.toml", '"Tiny"', '"Small"'),
        ("rules.toml", '"It is tiny."', ""),
        ("rules.toml", '["red", "blue", "black"]', '["red", "blue", "white"]'),
        ("rules.toml", 'title = "Tiny"\nmin_seats = 2', 'min_seats = 2\ntitle = "Tiny" # a comment'),
    ],
)
def test_the_digest_does_not_change_with_words_and_places(tiny: Path, file: str, old: str, new: str) -> None:
    before = digest(tiny)
    edit(tiny, file, old, new)
    assert digest(tiny) == before
    assert digest(tiny.rename(tiny.with_name("other"))) == before


def test_a_board_is_a_value(tiny: Path) -> None:
    board, rules = load(tiny)
    again = Board(board.name, board.cities, board.tracks, board.tickets, board.digest, board.first_digest)
    assert again == board
    assert hash((again, rules)) == hash((board, rules))


def test_a_long_ticket_that_would_go_under_the_deck(tiny: Path) -> None:
    edit(tiny, "rules.toml", "first_long_tickets = 0", "first_long_tickets = 1")
    edit(tiny, "rules.toml", 'first_return = "out"', 'first_return = "under"')
    refused(tiny, "long_tickets_under", "rules.toml", LINES["first_return"])


def test_a_tie_break_that_nobody_can_win(tiny: Path) -> None:
    edit(tiny, "rules.toml", 'tie_breaks = ["tickets"]', 'tie_breaks = ["tickets", "express"]')
    refused(tiny, "express_worthless", "rules.toml", LINES["tie_breaks"])


def test_the_documentation_lists_every_field_of_the_rules_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (required|`.*`) \| ", page.partition("## rules.toml")[2], re.MULTILINE)
    assert rows == [
        (field.name, "required" if field.default is MISSING else f"`{json.dumps(field.default)}`")
        for field in fields(Rules)
    ]
