"""Print control characters as escaped text, since a terminal would obey them.

What is printed may quote scripts, files and names that others wrote. Only line feed and tab are
printed as they are. Unicode's marks of direction and separators of lines are escaped too: they make
a line look like another one. The escaped form is that of JSON and TOML, so the meaning stays.
"""

from __future__ import annotations

import re
import sys
from typing import Any, Final, TextIO

_CONTROLS: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"  # marks of direction, separators of lines
)


def escape(text: str) -> str:
    """Return a text with each control character as a backslash, "u" and four hex digits."""
    return _CONTROLS.sub(lambda control: f"\\u{ord(control[0]):04x}", text)


class EscapingStream:
    """A text stream that escapes what is written to it; all else is that of the stream below."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text and return its length."""
        self._stream.write(escape(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Return the attribute of the stream below."""
        return getattr(self._stream, name)


def escape_output() -> None:
    """Escape what is printed on standard output and standard error from now on."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, EscapingStream):
            setattr(sys, name, EscapingStream(stream))
