"""Return whether this is a Raspberry Pi, by gpiozero's rule, without importing gpiozero."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion import CompanionError

# Boards made before the revision code had fields: gpiozero's table PI_REVISIONS knows these.
_OLD: Final = frozenset({*range(0x2, 0xA), *range(0xD, 0x16)})
_HAS_FIELDS: Final = 0x800000
PLAY_ELSEWHERE: Final = (
    "elsewhere start hare-companion without --config, and it serves a page with panel and buttons"
)


class NoPiError(CompanionError, OSError):
    """The command needs a Raspberry Pi, and this is none."""

    def __init__(self, fix: str) -> None:
        """Say so, and what to do."""
        super().__init__(f"this is no Raspberry Pi: {fix}")


def require_pi(root: Path = Path("/"), fix: str = PLAY_ELSEWHERE) -> None:
    """Raise NoPiError, which names the fix, where `is_pi` says no."""
    if not is_pi(root):
        raise NoPiError(fix)


def is_pi(root: Path = Path("/")) -> bool:
    """Return whether gpiozero accepts this computer's revision code; False on any error."""
    try:
        code = revision(root)
    except (OSError, ValueError):
        return False
    return code is not None and (bool(code & _HAS_FIELDS) or code in _OLD)


def revision(root: Path = Path("/")) -> int | None:
    """Read the board's revision code from the device tree, else from cpuinfo; None without one.

    Raises OSError or ValueError for one that cannot be read.
    """
    try:
        text = (root / "proc/device-tree/system/linux,revision").read_bytes()[:4].hex()
    except FileNotFoundError:
        text = _from_cpuinfo((root / "proc/cpuinfo").read_text())
    if not text:
        return None
    code = int(text, 16)
    digits = f"{code:x}"
    # A leading 100 is the warranty bit: the board was overvolted once.
    return int(digits[-4:], 16) if digits.startswith("100") else code


def _from_cpuinfo(text: str) -> str:
    lines = [line for line in text.splitlines() if line.startswith("Revision")]
    return lines[-1].split(":")[1].strip() if lines else ""
