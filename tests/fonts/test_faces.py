"""The faces: every letter of the languages, every icon, and nothing missing in silence."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from PIL import ImageChops

from companion.app.render.bitmaps import SIGNS, SQUARES
from companion.app.render.fonts import Face, has, stamp, width
from companion.app.render.large_bitmaps import LARGE
from companion.app.text import icons
from companion.fonts import glyphs
from companion.rules import Kind

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "de": "äöüß",
    "hu": "áéíóöőúüű",
    "cs": "áčďéěíňóřšťúůýž",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü",
    "pl": "ąćęłńóśźż",
    "it": "àèéìòù",
    "nl": "áéëïóöü",
}
SIGNS_OF_TEXT = "–—−·…„“”‘’«»№€→←↑↓¿¡"
TEXT_FACES = (Face.SMALL, Face.MEDIUM, Face.LARGE)
SOURCE = Path("/usr/share/fonts/X11/misc")


@pytest.mark.parametrize("face", TEXT_FACES)
@pytest.mark.parametrize("language", LETTERS)
def test_a_face_has_every_letter_of_a_language(face: Face, language: str) -> None:
    letters = LETTERS[language] + LETTERS[language].upper().replace("SS", "ẞ")
    assert [char for char in letters if not has(char, face)] == []


@pytest.mark.parametrize("face", TEXT_FACES)
def test_a_face_has_ascii_typography_and_all_icons(face: Face) -> None:
    wanted = ASCII + SIGNS_OF_TEXT + "".join(icons.ICON.values())
    assert [char for char in wanted if not has(char, face)] == []


def test_the_largest_face_has_all_figures() -> None:
    assert all(has(char, Face.HUGE) for char in "0123456789+-?. ")
    assert stamp("8", Face.HUGE).getbbox()[3] >= 20


@pytest.mark.parametrize("face", Face)
def test_an_unknown_character_is_a_visible_box(face: Face) -> None:
    assert not has("兎", face)
    assert stamp("兎", face).getbbox() is not None


@pytest.mark.parametrize("face", Face)
def test_figures_have_one_width(face: Face) -> None:
    assert len({width(figure * 3, face) for figure in "0123456789"}) == 1


def test_letters_that_look_alike_differ_in_the_small_face() -> None:
    pictures = {char: stamp(char, Face.SMALL).tobytes() for char in "ŘRŠSŰÜŐÖ3ЗБ6ШЩ"}
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("letter", "äöüáéíóőúűčěňřšůýžёй")
def test_a_mark_stands_free_of_its_small_letter(letter: str) -> None:
    picture = stamp(letter, Face.SMALL)
    inked = [picture.crop((0, y, picture.width, y + 1)).getbbox() for y in range(picture.height)]
    rows = "".join("#" if row else "." for row in inked).strip(".")
    assert "." in rows


@pytest.mark.parametrize("pair", ["NM", "NH", "WH", "WM", "ИН", "ИМ"])
def test_bold_capitals_differ_by_more_than_a_blot(pair: str) -> None:
    one, other = (stamp(letter, Face.MEDIUM) for letter in pair)
    wide = max(one.width, other.width)
    grown = (picture.crop((0, 0, wide, picture.height)) for picture in (one, other))
    assert sum(ImageChops.logical_xor(*grown).histogram()[1:]) >= 12


def test_every_icon_has_a_drawing_of_even_rows_and_differs_from_the_others() -> None:
    assert set(glyphs.DRAWINGS) == set(icons.NAMES)
    drawn = {name: glyphs.rows(drawing) for name, drawing in glyphs.DRAWINGS.items()}
    assert len(set(drawn.values())) == len(drawn)
    for rows in drawn.values():
        assert len(rows) == 8
        assert len({len(row) for row in rows}) == 1


def test_every_kind_of_square_has_a_drawing_of_nine_rows() -> None:
    assert set(SQUARES) == {kind.value for kind in Kind}
    for drawing in SQUARES.values():
        rows = drawing.split()
        assert len(rows) == 9
        assert {len(row) for row in rows} <= {7, 9}


@pytest.mark.parametrize("drawing", [*SIGNS.values(), *LARGE.values()])
def test_drawings_are_rectangles_of_ink_and_nothing(drawing: str) -> None:
    rows = drawing.split()
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) <= {"#", "."}


def test_the_notice_names_every_face() -> None:
    notice = (Path(glyphs.__file__).parent / "NOTICE").read_text(encoding="utf-8")
    assert all(face.value[0] in notice for face in Face)


@pytest.mark.torture
@pytest.mark.skipif(
    not SOURCE.exists() or importlib.util.find_spec("pcffont") is None,
    reason="needs the X11 fixed fonts (Debian: xfonts-base) and pcffont",
)
def test_the_committed_faces_are_what_the_script_derives() -> None:
    from tests.fonts import derive

    for name, make in derive.FACES.items():
        committed = (derive.FONTS / f"{name}.bdf").read_text(encoding="ascii")
        assert committed == make(SOURCE)
