"""Return a picture as lines of text, for small terminals and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ports import Picture


def picture_lines(picture: Picture) -> list[str]:
    """Return a picture in words, one line each, with what is chosen; a dark one has none.

    Characters that a terminal might obey, of a name perhaps, are replaced.
    """
    lines = picture.spoken.said if picture.brightness else ()
    return ["".join(map(_printable, line)) for line in lines]


def _printable(character: str) -> str:
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
