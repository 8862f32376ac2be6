"""Textual's parser of keys and mouse events, which also ignores what it cannot understand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from textual._xterm_parser import XTermParser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.message import Message

ESCAPE: Final = "\x1b"
# ECMA-48, section 5.4, without two that go on: the old mouse report and F1 of the Linux console.
_CONTROL_SEQUENCE: Final = re.compile(r"\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]")
_LONGEST: Final = 32  # where Textual's parser gives a sequence up, too


class InputParser:
    """Parses the input of a terminal; a control sequence that means nothing is dropped."""

    def __init__(self) -> None:
        """Start between two sequences."""
        self._parser = XTermParser()
        self._sequence = ""

    def parse(self, text: str) -> Iterator[Message]:
        """Yield the messages of this text, and those that waited for a pause."""
        for character in text:
            yield from self._parse_character(character)
        yield from self._parser.tick()

    def _parse_character(self, character: str) -> list[Message]:
        starts = character == ESCAPE or len(self._sequence) >= _LONGEST
        self._sequence = character if starts else self._sequence + character
        try:
            messages = list(self._parser.feed(character))
        except (ValueError, ArithmeticError, LookupError):  # a number that is no character
            messages = []
            self._restart()
        if _CONTROL_SEQUENCE.fullmatch(self._sequence):
            self._restart()
        return messages

    def _restart(self) -> None:
        """Forget an unknown sequence, or that a paste has begun; keep the units of the mouse."""
        previous, self._parser = self._parser, XTermParser()
        self._parser.mouse_pixels = previous.mouse_pixels
        self._parser.terminal_size = previous.terminal_size
        self._parser.terminal_pixel_size = previous.terminal_pixel_size
        self._sequence = ""
