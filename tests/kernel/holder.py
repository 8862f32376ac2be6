"""Hold a GPIO line under a name of our own, as a kernel driver or another program would.

usage: holder.py PIN NAME. Runs until it is killed. lgpio always calls itself "lg": hence the ioctl
(linux/gpio.h, struct gpio_v2_line_request).
"""

from __future__ import annotations

import fcntl
import signal
import struct
import sys
from pathlib import Path

REQUEST = struct.Struct("<64I32sQI5I240xII5Ii")
"""Offsets, consumer, flags, attributes (none), lines, event buffer, padding, file descriptor."""
INPUT = 1 << 2
ASK_FOR_LINE = 3 << 30 | REQUEST.size << 16 | 0xB4 << 8 | 0x07


def main() -> None:
    pin, name = int(sys.argv[1]), sys.argv[2].encode()
    offsets = (pin, *(0,) * 63)
    request = REQUEST.pack(*offsets, name, INPUT, 0, *(0,) * 5, 1, 0, *(0,) * 5, -1)
    with Path("/dev/gpiochip0").open("rb") as chip:
        fcntl.ioctl(chip, ASK_FOR_LINE, request)
        signal.pause()


if __name__ == "__main__":
    main()
