"""Three people at browsers: a rated game from the form to its end, and what the pages of its players show then."""

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.seating import Seating


def test_friends_play_a_rated_game_and_see_their_ratings(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, f"{server.url}/new")
    ann.page.locator("input[name=rated]").check()
    expect(ann.page.locator("#rated-hint")).to_be_visible()
    ann.page.locator("button.large").click()
    ann.page.locator("[data-rated]").wait_for()
    ben = Visitor(browser, ann.page.url, wide=False)
    expect(ben.page.locator("[data-rated]")).to_contain_text("counts for the rating")
    ben.page.locator("input[name=name]").fill("Ben")
    ben.page.locator("button.large").click()
    for one in (ann, ben):
        one.page.locator("[data-offer]").first.wait_for()
    link = ann.page.url
    table = link.rpartition("/")[2]
    play_to_the_end(ann, ben, server, table)
    ann.page.locator("dialog.ending [data-do=profile]").click()
    card = ann.page.locator("[data-rating=new_york-2]")
    expect(card.locator(".value")).to_contain_text("±")
    expect(card.locator(".value")).to_contain_text("1 rated game")
    expect(card.locator("svg")).to_have_attribute("aria-label", card.locator(".value b").inner_text())
    game = ann.page.locator(f"[data-game='{table}']")
    expect(game).to_contain_text("Ben")
    assert ann.faults() == []
    ann.page.locator("select[name=result]").select_option("rated")
    expect(game).to_be_visible()
    ann.page.locator("select[name=map]").select_option("europe")
    expect(game).to_have_count(0)
    ann.page.locator("select[name=map]").select_option("")
    game.get_by_role("link", name="Ben").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Ben")
    expect(ann.page.locator("select[name=shown_to]")).to_have_count(0)
    page_of_ben = ann.page.url
    ben.page.goto(f"{server.url}/p")
    ben.page.locator("select[name=shown_to]").select_option("nobody")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Ben")
    eve = Visitor(browser, page_of_ben)
    expect(eve.page.get_by_role("main")).to_contain_text("doesn't show their profile to you")
    ann.page.reload()
    expect(ann.page.get_by_role("main")).to_contain_text("doesn't show their profile to you")
    width = ben.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert ben.faults() == []
    assert ann.errors == ben.errors == eve.errors == []
    for one in (ann, ben, eve):
        one.context.close()


def play_to_the_end(one: Visitor, other: Visitor, server: Server, table: str) -> None:
    """Play for both people with the cookies of their browsers, fast: claim whatever can be claimed."""
    for _ in range(5000):
        for person in (one, other):
            address = f"{server.url}/api/tables/{table}"
            [view] = person.context.request.get(f"{address}/views").json()["views"]
            if "result" in view:
                return
            if view["legal"]:
                texts = [move["text"] for move in view["legal"]]
                claims = [text for text in texts if text.startswith("claim")]
                body = {"seat": view["viewer"], "ply": view["ply"], "move": (claims or texts)[-1]}
                person.context.request.post(f"{address}/moves", data=body, headers={"origin": server.url})
    raise AssertionError("the game has no end")


def test_a_rated_table_says_so_in_the_lobby_and_offers_no_hint(browser: Browser, server: Server) -> None:
    ann = Seating(browser, server, ["you", "porter"], rated=True)
    ann.do("POST", "/tables", map="new_york", seats=["you", "open"], rated=True, listed=True)
    ann.sit()
    page = ann.visitor.page
    page.locator("[data-offer]").first.wait_for()
    assert not page.locator(".tools .ask, .tools [title='Undo my last move']").count()
    page.goto(server.url)
    expect(page.locator(".tables a", has_text="Rated game").first).to_be_visible()
    assert ann.visitor.errors == []
    ann.visitor.context.close()
