"""A board without systemd: the package is unpacked only, and a shell is the first program."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.arm.archive import run

if TYPE_CHECKING:
    from tests.arm.emulator import Machine

HERE: Final = Path(__file__).parent
FIRST_PROGRAM: Final = "next=/srv/init.sh"
COMPANION: Final = "hare-companion --state /var/lib/hare-companion"


def files_without_systemd(folder: Path, package: Path, *programs: Path) -> Path:
    """Make what is copied onto the disk; the programs are put into /srv."""
    files = folder / "files"
    (files / "srv").mkdir(parents=True)
    run("dpkg-deb", "--extract", package, files)
    (files / "etc/hare-companion").mkdir(parents=True)
    (files / "etc/hare-companion/config.toml").write_text('profile = "breadboard"\n')
    for program in programs:
        shutil.copy(program, files / "srv")
    shutil.copy(HERE / "bare_init.sh", files / "srv/init.sh")
    (files / "srv/init.sh").chmod(0o755)
    return files


def in_background(machine: Machine, command: str, output: str) -> int:
    """Start a program; return its number."""
    return int(machine.check(f"{command} >{output} 2>&1 & echo $!"))
