"""The doctor's check that the user may open a device."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hardware.doctor.finding import Finding, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.doctor.checked_system import CheckedSystem


def check_access(system: CheckedSystem, check: str, device: Path, group: str) -> Finding:
    """Check that this user may read and write a device, which belongs to a group."""
    if system.may_use(device):
        return Finding(check, Verdict.OK, str(device))
    user = os.environ.get("SUDO_USER") or os.environ.get("USER") or "<user>"
    fix = f"sudo usermod -aG {group} {user}, then log in again"
    return Finding(check, Verdict.FAULT, f"{device} may not be opened by this user", fix)
