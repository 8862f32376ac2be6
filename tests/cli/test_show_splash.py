"""The first picture, which is drawn without the renderer of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.render.picture import render
from companion.app.splash import splash
from companion.app.view import View
from companion.cli.show_splash import show_splash

if TYPE_CHECKING:
    from companion.ports import Picture


class Panel:
    """A display that keeps what it was given."""

    panel = "main"

    def __init__(self) -> None:
        self.pictures: list[Picture] = []

    def show(self, picture: Picture) -> None:
        self.pictures.append(picture)

    def close(self) -> None: ...


def test_the_first_picture_is_what_the_renderer_draws() -> None:
    panel = Panel()
    show_splash(panel)
    assert panel.pictures == [render(View(splash()))]
