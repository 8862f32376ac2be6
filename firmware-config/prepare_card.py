"""Prepare a freshly written Raspberry Pi OS Lite, so that its first start installs the companion.

usage: prepare_card.py BOOT_FOLDER PACKAGE.deb... [--profile NAME] [--phone]

BOOT_FOLDER is the card's boot partition ("bootfs") on this computer, written by Raspberry Pi Imager
2 or newer. The package of firmware-config/build-package is copied there; packages that it needs and
the card may lack (python3-pil, say) may follow it, for a box without a network. What the Imager
wrote into user-data stays. Run again, it replaces what it did before.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from email import message_from_bytes
from email.errors import MessageError
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import boot_block  # noqa: E402 - the file beside this one

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

FOLDER = "hare-companion"
# The part of user-data that is ours; the firmware's partition has this place on the Pi.
FIRST_BOOT = f"/boot/firmware/{FOLDER}/first-boot.sh"
SCRIPT = f"#!/bin/sh\n[ ! -e {FIRST_BOOT} ] || exec sh {FIRST_BOOT}\n"
PART_NAME = "hare-companion.sh"
BOUNDARY = "==hare-companion=="
DEB_MAGIC = b"!<arch>\n"
_WRITE_AGAIN = "write the card again with Raspberry Pi Imager"


class CardError(ValueError):
    """The card cannot be prepared; the message says why and what to do."""


def merge(user_data: bytes) -> bytes:
    """Return cloud-init's user-data with our part as its last, and everything else as it was."""
    try:
        return _merged(user_data)
    except CardError:
        raise
    except (MessageError, ValueError, LookupError) as fault:
        raise CardError(f"user-data has a faulty MIME header: {_WRITE_AGAIN}") from fault


def _merged(user_data: bytes) -> bytes:
    message = MIMEMultipart("mixed", boundary=BOUNDARY)
    for part in _foreign_parts(user_data):
        message.attach(part)
    ours = MIMEText(SCRIPT, "x-shellscript", "us-ascii")
    ours.add_header("Content-Disposition", "attachment", filename=PART_NAME)
    message.attach(ours)
    return message.as_bytes()


def _foreign_parts(user_data: bytes) -> Iterator[Message]:
    if user_data.startswith(b"\x1f\x8b"):
        raise CardError(f"user-data is compressed: {_WRITE_AGAIN}")
    if user_data.lstrip().lower().startswith((b"content-type:", b"mime-version:")):
        message = message_from_bytes(user_data)
        parts = message.get_payload() if message.is_multipart() else [message]
        yield from (part for part in parts if part.get_filename() != PART_NAME)
    elif user_data.strip():
        text = _decoded(user_data).replace("\r\n", "\n")
        # cloud-init itself looks at the first line of plain text: #cloud-config, say.
        yield MIMEText(text, "plain", "us-ascii" if text.isascii() else "utf-8")


def _decoded(user_data: bytes) -> str:
    try:
        return user_data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        why = f"user-data is no UTF-8 from byte {fault.start + 1} on: save it as UTF-8, or"
        raise CardError(f"{why} {_WRITE_AGAIN}") from fault


def check_card(boot: Path) -> None:
    """Raise CardError unless this is the boot partition of a system with cloud-init."""
    if not (boot / "config.txt").is_file() or not (boot / "cmdline.txt").is_file():
        raise CardError(
            f"{boot} is no boot partition of Raspberry Pi OS, it lacks config.txt or cmdline.txt:"
            ' name the folder where "bootfs" is mounted'
        )
    if os.path.lexists(boot / FOLDER) and not (boot / FOLDER).is_dir():
        raise CardError(f"{boot / FOLDER} is no folder: give it another name")
    if not any((boot / name).is_file() for name in ("user-data", "meta-data")):
        raise CardError(
            f"{boot} has no user-data: this system is too old for a first start without a keyboard."
            " Write Raspberry Pi OS Lite (Trixie) with Raspberry Pi Imager 2, or install by hand"
        )


def check_packages(packages: list[Path]) -> None:
    """Raise CardError unless these are packages, and the companion is among them."""
    for package in packages:
        if not package.is_file():
            raise CardError(f"there is no file {package}")
        with package.open("rb") as file:
            if file.read(len(DEB_MAGIC)) != DEB_MAGIC:
                raise CardError(f"{package} is no Debian package")
    if not any(package.name.startswith("hare-companion_") for package in packages):
        raise CardError(
            "hare-companion_…_all.deb is not among the packages:"
            " firmware-config/build-package makes it"
        )


def profiles() -> list[str]:
    """Return the names of the wirings."""
    return sorted(path.stem for path in (HERE / "config.txt.d").glob("*.txt"))


def prepare(boot: Path, packages: list[Path], profile: str, *, has_phone: bool) -> None:
    """Write everything; user-data, which starts it, last."""
    user_data = boot / "user-data"
    merged = merge(user_data.read_bytes() if user_data.exists() else b"")
    changed = _with_block(boot / "config.txt", profile)
    folder, new = boot / FOLDER, boot / f"{FOLDER}.new"
    try:
        _fill(new, packages, _answers(profile, has_phone=has_phone))
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)  # the packages may have been there
    new.rename(folder)
    _replace(boot / "config.txt", changed)
    _replace(user_data, merged)


def _fill(folder: Path, packages: list[Path], answers: str) -> None:
    """Make the folder that the first start installs from."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for package in packages:
        shutil.copyfile(package, folder / package.name)
    shutil.copyfile(HERE / "first-boot.sh", folder / "first-boot.sh")
    (folder / "answers").write_bytes(answers.encode())


def _with_block(config: Path, profile: str) -> bytes:
    """Return config.txt with the lines that switch the panel's bus on from the first start."""
    lines = (HERE / "config.txt.d" / f"{profile}.txt").read_bytes()
    try:
        return boot_block.put(config.read_bytes(), lines)
    except boot_block.BlockError as fault:
        raise CardError(f"{config}: {fault}: mend its marks by hand, then try again") from fault


def _answers(profile: str, *, has_phone: bool) -> str:
    return (
        f"hare-companion hare-companion/profile select {profile}\n"
        f"hare-companion hare-companion/phone boolean {str(has_phone).lower()}\n"
    )


def _replace(file: Path, content: bytes) -> None:
    new = file.with_name(file.name + ".new")
    try:
        with new.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def main(words: list[str] | None = None) -> int:
    """Do what the command line says, and return the exit status."""
    options = _parse(words)
    try:
        check_card(options.boot)
        check_packages(options.packages)
        prepare(options.boot, options.packages, options.profile, has_phone=options.phone)
    except OSError as fault:
        place = fault.filename or options.boot
        print(f"prepare_card.py: {place}: {fault.strerror}", file=sys.stderr)
        return 1
    except CardError as fault:
        print(f"prepare_card.py: {fault}", file=sys.stderr)
        return 1
    print(
        f"{options.boot} is prepared for the wiring {options.profile}: unmount it, put the card"
        " into the Pi, give it power. The first start takes some minutes longer"
    )
    return 0


def _parse(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boot", type=Path, metavar="BOOT_FOLDER")
    parser.add_argument("packages", type=Path, nargs="+", metavar="PACKAGE.deb")
    parser.add_argument("--profile", default="breadboard", choices=profiles(), help="the wiring")
    parser.add_argument(
        "--phone", action="store_true", help="phones in the network may be panels too"
    )
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
