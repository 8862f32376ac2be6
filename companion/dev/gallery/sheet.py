"""The contact sheet: all pictures of a language on one page, each with its screen and state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PIL import Image

from companion.app.render import fonts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.render.rendered import Rendered
    from companion.dev.gallery.state import GalleryState

COLUMNS: Final = 6
SCALE: Final = 2
GAP: Final = 12
CAPTION: Final = 15
PAPER, INK, RIM = (236, 234, 228), (40, 40, 44), (150, 148, 142)


def file_name(state: GalleryState, drawn: Rendered) -> str:
    """Return a picture's file name from screen and state: letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", f"{drawn.name} {state.name}".lower()).strip("-")


def contact_sheet(pictures: Sequence[tuple[GalleryState, Rendered]]) -> Image.Image:
    """Return the pictures in rows on one sheet."""
    wide, high = pictures[0][1].image.width * SCALE, pictures[0][1].image.height * SCALE
    rows = -(-len(pictures) // COLUMNS)
    across, down = wide + GAP, high + CAPTION + GAP
    sheet = Image.new("RGB", (COLUMNS * across + GAP, rows * down + GAP), PAPER)
    for number, (state, drawn) in enumerate(pictures):
        x, y = GAP + number % COLUMNS * across, GAP + number // COLUMNS * down
        sheet.paste(RIM, (x - 1, y - 1, x + wide + 1, y + high + 1))
        sheet.paste(drawn.image.resize((wide, high)).convert("RGB"), (x, y))
        caption = fonts.stamp(f"{drawn.name}: {state.name}", fonts.Face.MEDIUM)
        sheet.paste(INK, (x, y + high + 2), caption.crop((0, 0, min(wide, caption.width), 13)))
    return sheet
