"""Letters of colours, alphabets, and characters that the faces can draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import ImageChops
from planting import message, planted, spoken

from companion.app.render import layout
from companion.app.render.fonts import Face, boxed, has, stamp
from companion.app.render.wrapping import measure
from companion.app.screens.name_entry import alphabet
from companion.app.text.catalogue import Texts, texts_in
from companion.app.text.players import GREY_EDITION, colour_letter, colour_name
from companion.locale import languages
from companion.locale.catalogues import catalogue_file, catalogue_files, read
from companion.rules import COLOURS

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages.catalog import Catalog

EDITIONS = ("ravensburger-1978", GREY_EDITION, "intellect-1974")
WRITTEN = (Face.SMALL, Face.MEDIUM, Face.LARGE)
BOX = 14  # columns between place and name in the ranking that a box may take
FRAME = 4
WINDOW = (-1, 0, 8, 9)  # holds any letter, with a column to its left
LOOKALIKE = 5  # pixels by which the Russian З differs from a 3


def letter_faults(texts: Texts) -> list[str]:
    """Say which letters of colours clash or are too wide."""
    found = []
    for edition in EDITIONS:
        letters = [colour_letter(texts, colour, edition) for colour in COLOURS]
        found += [f"{edition}: {one} twice" for one in set(letters) if letters.count(one) > 1]
        found += [f"{edition}: {one} is long" for one in letters if not 1 <= len(one) <= 2]
        found += [f"{edition}: {one} is wide" for one in letters if measure(one) + FRAME > BOX]
        found += [f"{edition}: {one} looks like a figure" for one in letters if is_figure(one)]
        found += [f"{edition}: {one} is high" for one in letters if is_high(one)]
    return found


def is_high(letter: str) -> bool:
    """Return whether a letter reaches above the row of capitals, where its box ends."""
    drawn = stamp(boxed(letter), Face.SMALL).getbbox()
    return drawn is None or drawn[1] < 1


def is_figure(letter: str) -> bool:
    """Return whether a letter can be taken for a number that is printed on a square."""
    return any(difference(letter, figure) <= LOOKALIKE for figure in "234")


def difference(one: str, other: str) -> int:
    """Count the pixels in which two letters differ, laid over each other as well as they can be."""
    left, right = (stamp(text, Face.SMALL) for text in (one, other))
    return min(
        sum(ImageChops.logical_xor(left.crop(cut), right.crop(WINDOW)).histogram()[1:])
        for cut in ((x, 0, x + 9, 9) for x in (-2, -1, 0))
    )


def missing_glyphs(path: Path) -> set[str]:
    """List the characters of a catalogue that a face for texts lacks."""
    forms = [
        form
        for entry in read(path)
        if entry.id
        for form in ((entry.string,) if isinstance(entry.string, str) else entry.string)
    ]
    return {char for form in forms for char in form for face in WRITTEN if not has(char, face)}


@pytest.mark.parametrize("language", languages())
def test_each_colour_has_its_own_letter_in_each_edition(language: str) -> None:
    assert letter_faults(texts_in(language)) == []


@pytest.mark.parametrize("language", languages())
def test_a_player_may_be_called_by_any_colour(language: str) -> None:
    names = [colour_name(texts_in(language), c, e) for c in COLOURS for e in EDITIONS]
    assert max(map(measure, names)) <= layout.NAME_WIDTH


@pytest.mark.parametrize("path", catalogue_files(), ids=lambda path: path.parts[-3])
def test_every_character_of_a_catalogue_can_be_drawn(path: Path) -> None:
    assert missing_glyphs(path) == set()


@pytest.mark.parametrize("language", languages())
def test_an_alphabet_is_small_letters_each_once_that_can_be_drawn_both_ways(language: str) -> None:
    letters = alphabet(texts_in(language))
    assert letters == letters.lower()
    assert letters.isalpha()
    assert len(set(letters)) == len(letters) >= 20
    drawn = letters + "".join(c.upper() for c in letters if len(c.upper()) == 1)
    assert [char for char in drawn for face in WRITTEN if not has(char, face)] == []


# -- planted faults


def test_two_colours_with_one_letter_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def clash(catalogue: Catalog) -> None:
        message(catalogue, "Gn", "letter of green, 2008").string = "Gr"

    for _ in spoken(planted(tmp_path, clash), monkeypatch):
        assert letter_faults(texts_in("de")) == ["ravensburger-2008: Gr twice"]


def test_three_letters_for_a_colour_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lengthen(catalogue: Catalog) -> None:
        message(catalogue, "R", "letter of red").string = "Rot"

    for _ in spoken(planted(tmp_path, lengthen), monkeypatch):
        assert "ravensburger-1978: Rot is long" in letter_faults(texts_in("de"))


def test_letters_that_look_like_a_figure_or_are_higher_than_their_box_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shorten(catalogue: Catalog) -> None:
        message(catalogue, "G", "letter of green").string = "З"
        message(catalogue, "R", "letter of red").string = "Á"

    for _ in spoken(planted(tmp_path, shorten), monkeypatch):
        found = letter_faults(texts_in("de"))
        assert "ravensburger-1978: З looks like a figure" in found
        assert "ravensburger-1978: Á is high" in found


def test_a_character_that_no_face_has_is_caught(tmp_path: Path) -> None:
    def paint(catalogue: Catalog) -> None:
        message(catalogue, "Menu").string = "Menü 兎"

    assert missing_glyphs(catalogue_file("de", planted(tmp_path, paint))) == {"兎"}
