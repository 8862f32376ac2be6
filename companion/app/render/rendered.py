"""A finished picture, and what else is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.app.text.catalogue import SOURCE, texts_in
from companion.app.text.screen_reader import DrawnText, Spoken, speak

if TYPE_CHECKING:
    from PIL import Image

    from companion.app.render.canvas import LayoutProblem, Stamp


class Rendered(NamedTuple):
    """A finished picture (ports.Picture), and the problems of its texts."""

    image: Image.Image
    brightness: int
    name: str
    texts: tuple[str, ...]
    problems: tuple[LayoutProblem, ...] = ()
    language: str = SOURCE
    drawn: tuple[tuple[DrawnText, ...], ...] = ()
    stamps: tuple[Stamp, ...] = ()
    typed: str | None = None

    @property
    def spoken(self) -> Spoken:
        """The picture in words."""
        return speak(texts_in(self.language), self.drawn)
