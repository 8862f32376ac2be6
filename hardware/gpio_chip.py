"""Find the GPIO chip of the 40-pin header by its driver: its number differs between kernels.

On a Pi 5 it was 4, then 0, and is another one from Raspberry Pi's kernel 6.12.96 on; some kernels
have no gpiochip0. Nothing is opened here, and no library is imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hardware.is_pi import revision

HEADER_DRIVERS: Final = frozenset(
    {
        "brcm,bcm2835-gpio",  # Pi 1 to 3, Zero
        "brcm,bcm2711-gpio",  # Pi 4
        "raspberrypi,rp1-gpio",  # Pi 5
    }
)
"""Entries of `compatible` in the device tree, by which the kernel chooses the driver."""


def header_chip(root: Path = Path("/")) -> int:
    """Return the number of the header's chip; without a known driver, gpiozero's default."""
    for device in sorted((root / "sys/bus/gpio/devices").glob("gpiochip*")):
        if HEADER_DRIVERS & _compatible(device):
            return int(device.name.removeprefix("gpiochip"))
    return 4 if _is_pi_5(root) and chip_device(4, root).exists() else 0


def chip_device(number: int, root: Path = Path("/")) -> Path:
    """Return the device file of a GPIO chip."""
    return root / f"dev/gpiochip{number}"


def _compatible(device: Path) -> frozenset[str]:
    try:
        entries = (device / "of_node/compatible").read_bytes()
    except OSError:  # a chip that the device tree does not describe
        return frozenset()
    return frozenset(entries.decode("ascii", "replace").split("\0"))


def _is_pi_5(root: Path) -> bool:
    try:
        code = revision(root)
    except (OSError, ValueError):
        return False
    return code is not None and (code & 0xFF0) >> 4 == 0x17
