"""A person who plays with a screen reader: they know the page by its accessibility tree, and press keys only."""

import re

from playwright.sync_api import Page

STEPS = 150
"""How many times the tab key is pressed at most on the way to a control."""


class Listener:
    """Finds controls by role and name in the browser's accessibility tree, and walks to them with the tab key."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.browser = page.context.new_cdp_session(page)

    def focused(self) -> tuple[str, str]:
        """The role and the name of what has the focus."""
        found = self.browser.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        nodes = self.browser.send(
            "Accessibility.getPartialAXTree", {"objectId": found["objectId"], "fetchRelatives": False}
        )["nodes"]
        role, name = (nodes[0].get(key, {}).get("value", "") for key in ("role", "name"))
        return str(role), str(name)

    def is_there(self, role: str, name: str) -> bool:
        """Whether the page has something with this role and a name that matches."""
        return self.page.get_by_role(role, name=re.compile(name)).count() > 0  # type: ignore[arg-type]

    def status(self) -> str:
        """What the page says about the game."""
        return " ".join(self.page.get_by_role("status").all_inner_texts())

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def walk_to(self, role: str, name: str) -> str:
        """Press the tab key until a control with this role and a matching name has the focus; return its name."""
        for _ in range(STEPS):
            there, called = self.focused()
            if there == role and re.search(name, called):
                return called
            self.press("Tab")
        raise AssertionError(f"the tab key does not come to the {role} {name}")

    def use(self, role: str, name: str) -> str:
        """Walk to a control and press enter."""
        called = self.walk_to(role, name)
        self.press("Enter")
        return called

    def has_focus(self) -> bool:
        """Whether anything but the page itself has the focus."""
        return self.focused()[0] not in ("RootWebArea", "none", "generic")

    def listen_for(self, role: str, name: str) -> None:
        """Wait until the page has something with this role and a name that matches."""
        self.page.get_by_role(role, name=re.compile(name)).first.wait_for()  # type: ignore[arg-type]
