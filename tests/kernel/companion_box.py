"""The product in the box: how it is configured and started, and a player who reads the panel."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from guest import RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from box import Box, Program
    from reference import Shot

START_S = 20.0
"""Python on the guest's file system starts slowly; a picture later than this is none."""
PICTURE_S = 3.0
SECOND_OK_S = 0.45
"""An OK within 0.4 s after one that changed the screen does not count (spec of the buttons)."""
STATE = RESULTS / "state"


def configure(box: Box, extra: str = "") -> None:
    """Write the configuration: the breadboard, with the chip of the box's panel."""
    chip = type(box.panel).__name__.lower()
    text = f'profile = "breadboard"\n{extra}\n[display]\nchip = "{chip}"\n'
    (box.guest.folder / "config.toml").write_text(text)


def start(box: Box) -> Program:
    """Start the product, unmodified, on the state that is kept over its restarts."""
    return box.start_python(
        *("-m", "companion"), "--config", RESULTS / "config.toml", "--state", STATE
    )


def wait_for_shot(box: Box, shot: Shot, seconds: float = PICTURE_S) -> None:
    """Wait until the panel shows this picture; fails with what it shows instead."""
    if box.panel.wait_for(shot.is_shown, seconds) is None:
        box.panel.picture().save(box.guest.folder / "seen.png")
        shot.picture.save(box.guest.folder / "wanted.png")
        raise AssertionError(
            f"no {shot.screen} {shot.texts} on the panel after {seconds} s:"
            f" see seen.png and wanted.png in {box.guest.folder}"
        )


def play(box: Box, lines: Iterable[str], shots: Iterable[Shot]) -> None:
    """Press each line's button and wait for its shot; OK waits until it counts."""
    for line, shot in zip(lines, shots, strict=True):
        if line == "ok":
            time.sleep(SECOND_OK_S)
        box.press(line)
        wait_for_shot(box, shot)
