"""A far panel on a pseudo-terminal that can be plugged in and pulled out."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from typing import TYPE_CHECKING, Self

from tests.hardware.serial_panel.far_panel import FarPanel

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class Plug:
    """While in its context the panel is plugged in at `path`; `talks` False leaves it mute."""

    def __init__(self, path: Path, far: FarPanel | None = None, *, talks: bool = True) -> None:
        self.path = path
        self.far = far or FarPanel()
        self._talks = talks

    def __enter__(self) -> Self:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path.symlink_to(os.ttyname(slave))
        self._stop, self._stopped = os.pipe()
        self._thread = threading.Thread(target=self._run)
        self._slave = slave
        if self._talks:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.path.unlink()
        os.close(self._stopped)
        if self._talks:
            self._thread.join()
        for descriptor in (self._stop, self.master, self._slave):
            os.close(descriptor)

    def press(self, mask: int) -> None:
        self.far.press(mask)
        os.write(self.master, self.far.take())

    def fill(self) -> None:
        """Put so much on the line to the panel that nothing more goes out."""
        os.set_blocking(self._slave, False)
        quiet = 0
        while quiet < 10:  # the kernel moves bytes on a little later and then has room again
            try:
                os.write(self._slave, b"x" * 4096)
            except BlockingIOError:
                quiet += 1
                time.sleep(0.005)
            else:
                quiet = 0

    def _run(self) -> None:
        while self._stop not in select.select([self.master, self._stop], [], [])[0]:
            with contextlib.suppress(OSError):  # nobody has the port open
                self.far.receive(os.read(self.master, 4096))
                os.write(self.master, self.far.take())
