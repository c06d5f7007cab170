"""User agents: what to call a device in the list of a person's devices."""

from whistlestop.server.identity import clean

LABEL = 40
"""The most characters of a label."""
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
"""What is found in user agents and what it is called, the rarer first: most say that they are several others too."""


def device_label(agent: str) -> str:
    """The browser and the system that a user agent names; for a program, its own name."""
    found = [next((name for part, name in known if part in agent), "") for known in (BROWSERS, SYSTEMS)]
    named = [name for name in found if name] if found[0] else [agent.partition("/")[0]]
    return clean(" · ".join(named))[:LABEL]
