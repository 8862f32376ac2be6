"""Programs of the tree with QEMU, run from here, and the machines' consoles."""

from __future__ import annotations

import os
import subprocess
import threading
from typing import TYPE_CHECKING, Final

from tests.arm.build_trees import build
from tests.kernel.guest import GuestError, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_LIBRARIES: Final = "usr/lib/x86_64-linux-gnu"
_ENVIRONMENT: Final = "PS1= PS2= LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive SYSTEMD_PAGER=cat"
_MARK: Final = "order-ended"


def program(name: str) -> list[str]:
    """Return how a program of the QEMU tree is called: by its own loader and libraries."""
    tree = build("qemu")
    folders = f"{tree / _LIBRARIES}:{tree / _LIBRARIES / 'pulseaudio'}"
    loader = str(tree / "lib64/ld-linux-x86-64.so.2")
    return [loader, "--library-path", folders, str(tree / "usr/bin" / name)]


def qemu(*words: str | Path) -> list[str]:
    """Return the command line of an emulated ARM machine of 64 bits."""
    firmware = build("qemu") / "usr/share/qemu"
    # It ends with the test that started it.
    alone = ("setpriv", "--pdeathsig", "KILL")
    return [*alone, *program("qemu-system-aarch64"), "-L", str(firmware), *map(str, words)]


class Machine:
    """A running machine with a root shell on its console; each wait has an end."""

    def __init__(self, command: Sequence[str], folder: Path, *, wall_s: float) -> None:
        """Start it; after `wall_s` seconds it is killed, whatever it does."""
        self.folder = folder
        self._said = bytearray()
        self._changed = threading.Condition()
        self._orders = 0
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
        )
        self._reader = threading.Thread(target=self._read, daemon=True, name="console")
        self._reader.start()
        self._wall = threading.Timer(wall_s, self.kill)
        self._wall.daemon = True
        self._wall.start()

    def log_in(self, seconds: float) -> None:
        """Wait for the shell, and have it echo nothing."""
        self._wait_for("# ", 0, seconds)
        # A shell that edits no line and echoes nothing.
        self._tell(f"stty -echo; {_ENVIRONMENT} exec sh +m\n")
        self.check("true", 60)

    def run(self, script: str, seconds: float = 60.0) -> Outcome:
        """Have the shell run these commands, which are short enough for a terminal's line."""
        self._orders += 1
        mark, before = f"{_MARK}-{self._orders}", len(self._said)
        # The mark's quotes keep the echo of this line from being taken for its end.
        line = f"{{ {script}\n}} </dev/null 2>&1; echo '{mark[:5]}''{mark[5:]}'=$?.\n"
        self._tell(line)
        said = self._wait_for(f"{mark}=", before, seconds, "\n")
        output, _, status = said.partition(f"{mark}=")
        return Outcome(int(status.split(".")[0]), output.replace("\r\n", "\n"))

    def check(self, script: str, seconds: float = 60.0) -> str:
        """Run commands that must succeed, and return what they printed."""
        outcome = self.run(script, seconds)
        if outcome.status:
            raise GuestError(f"{script!r} ended with {outcome.status}:\n{outcome.output}")
        return outcome.output

    def console(self) -> str:
        """Return what stood on the console so far."""
        return bytes(self._said).decode(errors="replace")

    def wait(self, seconds: float) -> int:
        """Wait until the machine is off; return QEMU's exit status."""
        return self._process.wait(seconds)

    def kill(self) -> None:
        """Cut the power."""
        self._process.kill()

    def close(self) -> None:
        """Cut the power and give everything back."""
        self._wall.cancel()
        self.kill()
        self._process.wait()
        self._reader.join()
        for end in (self._process.stdin, self._process.stdout):
            end.close()
        (self.folder / "console.txt").write_text(self.console())

    def _tell(self, line: str) -> None:
        self._process.stdin.write(line.encode())

    def _read(self) -> None:
        while piece := os.read(self._process.stdout.fileno(), 4096):
            with self._changed:
                self._said += piece
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()

    def _wait_for(self, text: str, since: int, seconds: float, end: str = "") -> str:
        """Wait for a text, and for `end` after it; return what was said from there on."""
        wanted, last = text.encode(), end.encode()

        def is_said() -> bool:
            place = self._said.find(wanted, since)
            return place >= 0 and self._said.find(last, place) >= 0

        with self._changed:
            self._changed.wait_for(lambda: is_said() or not self._reader.is_alive(), seconds)
            if not is_said():
                raise GuestError(f"no {text!r} within {seconds} s:\n{self.console()[-4000:]}")
            return bytes(self._said[since:]).decode(errors="replace")
