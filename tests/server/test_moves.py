"""Play: moves with their ply, first tickets chosen at once, views, records, undo, chat."""

import random
from typing import Any

import pytest
from server.serving import Person, Server, start


@pytest.fixture
def url(server: Server) -> str:
    return server.url


@pytest.fixture
def pair(url: str) -> tuple[Person, Person, str]:
    """Two people at a table that is dealt."""
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    return ann, bo, start([ann, bo], "europe", first=0)


def choose(table: str, *people: Person) -> int:
    """Let everybody keep all first tickets; the ply after that."""
    for seat, person in enumerate(people):
        view = person.view(table, seat)
        assert person.move(table, seat, view["ply"], view["legal"][-1]["text"]).status_code == 200
    return int(people[0].views(table)[0]["ply"])


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_first_tickets_are_chosen_at_once_and_sealed_until_all_have_chosen(url: str) -> None:
    """C1: in any order, and nobody sees a choice before all have chosen."""
    people = [Person(url, name) for name in ("Ann", "Bo", "Cid")]
    table = start(people, "europe")
    before = [person.views(table)[0] for person in people]
    assert [view["movers"] for view in before] == [[0, 1, 2]] * 3
    assert all(len(view["legal"]) == 11 for view in before)
    ply = before[0]["ply"]
    stream = people[0].follow(table)
    assert people[2].move(table, 2, ply, "keep 1 2").status_code == 200
    assert stream.wait("sealed")["seat"] == 2
    after = [person.views(table)[0] for person in people]
    assert [view["movers"] for view in after] == [[0, 1]] * 3
    assert [view["chosen"] for view in after] == [None, None, after[2]["offer"][:2]]
    assert after[2]["legal"] == []
    for seen, seen_before in zip(after[:2], before[:2], strict=True):
        assert {**seen, "movers": 0} == {**seen_before, "movers": 0}
    assert code(people[2].move(table, 2, ply, "keep 1 2 3")) == (409, "chosen_already")
    assert code(people[1].move(table, 1, ply, "keep 1")) == (422, "illegal")
    assert people[0].move(table, 0, ply, "keep 1 3").status_code == 200
    assert people[1].move(table, 1, ply, "keep 1 2 3 4").status_code == 200
    moved = stream.wait("moved")
    assert moved["lines"][:3] == ["0 keep 1 3", "1 keep 4 tickets", "2 keep 2 tickets"]
    assert [seat["tickets_kept"] for seat in moved["views"][0]["seats"]] == [2, 4, 2]


