"""Switch the machine off: logind does it, by the polkit rule of firmware-config/."""

from __future__ import annotations

import logging
import subprocess
from typing import Final

log = logging.getLogger(__name__)

COMMAND: Final = ("systemctl", "poweroff")
PATIENCE_S: Final = 20


def switch_off(command: tuple[str, ...] = COMMAND) -> int:
    """Ask for it and return the exit status; what goes wrong is logged, the game is saved."""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        log.error("cannot switch off: %s", error)  # noqa: TRY400 - its sentence says it all
        return 1
    if done.returncode:
        log.error("cannot switch off: %s", done.stderr.strip())
    return done.returncode
