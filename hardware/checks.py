"""What the doctor looks at, one function a check: what is so, what is wrong, the exact mend.

Everything that is outside the process comes in through a `Machine`, so that each check can be shown
a machine that is ill.
"""

from __future__ import annotations

import contextlib
import errno
import importlib.metadata
import importlib.util
import os
import re
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.config.configuration import BusKind
from hardware.is_pi import is_pi
from hardware.libraries import own_pip
from hardware.undervoltage import alarm_file, is_low

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.config.configuration import Config


class Verdict(StrEnum):
    """How a check ended; a fault means that the box cannot be played on."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what is so, and what to do about it where it is not well."""

    check: str
    verdict: Verdict
    what: str
    mend: str = ""


def _package_version(name: str) -> str | None:
    """Look a distribution up; None where there is none."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _module_source(name: str) -> str:
    """Read a module's text without importing it; "" where it has none."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None and spec.origin.endswith(".py"):
            return Path(spec.origin).read_text("utf-8", "replace")
    return ""


def _output(command: Sequence[str]) -> str:
    """Run a program for what it prints; "" where it is missing or fails."""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, no shell
            command, capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def _answers(port: int, address: int) -> bool:
    """Ask an I2C address with one harmless control byte; raises OSError when the bus is missing."""
    # Late: luma or smbus2 may be what is missing.
    import smbus2  # noqa: PLC0415

    from hardware.buses import Bus  # noqa: PLC0415

    with Bus(port) as bus:
        try:
            bus.i2c_rdwr(smbus2.i2c_msg.write(address, [0x00]))
        except OSError:
            return False
    return True


