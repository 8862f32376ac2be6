"""Textual's driver, which also copes with bad input, a huge terminal and one that is gone."""

from __future__ import annotations

import os
from codecs import getincrementaldecoder
from contextlib import suppress
from select import select
from typing import TYPE_CHECKING, Final

from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size

from hardware.terminal.input_parser import InputParser

if TYPE_CHECKING:
    from textual.message import Message

LARGEST: Final = Size(500, 250)
"""Of a larger terminal only the upper left is used: Textual's time grows with the cells."""

USUAL: Final = Size(80, 24)
"""The size of a terminal that does not know its own."""

POLL_S: Final = 0.1
"""How long to wait for input: a lone Escape is a key only after a pause."""


def terminal_size(descriptor: int = 2) -> Size:
    """Return the size of the terminal in cells, at most LARGEST.

    COLUMNS and LINES of the environment may be those of another terminal.
    """
    try:
        columns, rows = os.get_terminal_size(descriptor)
    except OSError:
        columns, rows = 0, 0
    return _limited(Size(columns, rows) if columns and rows else USUAL)


class TolerantDriver(LinuxDriver):
    """Textual's driver for a terminal that may do everything wrong."""

    is_terminal_gone = False

    def run_input_thread(self) -> None:
        """Read keys until the end; input that is no UTF-8 is dropped."""
        decode = getincrementaldecoder("utf-8")("ignore").decode
        parser = InputParser()
        with suppress(OSError):  # the terminal is gone: see forced_end.py
            while not self.exit_event.is_set():
                ready, _, _ = select([self.fileno], [], [], POLL_S)
                if ready and not (data := os.read(self.fileno, 4096)):
                    return
                text = decode(data) if ready else ""
                for message in parser.parse(text):
                    self.process_message(message)

    def write(self, data: str) -> None:
        """Write, unless the terminal is gone: Textual would wait for it for ever."""
        if not self.is_terminal_gone:
            super().write(data)

    def process_message(self, message: Message) -> None:
        """Limit the sizes that the terminal itself reports."""
        if isinstance(message, Resize):
            message = Resize(_limited(message.size), _limited(message.virtual_size))
        super().process_message(message)

    def _enable_bracketed_paste(self) -> None:
        """Leave it off: a paste whose end is lost would swallow every later key."""

    def _get_terminal_size(self) -> tuple[int, int]:
        return terminal_size()


def _limited(size: Size) -> Size:
    return Size(min(size.width, LARGEST.width), min(size.height, LARGEST.height))
