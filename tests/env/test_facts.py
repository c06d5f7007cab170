"""The pages of facts hold what follows from maps and code as they are."""

import runpy
from pathlib import Path

from positions import game_of

from whistlestop.game.state import STATE

ROOT = Path(__file__).parents[2]
FACTS = runpy.run_path(str(ROOT / "benchmarks" / "facts.py"))


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_sizes_are_as_documented() -> None:
    tables = [game_of(name, seats) for name in ("europe", "new_york", "nordic") for seats in FACTS["seats_of"](name)]
    assert FACTS["sizes"](tables) in page("facts.md"), "run `make facts`"
    assert f"A state is {STATE.itemsize:,} bytes" in page("facts.md")


def test_the_layout_is_as_documented() -> None:
    assert page("observation.md") == FACTS["layout_page"](game_of("europe", 2)), "run `make facts`"


def test_means_are_computed() -> None:
    found = FACTS["random_play"](game_of("new_york", 2), 2), FACTS["planners"](game_of("new_york", 2), 2)
    for mean in found:
        assert mean.decisions > 20
        assert 2 < mean.legal < mean.most
        assert -0.5 <= mean.advantage <= 0.5
