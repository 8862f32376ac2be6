"""The companion on an emulated board: its disk, its panel, and a player who reads the panel."""

from __future__ import annotations

import shutil
import subprocess
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from tests.arm.boot_files import root_disk
from tests.arm.virt import VirtBoard
from tests.kernel import companion_box
from tests.kernel.box import Box, pins_of
from tests.kernel.guest import GuestError
from tests.kernel.panels import Ssd1306

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.arm.emulator import Machine
    from tests.arm.virt import Setup
    from tests.kernel.reference import Shot

SHELL_S: Final = 600.0
"""An emulated board is slow, and slower where other tests run; later than this is never."""
INSTALL_S: Final = 1200.0
PICTURE_S: Final = 90.0
# A guest that stands still meanwhile makes it longer, up to a hold of 0.35 s.
PRESS_S: Final = 0.05
SERVICE: Final = "hare-companion"
_REPORT: Final = (
    "dmesg -l emerg,alert,crit,err | tail -n 40; journalctl -b -n 100 -o short-monotonic"
)
# A board starts the service in seconds, this one may need minutes.
SLOW_UNIT: Final = "[Service]\nTimeoutStartSec=600\nWatchdogSec=300\n"
STATE: Final = "--state /var/lib/hare-companion"


class Board(Box):
    """An emulated board with the breadboard's buttons and one panel; it is pressed slowly."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, Ssd1306(), pins_of("breadboard"))
        self.started_at = time.monotonic()
        self.plug()

    def press(self, line: str, down_s: float = PRESS_S, up_s: float = PRESS_S) -> float:
        """Press a button, or hold it where the line says so ("hold right 3")."""
        word, *rest = line.split()
        if word != "hold":
            return super().press(line, down_s, up_s)
        return super().press(rest[0], float(rest[1]), up_s)

    def play(self, lines: Iterable[str], shots: Iterable[Shot]) -> None:
        """Press each line's button and wait for its shot."""
        companion_box.play(self, lines, shots, PICTURE_S)

    def wait_for(self, shot: Shot, seconds: float = INSTALL_S) -> float:
        """Wait for the shot and until the buttons are listened to; seconds from the start."""
        companion_box.wait_for_shot(self, shot, seconds)
        seen = time.monotonic() - self.started_at
        for button, pin in self.pins.items():
            assert self.guest.chip.wait_until_watched(pin, PICTURE_S), f"nobody hears {button}"
        return seen

    def doctor(self) -> str:
        """Have the doctor check the box, which it must find fit to play on."""
        return self.guest.check(f"hare-companion doctor {STATE}", PICTURE_S * 2)

    def property(self, name: str) -> str:
        """Return a property of the unit."""
        return self.guest.check(f"systemctl show -P {name} {SERVICE}").strip()


@contextmanager
def started(setup: Setup, folder: Path) -> Iterator[Board]:
    """Start a board of QEMU's machine `virt`, and log in; cut its power in the end."""
    machine = VirtBoard(setup, folder)
    try:
        board = Board(machine)
        machine.log_in(SHELL_S)
        yield board
    except (AssertionError, GuestError):
        with suppress(GuestError, OSError):
            print(machine.run(_REPORT, SHELL_S).output)
        raise
    finally:
        machine.close()


def copied_disk(suite: str, folder: Path) -> Path:
    """Return a disk of its own for a test."""
    disk = folder / "disk.img"
    command = ["cp", "--sparse=always", "--reflink=auto", root_disk(suite), disk]
    subprocess.run(command, check=True)
    return disk


def files_for_the_disk(folder: Path, package: Path) -> Path:
    """Make what is copied onto a disk before its first start: the package, time for the service."""
    files = folder / "files"
    drop_ins = files / f"etc/systemd/system/{SERVICE}.service.d"
    drop_ins.mkdir(parents=True)
    (drop_ins / "slow.conf").write_text(SLOW_UNIT)
    (files / "srv").mkdir()
    shutil.copy(package, files / "srv/new.deb")
    return files
