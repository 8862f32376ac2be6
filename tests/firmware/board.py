"""A Pico in a process: the firmware, unmodified, under MicroPython, on a pseudo-terminal."""

from __future__ import annotations

import ast
import os
import subprocess
import tty
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tests.tools import need, npm_package

if TYPE_CHECKING:
    from types import TracebackType

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware-config" / "panel"
PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"


def install_micropython() -> Path:
    """Return MicroPython's module."""
    return npm_package(PACKAGE, VERSION) / "micropython.mjs"


@dataclass(frozen=True, slots=True)
class GlassState:
    """What the eye would see: whether it is lit, how bright, and the 1,024 bytes of memory."""

    lit: bool
    contrast: int
    scan: list[int]
    memory: bytes


class Board:
    """A plugged-in panel; `path` is what the computer opens. Leaving the context unplugs it."""

    def __init__(self, link: Path, firmware: Path = FIRMWARE) -> None:
        self.path = link
        self._firmware = firmware

    def __enter__(self) -> Self:
        module, node = install_micropython(), need("node")
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        commands, self._commands = os.pipe()
        os.set_blocking(commands, False)
        self.process = subprocess.Popen(
            [node, HERE / "board.mjs", module, self._firmware, HERE / "emulator", str(master)],
            stdin=commands,
            stdout=subprocess.PIPE,
            pass_fds=[master],
        )
        os.close(master)
        os.close(commands)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        self.ask("glass")  # started
        os.close(slave)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        os.close(self._commands)

    def ask(self, *words: object) -> str:
        os.write(self._commands, (" ".join(map(str, words)) + "\n").encode())
        return self.process.stdout.readline().decode().strip()

    def glass(self) -> GlassState:
        lit, contrast, rest = self.ask("glass").split(" ", 2)
        scan, memory = rest.rsplit(" ", 1)
        return GlassState(lit == "1", int(contrast), ast.literal_eval(scan), bytes.fromhex(memory))
