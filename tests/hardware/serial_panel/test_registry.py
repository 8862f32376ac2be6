from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from companion.shell.inbox import EventQueue
from hardware.serial_panel import open_serial_panels

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Setting:
    port: str
    name: str
    seat: int | None = None


def open_names(*settings: Setting) -> list[str]:
    panels = open_serial_panels(settings, EventQueue())
    for panel in panels:
        panel.close()
    return [panel.panel for panel in panels]


def test_each_panel_is_opened() -> None:
    assert open_names(Setting("/nowhere/a", "a"), Setting("/nowhere/b", "b", 1)) == ["a", "b"]


@pytest.mark.parametrize("name", ["a", "main"])
def test_a_second_panel_with_a_taken_name_is_refused_and_the_log_says_so(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert open_names(Setting("/nowhere/a", "a"), Setting("/nowhere/b", name)) == ["a"]
    assert f"panel {name} on /nowhere/b is left out: another panel has this name" in caplog.text


def test_a_device_under_two_names_is_opened_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "by-id").symlink_to(tmp_path / "ttyACM0")
    settings = [Setting(str(tmp_path / name), name) for name in ("ttyACM0", "by-id")]
    assert open_names(*settings) == ["ttyACM0"]
    assert "another [[panel]] has this port" in caplog.text
