"""From the installation of earlier versions to the package, in Debian 12 and 13 trees."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.install.trees import BOOT, CONFIG_TXT, DROP_INS, FAMILYS, GAMES, SETTINGS, WANTED, Tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.install.conftest import Packages

pytestmark = [pytest.mark.chroot, pytest.mark.timeout(900)]

OLD = "opt/hare-companion"
OLD_UNIT = "etc/systemd/system/hare-companion.service"
OLD_FILES = (
    "etc/udev/rules.d/70-hare-companion.rules",
    "etc/polkit-1/rules.d/50-hare-companion.rules",
    "etc/modules-load.d/hare-companion.conf",
)
OLD_BLOCK = """\
# --- hare-companion: begin (made by firmware-config/install.sh) ---
[all]
old=1
# --- hare-companion: end ---
"""
# Instead of a systemd that runs: the word in /tmp/active is its answer.
SYSTEMCTL = """#!/bin/sh
echo "$@" >>/tmp/calls
[ "$1" != is-active ] || [ "$(cat /tmp/active)" = yes ]
"""


def install_as_before(tree: Tree) -> None:
    """Do what firmware-config/install.sh of earlier versions did, as far as it left files."""
    for name in OLD_FILES:
        tree.write(name, "old\n")
    exec_start = "ExecStart=/opt/hare-companion/venv/bin/hare-companion"
    tree.write(OLD_UNIT, f"[Service]\n{exec_start}\n[Install]\nWantedBy=multi-user.target\n")
    tree.write(f"{DROP_INS}/phone.conf", f"[Service]\nExecStart=\n{exec_start} --listen 0.0.0.0\n")
    tree.write(f"{DROP_INS}/devices.conf", "[Service]\n")
    tree.write(f"{OLD}/made", "group gpio\ngroup i2c\ngroup spi\n")
    tree.write(f"{OLD}/venv.1/bin/hare-companion", "old\n")
    (tree.root / OLD / "venv").symlink_to("venv.1")
    (tree.root / "usr/local/bin/hare-companion").symlink_to(f"/{OLD}/venv/bin/hare-companion")
    (tree.root / WANTED).symlink_to(f"/{OLD_UNIT}")
    tree.write(SETTINGS, FAMILYS)
    tree.write(BOOT, CONFIG_TXT + OLD_BLOCK)
    for group in ("gpio", "i2c", "spi"):
        tree.tell("groupadd", "--system", group)
    groups = "--groups=gpio,i2c,spi,dialout"
    tree.tell("useradd", "--system", "--user-group", groups, "hare-companion")
    tree.write(f"{GAMES}/store/journal.db", "a game")
    tree.tell("chown", "-R", "hare-companion:", f"/{GAMES}")


def run_systemd(tree: Tree, *, active: bool) -> None:
    """Let the maintainer scripts believe that systemd runs, and whether the unit does."""
    (tree.root / "run/systemd/system").mkdir(parents=True, exist_ok=True)
    for name in ("systemctl", "deb-systemd-invoke", "modprobe", "udevadm"):
        tree.write(f"usr/local/sbin/{name}", SYSTEMCTL)
        (tree.root / "usr/local/sbin" / name).chmod(0o755)
    tree.write("tmp/active", "yes" if active else "no")


def install_over(tree: Tree, package: Path) -> str:
    """Install by dpkg, which finds the programs that run_systemd replaced."""
    shutil.copy(package, tree.root / "tmp")
    return tree.tell("dpkg", "-i", f"/tmp/{package.name}")


def end_systemd(tree: Tree) -> None:
    shutil.rmtree(tree.root / "run/systemd/system")
    for path in (tree.root / "usr/local/sbin").iterdir():
        path.unlink()


def assert_moved(tree: Tree) -> None:
    assert tree.read(SETTINGS) == FAMILYS
    assert tree.read(f"{GAMES}/store/journal.db") == "a game"
    assert "old=1" not in tree.read(BOOT)
    assert tree.read(BOOT).count("hare-companion: begin") == 1
    assert "/usr/bin/hare-companion --listen" in tree.tell("cat", f"/{DROP_INS}/phone.conf")
    assert not (tree.root / OLD_UNIT).exists()


def test_an_earlier_installation_is_moved_over(tree: Tree, packages: Packages) -> None:
    install_as_before(tree)
    run_systemd(tree, active=True)
    said = install_over(tree, packages.new)
    assert f"removing the earlier one from /{OLD}" in said
    assert_moved(tree)
    for name in (OLD, *OLD_FILES, "usr/local/bin/hare-companion"):
        assert not (tree.root / name).exists(), name
    calls = tree.read("tmp/calls").splitlines()
    stop, start = (calls.index(f"{verb} hare-companion.service") for verb in ("stop", "start"))
    assert stop < start < calls.index("is-active --quiet hare-companion.service")
    (tree.root / "tmp/calls").unlink()
    install_over(tree, packages.new)
    assert "restart hare-companion.service" in tree.read("tmp/calls").splitlines()
    end_systemd(tree)
    shutil.rmtree(tree.root / GAMES)


def test_the_earlier_one_stays_until_the_new_one_was_seen_to_run(
    tree: Tree, packages: Packages
) -> None:
    install_as_before(tree)
    before = tree.read(f"{DROP_INS}/phone.conf")
    run_systemd(tree, active=False)
    assert f"so the earlier one in /{OLD} goes on" in install_over(tree, packages.new)
    assert "ExecStart=/opt" in tree.read(OLD_UNIT)
    assert tree.read(f"{DROP_INS}/phone.conf") == before
    end_systemd(tree)
    assert "is kept until the new one was seen to run" in tree.reconfigure()
    assert_moved(tree)
    assert (tree.root / OLD / "venv/bin/hare-companion").exists()
    run_systemd(tree, active=True)
    tree.reconfigure()
    assert_moved(tree)
    assert not (tree.root / OLD).exists()
    end_systemd(tree)
    shutil.rmtree(tree.root / GAMES)
