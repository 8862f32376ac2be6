"""Texts on the canvas: measured, broken, shortened, reported, read in order."""

from __future__ import annotations

import pytest

from companion.app.render.canvas import Align, Box, Canvas, LayoutFault, LayoutProblem
from companion.app.render.fonts import Face
from companion.app.render.picture import render
from companion.app.render.wrapping import measure, wrap
from companion.app.text.icons import CARROT, boxed
from companion.app.view import CardView, HeaderView, LinesView, ListRow, ListView, View
from tests.app.render.sample_views import ANNA, track


def test_a_text_that_fits_is_drawn_inside_its_box_and_reports_nothing() -> None:
    canvas = Canvas()
    place = canvas.text(Box(10, 20, 60, 9), "Ágnes", align=Align.RIGHT)
    left, top, right, bottom = canvas.image.getbbox()
    assert place.right == 70
    assert (left, right) == (place.x, 70)
    assert top >= 20
    assert bottom <= 29
    assert canvas.problems == ()


def test_an_overlong_word_is_shortened_and_reported_with_its_pixels() -> None:
    canvas = Canvas()
    word = "Donaudampfschifffahrtsgesellschaft"
    canvas.text(Box(0, 0, 60, 9), word)
    assert canvas.problems == (LayoutProblem(LayoutFault.WIDE, word, measure(word), 60),)
    assert canvas.texts[0].endswith("…")
    assert canvas.image.getbbox()[2] <= 60


def test_a_fourth_line_is_cut_and_reported() -> None:
    canvas = Canvas()
    text = "one of many words that go on and on and never end, whatever one does"
    assert canvas.para(Box(0, 0, 60, 30), text, lines=3) == 3
    assert [problem.fault for problem in canvas.problems] == [LayoutFault.TALL]
    assert canvas.problems[0].limit == 3
    assert canvas.texts[-1].endswith("…")
    assert canvas.image.getbbox()[3] <= 27


def test_a_character_outside_the_face_is_a_visible_box_and_reported() -> None:
    canvas = Canvas()
    canvas.text(Box(0, 0, 60, 9), "兎")
    assert canvas.problems == (LayoutProblem(LayoutFault.GLYPH, "兎", ord("兎"), ord("兎")),)
    assert canvas.image.getbbox() is not None


@pytest.mark.parametrize(
    ("view", "fault"),
    [
        (
            View(track(LinesView("A line far too long for the panel's hundred pixels"))),
            LayoutFault.WIDE,
        ),
        (View(CardView("card", ANNA, "T", "many long words " * 12, ok="on")), LayoutFault.TALL),
        (View(ListView("menu", "Menu", (ListRow("Menü 菜单"),))), LayoutFault.GLYPH),
        (View(track(LinesView()), large=True), None),
    ],
)
def test_planted_faults_reach_the_rendered_picture(view: View, fault: LayoutFault | None) -> None:
    found = {problem.fault for problem in render(view).problems}
    assert found == ({fault} if fault else set())


def test_a_name_wider_than_its_field_is_reported() -> None:
    header = HeaderView("R", "Szilveszter", "1.", "1000", "3")
    assert measure("Szilveszter") > 48
    problems = render(View(CardView("card", header, "T", "x", ok="on"))).problems
    assert problems == ()  # a card has its title in place of the name
    body = track(LinesView())
    shown = render(View(type(body)(body.name, header, body.strip, body.below)))
    assert [problem.text for problem in shown.problems] == ["Szilveszter"]


def test_texts_are_read_from_the_top_and_each_line_from_the_left() -> None:
    canvas = Canvas()
    canvas.text(Box(60, 31, 40, 20), "17", Face.LARGE)
    canvas.text(Box(0, 50, 40, 9), "last")
    canvas.text(Box(0, 36, 40, 9), "38−21 =")
    canvas.text(Box(40, 0, 40, 9), "second")
    canvas.text(Box(0, 0, 40, 9), "first")
    assert canvas.texts == ("first", "second", "38−21 =", "17", "last")


def test_two_lines_break_behind_a_pause() -> None:
    text = "Costs 45, you have 38: 8 at most"
    assert wrap(text, 115) == ("Costs 45, you have 38:", "8 at most")


def test_lines_are_filled_evenly_and_a_no_break_space_holds() -> None:
    assert wrap("aaaa bbbb cccc dddd", 75) == ("aaaa bbbb", "cccc dddd")
    assert wrap("aaaa bbbb cccc\u00a0dddd", 60) == ("aaaa bbbb", "cccc\u00a0dddd")
    assert wrap("one\ntwo", 100) == ("one", "two")


def test_a_boxed_letter_is_measured_with_its_box() -> None:
    assert measure(boxed("R")) == measure("R") + 4
    assert measure(f"{boxed('Gr')} 7") == measure(boxed("Gr")) + 1 + measure(" 7")


def test_an_icon_measures_as_a_character() -> None:
    assert measure(f"17{CARROT}") == measure("17") + 1 + measure(CARROT)
