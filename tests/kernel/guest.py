"""A User-Mode Linux guest with a GPIO chip and an I2C bus, given orders by its console."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tests.kernel.vhost import GpioChip, I2cBus

if TYPE_CHECKING:
    from types import TracebackType

HERE = Path(__file__).parent
RESULTS = Path("/dev/out")
"""Where the guest sees the folder for results."""
MEMORY = "320M"
LOOK_EVERY_S = 0.01


class GuestError(RuntimeError):
    """The guest did not do what was ordered; the message carries its console."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an order ended."""

    status: int
    output: str


class Guest:
    """Boot on entering, kill on leaving, and kill in any case after `wall_s` seconds.

    A back end that dies leaves the guest waiting for ever: no wait here is without an end.
    """

    def __init__(self, kernel: Path, folder: Path, *, wall_s: float = 100.0) -> None:
        self.folder = folder
        self._orders = 0
        # A socket's path has at most 107 bytes; folders of tests are often longer.
        self._sockets = Path(tempfile.mkdtemp(prefix="hare-"))
        self.chip = GpioChip(self._sockets / "chip")
        self.empty_bus = I2cBus(self._sockets / "bus0")  # as on a Pi the panel's bus is number 1
        self.bus = I2cBus(self._sockets / "bus1")
        self._kernel = self._start(kernel)
        assert self._kernel.stdin is not None
        self._tell = self._kernel.stdin
        self._wall = threading.Timer(wall_s, self.kill)
        self._wall.daemon = True
        self._wall.start()

    def __enter__(self) -> Self:
        try:
            self._wait_for(self.folder / "ready", 30)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def run(self, script: str, seconds: float = 20.0) -> Outcome:
        """Have the guest's first process source this shell script; wait for its end.

        Raises GuestError when the kernel is gone or the time is over.
        """
        self._orders += 1
        name = str(self._orders)
        (self.folder / f"{name}.sh").write_text(script)
        self._tell.write(f"{name}\n".encode())
        self._wait_for(self.folder / f"{name}.rc", seconds)
        output = (self.folder / f"{name}.log").read_text(errors="replace")
        return Outcome(int((self.folder / f"{name}.rc").read_text()), output)

    def check(self, script: str, seconds: float = 20.0) -> str:
        """Run a script that must succeed, and give its output."""
        outcome = self.run(script, seconds)
        if outcome.status:
            raise GuestError(f"{script!r} ended with {outcome.status}:\n{outcome.output}")
        return outcome.output

    def console(self) -> str:
        """Return what the kernel and its first process said."""
        return (self.folder / "console.txt").read_text(errors="replace")

    def kill(self) -> None:
        """End the kernel and the host processes that stand for its own."""
        if self._kernel.poll() is None:
            os.killpg(self._kernel.pid, signal.SIGKILL)

    def _start(self, kernel: Path) -> subprocess.Popen[bytes]:
        devices = (self.empty_bus, self.bus, self.chip)
        command = [
            str(kernel),
            f"mem={MEMORY}",
            *("root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", "quiet"),
            f"init={HERE / 'init.sh'}",
            *("con=null", "con0=fd:0,fd:2"),
            f"bench.out={self.folder}",
            *(f"virtio_uml.device={end.path}:{end.DEVICE_ID}" for end in devices),
        ]
        with (self.folder / "console.txt").open("wb") as console:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=console,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                bufsize=0,
            )

    def _wait_for(self, file: Path, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not file.exists():
            if self._kernel.poll() is not None:
                raise GuestError(f"the kernel ended before {file.name} came:\n{self.console()}")
            if time.monotonic() > end:
                raise GuestError(f"no {file.name} after {seconds} s:\n{self.console()}")
            time.sleep(LOOK_EVERY_S)

    def _close(self) -> None:
        self._wall.cancel()
        self.kill()
        self._kernel.wait(10)
        self._tell.close()
        for end in (self.chip, self.bus, self.empty_bus):
            end.close()
        shutil.rmtree(self._sockets, ignore_errors=True)
