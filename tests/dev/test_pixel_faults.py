"""The check of pixels finds each kind of fault where one is planted, and none elsewhere."""

from __future__ import annotations

import pytest

from companion.app.render import layout
from companion.app.render.canvas import Box, Canvas
from companion.app.render.fonts import Face
from companion.app.render.rendered import Rendered
from companion.app.text.icons import CARROT, boxed
from companion.dev.gallery.pixel_faults import PixelFault, pixel_problems, upright
from tests.dev.rendered import rendered


def faults(canvas: Canvas) -> list[tuple[str, str]]:
    drawn = Rendered(canvas.image, 2, "planted", (), stamps=canvas.stamps)
    return [(problem.fault.value, problem.text) for problem in pixel_problems(drawn)]


def test_texts_that_stand_free_have_no_fault() -> None:
    canvas = Canvas()
    canvas.fill(Box(0, 10, 128, 10))
    canvas.text(Box(1, 11, 126, 9), "Új játék", ink=0)
    canvas.text(Box(1, 21, 126, 9), f"Gergő {boxed('Ž')} -10{CARROT}")
    canvas.text(Box(1, 30, 126, 9), "Állás")
    assert faults(canvas) == []


def test_an_accent_at_the_edge_of_its_bar_is_found() -> None:
    canvas = Canvas()
    canvas.fill(Box(0, 10, 128, 10))
    canvas.text(Box(1, 10, 126, 9), "Új", ink=0)
    assert faults(canvas) == [("touching", "Új")]


def test_an_accent_under_a_bar_is_found() -> None:
    canvas = Canvas()
    canvas.fill(Box(0, 0, 128, 10))
    canvas.text(Box(1, 10, 126, 9), "Állás")
    assert faults(canvas) == [("touching", "Állás")]


def test_a_tail_that_reaches_into_figures_is_found_in_both() -> None:
    canvas = Canvas()
    canvas.text(Box(1, 9, 126, 13), "gy", Face.MEDIUM)
    canvas.text(Box(1, 21, 126, 9), "60")
    assert faults(canvas) == [("touching", "gy"), ("touching", "60")]


def test_a_letter_that_touches_the_frame_beside_it_is_found() -> None:
    canvas = Canvas()
    canvas.frame(Box(4, 0, 20, 20))
    canvas.text(Box(5, 5, 126, 9), "H")
    assert faults(canvas) == [("touching", "H")]


def test_a_text_that_a_drawing_covers_is_found() -> None:
    canvas = Canvas()
    canvas.text(Box(1, 41, 126, 9), "38-21 = 17")
    canvas.fill(Box(20, 40, 10, 10), 0)
    assert faults(canvas) == [("covered", "38-21 = 17")]


@pytest.mark.parametrize("corner", [(-1, 20), (120, 20), (40, -2), (40, 59)])
def test_a_text_that_leaves_the_panel_is_found(corner: tuple[int, int]) -> None:
    canvas = Canvas()
    canvas.stamp(*corner, "Bgj", Face.SMALL)
    assert ("cut", "Bgj") in faults(canvas)


@pytest.mark.parametrize(("x", "y"), [(0, 20), (128, 20), (40, 0)])
def test_a_text_at_an_edge_is_found(x: int, y: int) -> None:
    canvas = Canvas()
    wide = canvas.text(Box(40, 40, 60, 9), "Új").w
    canvas.stamp(min(x, 128 - wide), y, "Új", Face.SMALL)
    assert faults(canvas) == [("edge", "Új")]


def test_the_panels_last_row_is_left_to_tails() -> None:
    canvas = Canvas()
    canvas.text(Box(1, 56, 126, 9), "Jenny")
    assert faults(canvas) == []


def test_a_place_of_the_layout_that_is_moved_off_the_panel_is_found_in_the_gallery(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = next(state for state in rendered() if state.name == "four digits too dear")
    assert pixel_problems(upright(state)) == ()
    monkeypatch.setattr(layout, "REASON", layout.REASON._replace(x=40))
    assert {problem.fault for problem in pixel_problems(upright(state))} == {PixelFault.CUT}
