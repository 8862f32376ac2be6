"""Is it a Pi: the same answer as gpiozero's, on every kind of machine."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero.exc import PinUnknownPi
from gpiozero.pins import local
from gpiozero.pins.data import PI_REVISIONS
from gpiozero.pins.pi import PiBoardInfo

from hardware.is_pi import is_pi, revision

if TYPE_CHECKING:
    from pathlib import Path

CPUINFO = {
    "a Pi 3": "processor\t: 0\nHardware\t: BCM2835\nRevision\t: a02082\nSerial\t: 0\n",
    "a Pi 5": "Revision\t: c04170\n",
    "a Zero": "Revision\t: 900092\n",
    "a first Pi, over-volted": "Revision\t: 1000002\n",
    "another ARM board": "Hardware\t: Allwinner\nRevision\t: 0000\n",
    "a PC": "processor\t: 0\nvendor_id\t: GenuineIntel\n",
    "nothing": "",
} | {f"old {code:x}": f"Revision\t: {code:04x}\n" for code in range(0x18)}
TREE = {"a Pi 4": 0xC03111, "a Zero 2": 0x902120, "an old B": 0x000E, "zero": 0}


def machine(root: Path, cpuinfo: str | None = None, tree: int | None = None) -> Path:
    (root / "proc/device-tree/system").mkdir(parents=True)
    if cpuinfo is not None:
        (root / "proc/cpuinfo").write_text(cpuinfo)
    if tree is not None:
        where = root / "proc/device-tree/system/linux,revision"
        where.write_bytes(tree.to_bytes(4, "big"))
    return root


def gpiozero_accepts(root: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    def open_there(name: str, *how: Any) -> Any:
        return open(root / name[1:], *how)  # noqa: PTH123 - as gpiozero calls it

    class Io:
        open = staticmethod(open_there)
        StringIO = io.StringIO

    monkeypatch.setattr(local, "io", Io)
    try:
        PiBoardInfo.from_revision(local.get_pi_revision())
    except PinUnknownPi:
        return False
    return True


@pytest.mark.parametrize("kind", CPUINFO)
def test_cpuinfo_gives_the_same_as_in_gpiozero(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = machine(tmp_path, cpuinfo=CPUINFO[kind])
    assert is_pi(root) == gpiozero_accepts(root, monkeypatch)


@pytest.mark.parametrize("kind", TREE)
def test_the_device_tree_is_read_first_and_gives_the_same(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = machine(tmp_path, cpuinfo=CPUINFO["a PC"], tree=TREE[kind])
    assert is_pi(root) == gpiozero_accepts(root, monkeypatch)
    assert revision(root) == TREE[kind]


def test_gpiozeros_table_of_old_boards_has_not_grown(tmp_path: Path) -> None:
    for code in PI_REVISIONS:
        root = machine(tmp_path / f"{code:x}", cpuinfo=f"Revision\t: {code:04x}\n")
        assert is_pi(root)


@pytest.mark.parametrize("cpuinfo", [None, "Revision\t: soon\n", "Revision\t:\n"])
def test_what_cannot_be_read_is_no_pi(cpuinfo: str | None, tmp_path: Path) -> None:
    assert not is_pi(machine(tmp_path, cpuinfo=cpuinfo))
