"""SVG paths: short, moved and merged."""

from whistlestop.draw.svg_paths import line, merged, placed, placed_paths


def test_a_line_is_written_in_steps_that_add_up() -> None:
    assert line([(1, 2), (3.04, 2.54), (2.96, 2), (2.96, 2)]) == "M1,2l2,0.5 0,-0.5 0,0"


def test_a_path_is_moved_and_turned() -> None:
    assert placed("M-1,0H1V2L0,3Z", 10, 20) == "M10.0,20.0m-1,0l2,0l0,2l-1,1z"
    assert placed("M-1,0H1V2L0,3Z", 10, 20, 90) == "M10.0,20.0m0,-1l0,2l-2,0l-1,-1z"
    assert placed("M0,0Q1,0 1,1C1,2 2,2 2,3", 5, 5) == "M5.0,5.0m0,0q1,0 1,1c0,1 1,1 1,2"
    assert placed("M-2,0a2,2 0 1 0 2,-2M1,0L3,0", 5, 5, 90) == "M5.0,5.0m0,-2a2,2 0 1 0 2,2m-2,1l0,2"
    assert placed("M1,0H2ZM1,1H3", 0, 0) == "M0.0,0.0m1,0l1,0zm0,1l2,0"


def test_paths_that_look_the_same_become_one() -> None:
    mark = '<path d="M0,0H1" fill="red"/><path d="M0,0V1" fill="blue"/>'
    parts = [*placed_paths(mark, 1, 1), '<g id="other"/>', *placed_paths(mark, 2, 2)]
    assert merged(parts) == (
        '<path d="M1.0,1.0m0,0l1,0M2.0,2.0m0,0l1,0" fill="red"/>'
        '<path d="M1.0,1.0m0,0l0,1M2.0,2.0m0,0l0,1" fill="blue"/><g id="other"/>'
    )
