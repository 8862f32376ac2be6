"""A display for scripts that keeps the newest picture; imports very little."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ports import Picture


class LastPicture:
    """A display that keeps the newest picture."""

    panel = "main"

    def __init__(self, words: Callable[[str], str]) -> None:
        """Start without a picture."""
        self._words = words
        self._picture: Picture | None = None

    def show(self, picture: Picture) -> None:
        """Keep it."""
        self._picture = picture

    def close(self) -> None:
        """Do nothing."""

    def describe(self) -> dict[str, object]:
        """Return the picture's screen, texts and bits as a JSON object."""
        if self._picture is None:
            raise LookupError("nothing has been shown yet")
        return {
            "screen": self._picture.name,
            "text": [self._words(text) for text in self._picture.texts],
            "light": self._picture.brightness,
            "bits": base64.b64encode(self._picture.image.tobytes()).decode(),
        }
