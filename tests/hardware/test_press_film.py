"""The film of a script: what was shown, for as long as it was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageSequence

from hardware.press.film import Film

if TYPE_CHECKING:
    from pathlib import Path


def picture(ink: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    image.putpixel((ink, 0), 1)
    return image


def test_a_film_runs_from_its_shot_to_the_cut(tmp_path: Path) -> None:
    film = Film(tmp_path / "film.gif", 2)
    for name, runs in (("turn", False), ("film", True), ("card", True), ("cut", False)):
        film.shot(name)
        assert film.runs is runs


def test_a_picture_that_stays_is_one_frame_that_stays_longer(tmp_path: Path) -> None:
    film = Film(tmp_path / "film.gif", 2)
    for ink in (1, 1, 1, 2):
        film.add(picture(ink), 0.1)
    film.save()
    made = Image.open(tmp_path / "film.gif")
    assert [frame.info["duration"] for frame in ImageSequence.Iterator(made)] == [300, 2100]
    assert made.size == (256, 128)


def test_nothing_filmed_is_no_file(tmp_path: Path) -> None:
    Film(tmp_path / "film.gif", 2).save()
    assert list(tmp_path.iterdir()) == []
