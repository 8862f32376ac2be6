"""Start a service as systemd does; print its processor time when it is ready.

usage, inside a board: until_ready.py COMMAND...        (it stays until the service ends)
                       until_ready.py --used NUMBER     (print the time of a running process)

The time is in nanoseconds; on a board whose clock counts instructions it is their number.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

SOCKET = "/run/until-ready"


def used_ns(process: int) -> int:
    """Return the processor time of a process, of all its threads (clock_getcpuclockid(3))."""
    return time.clock_gettime_ns(~process << 3 | 2)


def main() -> None:
    if sys.argv[1] == "--used":
        print(used_ns(int(sys.argv[2])))
        return
    Path(SOCKET).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.bind(SOCKET)
        service = subprocess.Popen(sys.argv[1:], env=os.environ | {"NOTIFY_SOCKET": SOCKET})
        while link.recv(100) != b"READY=1":
            pass
    print(service.pid, used_ns(service.pid), flush=True)
    service.wait()


if __name__ == "__main__":
    main()
