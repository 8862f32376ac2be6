"""The product in the box: how it is configured and started, and a player who reads the panel."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.kernel.guest import RESULTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL import Image

    from tests.kernel.box import Box, Program
    from tests.kernel.reference import Shot

START_S = 20.0
"""Python on the guest's file system starts slowly; a picture later than this is none."""
PICTURE_S = 3.0
SECOND_OK_S = 0.45
"""An OK within 0.4 s after one that changed the screen does not count (spec of the buttons)."""
STATE = RESULTS / "state"
_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Where the dots of a braille character are, in the order of its bits."""


def configure(box: Box, *, profile: str = "breadboard", farewell: str = "dark") -> None:
    """Write the configuration: this wiring, with the chip of the box's panel."""
    chip = type(box.panel).__name__.lower()
    text = f'profile = "{profile}"\n[display]\nchip = "{chip}"\nfarewell = "{farewell}"\n'
    (box.guest.folder / "config.toml").write_text(text)


def start(box: Box) -> Program:
    """Start the product, unmodified, on the state that is kept over its restarts."""
    return box.start_python(
        *("-m", "companion"), "--config", RESULTS / "config.toml", "--state", STATE
    )


def wait_until_ready(box: Box, shot: Shot) -> None:
    """Wait for the first waiting screen and for the pins, which are opened after the picture."""
    wait_for_shot(box, shot, START_S)
    wait_for_pins(box)


def wait_for_pins(box: Box) -> None:
    """Wait until the product listens to all its buttons."""
    for button, pin in box.pins.items():
        assert box.guest.chip.wait_until_watched(pin, START_S), f"nobody listens to {button}"


def wait_for_shot(box: Box, shot: Shot, seconds: float = PICTURE_S) -> None:
    """Wait until the panel shows this picture; fails with what it shows instead."""
    if box.panel.wait_for(shot.is_shown, seconds) is None:
        seen = box.panel.picture()
        raise AssertionError(
            f"no {shot.screen} {shot.texts} on the panel after {seconds} s, but"
            f"\n{in_braille(seen)}\nand not\n{in_braille(shot.picture)}"
        )


def in_braille(picture: Image.Image) -> str:
    """Return a picture of mode "1" as text: each character is two pixels wide and four high."""
    rows = range(0, picture.height, 4)
    return "\n".join(
        "".join(_braille(picture, left, top) for left in range(0, picture.width, 2)) for top in rows
    )


def _braille(picture: Image.Image, left: int, top: int) -> str:
    dots = (bit for bit, (x, y) in enumerate(_DOTS) if picture.getpixel((left + x, top + y)))
    return chr(0x2800 + sum(1 << bit for bit in dots))


def play(box: Box, lines: Iterable[str], shots: Iterable[Shot], seconds: float = PICTURE_S) -> None:
    """Press each line's button and wait for its shot; OK waits until it counts."""
    for line, shot in zip(lines, shots, strict=True):
        if line == "ok":
            time.sleep(SECOND_OK_S)
        box.press(line)
        wait_for_shot(box, shot, seconds)
