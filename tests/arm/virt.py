"""QEMU's machine `virt` as a Raspberry Pi: its device tree says so, and the far ends of its GPIO
chip and I2C buses are those of the kernel bench (tests/kernel/vhost.py)."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.arm.archive import run
from tests.arm.boot_files import DeviceTree, initramfs, kernel
from tests.arm.emulator import Machine, qemu
from tests.arm.kernel_modules import kernel_modules
from tests.kernel.vhost import GpioChip, I2cBus

_MEMORY: Final = "512M"
_MODULES: Final = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4", "i2c-dev")
# What a box does not need, and what takes an emulated one seconds.
_MASKED: Final = (
    *("serial-getty@ttyAMA0.service", "getty@tty1.service"),
    *(f"modprobe@{name}.service" for name in ("configfs", "drm", "efi_pstore", "fuse")),
    *("dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-debug.mount"),
)
# The shell starts early, and nothing asks for a login.
SHELL: Final = ("systemd.debug_shell=ttyAMA0", *(f"systemd.mask={unit}" for unit in _MASKED))
_CHIP_SLOT: Final = 5


@dataclass(frozen=True, slots=True)
class Model:
    """A Raspberry Pi as the device tree names it; `other_chips`: the header's is not the first."""

    name: str
    revision: int
    header_driver: str
    other_chips: bool


PI_3: Final = Model("Raspberry Pi 3 Model B Rev 1.2", 0xA02082, "brcm,bcm2835-gpio", False)
PI_5: Final = Model("Raspberry Pi 5 Model B Rev 1.0", 0xD04170, "raspberrypi,rp1-gpio", True)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a board is started with: `files` are copied onto its disk before anything reads it.

    With `snapshot` what is written to the disk is forgotten. `more` are words for QEMU.
    """

    suite: str
    model: Model
    disk: Path
    files: Path
    snapshot: bool = False
    cores: int = 2
    more: tuple[str, ...] = ()
    parameters: tuple[str, ...] = SHELL
    wall_s: float = 3000.0

    def machine(self) -> list[str]:
        """Return QEMU's words for the machine itself, which its device tree describes."""
        return [
            *("-M", "virt,gic-version=2,memory-backend=memory", "-cpu", "cortex-a53"),
            *("-smp", str(self.cores), "-m", _MEMORY, "-nodefaults"),
            *("-object", f"memory-backend-memfd,id=memory,size={_MEMORY},share=on"),
        ]

    def root_disk(self) -> list[str]:
        """Return QEMU's words for the disk."""
        kept = "on" if self.snapshot else "off"
        drive = f"file={self.disk},format=raw,if=none,id=root,snapshot={kept}"
        return ["-drive", drive, "-device", "virtio-blk-pci,drive=root,addr=1"]


class VirtBoard(Machine):
    """A running board: a chip and a bus to play on, a shell on its console."""

    def __init__(self, setup: Setup, folder: Path) -> None:
        folder.mkdir()
        # A socket's path has at most 107 bytes; folders of tests are often longer.
        self._sockets = Path(tempfile.mkdtemp(prefix="hare-"))
        self.chip = GpioChip(self._sockets / "chip")
        self.empty_bus = I2cBus(self._sockets / "bus0")  # as on a Pi the panel's bus is number 1
        self.bus = I2cBus(self._sockets / "bus1")
        drivers = kernel_modules(setup.suite)
        archive = folder / "initramfs.cpio"
        initramfs(setup.suite, _MODULES, drivers, setup.files, archive)
        words = ("root=/dev/vda", "console=ttyAMA0", "quiet", "loglevel=3", *setup.parameters)
        command = qemu(
            *setup.machine(),
            *("-display", "none", "-serial", "stdio", "-no-reboot"),
            *("-kernel", kernel(setup.suite), "-initrd", archive),
            *("-dtb", _device_tree(setup, folder / "board.dtb"), "-append", " ".join(words)),
            *setup.root_disk(),
            *self._far_ends(),
            *setup.more,
        )
        super().__init__(command, folder, wall_s=setup.wall_s)

    def close(self) -> None:
        super().close()
        for end in (self.empty_bus, self.bus, self.chip):
            end.close()
        shutil.rmtree(self._sockets)

    def _far_ends(self) -> list[str]:
        devices = {
            self.empty_bus.path: "vhost-user-i2c-pci,addr=3",
            self.bus.path: "vhost-user-i2c-pci,addr=4",
            self.chip.path: f"vhost-user-gpio-pci,addr={_CHIP_SLOT}",
        }
        words = []
        for path, device in devices.items():
            words += ["-chardev", f"socket,id={path.name},path={path}"]
            words += ["-device", f"{device},chardev={path.name}"]
        return words


def _device_tree(setup: Setup, file: Path) -> Path:
    """Have QEMU describe its machine, and say of it that it is this Raspberry Pi."""
    kind, machine, *rest = setup.machine()
    run(*qemu(kind, f"{machine},dumpdtb={file}", *rest))
    model = setup.model
    tree = DeviceTree(file)
    tree.set_text("/", "model", model.name)
    tree.add("/system")
    tree.set_cells("/system", "linux,revision", model.revision)
    if not model.other_chips:
        tree.set_text("/pl061@9030000", "status", "disabled")
    # QEMU's other way to attach devices, of which there are none here: udev would look at each.
    tree.remove(f"/virtio_mmio@{0xA000000 + 0x200 * place:x}" for place in range(32))
    # A PCI device's node carries its place on the bus, virtio's below it the number of the device.
    device = f"/pcie@10000000/chip@{_CHIP_SLOT}"
    tree.add(f"{device}/gpio")
    tree.set_cells(device, "reg", _CHIP_SLOT << 11, 0, 0, 0, 0)
    virtio = f"virtio,device{GpioChip.DEVICE_ID:x}"
    tree.set_text(f"{device}/gpio", "compatible", virtio, model.header_driver)
    return file
