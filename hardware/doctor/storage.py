"""The doctor's check of the folder with the saved games."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.doctor.finding import Finding, Verdict

if TYPE_CHECKING:
    from hardware.doctor.checked_system import CheckedSystem

VOLATILE: Final = frozenset({"overlay", "tmpfs", "ramfs", "aufs"})


def check_saves(system: CheckedSystem, folder: Path, backup_log: Path) -> Finding:
    """Check that games can be saved, and that the file system keeps them without power."""
    try:
        there = _nearest(folder)
        if not there.is_dir():
            what = f"{there} is no folder, nor a link to one: games cannot be kept in {folder}"
            return Finding("saves", Verdict.FAULT, what, "name another folder: --state DIR")
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        fix = "name another folder: --state DIR"
        if error.errno in {errno.EACCES, errno.EPERM}:
            fix = f"sudo chown -R {os.environ.get('USER', '<user>')} {folder}, or --state DIR"
        return Finding("saves", Verdict.FAULT, f"{folder} cannot be written: {error}", fix)
    return _check_durability(system, folder, there, backup_log)


def _check_durability(
    system: CheckedSystem, folder: Path, there: Path, backup_log: Path
) -> Finding:
    """Check the file system of the folder `there`, which is or will hold `folder`."""
    kind = _file_system(system, there.resolve())
    if kind in VOLATILE:
        fix = "sudo raspi-config, Performance, Overlay File System: off; or --state on a USB stick"
        what = f"{folder} is on {kind}: games are forgotten with the power"
        return Finding("saves", Verdict.WARNING, what, fix)
    if reason := _unwritable(backup_log):
        fix = f"move {backup_log} away, or let this user write it: it is made anew"
        what = f"only one copy of the games is being kept: {reason}"
        return Finding("saves", Verdict.WARNING, what, fix)
    place = f"on {kind or 'a file system'}"
    if there != folder:
        what = f"none yet: the first start makes {folder} {place}"
        return Finding("saves", Verdict.OK, what)
    return Finding("saves", Verdict.OK, f"{folder} {place}")


def _unwritable(file: Path) -> str:
    """Return why a file cannot be written, "" where it can or is missing; nothing is changed."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except (FileNotFoundError, NotADirectoryError):
        return ""  # the next start makes it
    except OSError as error:
        return str(error)
    try:
        return "" if stat.S_ISREG(os.fstat(handle).st_mode) else f"{file} is no plain file"
    finally:
        os.close(handle)


def _nearest(folder: Path) -> Path:
    """Return the folder, or its nearest ancestor that exists; raises OSError."""
    while not _is_there(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def _is_there(path: Path) -> bool:
    """Return whether a path exists; raises OSError for a name that no file can have."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _file_system(system: CheckedSystem, folder: Path) -> str:
    """Return the type of the file system of a folder; "" where the kernel does not report it."""
    best, kind = -1, ""
    try:
        mounts = (system.root / "proc/mounts").read_text().splitlines()
    except OSError:
        return ""
    for line in mounts:
        _, point, found, *_ = line.split(" ")
        place = Path(point.replace("\\040", " "))
        if folder.is_relative_to(place) and len(place.parts) >= best:
            best, kind = len(place.parts), found
    return kind
