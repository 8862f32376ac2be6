"""Fetch what install.sh --wheels needs, on a computer with a network, for a Pi without one.

usage: fetch_wheels.py FOLDER [--python 3.13] [--machine aarch64] [--spi] [--phone]

3.13 is the Python of Raspberry Pi OS Trixie, 3.11 that of Bookworm; aarch64 is its 64-bit kind (for
the 32-bit kind the package index has no wheels: fetch on a 32-bit Pi with --machine armv7l).
Everything but lgpio for 3.13 and spidev comes as a wheel; these two come from the distribution, and
for 32 bits python3-pil too: that kind's wheel of Pillow leaves its libraries to the system.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement

SOURCE = Path(__file__).resolve().parent.parent
PARTS = ("pyproject.toml", "README.md", "LICENSE", "companion", "hardware")
# glibc of Bookworm is 2.36; older ones count, the index's oldest tag is for 2.5.
GLIBC = range(36, 4, -1)
FROM_APT = frozenset({"spidev"})


def main(words: list[str] | None = None) -> int:
    """Fill the folder, and return pip's exit status."""
    options = _parse(words)
    options.folder.mkdir(parents=True, exist_ok=True)
    status = _build(options.folder)
    wanted = requirements(options.python, options.machine, spi=options.spi, phone=options.phone)
    return status or _download(options, wanted)


def _parse(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--python", default="3.13", choices=["3.11", "3.12", "3.13"])
    parser.add_argument("--machine", default="aarch64")
    parser.add_argument("--spi", action="store_true", help="for the profile waveshare-oled-hat")
    parser.add_argument("--phone", action="store_true", help="for install.sh --phone on")
    return parser.parse_args(words)


def requirements(python: str, machine: str, *, spi: bool, phone: bool = False) -> list[str]:
    """List what the companion needs on such a board, by the markers of that Python.

    pip itself would judge the markers by the Python that it runs on.
    """
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["pi"]]
    wanted += [*(extras["spi"] if spi else []), *(extras["page"] if phone else [])]
    board = {"python_version": python, "platform_machine": machine, "sys_platform": "linux"}
    found = [Requirement(text) for text in wanted]
    chosen = [
        f"{one.name}{one.specifier}"
        for one in found
        if one.name not in FROM_APT and (one.marker is None or one.marker.evaluate(board))
    ]
    # Without its dependency lgpio, which has no wheel for 3.13 (install.sh gives it the same way).
    return [one for one in chosen if not one.startswith("rpi-lgpio")]


def _build(folder: Path) -> int:
    """Build the companion's own wheel, from a copy: nothing is written into the clone."""
    for old in folder.glob("hare_companion-*.whl"):
        old.unlink()
    with tempfile.TemporaryDirectory() as name:
        for part in PARTS:
            whole = SOURCE / part
            if whole.is_dir():
                shutil.copytree(whole, Path(name, part))
            else:
                shutil.copy(whole, name)
        return _pip("wheel", "--no-deps", "--wheel-dir", str(folder), name)


def _download(options: argparse.Namespace, wanted: list[str]) -> int:
    folder, python, machine = options.folder, options.python, options.machine
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC]
    platforms += [f"manylinux2014_{machine}", f"linux_{machine}"]
    words = ["download", "--only-binary=:all:", "--dest", str(folder), "--python-version", python]
    words += [f"--platform={platform}" for platform in platforms]
    status = _pip(*words, *wanted)
    if options.spi and not status:
        status = _pip(*words, "--no-deps", "rpi-lgpio>=0.6,<1")
    return status


def _pip(*words: str) -> int:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own words


if __name__ == "__main__":
    sys.exit(main())
