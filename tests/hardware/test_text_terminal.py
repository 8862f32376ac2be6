"""The device in words: what is printed, and what typed lines press."""

from __future__ import annotations

import io
import os
import threading
from typing import TYPE_CHECKING

import pytest

from companion.app.events import Button, Event, PanelUp, Stop, Tap
from companion.shell.inbox import EventQueue
from hardware.text_terminal import HELP, TextDisplay, parse_line, run_text
from tests.hardware.fakes.inbox import FakeInbox
from tests.hardware.sample import SamplePicture

if TYPE_CHECKING:
    from companion.ports import Display

LEFT, RIGHT, OK, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BACK


@pytest.mark.parametrize(
    ("line", "pressed"),
    [
        ("", [OK]),
        ("ok", [OK]),
        ("r3", [RIGHT] * 3),
        ("right2 l", [RIGHT, RIGHT, LEFT]),
        ("B I", [BACK, Button.INFO]),
        ("u d", [Button.UP, Button.DOWN]),
        ("q", [None]),
        ("r quit", [RIGHT, None]),
        ("what? r999 5 \x1b[C", []),
    ],
)
def test_a_typed_line_is_presses(line: str, pressed: list[Button | None]) -> None:
    assert list(parse_line(line)) == pressed


def play(typed: bytes) -> tuple[list[Event], str]:
    """Type some bytes, then close the input; show a picture for each event until the end."""
    reading, writing = os.pipe()
    os.write(writing, typed)
    os.close(writing)
    inbox, out, events = EventQueue(), io.StringIO(), list[Event]()

    def loop(display: Display) -> None:
        while not (events and isinstance(events[-1], Stop)):
            events.append(inbox.take(None))
        display.show(SamplePicture(texts=("Anna", "Start"), chosen=1))

    run_text(inbox, loop, out, reading)
    os.close(reading)
    return events, out.getvalue()


def test_lines_are_taps_and_the_end_of_the_input_is_a_stop() -> None:
    events, _ = play(b"r2\n\n")
    assert isinstance(events[0], PanelUp)
    assert [event.button for event in events if isinstance(event, Tap)] == [RIGHT, RIGHT, OK]
    assert isinstance(events[-1], Stop)


def test_a_q_ends_before_what_follows_it() -> None:
    events, _ = play(b"l\nq\nr\n")
    assert [event.button for event in events if isinstance(event, Tap)] == [LEFT]


def test_the_words_of_the_last_picture_are_printed_after_the_help() -> None:
    _, printed = play(b"")
    assert printed == f"{HELP}\n\nAnna\nchosen: Start\n\n"


def test_equal_texts_are_printed_once_and_a_dark_picture_has_none() -> None:
    out, inbox = io.StringIO(), FakeInbox()
    display = TextDisplay(inbox, out)
    for brightness in (2, 1):
        display.show(SamplePicture(brightness=brightness))
    display.close()
    assert out.getvalue().count("Anna") == 1


def test_a_name_cannot_send_escape_sequences_to_the_terminal() -> None:
    out = io.StringIO()
    display = TextDisplay(FakeInbox(), out)
    display.show(SamplePicture(texts=("\x1b]0;pwn\x07\x9b31mAnna",)))
    display.close()
    assert not any(sign in out.getvalue() for sign in ("\x1b", "\x07", "\x9b"))
    assert "Anna" in out.getvalue()


class Blocked(io.StringIO):
    """A terminal that was stopped: writing to it waits until it goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = threading.Event()

    def write(self, text: str) -> int:
        self.goes_on.wait()
        return super().write(text)


def test_a_terminal_that_takes_nothing_does_not_hold_up_the_game() -> None:
    out = Blocked()
    display = TextDisplay(FakeInbox(), out)
    display.show(SamplePicture())
    display.close()
    assert out.getvalue() == ""
    out.goes_on.set()
    display._thread.join()


class Gone(io.StringIO):
    """A terminal that is gone."""

    def write(self, _text: str) -> int:
        raise OSError(5, "Input/output error")


def test_a_terminal_that_is_gone_is_a_stop() -> None:
    inbox = FakeInbox()
    TextDisplay(inbox, Gone()).close()
    assert inbox.events == [Stop(0.0)]
