"""The trees themselves: whole by dpkg's own records, and ARM to every program inside."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.arm.build_trees import ARM_TREES, build
from tests.arm.emulation import need_emulation
from tests.arm.kernel_modules import kernel_modules
from tests.install.trees import Tree, need_root

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.arm, pytest.mark.timeout(900)]

WORDS = {
    "arm64": ("aarch64", "arm64", "64bit"),
    "armhf": ("armv7l", "armhf", "32bit"),
}
HELPER = "usr/lib/dbus-1.0/dbus-daemon-launch-helper"
ASK = "uname -m; dpkg --print-architecture; python3 -c '%s'"
PYTHON = (
    "import platform, sqlite3, aiohttp, spidev, PIL._imaging; print(platform.architecture()[0])"
)


@pytest.fixture(params=ARM_TREES)
def cached(request: pytest.FixtureRequest) -> tuple[str, Path]:
    need_root()
    return request.param, build(request.param)


def test_every_file_is_as_its_package_has_it(cached: tuple[str, Path]) -> None:
    _, tree = cached
    done = subprocess.run(
        ["dpkg", f"--root={tree}", "--verify"], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_nothing_of_another_processor_is_left(cached: tuple[str, Path]) -> None:
    name, tree = cached
    libraries = {path.name for path in (tree / "usr/lib").glob("*-linux-gnu*")}
    assert len(libraries) == 1
    records = f"--admindir={tree}/var/lib/dpkg"
    words = ["dpkg-query", records, "--show", "--showformat=${Architecture}\n"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert set(told.split()) == {"all", name.split("-")[0]}


def test_programs_and_their_children_see_an_arm_processor(cached: tuple[str, Path]) -> None:
    name, tree = cached
    architecture, suite = name.split("-")
    need_emulation(architecture)
    told = Tree(tree, suite).tell("sh", "-c", ASK % PYTHON)
    assert tuple(told.split()) == WORDS[architecture]


def test_arm64_has_a_kernel_with_the_order_of_its_modules(cached: tuple[str, Path]) -> None:
    name, tree = cached
    kernels = [path.name.removeprefix("vmlinuz-") for path in (tree / "boot").glob("vmlinuz-*")]
    assert len(kernels) == (1 if name.startswith("arm64") else 0)
    for version in kernels:
        orders = (tree / "usr/lib/modules" / version / "modules.dep").read_text()
        assert re.search(r"/ext4\.ko\S*: .*/jbd2\.ko", orders)


def test_lgpio_is_there_under_its_own_name(cached: tuple[str, Path]) -> None:
    name, tree = cached
    libraries = tree / "usr/lib/python3/dist-packages"
    there = {path.suffix for path in libraries.glob("lgpio*")} - {".libs"}
    assert there == (set() if name == "armhf-trixie" else {".py", ".dist-info"})


def test_what_maintainer_scripts_gave_to_others_belongs_to_them(cached: tuple[str, Path]) -> None:
    _, tree = cached
    override = (tree / "var/lib/dpkg/statoverride").read_text().split()
    assert override == ["root", "messagebus", "4754", f"/{HELPER}"]
    helper, group = (tree / HELPER).stat(), (tree / "etc/group").read_text()
    assert f"\nmessagebus:x:{helper.st_gid}:" in group
    assert helper.st_mode & 0o7777 == 0o4754


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_the_driver_of_the_i2c_bus_waits_for_each_answer_before_it_frees_the_messages(
    suite: str,
) -> None:
    need_root()
    driver = next(path for path in kernel_modules(suite) if path.stem == "i2c-virtio")
    called = driver.read_bytes()
    assert b"wait_for_completion" in called
    assert b"wait_for_completion_interruptible" not in called
