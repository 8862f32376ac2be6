"""Packing and differences, against the plainest way to do the same."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oled_pictures import blank, noise, wandering, with_box
from PIL import Image

from companion.config.configuration import DisplayChip
from hardware.frames import BLANK, WHOLE, Window, cut, find_changes, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable

CHIPS = tuple(DisplayChip)


def plain_pack(image: Image.Image) -> bytes:
    return bytes(
        sum(bool(image.getpixel((x, 8 * page + bit))) << bit for bit in range(8))
        for page in range(8)
        for x in range(128)
    )


def apply(windows: Iterable[Window], old: bytes, new: bytes) -> bytes:
    frame = bytearray(old)
    for window in windows:
        data = cut(new, window)
        width = window.right - window.left + 1
        for number, page in enumerate(range(window.top, window.bottom + 1)):
            start = page * 128 + window.left
            frame[start : start + width] = data[number * width : (number + 1) * width]
    return bytes(frame)


def test_a_packed_picture_has_each_pixel_in_its_place() -> None:
    image = noise(1)
    assert pack(image) == plain_pack(image)


def test_unpacking_gives_the_picture_back() -> None:
    assert unpack(pack(noise(2))).tobytes() == noise(2).tobytes()


@pytest.mark.parametrize("wrong", [Image.new("1", (64, 128)), Image.new("L", (128, 64))])
def test_a_picture_of_another_shape_is_refused(wrong: Image.Image) -> None:
    with pytest.raises(ValueError, match="128x64"):
        pack(wrong)


@pytest.mark.parametrize("chip", CHIPS)
def test_equal_frames_have_no_changes(chip: DisplayChip) -> None:
    assert find_changes(pack(noise(3)), pack(noise(3)), chip) == []


@pytest.mark.parametrize("chip", CHIPS)
def test_one_changed_pixel_is_one_byte(chip: DisplayChip) -> None:
    changed = with_box(blank(), (77, 20, 77, 20))
    changed.putpixel((77, 20), 1)
    assert find_changes(BLANK, pack(changed), chip) == [Window(2, 2, 77, 77)]


@pytest.mark.parametrize("chip", CHIPS)
def test_a_picture_that_differs_everywhere_is_sent_whole(chip: DisplayChip) -> None:
    assert find_changes(BLANK, b"\xff" * 1024, chip) == [WHOLE]


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize(("gap", "windows"), [(8, 1), (9, 2)])
def test_a_gap_is_sent_along_where_skipping_it_takes_longer(
    gap: int, windows: int, chip: DisplayChip
) -> None:
    frame = bytearray(1024)
    frame[0] = frame[1 + gap] = 0xFF
    assert len(find_changes(BLANK, bytes(frame), chip)) == windows


def test_what_one_run_through_all_pages_sends_cheaper_is_whole_on_the_chip_that_can() -> None:
    changed = bytes(0xFF if 0 < n % 128 < 126 else byte for n, byte in enumerate(BLANK))
    assert find_changes(BLANK, changed, DisplayChip.SSD1306) == [WHOLE]
    assert len(find_changes(BLANK, changed, DisplayChip.SH1106)) == 8


@pytest.mark.parametrize("chip", CHIPS)
def test_the_windows_turn_each_picture_into_the_next(chip: DisplayChip) -> None:
    for before, after in pairwise(map(pack, wandering(4, 200))):
        assert apply(find_changes(before, after, chip), before, after) == after


@given(st.binary(min_size=1024, max_size=1024), st.dictionaries(st.integers(0, 1023), st.just(0)))
def test_no_change_is_ever_left_out(frame: bytes, holes: dict[int, int]) -> None:
    after = bytes(holes.get(n, byte) for n, byte in enumerate(frame))
    for chip in CHIPS:
        assert apply(find_changes(frame, after, chip), frame, after) == after
