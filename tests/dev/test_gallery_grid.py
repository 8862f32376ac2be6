"""The layout over consecutive pictures: the same thing in the same place; refusals differ."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN
from companion.app.presenter import view
from companion.app.render import layout
from companion.app.render.picture import render
from companion.app.view import (
    CardView,
    ForcedTurnView,
    MoveByHandView,
    RefusalView,
    TurnView,
    View,
)
from companion.dev.autoplay import Autoplay
from companion.dev.bench import library
from companion.dev.gallery.fixtures import GameFixture, PlayerFixture, Stage, table
from companion.rules import parse_record

if TYPE_CHECKING:
    from PIL import Image

    from companion.app.render.rendered import Rendered

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))[:3]


@cache
def played(path: Path) -> list[View]:
    """Collect the consecutive views of a game."""
    seen: list[View] = []
    record = parse_record(path.read_bytes(), library)
    for _ in Autoplay(
        record, watch=lambda shown: seen.append(shown._replace(animation=None))
    ).play():
        pass
    return seen


def row(image: Image.Image, y: int, start: int = 0, end: int = 128) -> int:
    """Count the lit pixels of a row."""
    return sum(image.crop((start, y, end, y + 1)).histogram()[1:])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_header_strip_and_lines_stay_in_their_boxes_from_picture_to_picture(path: Path) -> None:
    shown = [
        v
        for v in played(path)
        if isinstance(v.body, TurnView | CardView | ForcedTurnView | MoveByHandView)
    ]
    assert len(shown) > 100
    for each in shown:
        image = render(each).image
        # The bar: its first row is lit from the name to the rim, the row below it is dark.
        assert row(image, layout.HEADER.y, 20) > 80, each.body.name
        assert row(image, layout.HEADER.bottom, 20) < 40, each.body.name
        if isinstance(each.body, TurnView):
            gap = layout.FEET.bottom
            assert gap < layout.BELOW.y
            # Between the feet and the lines there is nothing but the fence.
            assert row(image, gap) <= 1, each.body.below


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_squares_do_not_move_while_the_cursor_does(path: Path) -> None:
    shown = [v.body for v in played(path) if isinstance(v.body, TurnView)]
    pairs = [
        (a, b)
        for a, b in pairwise(shown)
        if a.strip.cells == b.strip.cells and a.strip.cursor != b.strip.cursor
    ]
    assert len(pairs) > 30
    for a, b in pairs:
        left, right = render(View(a)).image, render(View(b)).image
        cursors = {a.strip.cursor, b.strip.cursor}
        for index in set(range(10)) - cursors - {(n or 0) + 1 for n in cursors}:
            x = layout.CELL_LEFT + index * layout.CELL_PITCH + 2
            box = (x, layout.STRIP.y, x + layout.CELL_PITCH - 4, layout.CELLS.bottom)
            assert left.crop(box).tobytes() == right.crop(box).tobytes()


def refused() -> Stage:
    """Ben's cursor on a square that he cannot pay, the reason on the screen."""
    seats = PlayerFixture(2, 60), PlayerFixture(8, 38), PlayerFixture(20, 30)
    return table("en", GameFixture(), *seats, turn=1).press("right 9")


def picture(stage: Stage) -> Rendered:
    return render(view(stage.session, MAIN))


def test_a_refused_ok_is_felt_in_the_next_picture_with_its_reason_and_is_at_rest_at_once() -> None:
    before = refused()
    after = before.press("ok")
    assert isinstance(view(after.session, MAIN).body, TurnView)
    assert isinstance(view(after.session, MAIN).body.below, RefusalView)  # type: ignore[union-attr]  # just asserted
    assert picture(after).image.tobytes() != picture(before).image.tobytes()
    assert "Costs 45, you have 38:" in picture(after).texts
    for seconds in (0.01, 0.1, 0.3, 5.0):
        assert picture(after.wait(seconds)).image.tobytes() == picture(after).image.tobytes()
    again = after.press("ok")
    assert picture(again).image.tobytes() != picture(after).image.tobytes()