def _holder(pin: int, chip: int | None) -> str:
    from hardware.gpio import holder  # noqa: PLC0415 - lgpio may be what is missing

    return holder(pin, chip)


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine under examination; the defaults are this one."""

    root: Path = Path("/")
    python: tuple[int, int] = sys.version_info[:2]
    version: Callable[[str], str | None] = _package_version
    source: Callable[[str], str] = _module_source
    output: Callable[[Sequence[str]], str] = _output
    answers: Callable[[int, int], bool] = _answers
    holder: Callable[[int, int | None], str] = _holder
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)

    def device(self, name: str) -> Path:
        """Name a device file."""
        return self.root / "dev" / name


OLDEST: Final = (3, 11)
# Distribution -> the version below which it does not serve, and how to get it on a Pi.
_APT: Final = "sudo apt install python3-{}, in a venv with --system-site-packages"
_PIP: Final = own_pip() + " install --upgrade {}"
_BASE: Final = {"pillow": "9.4", "platformdirs": "3"}
_PANEL: Final = {"luma.core": "2.6", "luma.oled": "3.16", "smbus2": "0.4"}
_PINS: Final = {"gpiozero": "2.0.1", "lgpio": "0.2.2"}
_SPI: Final = {"rpi-lgpio": "0.6", "spidev": "3.5"}
_FROM_APT: Final = frozenset({"lgpio", "gpiozero", "rpi-lgpio", "spidev"})


def check_python(machine: Machine) -> Finding:
    """Check that this Python is new enough."""
    text = ".".join(map(str, machine.python))
    if machine.python < OLDEST:
        mend = "use Raspberry Pi OS Bookworm or newer"
        return Finding("Python", Verdict.FAULT, f"{text} is too old, 3.11 is needed", mend)
    return Finding("Python", Verdict.OK, text)


def check_packages(machine: Machine, config: Config | None) -> Iterator[Finding]:
    """Check that the libraries this wiring needs are there, and new enough."""
    wanted = dict(_BASE)
    if config is not None:
        wanted |= _PANEL | _PINS | (_SPI if config.wiring.bus is BusKind.SPI else {})
        wanted |= {"pyserial": "3.5"} if config.panels else {}
    for name, least in wanted.items():
        yield _check_package(machine, name, least)


def _check_package(machine: Machine, name: str, least: str) -> Finding:
    found = machine.version(name)
    mend = (_APT if name in _FROM_APT else _PIP).format(name)
    check = f"package {name}"
    if found is None:
        return Finding(check, Verdict.FAULT, "is not installed", mend)
    if _numbers(found) < _numbers(least):
        return Finding(check, Verdict.FAULT, f"{found} is too old, {least} is needed", mend)
    return Finding(check, Verdict.OK, found)


def check_lgpio(machine: Machine) -> Finding:
    """Check that lgpio is the real one, not the empty 0.0.0.2 (gpiozero#1115)."""
    if "def gpiochip_open" not in machine.source("lgpio"):
        mend = f"{own_pip()} uninstall lgpio, then {_APT.format('lgpio')}"
        return Finding("lgpio", Verdict.FAULT, "is an empty stub", mend)
    return Finding("lgpio", Verdict.OK, "is the real one")


def check_rpi_gpio(machine: Machine) -> Finding:
    """Check that RPi.GPIO has not taken the place of rpi-lgpio: both write the same files."""
    both = machine.version("RPi.GPIO") is not None and machine.version("rpi-lgpio") is not None
    if both or "lgpio" not in machine.source("RPi.GPIO"):
        mend = f"{own_pip()} uninstall RPi.GPIO rpi-lgpio, then {_APT.format('rpi-lgpio')}"
        return Finding("RPi.GPIO", Verdict.FAULT, "the old RPi.GPIO shadows rpi-lgpio", mend)
    return Finding("RPi.GPIO", Verdict.OK, "is rpi-lgpio's")


def check_board(machine: Machine) -> Finding:
    """Check that this is a Raspberry Pi."""
    if not is_pi(machine.root):
        mend = "elsewhere start hare-companion without --config: it serves a page"
        return Finding("board", Verdict.FAULT, "this is no Raspberry Pi", mend)
    model = machine.root / "proc/device-tree/model"
    name = model.read_text().strip("\0\n") if model.exists() else "a Raspberry Pi"
    return Finding("board", Verdict.OK, name)


FORGETFUL: Final = frozenset({"overlay", "tmpfs", "ramfs", "aufs"})
RECORD: Final = "store/record.jsonl"  # as companion.journal.paths and .backup_log name it


def check_state(machine: Machine, folder: Path) -> Finding:
    """Check that games can be kept, and that what is kept outlives the power."""
    there = folder
    try:
        while not _is_there(there) and there != there.parent:
            there = there.parent
        if not there.is_dir():
            what = f"{there} is no folder, nor a link to one: games cannot be kept in {folder}"
            return Finding("saves", Verdict.FAULT, what, "name another folder: --state DIR")
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as fault:
        mend = "name another folder: --state DIR"
        if fault.errno in {errno.EACCES, errno.EPERM}:
            mend = f"sudo chown -R {os.environ.get('USER', '<user>')} {folder}, or --state DIR"
        return Finding("saves", Verdict.FAULT, f"{folder} cannot be written: {fault}", mend)
    kind = _file_system(machine, there.resolve())
    if kind in FORGETFUL:
        mend = "sudo raspi-config, Performance, Overlay File System: off; or --state on a USB stick"
        what = f"{folder} is on {kind}: games are forgotten with the power"
        return Finding("saves", Verdict.WARNING, what, mend)
    if alone := _why_alone(folder / RECORD):
        mend = f"move {folder / RECORD} away, or let this user write it: it is made anew"
        what = f"only one copy of the games is being kept: {alone}"
        return Finding("saves", Verdict.WARNING, what, mend)
    place = f"on {kind or 'a file system'}"
    if there != folder:
        what = f"none yet: the first start makes {folder} {place}"
        return Finding("saves", Verdict.OK, what)
    return Finding("saves", Verdict.OK, f"{folder} {place}")


def _why_alone(record: Path) -> str:
    """Tell why the second copy of the games cannot be written; "" where it can. Changes nothing."""
    try:
        handle = os.open(record, os.O_WRONLY | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return ""  # the next start makes it
    except OSError as fault:
        return str(fault)
    try:
        return "" if stat.S_ISREG(os.fstat(handle).st_mode) else f"{record} is no plain file"
    finally:
        os.close(handle)


def _is_there(path: Path) -> bool:
    """Tell whether something has that name; OSError for a name that nothing can have."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _file_system(machine: Machine, folder: Path) -> str:
    """Tell the kind of file system a folder is on; "" where the kernel does not say."""
    best, kind = -1, ""
    try:
        mounts = (machine.root / "proc/mounts").read_text().splitlines()
    except OSError:
        return ""
    for line in mounts:
        _, point, found, *_ = line.split(" ")
        place = Path(point.replace("\\040", " "))
        if folder.is_relative_to(place) and len(place.parts) >= best:
            best, kind = len(place.parts), found
    return kind


def check_fonts() -> Finding:
    """Check that the typefaces are whole."""
    fonts = [file for file in (files("companion") / "fonts").iterdir() if file.name[-4:] == ".bdf"]
    broken = [font.name for font in fonts if not _is_font(font.read_bytes())]
    if broken or not fonts:
        what = f"{', '.join(broken) or 'all'} missing or damaged"
        return Finding("fonts", Verdict.FAULT, what, "install hare-companion again")
    return Finding("fonts", Verdict.OK, f"{len(fonts)} typefaces")


def _is_font(content: bytes) -> bool:
    return content.startswith(b"STARTFONT") and content.rstrip().endswith(b"ENDFONT")


_NOW, _SINCE_START = 1 << 0, 1 << 16


def check_power(machine: Machine) -> Finding:
    """Check the power supply: vcgencmd remembers a weak one, else the kernel's alarm."""
    told = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.output(["vcgencmd", "get_throttled"]))
    bits = int(told[1], 16) if told else 0
    alarm = alarm_file(machine.root)
    low = None if alarm is None else is_low(alarm)
    mend = "use the board's own power supply and a short cable; unplug what draws from USB"
    if bits & _NOW or low:
        return Finding("power", Verdict.WARNING, "the voltage is too low now", mend)
    if bits & _SINCE_START:
        return Finding("power", Verdict.WARNING, "the voltage was too low since the start", mend)
    if told is None and low is None:
        return Finding("power", Verdict.OK, "this machine does not tell")
    return Finding("power", Verdict.OK, "strong enough")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.split("+", maxsplit=1)[0])[:3])
