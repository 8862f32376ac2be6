"""Measure texts, and break them into lines."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.app.render import fonts
from companion.app.render.fonts import Face
from companion.app.text.icons import BOX_CLOSE, BOX_OPEN

if TYPE_CHECKING:
    from collections.abc import Iterator

LETTER_MARGIN: Final = 2  # columns beside a boxed letter inside a text


def measure(text: str, face: Face = Face.SMALL) -> int:
    """Measure a text in pixels, boxed letters included."""
    if BOX_OPEN not in text:
        return fonts.width(text, face)
    return sum(wide for _, _, wide in pieces(text, face)) - 1


def pieces(text: str, face: Face) -> Iterator[tuple[str, bool, int]]:
    """Split a text at its boxed letters: each piece, whether it is boxed, how far it moves on."""
    rest = text
    while rest:
        plain, start, rest = rest.partition(BOX_OPEN)
        if plain:
            yield plain, False, fonts.width(plain, face) + 1
        if start:
            letter, _, rest = rest.partition(BOX_CLOSE)
            yield letter, True, fonts.width(letter, face) + 2 * LETTER_MARGIN + 1


@lru_cache(maxsize=512)
def wrap(text: str, limit: int, face: Face = Face.SMALL) -> tuple[str, ...]:
    """Break a text into as few lines as it needs; a no-break space holds words together.

    Two lines break behind a punctuation mark where both fit; else the lines are filled evenly, so
    that the last line is not a single word.
    """
    lines = _greedy(text, limit, face)
    if len(lines) == 1 or "\n" in text:
        return lines
    if len(lines) == 2 and (spoken := _at_a_pause(text, limit, face)):
        return spoken
    low, high = limit // 2, limit
    while low < high:
        middle = (low + high) // 2
        tried = _greedy(text, middle, face)
        fits = len(tried) == len(lines) and all(measure(line, face) <= middle for line in tried)
        low, high = (low, middle) if fits else (middle + 1, high)
    return _greedy(text, high, face)


def _at_a_pause(text: str, limit: int, face: Face) -> tuple[str, str] | None:
    """Break into two lines behind the punctuation mark that is nearest the middle, if both fit."""
    pauses = [at for at, char in enumerate(text) if char == " " and text[at - 1] in ".,:;!?"]
    halves = [(text[:at], text[at + 1 :]) for at in pauses]
    fitting = [pair for pair in halves if max(measure(half, face) for half in pair) <= limit]
    return min(
        fitting,
        key=lambda pair: abs(measure(pair[0], face) - measure(pair[1], face)),
        default=None,
    )


def _greedy(text: str, limit: int, face: Face) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and measure(longer, face) > limit:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return tuple(lines)
