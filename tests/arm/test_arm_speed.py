"""Instructions of an ARM processor until the service is ready, against the start of bare luma.

The board's clock counts instructions (QEMU's -icount), so a process's time is their number, the
kernel's work for it included. Presses are counted in test_userland.py: here what a program does
between two pictures counts too, and depends on how busy this machine is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.arm.bare import COMPANION, FIRST_PROGRAM, HERE, files_without_systemd, in_background
from tests.arm.board import PICTURE_S, Board, started
from tests.arm.boot_files import root_disk
from tests.arm.virt import PI_3, Setup

if TYPE_CHECKING:
    from pathlib import Path

    from tests.arm.conftest import Measured

pytestmark = [pytest.mark.arm, pytest.mark.timeout(3600), pytest.mark.xdist_group("arm others")]

SHIFT: Final = 2
INSTRUCTION_NS: Final = 1 << SHIFT
MILLION: Final = 1_000_000
# Counted was 2.57.
START_SHARE: Final = 3
START_S: Final = 8 * PICTURE_S
BARE: Final = "PYTHONPATH=/usr/lib/hare-companion python3 /srv/baseline.py 27 ssd1306"
READY: Final = "/tmp/ready"


def start_bare(board: Board) -> int:
    process = in_background(board.guest, BARE, "/tmp/bare")
    assert board.panel.wait_for(lambda picture: picture.getbbox() is not None, START_S)
    board.panel.settle(quiet=1)
    return process


def start_companion(board: Board) -> tuple[int, int]:
    """Start it as systemd does; return its number and its instructions until it was ready."""
    board.guest.check(f"rm -f {READY}")
    in_background(board.guest, f"python3 /srv/until_ready.py {COMPANION}", READY)
    board.guest.check(f"until [ -s {READY} ]; do sleep 0.2; done", START_S)
    process, time_ns = board.guest.check(f"cat {READY}").split()
    board.panel.settle(quiet=1)
    return int(process), int(time_ns) // INSTRUCTION_NS


def stop(board: Board, process: int) -> None:
    """End a program, and put another panel on, which is dark."""
    board.guest.check(f"kill {process}; while kill -0 {process} 2>/dev/null; do sleep 0.2; done")
    board.plug(type(board.panel)())


def measure_bare(board: Board) -> int:
    stop(board, start_bare(board))  # the first time Python compiles
    process = start_bare(board)
    told = board.guest.check(f"python3 /srv/until_ready.py --used {process}")
    stop(board, process)
    return int(told) // INSTRUCTION_NS


def measure_companion(board: Board) -> int:
    stop(board, start_companion(board)[0])
    return start_companion(board)[1]


def test_a_start_takes_at_most_three_times_the_instructions_of_the_bare_script(
    tmp_path: Path, package: Path, measured: Measured
) -> None:
    programs = (HERE.parent / "kernel/baseline.py", HERE / "until_ready.py")
    setup = Setup(
        *("trixie", PI_3, root_disk("trixie")),
        files_without_systemd(tmp_path, package, *programs),
        snapshot=True,
        cores=1,
        more=("-icount", f"shift={SHIFT}"),
        parameters=(FIRST_PROGRAM,),
    )
    with started(setup, tmp_path / "board") as board:
        bare, start = measure_bare(board), measure_companion(board)
        assert board.panel.faults == []
    share = f"{start / bare:.2f} of bare luma"
    measured(f"emulated ARM, ready after {start / MILLION:.0f} million instructions, {share}")
    assert start <= START_SHARE * bare
