"""Draw a turn without a choice: whose it is, what must be done, its sum, and OK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render import bitmaps, layout, next_player, parts
from companion.app.render.canvas import SpokenAs
from companion.app.render.fonts import Face
from companion.app.text import icons

if TYPE_CHECKING:
    from companion.app.render.canvas import Canvas
    from companion.app.view import ForcedTurnView


def draw_forced(canvas: Canvas, body: ForcedTurnView) -> None:
    """Draw what was done and who is next, a picture of what must be done, its sum, and OK.

    Where squares paid, what they paid takes the place of the headline: picture and button say it.
    """
    done, paid = body.lines
    next_player.opening(canvas, done, body.header)
    icon = layout.OPENING_ICON
    canvas.write(icon.x, icon.y, icons.ICON.get(body.icon, body.icon), said=SpokenAs.SEEN)
    parts.centred(canvas, icon, bitmaps.enlarged(body.icon))
    box = layout.OPENING_TEXT
    head, *rest = [text for text in (body.headline, body.sum, paid) if text][-2:]
    if rest:
        canvas.text(box, head)
        canvas.text(box._replace(y=box.y + Face.SMALL.height), rest[0])
    else:
        parts.best(canvas, box, head, Face.MEDIUM, Face.SMALL, middle=True)
    parts.answers_or_ok(canvas, body.options, body.chosen, body.ok)
