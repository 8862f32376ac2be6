"""Write the unit's drop-in that allows the service only the devices of its configuration.

`python -m hardware.systemd_devices FILE` prints it; the package puts it beside the unit. Device
numbers are used rather than names where the kernel's are fixed: a device that is missing when the
service starts would else stay forbidden (systemd.resource-control(5)).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.config.configuration import BusKind, ConfigError, load_config
from hardware.profiles import load_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config.configuration import Config

_I2C_MAJOR: Final = 89  # Documentation/admin-guide/devices.txt of the kernel
_USB_CLASSES: Final = ("ttyACM", "ttyUSB")
_HEAD: Final = """\
# Written from {source}; `sudo dpkg-reconfigure hare-companion` renews it
# when the bus, the panels or their ports changed. What remains is every line of every GPIO chip,
# since the header's chip has no fixed number, and all devices of a class that is named here.
[Service]
DeviceAllow=
"""


def main(words: list[str]) -> int:
    """Print the drop-in of a configuration file; return 1 where it cannot be read."""
    (path,) = words
    try:
        config = load_config(Path(path), load_all())
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 1
    sys.stdout.write(drop_in(config, path))
    return 0


def drop_in(config: Config, source: str) -> str:
    """Return the whole drop-in; `source` names the configuration file in it."""
    lines = (f"DeviceAllow={device} rw\n" for device in allowed_devices(config))
    return _HEAD.format(source=source) + "".join(lines)


def allowed_devices(config: Config) -> Iterator[str]:
    """Yield the devices and classes of devices that the configuration needs."""
    yield "char-gpiochip"
    if config.wiring.bus is BusKind.I2C:
        yield f"/dev/char/{_I2C_MAJOR}:{config.wiring.i2c_port}"
    else:
        yield "char-spi"  # its minor numbers follow the order in which devices were found
    classes = (name for panel in config.panels for name in _serial_classes(panel.port))
    yield from (f"char-{name}" for name in dict.fromkeys(classes))


def _serial_classes(port: str) -> tuple[str, ...]:
    """Return the classes of a serial port; a USB port that is not connected may be of either."""
    match = re.fullmatch(r"/dev/(tty[A-Za-z]+)\d+", str(Path(port).resolve()))
    return _USB_CLASSES if match is None else (match[1],)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
