"""Switch the computer off through logind, which the polkit rule of firmware-config/ allows."""

from __future__ import annotations

import logging
import subprocess
from typing import Final

log = logging.getLogger(__name__)

COMMAND: Final = ("systemctl", "poweroff")
TIMEOUT_S: Final = 20


def switch_off(command: tuple[str, ...] = COMMAND) -> int:
    """Request power-off and return the exit status; a failure is logged."""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        log.error("cannot switch off: %s", error)  # noqa: TRY400 - its sentence says it all
        return 1
    if done.returncode:
        log.error("cannot switch off: %s", done.stderr.strip())
    return done.returncode
