"""Play without a mouse and without seeing the board: by keys, by names, in high contrast."""

from playwright.sync_api import Browser
from server.serving import Server
from web.browsing import Visitor
from web.listening import Listener

TURNS = 400


def decide(ann: Listener) -> None:
    """Make one decision: claim whatever the list of routes offers first, else draw cards."""
    if ann.is_there("region", "Choose your tickets"):
        for _ in range(2):
            ann.use("button", r"\d+ points?")
            ann.press("Tab")
        ann.use("button", r"Keep \d+ tickets?")
    elif ann.is_there("region", "^Tunnel"):
        ann.use("button", r"\d ×|Take cards back")
    elif ann.says("claim a route"):
        ann.press("r")
        ann.page.wait_for_timeout(300)
        try: ann.walk_to("combobox", "Show")
        except AssertionError:
            ann.page.screenshot(path="/tmp/wt-access-3.png"); raise
        if ann.is_there("button", "you can claim this"):
            ann.use("button", "you can claim this")
            ann.use("button", r"^\d ×")
        else:
            ann.press("Escape")
            ann.press("d")
    else:
        ann.press("d")


def test_x(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url)
    visitor.play_now("europe")
    page = visitor.page
    ann = Listener(page)
    import time
    for n in range(12):
        page.locator(".status.mine").wait_for()
        ply = page.locator("main.table").get_attribute("data-ply")
        t=time.time()
        print(n, ann.focused(), page.get_by_role("status").all_inner_texts())
        decide(ann)
        page.wait_for_function("ply => document.querySelector('main.table')?.dataset.ply !== ply", arg=ply)
        print(time.time()-t, ann.focused())
    page.screenshot(path="/tmp/wt-access-1.png")
    page.keyboard.press("r")
    page.wait_for_timeout(400)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)
    page.screenshot(path="/tmp/wt-access-2.png")
