"""A named state of the device, for the gallery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.app.events import MAIN
from companion.app.list_screen import SHOWN
from companion.app.presenter import view
from companion.app.view import ListView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.app.session import Session
    from companion.dev.gallery.fixtures import Stage

SETTLED_S: Final = 2.5  # longer than any small animation, shorter than a look at secret carrots


class GalleryState(NamedTuple):
    """One state: its name (unique within the gallery), the session, and the panel to draw."""

    name: str
    session: Session
    panel: str = MAIN


def gallery_state(name: str, stage: Stage, panel: str = MAIN) -> GalleryState:
    """Return the state of a stage once its animations are over."""
    return GalleryState(name, stage.wait(SETTLED_S).session, panel)


def pages(name: str, stage: Stage) -> Iterator[GalleryState]:
    """List the states of a list: each row that a foot explains, else the last row of each page."""
    count = len(_list(stage).rows)
    for row in range(count):
        if _list(stage).foot or row % SHOWN == SHOWN - 1 or row == count - 1:
            yield gallery_state(f"{name}, row {row + 1}" if row else name, stage)
        stage = stage.press("right")


def _list(stage: Stage) -> ListView:
    body = view(stage.session).body
    if not isinstance(body, ListView):
        raise TypeError(f"{body.name} is no list")
    return body
