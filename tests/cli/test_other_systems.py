"""What differs on macOS and Windows, with stand-ins: neither is here."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pytest

from companion.__main__ import NO_WINDOWS, main
from companion.journal.lock import Lock

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("arguments", [[], ["games"], ["--help"]])
def test_windows_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(arguments) == 1
    assert capsys.readouterr().err == f"{NO_WINDOWS}\n"


def test_the_lock_is_signed_without_a_clock_of_the_boot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME")
    Lock(tmp_path).release()
    assert (tmp_path / "lock").read_text().startswith(f"{os.getpid()} ")


@pytest.mark.parametrize(
    ("platform", "display", "expected"),
    [("darwin", None, True), ("linux", None, False), ("linux", ":0", True)],
)
def test_a_browser_opens_where_there_is_a_desktop(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str | None, *, expected: bool
) -> None:
    page = pytest.importorskip("companion.cli.open_page")
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if display is not None:
        monkeypatch.setenv("DISPLAY", display)
    assert page._has_desktop() is expected
