"""The doctor's checks of the installed libraries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from companion.config.configuration import BusKind
from hardware.doctor.finding import Finding, Verdict
from hardware.libraries import is_packaged, package_fix, pip_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config.configuration import Config
    from hardware.doctor.checked_system import CheckedSystem

# Distribution -> the version below which it does not serve, and how to get it on a Pi.
_APT: Final = "sudo apt install python3-{}, in a venv with --system-site-packages"
_PIP: Final = pip_command() + " install --upgrade {}"
_BASE: Final = {"pillow": "9.4", "platformdirs": "3"}
_PANEL: Final = {"luma.core": "2.6", "luma.oled": "3.16", "smbus2": "0.4"}
_PINS: Final = {"gpiozero": "2.0.1", "lgpio": "0.2.2"}
_SPI: Final = {"rpi-lgpio": "0.6", "spidev": "3.5"}
_FROM_APT: Final = frozenset({"lgpio", "gpiozero", "rpi-lgpio", "spidev"})


def check_packages(system: CheckedSystem, config: Config | None) -> Iterator[Finding]:
    """Check that the libraries that this wiring needs are installed, and new enough."""
    wanted = dict(_BASE)
    if config is not None:
        wanted |= _PANEL | _PINS | (_SPI if config.wiring.bus is BusKind.SPI else {})
        wanted |= {"pyserial": "3.5"} if config.panels else {}
    for name, least in wanted.items():
        yield _check_package(system, name, least)


def _check_package(system: CheckedSystem, name: str, least: str) -> Finding:
    found = system.version(name)
    fix = _fix(name)
    check = f"package {name}"
    if found is None:
        return Finding(check, Verdict.FAULT, "is not installed", fix)
    if _numbers(found) < _numbers(least):
        return Finding(check, Verdict.FAULT, f"{found} is too old, {least} is needed", fix)
    return Finding(check, Verdict.OK, found)


def _fix(name: str) -> str:
    if is_packaged():
        return package_fix(name)
    return (_APT if name in _FROM_APT else _PIP).format(name)


def check_lgpio(system: CheckedSystem) -> Finding:
    """Check that lgpio is the real one, not the empty 0.0.0.2 (gpiozero#1115)."""
    if "def gpiochip_open" not in system.source("lgpio"):
        fix = f"{pip_command()} uninstall lgpio, then {_APT.format('lgpio')}"
        return Finding("lgpio", Verdict.FAULT, "is an empty stub", fix)
    return Finding("lgpio", Verdict.OK, "is the real one")


def check_rpi_gpio(system: CheckedSystem) -> Finding:
    """Check that RPi.GPIO has not replaced rpi-lgpio: both install the same files."""
    both = system.version("RPi.GPIO") is not None and system.version("rpi-lgpio") is not None
    if both or "lgpio" not in system.source("RPi.GPIO"):
        fix = f"{pip_command()} uninstall RPi.GPIO rpi-lgpio, then {_APT.format('rpi-lgpio')}"
        return Finding("RPi.GPIO", Verdict.FAULT, "the old RPi.GPIO shadows rpi-lgpio", fix)
    return Finding("RPi.GPIO", Verdict.OK, "is rpi-lgpio's")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.split("+", maxsplit=1)[0])[:3])
