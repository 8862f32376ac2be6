"""Debian 12 on an emulated Pi 3, with its own kernel: installed by hand, a turn, the doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.arm.board import INSTALL_S, PICTURE_S, SERVICE, files_for_the_disk, started
from tests.arm.boot_files import root_disk
from tests.arm.virt import PI_3, Setup
from tests.kernel import reference

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.arm, pytest.mark.timeout(3600), pytest.mark.xdist_group("arm others")]

LINES = ("ok", "ok", "ok", "ok", "right", "right", "ok")


def test_debian_12_installs_it_and_plays_a_turn(tmp_path: Path, package: Path) -> None:
    shots = reference.play(LINES, tmp_path / "reference")
    files = files_for_the_disk(tmp_path, package)
    setup = Setup("bookworm", PI_3, root_disk("bookworm"), files, snapshot=True)
    with started(setup, tmp_path / "board") as board:
        board.guest.check("systemctl is-system-running --wait || true", INSTALL_S)
        board.guest.check("apt install -y /srv/new.deb", INSTALL_S)
        board.wait_for(shots[0])
        board.play(LINES, shots[1:])
        assert board.panel.faults == []
        board.guest.check(f"systemctl stop {SERVICE}", PICTURE_S)
        assert "fault" not in board.doctor()
