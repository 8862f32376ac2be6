"""By default no socket is open on a board: none that listens, none that talks, of no kind."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHILD = Path(__file__).with_name("board_child.py")
ROOT = Path(__file__).parents[3]
TIMEOUT_S = 60.0


@contextmanager
def board(tmp_path: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Start the program on a board; it is ready when it says so to the service manager."""
    config = tmp_path / "config.toml"
    config.write_text('profile = "breadboard"\n', "utf-8")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(TIMEOUT_S)
        with subprocess.Popen(
            [sys.executable, str(CHILD), str(tmp_path / "state"), str(config), *options],
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(tmp_path / "notify"),
                "PYTHONPATH": str(ROOT),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as child:
            try:
                assert manager.recv(100) == b"READY=1"
                yield child
            finally:
                child.kill()


def open_sockets(process: int) -> list[str]:
    """List the open sockets of a process, as the kernel names them."""
    links = []
    for handle in Path(f"/proc/{process}/fd").iterdir():
        try:
            links.append(str(handle.readlink()))
        except FileNotFoundError:
            continue
    return [link for link in links if link.startswith("socket:")]


def listening(process: int) -> int:
    """Count the process's sockets that listen for TCP."""
    inodes = set(re.findall(r"\d+", " ".join(open_sockets(process))))
    tables = (Path(f"/proc/{process}/net/{name}") for name in ("tcp", "tcp6"))
    rows = [line.split() for path in tables if path.exists() for line in path.open()]
    return sum(row[3] == "0A" and row[9] in inodes for row in rows)


def terminate(child: subprocess.Popen[str]) -> list[str]:
    """End it by SIGTERM; return the libraries of its last line."""
    child.send_signal(signal.SIGTERM)
    out, _ = child.communicate(timeout=TIMEOUT_S)
    assert child.returncode == 0
    return out.split("\n")[-2].split()


def test_by_default_a_board_has_no_socket_open_and_imports_nothing_that_opens_one(
    tmp_path: Path,
) -> None:
    with board(tmp_path) as child:
        # The one that has just said READY may still be closing.
        deadline = time.monotonic() + TIMEOUT_S
        while open_sockets(child.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert open_sockets(child.pid) == []
        assert terminate(child) == []


def test_a_board_with_the_option_page_has_one_listening_socket(tmp_path: Path) -> None:
    with board(tmp_path, "--page", "--port", "0", "--no-browser") as child:
        assert listening(child.pid) == 1
        assert "aiohttp" in terminate(child)
