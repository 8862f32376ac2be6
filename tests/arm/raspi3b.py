"""QEMU's machine `raspi3b`: a Pi 3 with the chip's own GPIO and I2C, and the true drivers for them.

Its I2C controller has no repeated start, and its panel (an SSD0303) acknowledges and shows nothing.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from tests.arm.boot_files import DeviceTree, initramfs, kernel, root_disk
from tests.arm.build_trees import build
from tests.arm.emulator import Machine, qemu
from tests.arm.kernel_modules import kernel_release
from tests.arm.virt import PI_3

if TYPE_CHECKING:
    from pathlib import Path

_MODULES: Final = ("bcm2835", "crc32c_generic", "ext4", "i2c-bcm2835", "i2c-dev")
_DEVICE_TREE: Final = "broadcom/bcm2837-rpi-3-b.dtb"
HERTZ: Final = 400_000


def raspi3b(suite: str, files: Path, folder: Path, *, wall_s: float = 3000.0) -> Machine:
    """Start it with a shell as its first program; what is written to its disk is forgotten."""
    folder.mkdir()
    archive = initramfs(suite, _MODULES, (), files, folder / "initramfs.cpio")
    words = ("root=/dev/mmcblk0", "console=ttyS1,115200", "quiet", "next=/srv/init.sh")
    command = qemu(
        *("-M", "raspi3b", "-display", "none", "-no-reboot", "-serial", "null", "-serial", "stdio"),
        *("-kernel", kernel(suite), "-initrd", archive, "-dtb", _device_tree(suite, folder)),
        *("-append", " ".join(words)),
        *("-drive", f"file={root_disk(suite)},format=raw,if=sd,snapshot=on"),
        *("-device", "ssd0303,address=0x3c,bus=i2c-bus.1"),
    )
    return Machine(command, folder, wall_s=wall_s)


def _device_tree(suite: str, folder: Path) -> Path:
    """Take the kernel's own, with what a Pi's firmware adds to it (config.txt: the bus's speed)."""
    folders = build(f"arm64-{suite}") / "usr/lib"
    file = folders / f"linux-image-{kernel_release(suite)}" / _DEVICE_TREE
    tree = DeviceTree(shutil.copy(file, folder / "board.dtb"))
    tree.set_text("/", "model", PI_3.name)
    tree.add("/system")
    tree.set_cells("/system", "linux,revision", PI_3.revision)
    tree.set_cells("/soc/i2c@7e804000", "clock-frequency", HERTZ)
    return tree.file
