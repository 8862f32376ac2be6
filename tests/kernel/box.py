"""The box at the table as the bench has it: buttons on the chip, a panel on the bus, programs."""

from __future__ import annotations

import shlex
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.kernel.guest import RESULTS, Guest, Outcome

if TYPE_CHECKING:
    from tests.kernel.panels import Panel

REPOSITORY = Path(__file__).parents[2]
ADDRESS = 0x3C
DOWN, UP = 0, 1
"""Levels of a button: it connects its pin to ground, a pull-up lifts it."""
PRESS_S = 0.04
CHATTER_S = 0.0005


def pins_of(profile: str) -> dict[str, int]:
    """Read which pin each button has from the profile itself (BCM numbers, by meaning)."""
    file = REPOSITORY / "hardware" / "profiles" / f"{profile}.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))["pins"])


@dataclass(frozen=True, slots=True)
class Program:
    """A process that runs in the guest, in the background."""

    guest: Guest
    pid: int
    output: str

    def kill(self, signal: str = "KILL", seconds: float = 20.0) -> int:
        """Send the signal and wait for the end; gives the exit status as a shell sees it."""
        return self.guest.run(f"kill -{signal} {self.pid}; wait {self.pid}", seconds).status

    def wait(self, seconds: float = 20.0) -> int:
        """Wait until it ends by itself; gives its exit status."""
        return self.guest.run(f"wait {self.pid}", seconds).status

    def is_running(self) -> bool:
        return self.guest.run(f"kill -0 {self.pid}").status == 0

    def said(self) -> str:
        """Read what it has written so far, to both its outputs."""
        self.guest.check("sync")
        return (self.guest.folder / self.output).read_text(errors="replace")


class Box:
    """A guest with the breadboard's buttons and one panel."""

    def __init__(self, guest: Guest, panel: Panel, pins: dict[str, int]) -> None:
        self.guest = guest
        self.panel = panel
        self.pins = pins
        self._programs = 0

    # Programs.

    def start(self, *command: object) -> Program:
        """Start a program in the background; its folder is a memory file system."""
        self._programs += 1
        output = f"program-{self._programs}.log"
        line = shlex.join(map(str, command))
        started = f"export PYTHONPATH={shlex.quote(str(REPOSITORY))}\n"
        started += f"{line} >{RESULTS / output} 2>&1 </dev/null &\necho $!\n"
        return Program(self.guest, int(self.guest.check(started)), output)

    def start_python(self, *arguments: object) -> Program:
        """Start the interpreter that runs the tests, with the repository on its path."""
        return self.start(sys.executable, *arguments)

    def python(self, *arguments: object, seconds: float = 30.0) -> Outcome:
        """Run the interpreter to its end."""
        line = shlex.join(map(str, (sys.executable, *arguments)))
        return self.guest.run(f"PYTHONPATH={shlex.quote(str(REPOSITORY))} {line}", seconds)

    # Fingers.

    def hold(self, button: str) -> float:
        """Push a button down; gives the moment, in seconds on the monotonic clock."""
        self.guest.chip.drive(self.pins[button], DOWN)
        return time.monotonic()

    def release(self, button: str) -> None:
        self.guest.chip.drive(self.pins[button], UP)

    def press(self, button: str, down_s: float = PRESS_S, up_s: float = PRESS_S) -> float:
        """Press, let go and lift the finger; gives the moment of the press."""
        at = self.hold(button)
        time.sleep(down_s)
        self.release(button)
        time.sleep(up_s)
        return at

    def bounce(self, button: str, level: int, edges: int = 4) -> float:
        """Bounce the contact, half a millisecond an edge, until it rests at `level`.

        No edge waits for the guest, and none for a sleep: either would stretch it on a busy host.
        Gives how long it took, in seconds.
        """
        began = time.perf_counter()
        for edge in range(2 * edges + 1):
            self.guest.chip.drive(self.pins[button], edge & 1 ^ level, patience=0)
            while time.perf_counter() - began < (edge + 1) * CHATTER_S:
                pass
        return time.perf_counter() - began

    def turn(self, detents: int, edge_s: float = 0.01) -> None:
        """Turn the encoder to the right, or to the left where negative: four edges a detent."""
        first, second = self.pins["encoder_a"], self.pins["encoder_b"]
        if detents < 0:
            first, second = second, first
        for _ in range(abs(detents)):
            for pin, level in ((first, DOWN), (second, DOWN), (first, UP), (second, UP)):
                self.guest.chip.drive(pin, level)
                time.sleep(edge_s)

    # The panel's plug.

    def plug(self, panel: Panel | None = None) -> None:
        """Put a panel on the bus: another one, or the same again."""
        self.panel = panel or self.panel
        self.guest.bus.attach(ADDRESS, self.panel)

    def unplug(self) -> None:
        self.guest.bus.detach(ADDRESS)

    def wire_bytes(self) -> int:
        """Count what has gone over the bus so far, address bytes included."""
        return sum(message.size for message in self.guest.bus.messages)
