"""A prepared card in Debian 13 on an emulated Pi 3, then 5: an evening from the first start."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.arm.board import (
    INSTALL_S,
    PICTURE_S,
    SERVICE,
    STATE,
    Board,
    copied_disk,
    files_for_the_disk,
    started,
)
from tests.arm.virt import PI_3, PI_5, SHELL, Setup
from tests.install.trees import CONFIG_TXT, SOURCE, build_package, need_root
from tests.kernel import reference
from tests.kernel.companion_box import SECOND_OK_S
from tests.kernel.panels import Ssd1306
from tests.tools import need

if TYPE_CHECKING:
    from pathlib import Path

    from tests.arm.conftest import Measured
    from tests.kernel.reference import Shot

pytestmark = [pytest.mark.arm, pytest.mark.timeout(3600), pytest.mark.xdist_group("arm card")]

DAY_S = 86_400
NEW_GAME = ("ok", "ok", "ok", "ok")
TURN = ("right", "right", "ok")
UNDO = ("back", "ok", "ok")
GO_ON = ("ok", "ok", "ok", "ok", "ok")
NEXT_TURN = ("right", "right", "right", "right", "ok")
SWITCH_OFF = ("back", "hold right 3", "ok", "right", "ok")
FIRST = (*NEW_GAME, *TURN, *UNDO, *TURN)
AFTER_UPGRADE = (*GO_ON, "right")
AFTER_CUT = (*GO_ON, *NEXT_TURN, *SWITCH_OFF)
EVENING = (*FIRST, "restart", *AFTER_UPGRADE, "restart", *AFTER_CUT)
# Where Raspberry Pi OS has cloud-init look, and what it mounts.
CLOUD = """\
datasource_list: [NoCloud]
datasource: {NoCloud: {seedfrom: "file:///boot/firmware/"}}
"""
FSTAB = "/dev/vda / ext4 defaults 0 1\n/dev/vdb /boot/firmware vfat defaults,umask=0 0 2\n"
USER_DATA = "#cloud-config\nhostname: hare\nruncmd:\n- [ touch, /root/of-the-imager ]\n"
LOST_S = 3
"""Longer than a lost panel goes unnoticed."""


def prepare_card(folder: Path, package: Path) -> Path:
    """Prepare a boot partition as a family does; return it as an image of the firmware's kind."""
    boot = folder / "boot"
    boot.mkdir()
    (boot / "config.txt").write_text(CONFIG_TXT)
    (boot / "cmdline.txt").write_text("console=tty1\n")
    (boot / "user-data").write_text(USER_DATA)
    (boot / "meta-data").write_text("instance-id: first\n")
    script = SOURCE / "firmware-config/prepare_card.py"
    subprocess.run([sys.executable, script, boot, package, "--profile=breadboard"], check=True)
    image = folder / "boot.img"
    subprocess.run([need("mformat"), "-C", "-T", "65536", "-i", image, "::"], check=True)
    subprocess.run([need("mcopy"), "-s", "-i", image, *boot.iterdir(), "::"], check=True)
    return image


def like_raspberry_pi_os(files: Path) -> Path:
    """Add what plain Debian lacks against it: the boot partition, and that user-data is there."""
    for name in ("etc/cloud/cloud.cfg.d", "boot/firmware"):
        (files / name).mkdir(parents=True)
    (files / "etc/cloud/cloud.cfg.d/99_boot.cfg").write_text(CLOUD)
    (files / "etc/fstab").write_text(FSTAB)
    return files


