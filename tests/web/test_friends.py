"""Two people at one table: a link, a reload, a network that is gone for a while."""

from playwright.sync_api import Browser, expect
from server.serving import Server
from web.browsing import Visitor
from web.cable import Cable
from web.seating import public


def test_a_friend_sits_down_by_the_link_and_nothing_is_missed(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    ann.make_table("you", "open")
    cable = Cable(server.port)
    ben = Visitor(browser, ann.page.url.replace(server.url, cable.url))
    ben.page.locator("button.large").click()
    for one in (ann, ben):
        one.page.locator("[data-offer]").first.wait_for()
    ann.decide()
    expect(ann.page.locator(".tickets .ticket")).to_have_count(2)  # while Ben still chooses
    ann.page.reload()
    ben.decide()
    ben.page.locator(".log li").nth(2).wait_for()
    cable.cut()
    ben.page.locator(".notice.bad").wait_for()
    for _ in range(8):
        ann.page.locator(".status").wait_for()
        if ann.page.locator(".status.mine").count():
            ann.play_on(1)
    cable.mend()
    log = public(ann.page.locator(".log li"))
    ben.page.wait_for_function(
        "wanted => document.querySelectorAll('.log li').length === wanted && document.querySelector('main.table')",
        arg=len(log),
    )
    assert public(ben.page.locator(".log li")) == log
    assert ann.errors == ben.errors == []
    ann.context.close()
    ben.context.close()


def test_a_name_with_markup_is_shown_as_it_was_written(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url)
    name = "<img src=x onerror=alert(1)>"
    ann.page.get_by_role("textbox", name="Your name").fill(name)
    ann.page.get_by_role("button", name="Save").click()
    expect(ann.page.get_by_role("button", name="Save")).to_be_disabled()
    ann.make_table("you", "open")
    ann.page.locator(".places li", has_text=name).wait_for()
    assert not ann.page.locator("img").count()
    assert ann.errors == []
    ann.context.close()
