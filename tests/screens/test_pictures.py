"""Golden pictures and texts of every state of the gallery, in English.

`RENEW_GOLDEN=1 pytest -n 0 tests/screens` writes them anew: then look at what changed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from companion.app.text.icons import spell_icons
from companion.dev.gallery.sheet import file_name
from tests.dev.rendered import drawn
from tests.tools import is_renewing

if TYPE_CHECKING:
    from companion.app.render.rendered import Rendered

HERE = Path(__file__).parent
PICTURES = HERE / "en"
TEXTS = HERE / "texts.txt"


def shown() -> dict[str, Rendered]:
    return {file_name(state, found): found for state, found in drawn()}


@pytest.fixture(scope="module")
def pictures() -> dict[str, Rendered]:
    found = shown()
    if is_renewing():
        renew(found)
    return found


def renew(found: dict[str, Rendered]) -> None:
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    for name, picture in found.items():
        bits = Image.frombytes("1", picture.image.size, picture.image.tobytes())
        bits.save(PICTURES / f"{name}.png", optimize=True)
    TEXTS.write_text(written(found), encoding="utf-8")


def written(found: dict[str, Rendered]) -> str:
    """Write what is said on each picture: its name, then its texts in reading order."""
    return "\n".join(
        "\n".join((name, *(f"  {spell_icons(text)}" for text in picture.texts), ""))
        for name, picture in found.items()
    )


def test_every_state_looks_as_its_golden_picture(pictures: dict[str, Rendered]) -> None:
    golden = {path.stem: Image.open(path).tobytes() for path in PICTURES.glob("*.png")}
    assert set(golden) == set(pictures), "renew with RENEW_GOLDEN=1"
    changed = [name for name, found in pictures.items() if found.image.tobytes() != golden[name]]
    assert changed == [], "look at them, then renew with RENEW_GOLDEN=1"


def test_every_state_says_what_its_golden_texts_say(pictures: dict[str, Rendered]) -> None:
    assert written(pictures) == TEXTS.read_text("utf-8"), "renew with RENEW_GOLDEN=1"


def test_a_pixel_too_many_is_seen(pictures: dict[str, Rendered]) -> None:
    name, picture = next(iter(pictures.items()))
    spoiled = picture.image.copy()
    spoiled.putpixel((0, 63), 1 - (spoiled.getpixel((0, 63)) != 0))
    assert spoiled.tobytes() != Image.open(PICTURES / f"{name}.png").tobytes()