def test_a_prepared_card_installs_itself_plays_and_survives_the_evening(
    tmp_path: Path, measured: Measured
) -> None:
    need_root()
    for name, seconds_earlier in (("older", DAY_S), ("new", 0)):
        build_package(tmp_path / name, seconds_earlier)
    older, new = (next((tmp_path / name).glob("*.deb")) for name in ("older", "new"))
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    shots = reference.play(EVENING, tmp_path / "reference")
    upgraded = len(FIRST) + 1
    cut = upgraded + len(AFTER_UPGRADE) + 1
    boot = prepare_card(tmp_path, older)
    more = ("-drive", f"file={boot},format=raw,if=none,id=boot")
    more += ("-device", "virtio-blk-pci,drive=boot,addr=2")
    first = Setup(
        "trixie",
        PI_3,
        copied_disk("trixie", tmp_path),
        like_raspberry_pi_os(files_for_the_disk(tmp_path, new)),
        more=more,
    )
    with started(first, tmp_path / "pi3") as board:
        seconds = board.wait_for(shots[0])
        measured(f"emulated ARM, a prepared card's first picture: after {seconds:.0f} s")
        check_installation(board)
        play_while_the_panel_is_away(board, shots[: len(FIRST) + 1])
        upgrade_in_mid_game(board, shots[upgraded:cut])
        board.guest.kill()

    second = replace(first, model=PI_5, files=nothing, parameters=(*SHELL, "cloud-init=disabled"))
    with started(second, tmp_path / "pi5") as board:
        seconds = board.wait_for(shots[cut])
        measured(f"emulated ARM, first picture: {seconds:.0f} s after power-on")
        measured(f"emulated ARM, memory: {memory(board)}")
        check_header_and_health(board)
        board.wait_for(shots[cut])
        board.play(AFTER_CUT[:-1], shots[cut + 1 : -1])
        time.sleep(SECOND_OK_S)
        board.press("ok")  # its picture speaks of the board's lamp, which the reference has not
        assert board.guest.wait(INSTALL_S) == 0  # the machine is off
        assert board.panel.faults == []


def check_installation(board: Board) -> None:
    """Look at what cloud-init, the first start's script and the package did."""
    # It reports that the smallest Debian has no ssh-keygen and no resize2fs.
    board.guest.run("cloud-init status --wait", INSTALL_S)
    assert board.property("ActiveState") == "active"
    assert board.property("UnitFileState") == "enabled"
    assert "of-the-imager" in board.guest.check("ls /root")
    assert "hare-companion" not in board.guest.check("ls /boot/firmware")
    assert "dtparam=i2c_arm=on" in board.guest.check("cat /boot/firmware/config.txt")
    assert board.guest.check("cat /etc/hostname") == "hare\n"


def play_while_the_panel_is_away(board: Board, shots: list[Shot]) -> None:
    """Play, undo, play again; before the last OK another panel takes the place of the first."""
    board.play(FIRST[:-1], shots[1:-1])
    board.unplug()
    board.press("left")
    time.sleep(LOST_S)
    board.plug(Ssd1306())
    board.press("right")
    board.wait_for(shots[-2])
    board.play(FIRST[-1:], shots[-1:])
    assert board.panel.faults == []
    assert '"do": "forward"' in board.guest.check(f"hare-companion export {STATE}", PICTURE_S)


def upgrade_in_mid_game(board: Board, shots: list[Shot]) -> None:
    before = board.property("MainPID")
    board.guest.check("dpkg -i /srv/new.deb", INSTALL_S)
    board.wait_for(shots[0])
    assert board.property("MainPID") != before
    board.play(AFTER_UPGRADE, shots[1:])


def memory(board: Board) -> str:
    process = board.property("MainPID")
    resident = board.guest.check(f"grep VmRSS /proc/{process}/status").split()[1]
    group = int(board.property("MemoryCurrent"))
    return f"{int(resident) >> 10} MiB resident, {group >> 20} MiB of the service's group"


def check_header_and_health(board: Board) -> None:
    assert board.guest.check("cat /proc/device-tree/model").startswith("Raspberry Pi 5")
    compatible = "/sys/bus/gpio/devices/*/of_node/compatible"
    chips = board.guest.check(f"grep -l {PI_5.header_driver} {compatible}").split()
    assert [chip.split("/")[5] for chip in chips] == ["gpiochip1"]
    board.guest.check(f"systemctl stop {SERVICE}", PICTURE_S)
    said = board.doctor()
    assert "fault" not in said
    assert "/dev/gpiochip1" in said
    board.guest.check(f"systemctl start {SERVICE}", INSTALL_S)
