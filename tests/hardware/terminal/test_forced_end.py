"""A terminal that goes away, takes nothing, or is far too large; and a request to end."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from textual.events import Resize
from textual.geometry import Size

from companion.app.events import Stop
from companion.journal.lock import Lock
from companion.shell.inbox import EventQueue
from hardware.stop_signals import stop_signals
from hardware.terminal.driver import LARGEST, TolerantDriver, terminal_size
from hardware.terminal.forced_end import HangupWatch
from tests.tools import quick

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE_S = 30


class Played:
    """The program in a terminal of its own, with SIGHUP ignored, as under nohup, or not."""

    def __init__(
        self,
        state: Path,
        *options: str,
        rows: int = 40,
        columns: int = 140,
        is_nohup: bool = True,
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        command = [sys.executable, "-m", "companion", "--terminal", "--state", state, *options]
        self.process = subprocess.Popen(
            ["sh", "-c", ("trap '' HUP; " if is_nohup else "") + 'exec "$@"', "sh", *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "COLUMNS": "20",
                "LINES": "5",
            },
        )
        os.close(slave)

    def read_until(self, sign: str) -> str:
        """Read until a sign is seen."""
        seen = b""
        while sign.encode() not in seen:
            ready, _, _ = select.select([self.master], [], [], PATIENCE_S)
            assert ready, f"{sign!r} never came: {seen[-500:]!r}"
            seen += os.read(self.master, 65536)
        return seen.decode("utf-8", "replace")

    def read_all(self) -> str:
        """Read until it has ended."""
        seen = b""
        with suppress(OSError):  # the last process with the terminal has ended
            while data := os.read(self.master, 65536):
                seen += data
        self.process.wait(PATIENCE_S)
        return seen.decode("utf-8", "replace")

    def hang_up(self) -> None:
        """Take the terminal away."""
        os.close(self.master)
        self.master = -1

    def close(self) -> None:
        """End it, however."""
        self.process.kill()
        self.process.wait()
        if self.master >= 0:
            os.close(self.master)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def played(request: pytest.FixtureRequest, state: Path) -> Iterator[Played]:
    played = Played(state, *getattr(request, "param", ()))
    yield played
    played.close()


@pytest.mark.parametrize("played", [(), ("--text",)], indirect=True)
def test_without_its_terminal_it_ends_and_the_folder_is_free(played: Played, state: Path) -> None:
    played.read_until("English" if "--text" in played.process.args else "▀")  # type: ignore[operator]
    played.hang_up()
    played.process.wait(PATIENCE_S)
    Lock(state).release()  # raises where another process holds the folder


@pytest.mark.parametrize("played", [(), ("--text",)], indirect=True)
def test_sigterm_ends_it_also_when_its_output_is_not_read(played: Played) -> None:
    played.read_until("Type l" if "--text" in played.process.args else "▀")  # type: ignore[operator]
    played.process.terminate()
    played.process.wait(PATIENCE_S)


ENDINGS = [
    ("--terminal", signal.SIGTERM),
    ("--text", signal.SIGHUP),
    ("--terminal", signal.SIGQUIT),
    ("--terminal", signal.SIGHUP),
    ("--text", signal.SIGTERM),
    ("--text", signal.SIGQUIT),
]


@pytest.mark.parametrize("ending", quick(2, ENDINGS), ids=str)
def test_a_signal_ends_it_in_order(ending: tuple[str, signal.Signals], state: Path) -> None:
    option, number = ending
    played = Played(state, option, is_nohup=False)
    try:
        before = termios.tcgetattr(played.master)
        played.read_until("English" if option == "--text" else "▀")
        played.process.send_signal(number)
        assert str(state) in played.read_all()
        assert played.process.returncode == 0
        assert termios.tcgetattr(played.master) == before
    finally:
        played.close()


def test_an_ignored_hangup_signal_stays_ignored_and_the_others_are_restored() -> None:
    inbox = EventQueue()
    quit_before = signal.getsignal(signal.SIGQUIT)
    hangup_before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stop_signals(inbox):
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            signal.raise_signal(signal.SIGQUIT)
        assert isinstance(inbox.take(0), Stop)
        assert signal.getsignal(signal.SIGQUIT) is quit_before
    finally:
        signal.signal(signal.SIGHUP, hangup_before)


IMPOSSIBLE = [b"\x1b[1114112u", b"\x1b[999999999999C", b"\x1b[200~abc"]


@pytest.mark.parametrize("typed", quick(1, IMPOSSIBLE))
def test_after_impossible_input_ctrl_c_ends_it(typed: bytes, played: Played, state: Path) -> None:
    played.read_until("▀")
    os.write(played.master, typed + b"\x03")
    seen = played.read_all()
    assert "Traceback" not in seen
    assert str(state) in seen
    assert played.process.returncode == 0


def test_a_huge_terminal_is_drawn_in_its_corner(state: Path) -> None:
    played = Played(state, rows=65535, columns=65535)
    try:
        played.read_until("▀")
        played.process.terminate()
        played.process.wait(PATIENCE_S)
    finally:
        played.close()


def test_sizes_are_limited_also_when_the_terminal_itself_reports_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((65535, 65535)))
    assert terminal_size() == LARGEST
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((0, 0)))
    assert terminal_size() == (80, 24)
    passed: list[object] = []
    monkeypatch.setattr(
        "textual.driver.Driver.process_message", lambda _, each: passed.append(each)
    )
    driver = TolerantDriver.__new__(TolerantDriver)
    driver.process_message(Resize(Size(65535, 24), Size(65535, 24)))
    (resize,) = passed
    assert isinstance(resize, Resize)
    assert resize.size == Size(LARGEST.width, 24)


def test_a_hang_up_is_noticed_though_nothing_is_read() -> None:
    master, slave = pty.openpty()
    hung_up = threading.Event()
    HangupWatch([slave], hung_up.set)
    os.write(master, b"a key")
    assert not hung_up.is_set()
    os.close(master)
    assert hung_up.wait(PATIENCE_S)
    os.close(slave)
