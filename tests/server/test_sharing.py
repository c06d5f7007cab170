"""People who share a browser: several seats of one player, whose cards are shown one at a time; and chat."""

from server.serving import Person, Server, begin


def share(url: str, **more: object) -> tuple[Person, str]:
    """A player who holds two seats of three."""
    ann = Person(url)
    table = ann.make(["you", "you", "porter"], **more)
    return ann, table


def test_a_stream_behind_a_curtain_sends_what_a_spectator_gets(server: Server) -> None:
    ann, table = share(server.url, watchable=True)
    eve = Person(server.url, "Eve")
    hidden = ann.follow(table, curtain=True)
    watching = eve.follow(table)
    begin(table, ann)
    for seat in (0, 1):
        view = ann.view(table, seat)
        ann.move(table, seat, view["ply"], view["legal"][0]["text"])
    moved = hidden.wait("moved")
    assert [view["viewer"] for view in moved["views"]] == [-1]
    assert moved == watching.wait("moved")
    late = ann.follow(table, curtain=True).wait("table")
    assert [view["viewer"] for view in late["views"]] == [-1]
    assert late["yours"] == [0, 1]


def test_one_seat_is_viewed_at_a_time(server: Server) -> None:
    ann, table = share(server.url)
    begin(table, ann)
    path = f"/tables/{table}/views"
    for ply in ("", "/0"):
        for seat in (-1, 0, 1):
            assert [view["viewer"] for view in ann.do("GET", f"{path}{ply}?seat={seat}")["views"]] == [seat]
    assert [view["viewer"] for view in ann.views(table)] == [0, 1]
    assert ann.ask("GET", f"{path}?seat=2").json()["code"] == "not_your_seat"
    stale = ann.move(table, 1, 0, "draw").json()
    assert stale["code"] == "stale"
    assert [view["viewer"] for view in stale["views"]] == [1]


def test_a_record_is_redacted_as_for_a_spectator_on_request(server: Server) -> None:
    ann, table = share(server.url)
    begin(table, ann)
    whole = ann.do("GET", f"/tables/{table}/record")
    public = ann.do("GET", f"/tables/{table}/record?seat=-1")
    assert public.count("\n= ?") > whole.count("\n= ?")


def test_chat_can_be_read_again_without_muted_players(server: Server) -> None:
    ann, ben = Person(server.url), Person(server.url, "Ben")
    table = ann.make(["you", "open"])
    ben.do("POST", f"/tables/{table}/seats")
    ann.do("POST", f"/tables/{table}/chat", text="Hello")
    ben.do("POST", f"/tables/{table}/chat", text="Good evening")
    messages = ann.do("GET", f"/tables/{table}/chat")
    assert [(one["name"], one["text"]) for one in messages] == [("Ann", "Hello"), ("Ben", "Good evening")]
    ann.do("PUT", "/me/mutes", player=ben.id, muted=True)
    assert [one["text"] for one in ann.do("GET", f"/tables/{table}/chat")] == ["Hello"]


def test_a_table_with_a_clock_says_what_time_it_is(server: Server) -> None:
    ann, table = share(server.url, clock={"kind": "turn", "seconds": 60})
    begin(table, ann)
    clock = ann.do("GET", f"/tables/{table}")["clock"]
    assert clock["began"] <= clock["now"] < clock["deadline"]
