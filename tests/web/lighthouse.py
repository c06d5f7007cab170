"""What Lighthouse says of the client on a mid-range phone: performance and accessibility, of which 95 are wanted.

make lighthouse             # npm fetches Lighthouse when it is run; it is not a dependency of the client
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from server.serving import Person, Server, start
from web.browsing import chromium

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("performance", "accessibility")
WANTED = 0.95
RUNS = 3
"""How often each page is measured; the measurement in the middle counts."""
FIGURES = ("first-contentful-paint", "interactive", "total-blocking-time", "total-byte-weight")


def measure(url: str, folder: Path) -> tuple[dict[str, float], dict[str, str]]:
    """Scores and figures of one page."""
    report = folder / "report.json"
    subprocess.run(
        ["npm", "exec", "--yes", f"--package={LIGHTHOUSE}", "--", "lighthouse", url, "--quiet", "--output=json",
         f"--output-path={report}", f"--only-categories={','.join(CATEGORIES)}",
         "--chrome-flags=--headless=new --no-sandbox"],
        check=True, env={**os.environ, "CHROME_PATH": chromium()},
    )  # fmt: skip
    results = json.loads(report.read_text())
    scores = {name: results["categories"][name]["score"] for name in CATEGORIES}
    return scores, {name: results["audits"][name]["displayValue"] for name in FIGURES}


def measure_often(url: str, folder: Path) -> tuple[dict[str, float], dict[str, str]]:
    """Of a few measurements of one page, the one whose performance is in the middle."""
    found = [measure(url, folder) for _ in range(RUNS)]
    return sorted(found, key=lambda one: one[0]["performance"])[RUNS // 2]


def main() -> int:
    """Measure home, set-up and a board in play."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "tables.db"))
        try:
            table = start([Person(server.url), Person(server.url)], board="europe", watchable=True)
            found = {page: measure_often(server.url + page, Path(folder)) for page in ("/", "/new", f"/t/{table}")}
        finally:
            server.stop()
    for page, (scores, figures) in found.items():
        print(page, *(f"{name} {round(score * 100)}" for name, score in scores.items()), figures)
    return int(any(score < WANTED for scores, _ in found.values() for score in scores.values()))


if __name__ == "__main__":
    sys.exit(main())
