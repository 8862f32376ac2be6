"""What the checks read of the system: in tests, of one with faults."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.pin_use import read_pin_uses

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hardware.pin_use import PinUse


def _package_version(name: str) -> str | None:
    """Return the version of an installed distribution; None without one."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _module_source(name: str) -> str:
    """Read the source of a module without importing it; "" where there is none."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            return Path(spec.origin).read_text("utf-8", "replace")
    return ""


def _output(command: Sequence[str]) -> str:
    """Return what a program prints; "" where it is missing or fails."""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, no shell
            command, capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def _answers(port: int, address: int) -> bool:
    """Return whether an I2C address acknowledges a control byte; raise OSError without the bus."""
    from hardware import buses  # noqa: PLC0415 - luma or smbus2 may be what is missing

    return buses.answers(port, address)


def _pin_uses(chip: int, pins: Iterable[int]) -> dict[int, PinUse]:
    """Open the GPIO chip and return the use of each pin; raise PinsError."""
    return read_pin_uses(chip, pins)


@dataclass(frozen=True, slots=True)
class CheckedSystem:
    """The system that is checked; the defaults read this one."""

    root: Path = Path("/")
    python: tuple[int, int] = sys.version_info[:2]
    version: Callable[[str], str | None] = _package_version
    source: Callable[[str], str] = _module_source
    output: Callable[[Sequence[str]], str] = _output
    answers: Callable[[int, int], bool] = _answers
    pin_uses: Callable[[int, Iterable[int]], dict[int, PinUse]] = _pin_uses
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)

    def device(self, name: str) -> Path:
        """Return the path of a device file."""
        return self.root / "dev" / name
