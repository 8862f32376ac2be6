"""Every kind of picture: complete, deterministic, read in order, and shown as the view says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image, ImageChops

from companion.app.message_view import MessageView
from companion.app.render import layout, messages
from companion.app.render.canvas import Canvas
from companion.app.render.fonts import Face, tall
from companion.app.render.next_player import placed
from companion.app.render.picture import render
from companion.app.render.starting_order_table import draw_starting_order
from companion.app.text import icons
from companion.app.text.icons import boxed
from companion.app.view import (
    ANIMATION_SECONDS,
    Body,
    CardView,
    DarkView,
    ForcedTurnView,
    ListRow,
    ListView,
    NextPlayerView,
    QuestionView,
    RaceMark,
    RefusalView,
    StartingOrderView,
    StripView,
    SumView,
    TurnView,
    View,
)
from tests.app.render.sample_views import BODIES, START, track
from tests.tools import is_renewing

GOLDEN = Path(__file__).parent / "texts.txt"


def test_the_samples_cover_every_kind_of_body() -> None:
    assert {type(body) for body in BODIES.values()} == set(get_args(Body))


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("name", BODIES)
def test_each_sample_is_a_picture_without_problems(name: str, large: bool) -> None:
    shown = render(View(BODIES[name], large=large))
    assert (shown.image.mode, shown.image.size) == ("1", (128, 64))
    assert shown.problems == ()
    assert shown.name == BODIES[name].name
    assert bool(shown.image.getbbox()) == (name != "dark")


@pytest.mark.parametrize("name", BODIES)
def test_the_same_view_gives_the_same_bytes(name: str) -> None:
    first, second = (render(View(BODIES[name])) for _ in range(2))
    assert first.image.tobytes() == second.image.tobytes()
    assert first.texts == second.texts


def test_what_a_picture_says_stands_in_its_golden_file() -> None:
    lines = []
    for name, body in BODIES.items():
        said = map(icons.spell_icons, render(View(body)).texts)
        lines.append(f"{name}: {' | '.join(said)}\n")
    if is_renewing():
        GOLDEN.write_text("".join(lines), encoding="utf-8")
    assert "".join(lines) == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("under", ["Čeština", "Ščř 5", "Über", f"{boxed('Ž')} 5"])
def test_an_accent_stands_free_of_the_chosen_lines_bar(under: str) -> None:
    rows = ListView("list", "Title", (ListRow("English"), ListRow(under, value="Ů")), chosen=0)
    shown = render(View(rows)).image
    below = layout.ROW_TOP + layout.ROW_PITCH
    accents = [x for x in range(shown.width) if shown.getpixel((x, below))]
    assert accents
    above = [shown.getpixel((x + d, below - 1)) for x in accents for d in (-1, 0, 1)]
    assert not any(above)


def test_large_print_shows_the_name_of_a_moved_piece_once() -> None:
    said = render(View(BODIES["moved"], large=True)).texts
    assert "".join(said).count("Anna") == 1
    assert "6 back, tortoise #11" in " ".join(said)


def heights_of_text(image: Image.Image) -> set[int]:
    """Return the heights of the blocks of lit rows in a picture."""
    rows = (image.crop((0, y, image.width, y + 1)).getbbox() for y in range(image.height))
    lit = "".join("x" if row else " " for row in rows)
    return {len(block) for block in lit.split()}


def test_a_large_list_has_one_size_whatever_fits() -> None:
    short, long = ListRow("HHH", "HH"), ListRow("HHHHHHHHHHHH", "HHHH")
    mixed = render(View(ListView("menu", "", (short, long, short), chosen=None), large=True))
    assert len(heights_of_text(mixed.image)) == 1
    alone = render(View(ListView("menu", "", (short, short), chosen=None), large=True))
    assert max(heights_of_text(alone.image)) > max(heights_of_text(mixed.image))


def test_a_large_row_that_is_too_long_takes_two_lines() -> None:
    row = ListRow("Secret carrots of the whole family", "off")
    drawn = render(View(ListView("settings", "", (row,), chosen=0), large=True))
    assert not drawn.problems
    assert "off" in drawn.texts
    assert " ".join(drawn.texts).startswith("Secret carrots of the whole")


def test_large_print_names_a_number_square_beside_its_figure() -> None:
    body = track(SumView(5, True, "2-square", "68-15 =", "53"), cursor=0)
    for kind, named in (("2", True), ("H", False)):
        cells = (body.strip.cells[0]._replace(kind=kind), *body.strip.cells[1:])
        shown = render(View(body._replace(strip=body.strip._replace(cells=cells)), large=True))
        assert ("2-square" in shown.texts) is named


def test_large_print_rather_leaves_a_cards_text_out_than_prints_it_small() -> None:
    text = "Go back behind the next piece behind you, free."
    long = CardView(
        "card", None, "Fall back", text, f"Anna {boxed('R')}: 6 back, onto the tortoise"
    )
    said = " ".join(render(View(long._replace(ok="next"), large=True)).texts)
    assert "Fall back" in said
    assert "free" not in said
    short = CardView("card", None, "Ten", "Take 10.", "+10", ok="next")
    assert "Take 10." in render(View(short, large=True)).texts


def test_a_moved_pieces_trail_leaves_the_number_beside_a_letter_alone() -> None:
    alone = View(BODIES["moved"]._replace(strip=StripView(0, START)))
    trail = View(BODIES["moved"]._replace(strip=StripView(0, START, was=5)))
    number = (0, layout.MARKS.y, layout.CELL_LEFT + 2 * layout.CELL_PITCH, layout.MARKS.bottom)
    pictures = [render(view).image.crop(number).tobytes() for view in (alone, trail)]
    assert pictures[0] == pictures[1]
    assert render(trail).image.tobytes() != render(alone).image.tobytes()


def test_a_reason_stands_apart_from_the_count_on_its_plate_where_it_fits() -> None:
    shown = render(View(track(RefusalView(14, "Costs 105, you have 68: 11 at most")))).image
    gap = (layout.SIGN.right, layout.LINE_2.y, layout.SIGN.right + 4, layout.LINE_2.bottom)
    assert shown.crop(gap).getbbox() is None


def test_a_refused_ok_changes_the_picture_at_once_and_keeps_the_reason() -> None:
    first, second, third = (
        render(View(track(RefusalView(9, "Costs 45, you have 38", blink)))) for blink in (0, 1, 2)
    )
    changed = ImageChops.logical_xor(first.image, second.image)
    assert sum(changed.histogram()[1:]) > 100
    assert changed.getbbox()[2] <= 13  # beside the reason, which stays
    assert first.texts == second.texts
    assert third.image.tobytes() == first.image.tobytes()


def test_turned_inverted_and_shifted_pictures_hold_the_same_pixels() -> None:
    body = BODIES["turn allowed"]
    plain = render(View(body)).image
    turned = render(View(body, turned=True)).image
    inverted = render(View(body, inverted=True)).image
    shifted = render(View(body, shift=1)).image
    assert turned.transpose(Image.Transpose.ROTATE_180).tobytes() == plain.tobytes()
    assert bytes(byte ^ 0xFF for byte in inverted.tobytes()) == plain.tobytes()
    assert shifted.crop((1, 0, 128, 64)).tobytes() == plain.crop((0, 0, 127, 64)).tobytes()
    assert shifted.crop((0, 0, 1, 64)).getbbox() is None


def test_a_dark_view_is_black_however_the_panel_is_set() -> None:
    shown = render(View(DarkView(), brightness=2, inverted=True, turned=True))
    assert shown.image.getbbox() is None
    assert (shown.brightness, shown.texts) == (0, ())


def test_the_light_of_a_view_is_handed_on() -> None:
    assert [render(View(BODIES["peek"], brightness=level)).brightness for level in (1, 2)] == [1, 2]


@pytest.mark.parametrize("picture", [*messages.PICTURES, *messages.SCENES])
def test_every_poster_has_a_drawing_of_its_own(picture: str) -> None:
    bare = render(View(MessageView("p", picture, "")))
    assert bare.image.getbbox() is not None
    assert bare.problems == ()


@pytest.mark.parametrize("name", ANIMATION_SECONDS)
def test_a_moment_moves_ends_and_leaves_the_picture_complete(name: str) -> None:
    body = BODIES["turn opens"]
    plain = render(View(body)).image.tobytes()
    ages = [ANIMATION_SECONDS[name] * part / 10 for part in range(10)]
    frames = [render(View(body, animation=(name, age))).image.tobytes() for age in ages]
    assert len(set(frames)) >= 4
    assert plain not in frames
    assert render(View(body, animation=(name, ANIMATION_SECONDS[name]))).image.tobytes() == plain
    assert render(View(body, animation=(name, ages[5]))).image.tobytes() == frames[5]


def test_pieces_of_the_race_stand_near_their_column_in_order_and_none_over_another() -> None:
    for squares in ((0,) * 6, (64,) * 6, (20, 21, 22, 23, 24, 25), (0, 1, 30, 62, 63, 64)):
        pieces = placed([RaceMark(square, "R") for square in squares])
        for level in (0, 1):
            row = [one for one in pieces if one.level == level]
            assert all(a.right < b.x for a, b in pairwise(row)), squares
        assert all(one.x >= 0 and one.right <= 128 for one in pieces)
        assert all(abs(one.x + 4 - 2 * one.mark.square) <= 36 for one in pieces)


def test_a_piece_alone_stands_over_its_square_and_two_that_meet_share_a_column() -> None:
    assert [(one.x, one.level) for one in placed([RaceMark(20, "R"), RaceMark(40, "B")])] == [
        (36, 0),
        (76, 0),
    ]
    together = placed([RaceMark(20, "R"), RaceMark(20, "B")])
    assert [(one.x, one.level) for one in together] == [(36, 1), (36, 0)]


def test_letter_and_name_of_the_next_player_are_twenty_rows_high() -> None:
    for text in ("R", "Anna", "Владимир"):
        box = tall(text).crop((0, 0, tall(text).width, 23)).getbbox()
        assert box is not None
        assert box[3] - box[1] >= 19


@pytest.mark.parametrize(
    ("row", "filled"),
    [((0, 1, 0), {1}), ((2, 2, 1), {0, 1}), ((0, 0, 0), set()), ((3, 0, 9), {2})],
)
def test_the_largest_counts_of_a_starting_place_are_filled(
    row: tuple[int, ...], filled: set[int]
) -> None:
    canvas = Canvas()
    draw_starting_order(canvas, StartingOrderView("book-order", "3 players", (row,) * 3))
    first = [stamp for stamp in canvas.stamps if stamp.y == 21 and stamp.x > 26]
    assert len(first) == 3
    assert {place for place, stamp in enumerate(first) if stamp.ink == 0} == filled


def test_an_unknown_moment_draws_nothing() -> None:
    body = BODIES["peek"]
    shown = render(View(body, animation=("never", 0.1))).image
    assert shown.tobytes() == render(View(body)).image.tobytes()


def test_the_cursor_changes_few_pages_of_the_strip() -> None:
    body = BODIES["turn allowed"]
    assert isinstance(body, TurnView)
    moved = body._replace(strip=body.strip._replace(cursor=6))
    before, after = render(View(body)).image, render(View(moved)).image
    box = ImageChops.logical_xor(before, after).getbbox()
    assert box is not None
    assert (box[1], box[3]) == (22, 40)
    assert box[2] - box[0] <= 25


def test_an_unsaved_game_bears_the_struck_out_card() -> None:
    assert icons.UNSAVED in render(View(BODIES["turn from Start"])).texts
    assert icons.UNSAVED not in render(View(BODIES["turn opens"])).texts


@pytest.mark.parametrize("name", ["next player", "forced", "forced alone", "question opens"])
@pytest.mark.parametrize("player", ["Anna", "Konstantin"])
def test_whoever_is_next_stands_in_tall_figures_beside_the_stock(name: str, player: str) -> None:
    body = BODIES[name]
    assert isinstance(body, NextPlayerView | ForcedTurnView | QuestionView)
    assert body.header is not None
    head = body.header._replace(name=player, carrots="138")
    shown = render(View(body._replace(header=head)))
    assert [stamp.text for stamp in shown.stamps if stamp.tall] == [head.letter, player]
    assert {"138", icons.CARROT, head.lettuces} <= {*shown.texts}
    assert shown.problems == ()


def test_a_long_name_is_drawn_narrower_and_as_high() -> None:
    wide, narrow = tall("Konstantin"), tall("Konstantin", Face.MEDIUM)
    assert narrow.width < wide.width
    assert narrow.getbbox()[1::2] == wide.getbbox()[1::2]
