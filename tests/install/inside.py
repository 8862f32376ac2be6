"""What the unit's sandbox lets a program do; then switch off as the menu does. Runs in the tree."""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import sys
from pathlib import Path

from hardware import is_pi, power, systemd_notify

WRITTEN = ("/etc", "/usr/lib/hare-companion", "/var/lib/hare-companion", "/root", "/usr")
LIBRARIES = ("PIL.Image", "luma.oled.device", "smbus2", "serial", "gpiozero", "sqlite3", "lgpio")


def imported(name: str) -> str:
    try:
        importlib.import_module(name)
    except Exception as fault:  # noqa: BLE001 - whatever the sandbox makes of it is told
        return f"{type(fault).__name__}: {fault}"
    return "ok"


def can_write(folder: str) -> bool:
    try:
        (Path(folder) / "tried").touch()
    except OSError:
        return False
    return True


def can_reach_the_network() -> bool:
    try:
        socket.socket(socket.AF_INET).close()
    except OSError:
        return False
    return True


def main() -> int:
    report = {
        "libraries": {name: imported(name) for name in LIBRARIES},
        "fifos": [path.name for path in Path("/run/hare-companion").glob(".lgd*")],
        "folder": str(Path.cwd()),
        "user": os.getuid() != 0,
        "kept": os.access("/var/lib/hare-companion/kept", os.R_OK | os.W_OK),
        "network": can_reach_the_network(),
        "writable": [place for place in WRITTEN if can_write(place)],
        "settings": Path("/etc/hare-companion/config.toml").read_text(),
        "is_pi": is_pi.is_pi(),
        "revision": is_pi.revision(),  # raises where /proc/cpuinfo is hidden
        "notified": systemd_notify.notify(systemd_notify.READY),
        "watchdog_s": systemd_notify.watchdog_period(),
    }
    file = Path(os.environ["STATE_DIRECTORY"], "report.json")
    file.write_text(json.dumps(report))
    # The shutdown that is asked for begins at once: the answer is still to be written.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    report["switched_off"] = power.switch_off()
    file.write_text(json.dumps(report))
    return report["switched_off"]


if __name__ == "__main__":
    sys.exit(main())
