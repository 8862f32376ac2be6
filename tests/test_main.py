"""Playing from the command line: what is said at the end, on the page and in a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from hardware.is_pi import PLAY_ELSEWHERE, is_pi

ROOT = Path(__file__).parents[1]
PRODUCT: Final = [sys.executable, "-m", "companion"]
PATIENCE_S: Final = 60.0


def play_page(state: Path) -> tuple[int, str, str]:
    """Serve the page and end it at once; give status and both outputs."""
    command = [*PRODUCT, "--port", "0", "--no-browser", "--state", str(state)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT
    ) as page:
        assert page.stdout is not None
        assert page.stdout.readline().startswith("Play at http://")
        page.send_signal(signal.SIGTERM)
        out, err = page.communicate(timeout=PATIENCE_S)
    return page.returncode, out, err


def test_the_page_ends_with_where_the_games_are_and_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "our games"
    status, out, err = play_page(folder)
    assert (status, err) == (0, "")
    again = f"{shlex.quote(sys.executable)} -m companion --state '{folder}'"
    assert out == f"Your games are kept in '{folder}'. To go on: {again} --no-browser\n"


def test_a_folder_whose_name_is_no_text_is_named_as_it_is(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/spiel\xe9"
    command = [*PRODUCT, "--port", "0", "--no-browser", "--state", folder]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment
    ) as page:
        assert page.stdout is not None
        page.stdout.readline()
        page.send_signal(signal.SIGTERM)
        out, err = page.communicate(timeout=PATIENCE_S)
    assert (page.returncode, err) == (0, b"")
    assert folder in out


def test_the_page_does_not_promise_what_could_not_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, out, err = play_page(tmp_path / "file")
    assert (status, out) == (1, "")
    assert "not everything that was played could be kept" in err


def play_terminal(state: Path, typed: bytes) -> tuple[int, bytes]:
    """Type something in a terminal of the program's own once it draws, then end it."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))
    command = [*PRODUCT, "--terminal", "--state", str(state)]
    # What readline exports of pytest's own terminal, where pytest-xdist starts workers.
    sizes = {"COLUMNS", "LINES"}
    environment = {k: v for k, v in os.environ.items() if k not in sizes}
    environment["TERM"] = "xterm-256color"
    with subprocess.Popen(
        command, stdin=its, stdout=its, stderr=its, cwd=ROOT, env=environment, close_fds=True
    ) as player:
        os.close(its)
        try:
            seen = _type_once_it_draws(player, ours, typed)
        finally:
            player.kill()  # it has ended, but where the test fails
            os.close(ours)
    return player.returncode, seen


def _type_once_it_draws(player: subprocess.Popen[bytes], ours: int, typed: bytes) -> bytes:
    """Type, then end the game; return what was drawn."""
    seen = b""
    while "▀".encode() not in seen:
        assert player.poll() is None, seen
        seen += _read(ours)
    os.write(ours, typed)
    while (some := _read(ours)) or player.poll() is None:
        seen += some
        if not some:
            with suppress(OSError):  # it has just ended
                os.write(ours, b"q")
    player.wait(PATIENCE_S)
    return seen


def _read(terminal: int) -> bytes:
    """Read what is there; nothing where it stays quiet for a moment, or is gone."""
    try:
        return os.read(terminal, 65536) if select.select([terminal], [], [], 0.3)[0] else b""
    except OSError:
        return b""


def test_a_byte_that_is_no_letter_does_not_end_the_game_in_a_terminal(tmp_path: Path) -> None:
    status, seen = play_terminal(tmp_path, b"\xff")
    assert status == 0
    assert b"Traceback" not in seen
    assert f"Your games are kept in {tmp_path}".encode() in seen


@pytest.mark.skipif(is_pi(), reason="here the pins are there")
@pytest.mark.parametrize(
    ("words", "fix"),
    [
        (["--config"], PLAY_ELSEWHERE),
        (
            ["probe", "--config"],
            "probe tries the panel and the buttons of the box, so run it there",
        ),
    ],
)
def test_a_wiring_elsewhere_than_on_a_pi_is_refused_with_what_to_do_instead(
    tmp_path: Path, words: list[str], fix: str
) -> None:
    (tmp_path / "config.toml").touch()
    command = [*PRODUCT, *words, str(tmp_path / "config.toml")]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, cwd=ROOT, env=environment
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"this is no Raspberry Pi: {fix}\n"
