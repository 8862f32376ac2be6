"""The doctor's checks of the computer itself: Python, board, fonts, power supply."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from hardware.doctor.finding import Finding, Verdict
from hardware.is_pi import is_pi
from hardware.undervoltage import alarm_file, is_low

if TYPE_CHECKING:
    from hardware.doctor.checked_system import CheckedSystem

OLDEST: Final = (3, 11)


def check_python(system: CheckedSystem) -> Finding:
    """Check that this Python is new enough."""
    text = ".".join(map(str, system.python))
    if system.python < OLDEST:
        fix = "use Raspberry Pi OS Bookworm or newer"
        return Finding("Python", Verdict.FAULT, f"{text} is too old, 3.11 is needed", fix)
    return Finding("Python", Verdict.OK, text)


def check_board(system: CheckedSystem) -> Finding:
    """Check that this is a Raspberry Pi."""
    if not is_pi(system.root):
        fix = "elsewhere start hare-companion without --config: it serves a page"
        return Finding("board", Verdict.FAULT, "this is no Raspberry Pi", fix)
    model = system.root / "proc/device-tree/model"
    name = model.read_text().strip("\0\n") if model.exists() else "a Raspberry Pi"
    return Finding("board", Verdict.OK, name)


def check_fonts() -> Finding:
    """Check that the fonts are complete."""
    fonts = [file for file in (files("companion") / "fonts").iterdir() if file.name[-4:] == ".bdf"]
    broken = [font.name for font in fonts if not _is_font(font.read_bytes())]
    if broken or not fonts:
        what = f"{', '.join(broken) or 'all'} missing or damaged"
        return Finding("fonts", Verdict.FAULT, what, "install hare-companion again")
    return Finding("fonts", Verdict.OK, f"{len(fonts)} typefaces")


def _is_font(content: bytes) -> bool:
    return content.startswith(b"STARTFONT") and content.rstrip().endswith(b"ENDFONT")


_NOW, _SINCE_START = 1 << 0, 1 << 16


def check_power(system: CheckedSystem) -> Finding:
    """Check the power supply, with vcgencmd and the kernel's undervoltage alarm."""
    reported = re.search(
        r"throttled=0x([0-9a-fA-F]+)", system.output(["vcgencmd", "get_throttled"])
    )
    bits = int(reported[1], 16) if reported else 0
    alarm = alarm_file(system.root)
    low = None if alarm is None else is_low(alarm)
    fix = "use the board's own power supply and a short cable; unplug what draws from USB"
    if bits & _NOW or low:
        return Finding("power", Verdict.WARNING, "the voltage is too low now", fix)
    if bits & _SINCE_START:
        return Finding("power", Verdict.WARNING, "the voltage was too low since the start", fix)
    if reported is None and low is None:
        return Finding("power", Verdict.OK, "this system does not report it")
    return Finding("power", Verdict.OK, "strong enough")
