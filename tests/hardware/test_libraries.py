"""The error where a simulator's library is not installed names the command that installs it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hardware.libraries import is_packaged, package_fix

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("package", "library"),
    [("hardware.page.pairing", "aiohttp"), ("hardware.terminal.app", "textual")],
)
def test_a_missing_library_is_named_with_the_way_to_get_it(package: str, library: str) -> None:
    # -S leaves out every installed package, as if there were none.
    script = f"""
from companion import CompanionError
try:
    import {package}
except CompanionError as error:
    print(error)
"""
    child = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert f"needs {library}, which is not installed" in child.stdout
    assert f"{sys.executable} -m pip install {library}" in child.stdout


def test_in_the_debian_package_libraries_come_by_apt_or_inside() -> None:
    assert is_packaged("/usr/lib/hare-companion/hardware/libraries.py")
    assert not is_packaged()
    assert package_fix("pillow") == "sudo apt install python3-pil"
    assert package_fix("rpi-lgpio") == "sudo apt install python3-rpi-lgpio"
    assert package_fix("luma.core") == "install the package hare-companion again"


def test_what_the_package_leaves_to_apt_is_in_its_control_file() -> None:
    control = (ROOT / "firmware-config/debian/control").read_text()
    for name in ("aiohttp", "lgpio", "pillow", "rpi-lgpio", "spidev"):
        assert package_fix(name).removeprefix("sudo apt install ") in control


def test_cbor2_needs_no_rust_compiler_where_it_has_no_wheel() -> None:
    """Version 6 is Rust and has no wheel for 32-bit ARM; 5.9 has one for every machine."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert "cbor2>=5,<6" in project["project"]["dependencies"]
