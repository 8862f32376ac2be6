"""Read large inputs one after the other; print seconds and KiB of memory that each took.

large_child.py TARGET FILE...
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from tests.torture.fuzz.targets import TARGETS


def resident_kib(what: str) -> int:
    status = Path("/proc/self/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith(what)))


def measured(name: str, path: Path) -> tuple[float, int]:
    """Read in a child of its own: its peak above what it began with."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        content = path.read_bytes()
        Path("/proc/self/clear_refs").write_text("5", "ascii")  # the peak begins anew
        before, began = resident_kib("VmRSS"), time.perf_counter()
        TARGETS[name].read(content)
        spent = time.perf_counter() - began
        os.write(writer, json.dumps((spent, resident_kib("VmHWM") - before)).encode())
        os._exit(0)
    os.close(writer)
    _, status = os.wait()
    answer = os.read(reader, 1000)
    os.close(reader)
    if status:
        raise SystemExit(f"{name}, {path}: the reader died")
    spent, kib = json.loads(answer)
    return spent, kib


if __name__ == "__main__":
    TARGETS[sys.argv[1]].read(TARGETS[sys.argv[1]].seeds[0])  # everything is imported
    print(json.dumps([measured(sys.argv[1], Path(path)) for path in sys.argv[2:]]))