def test_a_stale_move_gets_409_and_the_view_as_it_is_now(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    ply = choose(table, ann, bo)
    assert ann.move(table, 0, ply, "draw").status_code == 200
    stale = ann.move(table, 0, ply, "draw")
    assert code(stale) == (409, "stale")
    now = ann.views(table)
    assert stale.json()["views"] == now
    assert stale.json()["parameters"] == {"ply": now[0]["ply"], "given": ply}
    assert code(bo.move(table, 1, now[0]["ply"], "draw")) == (409, "not_your_move")
    assert code(bo.move(table, 0, now[0]["ply"], "draw")) == (403, "not_your_seat")


def test_an_illegal_move_gets_the_reason_and_changes_nothing(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    ply = choose(table, ann, bo)
    before = ann.do("GET", f"/tables/{table}"), ann.views(table)
    for move, reason in {
        "pass": "must_act",
        "give up": "phase_turn",
        "fly": "unknown_move",
        "= red": "unknown_move",
    }.items():
        answer = ann.move(table, 0, ply, move)
        assert code(answer) == (422, "illegal")
        assert answer.json()["reason"]["code"] == reason
        assert answer.json()["text"].endswith((".", "?"))
    assert (ann.do("GET", f"/tables/{table}"), ann.views(table)) == before


def test_a_view_carries_all_that_a_client_without_rules_needs(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    choose(table, ann, bo)
    view = ann.view(table, 0)
    take = next(move for move in view["legal"] if move["kind"] == "take")
    assert take["text"] == f"take {take['card']}"
    assert len(view["ticket_status"]) == 4
    for ticket in view["ticket_status"]:
        assert ticket["state"] in ("done", "possible", "impossible")
        assert ticket["path"]
    assert [seat["points"] for seat in view["seats"]] == [0, 0]
    assert view["seats"][1]["hand"] is None
    assert view["seats"][1]["tickets"] is None
    assert sum(view["hand"].values()) == 4
    claims = [move for move in view["legal"] if move["kind"] == "claim"]
    assert all({"track", "coloured", "locomotives", "swaps"} <= claim.keys() for claim in claims)


def test_the_status_of_a_track_is_what_a_seat_may_know(url: str) -> None:
    """C9, C10: why a track is closed is public; what the hand lacks, and the ways to pay, are the seat's own."""
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    table = start([ann, bo], "europe", first=0, watchable=True)

    def status(person: Person, track: str, query: str = "") -> Any:
        return person.do("GET", f"/tables/{table}/tracks/{track}{query}")

    assert status(ann, "athina-sarajevo")["not_now"]["code"] == "phase_choice"
    ply = choose(table, ann, bo)
    view = ann.view(table, 0)
    claims = [move for move in view["legal"] if move["kind"] == "claim"]
    assert claims, "the first hand pays for a short track"
    claim = next(move for move in claims if not status(ann, move["track"])["tunnel"])  # a tunnel may cost more cards
    track = claim["track"]
    own = status(ann, track)
    assert own["ways"] == [move for move in claims if move["track"] == track]
    assert (own["state"], own["reason"], own["missing"], own["not_now"]) == ("open", None, None, None)
    long = status(ann, "palermo-smyrna")
    assert long["missing"]["coloured"] + long["missing"]["locomotives"] > 0
    for person, query in ((eve, ""), (ann, "?seat=-1")):
        public = status(person, track, query)
        assert (public["state"], public["ways"], public["missing"]) == ("open", [], None)
    ann.move(table, 0, ply, claim["text"])
    for person in (ann, bo, eve):
        taken = status(person, track)
        assert (taken["state"], taken["owner"], taken["reason"]["code"]) == ("closed", 0, "track_taken")
    assert status(ann, "wien-budapest%2F2")["track"] == "budapest-wien/2"
    for path, wrong in {
        f"{track}?seat=1": (403, "not_your_seat"),
        f"{track}?seat=2": (404, "no_such_seat"),
        "paris-athina": (404, "no_such_track"),
        "%00": (404, "no_such_track"),
    }.items():
        assert code(ann.ask("GET", f"/tables/{table}/tracks/{path}")) == wrong
    assert code(eve.ask("GET", f"/tables/{table}/tracks/{track}?seat=0")) == (403, "not_seated")


def test_the_status_of_a_track_is_refused_before_the_start_and_to_strangers(url: str) -> None:
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    waiting = ann.make(["you", "open"])
    assert code(ann.ask("GET", f"/tables/{waiting}/tracks/chelsea-soho")) == (409, "not_begun")
    table = start([ann, bo])
    assert code(eve.ask("GET", f"/tables/{table}/tracks/chelsea-soho")) == (404, "no_such_table")


def test_views_at_any_ply_are_the_readers_own(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    ply = choose(table, ann, bo)
    seen = {ply: (ann.views(table), bo.views(table))}
    for seat, person in ((0, ann), (0, ann), (1, bo), (1, bo)):
        now = person.views(table)[0]["ply"]
        assert person.move(table, seat, now, "draw").status_code == 200
        now = ann.views(table)[0]["ply"]
        seen[now] = (ann.views(table), bo.views(table))
    for then, (for_ann, for_bo) in seen.items():
        assert ann.do("GET", f"/tables/{table}/views/{then}")["views"] == for_ann
        assert bo.do("GET", f"/tables/{table}/views/{then}")["views"] == for_bo
    assert code(ann.ask("GET", f"/tables/{table}/views/99999")) == (404, "no_such_ply")
    assert ann.do("GET", f"/tables/{table}/views/0")["views"][0]["hand"] == {}


def test_the_course_shows_how_points_grew(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], first=0)
    choose(table, ann, bo)
    claim = None
    while claim is None:
        for person in (ann, bo):
            view = person.views(table)[0]
            if not view["legal"]:
                continue
            claim = next((move["text"] for move in view["legal"] if move["kind"] == "claim"), None)
            done = person.move(table, view["viewer"], view["ply"], claim or "draw").json()
            if claim:
                break
    answer = ann.do("GET", f"/tables/{table}/course")
    assert answer["course"][0] == {"ply": 0, "points": [0, 0]}
    assert len(answer["course"]) == 2
    assert answer["course"][1]["ply"] <= answer["ply"]
    assert answer["course"][1]["points"] == [seat["points"] for seat in done["view"]["seats"]] != [0, 0]


def test_the_record_is_redacted_while_it_is_played(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    ply = choose(table, ann, bo)
    assert ann.move(table, 0, ply, "draw").status_code == 200
    mine = ann.client.get(f"/api/tables/{table}/record").text
    theirs = bo.client.get(f"/api/tables/{table}/record").text
    assert 'name 0: "Ann"' in mine
    assert "told: 0" in mine
    assert "told: 1" in theirs
    assert mine.endswith("\n")
    assert theirs.rstrip().endswith("= ?")
    assert not mine.rstrip().endswith("= ?")
    assert "secret" not in mine + theirs
    assert code(bo.ask("GET", f"/tables/{table}/record?seat=0")) == (403, "not_your_seat")


def claim(table: str, people: tuple[Person, Person], draw: random.Random) -> tuple[int, int]:
    """Draw cards until a player can claim a plain track, and claim it: the seat and the ply before."""
    for _ in range(200):
        view = people[0].views(table)[0]
        seat = view["movers"][0]
        view = people[seat].view(table, seat)
        tunnels = {one["track"] for one in people[0].do("GET", "/maps/europe")["tracks"] if one["tunnel"]}
        claims = [move for move in view["legal"] if move["kind"] == "claim" and move["track"] not in tunnels]
        chosen = claims[0]["text"] if claims else "draw"
        assert people[seat].move(table, seat, view["ply"], chosen).status_code == 200
        if claims:
            return seat, view["ply"]
    raise AssertionError("nobody could claim anything")


def test_a_move_is_taken_back_by_consent_while_nothing_new_was_revealed(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    ply = choose(table, ann, bo)
    assert code(ann.post(f"/tables/{table}/proposals", kind="undo", ply=ply)) == (409, "nothing_to_undo")
    seat, before = claim(table, (ann, bo), random.Random(3))
    people = (ann, bo)
    mover, other = people[seat], people[1 - seat]
    stream = other.follow(table)
    now = ann.views(table)[0]["ply"]
    assert code(other.post(f"/tables/{table}/proposals", kind="undo", ply=now)) in (
        (409, "revealed"),
        (409, "nothing_to_undo"),
    )
    mover.do("POST", f"/tables/{table}/proposals", kind="undo", ply=now)
    assert stream.wait("proposed")["by"] == seat
    assert code(mover.post(f"/tables/{table}/proposals", kind="end", ply=now)) == (409, "proposal_open")
    other.do("POST", f"/tables/{table}/proposals/answer", agree=False)
    assert code(other.post(f"/tables/{table}/proposals/answer", agree=True)) == (409, "no_proposal")
    mover.do("POST", f"/tables/{table}/proposals", kind="undo", ply=now)
    other.do("POST", f"/tables/{table}/proposals/answer", agree=True)
    undone = stream.wait("undone")
    assert undone["ply"] == before
    assert mover.view(table, seat)["ply"] == before
    assert mover.view(table, seat)["legal"]
    assert mover.move(table, seat, before, "draw").status_code == 200
    again = other.follow(table, after=f"{table}:1")
    again.wait("undone")
    again.wait_ply(before + 1)
    assert code(mover.post(f"/tables/{table}/proposals", kind="undo", ply=mover.views(table)[0]["ply"])) == (
        409,
        "revealed",
    )


def test_a_move_withdraws_a_proposal_and_all_may_agree_to_end(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    ply = choose(table, ann, bo)
    ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ply)
    assert ann.move(table, 0, ply, "draw").status_code == 200
    assert ann.do("GET", f"/tables/{table}")["proposal"] is None
    now = ann.views(table)[0]["ply"]
    bo.do("POST", f"/tables/{table}/proposals", kind="end", ply=now)
    answer = ann.do("POST", f"/tables/{table}/proposals/answer", agree=True)
    assert answer["state"] == "abandoned"
    assert answer["fairness"]["secret"]
    assert code(ann.move(table, 0, now, "draw")) == (409, "closed")
    assert "key: " in ann.client.get(f"/api/tables/{table}/record").text


def test_chat_reaches_the_table_except_players_who_muted_it(pair: tuple[Person, Person, str]) -> None:
    ann, bo, table = pair
    hears, deaf = ann.follow(table), bo.follow(table)
    bo.do("PUT", "/me/mutes", player=ann.id)
    ann.do("POST", f"/tables/{table}/chat", text="  <b>hello</b>\u202e\x00  there ")
    message = hears.wait("chat")
    assert (message["text"], message["name"], message["player"]) == ("<b>hello</b> there", "Ann", ann.id)
    bo.do("PUT", "/me/mutes", player=ann.id, muted=False)
    ann.do("POST", f"/tables/{table}/chat", text="again")
    assert deaf.wait("chat")["text"] == "again"
    assert len(deaf.of("chat")) == 1
    stranger = Person(str(ann.client.base_url), "Eve")
    assert code(stranger.post(f"/tables/{table}/chat", text="hi")) == (404, "no_such_table")
    assert code(ann.post(f"/tables/{table}/chat", text="\u200b ")) == (422, "chat_empty")
