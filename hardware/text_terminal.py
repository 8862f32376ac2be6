"""Play in a text terminal: pictures are printed as lines of text, buttons are typed as words.

For screen readers, and for terminals that can only print (TERM=dumb).
"""

from __future__ import annotations

import os
import re
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO

from companion.app.events import MAIN, Button, PanelUp, Stop, Tap
from hardware.picture_text import picture_lines
from hardware.stop_signals import stop_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.ports import Display, Inbox, Picture

BUTTON_WORDS: Final = {button.value[0]: button for button in Button if button is not Button.OK}
QUIT: Final = "q"
HELP: Final = (
    "Type l, r, u, d (left, right, up, down), b (back) or i (info) and press Enter; Enter alone is"
    " OK. r6 is right six times. q ends."
)
CLOSE_S: Final = 1.0
_WORD: Final = re.compile(r"(ok|[a-z]+?)(\d{1,2})?")


def run_text(
    inbox: Inbox,
    start_loop: Callable[[Display], None],
    out: TextIO | None = None,
    descriptor: int = 0,
) -> None:
    """Play in lines of text on standard input and output until the loop ends.

    The end of the input, SIGHUP and SIGQUIT put a Stop.
    """
    display = TextDisplay(inbox, out or sys.stdout)
    reader = threading.Thread(
        target=_read, args=(descriptor, inbox), name="typed lines", daemon=True
    )
    inbox.put(PanelUp(MAIN, inbox.now(), upright=True))
    reader.start()
    try:
        with stop_signals(inbox):
            start_loop(display)
    finally:
        display.close()


class TextDisplay:
    """A Display that prints the words of the newest picture, in a thread that may be blocked."""

    panel = MAIN

    def __init__(self, inbox: Inbox, out: TextIO) -> None:
        """Print the help, and start the thread."""
        self._inbox = inbox
        self._out = out
        self._wake = threading.Condition()
        self._newest: Picture | None = None
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="text", daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Print this picture next; one that was not yet printed is dropped."""
        with self._wake:
            self._newest = picture
            self._wake.notify()

    def close(self) -> None:
        """Print the newest picture and end the thread, unless the terminal accepts nothing."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            self._print([HELP])
            shown: list[str] = []
            while (picture := self._next()) is not None:
                lines = picture_lines(picture)
                if lines != shown:
                    self._print(lines)
                shown = lines
        except (OSError, ValueError):  # the terminal is gone, or the stream closed
            self._inbox.put(Stop(self._inbox.now()))

    def _next(self) -> Picture | None:
        with self._wake:
            self._wake.wait_for(lambda: self._newest is not None or self._is_closing)
            picture, self._newest = self._newest, None
            return picture

    def _print(self, lines: list[str]) -> None:
        self._out.write("\n".join([*lines, ""]) + "\n")
        self._out.flush()


def _read(descriptor: int, inbox: Inbox) -> None:
    """Put the presses of each line that is typed; a Stop at the end of the input."""
    rest = b""
    with suppress(OSError):  # the terminal is gone
        # os.read rather than a stream, whose lock would be held at the end of the program.
        while data := os.read(descriptor, 4096):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                for button in parse_line(line.decode("utf-8", "replace")):
                    if button is None:
                        inbox.put(Stop(inbox.now()))
                        return
                    inbox.put(Tap(MAIN, button, inbox.now()))
    inbox.put(Stop(inbox.now()))


def parse_line(line: str) -> Iterator[Button | None]:
    """Yield the presses of a line; None for the end. Words that mean nothing are skipped."""
    typed = line.lower().split()
    if not typed:
        yield Button.OK
    for word in typed:
        match = _WORD.fullmatch(word)
        if match is None:
            continue
        name, count = match[1], int(match[2] or 1)
        if name in {QUIT, "quit"}:
            yield None
        elif (button := _button(name)) is not None:
            yield from [button] * count


def _button(name: str) -> Button | None:
    with suppress(ValueError):
        return Button(name)
    return BUTTON_WORDS.get(name)
