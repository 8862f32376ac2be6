"""Debian trees for this machine's processor, each made once by debootstrap into a cache."""

from __future__ import annotations

import hashlib
import subprocess
from typing import TYPE_CHECKING

from tests.caches import CACHES, filled

if TYPE_CHECKING:
    from pathlib import Path

# What is on every Raspberry Pi OS and not in the smallest Debian, and what the package asks for.
PACKAGES = (
    *("python3-venv", "python3-pil", "python3-aiohttp", "python3-spidev", "systemd"),
    *("systemd-sysv", "dbus", "udev", "kmod", "libpam-systemd", "polkitd"),
)
# Its Raspberry Pi OS begins with cloud-init; debootstrap does not see that python3-cffi-backend
# provides what cloud-init's libraries ask for.
MORE_PACKAGES = {"trixie": ("cloud-init", "python3-cffi-backend")}


def base_tree(suite: str) -> Path:
    """Return the Debian of this name; make it when it is missing: about a minute, and 300 MB."""
    packages = ",".join(PACKAGES + MORE_PACKAGES.get(suite, ()))

    def make(folder: Path) -> None:
        words = ["--variant=minbase", f"--include={packages}", suite, str(folder)]
        done = subprocess.run(["debootstrap", *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"debootstrap failed: {done.stdout[-2000:]}")
        for package in (folder / "var/cache/apt/archives").glob("*.deb"):
            package.unlink()

    name = f"{suite}-{hashlib.sha256(packages.encode()).hexdigest()[:8]}"
    return filled(CACHES / "trees" / name, make)
