"""A picture as lines of text, for small terminals and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ports import Picture


def spoken(picture: Picture, words: Callable[[str], str]) -> list[str]:
    """Return the texts of a picture, one a line, spelled by `words`; a dark one has none.

    Characters that a terminal might obey, of a name perhaps, are replaced.
    """
    texts = picture.texts if picture.brightness else ()
    return ["".join(map(_printable, words(text))) for text in texts]


def _printable(character: str) -> str:
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
