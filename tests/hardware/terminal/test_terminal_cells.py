"""Pixels as characters."""

from __future__ import annotations

import pytest
from PIL import Image

from hardware.terminal.cells import CellStyle, braille, half_blocks, spare_rows, style_for
from tests.hardware.sample import dots


def noise() -> Image.Image:
    image = Image.new("1", (128, 64))
    image.putdata([(x * 7 + y * y * 13) % 5 < 2 for y in range(64) for x in range(128)])
    return image


def test_half_blocks_hold_every_pixel_of_the_picture() -> None:
    image = noise()
    lines = half_blocks(image.tobytes())
    assert len(lines) == 32
    back = dots()
    for line, runs in enumerate(lines):
        tops = [run.top for run in runs for _ in range(run.length)]
        bottoms = [run.bottom for run in runs for _ in range(run.length)]
        for x, (top, bottom) in enumerate(zip(tops, bottoms, strict=True)):
            back.putpixel((x, 2 * line), top)
            back.putpixel((x, 2 * line + 1), bottom)
    assert back.tobytes() == image.tobytes()


def test_a_line_of_one_colour_is_one_run() -> None:
    assert half_blocks(dots().tobytes())[0] == [(128, False, False)]


@pytest.mark.parametrize(
    ("spot", "char"),
    [
        ((0, 0), "⠁"),
        ((0, 1), "⠂"),
        ((0, 2), "⠄"),
        ((0, 3), "⡀"),
        ((1, 0), "⠈"),
        ((1, 1), "⠐"),
        ((1, 2), "⠠"),
        ((1, 3), "⢀"),
    ],
)
def test_each_pixel_is_the_dot_in_its_place(spot: tuple[int, int], char: str) -> None:
    lines = braille(dots(spot).tobytes())
    assert lines[0] == char + "⠀" * 63
    assert lines[1:] == ["⠀" * 64] * 15


def test_braille_fills_the_last_cell() -> None:
    assert braille(dots((126, 60), (127, 63)).tobytes())[15][63] == "⢁"


@pytest.mark.parametrize(
    ("columns", "rows", "style"),
    [
        (130, 36, CellStyle.HALF),
        (300, 100, CellStyle.HALF),
        (129, 36, CellStyle.BRAILLE),
        (130, 35, CellStyle.BRAILLE),
        (80, 24, CellStyle.BRAILLE),
        (66, 20, CellStyle.BRAILLE),
        (65, 20, CellStyle.NONE),
        (66, 19, CellStyle.NONE),
        (1, 1, CellStyle.NONE),
    ],
)
def test_the_largest_style_that_fits_is_chosen(columns: int, rows: int, style: CellStyle) -> None:
    assert style_for(columns, rows) is style


def test_what_is_left_beside_the_picture_is_spare() -> None:
    assert spare_rows(CellStyle.BRAILLE, 24) == 4
    assert spare_rows(CellStyle.HALF, 36) == 0
