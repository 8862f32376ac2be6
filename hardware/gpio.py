"""Open the pins: lgpio behind gpiozero, built by name, and the true reason when it fails.

gpiozero's own choice falls back from library to library and swallows why (gpiozero#1106, #1136).
Nothing here is imported before `open_factory` is called: gpiozero takes longer than the first
picture may.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion import CompanionError
from hardware.libraries import own_pip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


STALE_S: Final = 5.0  # a driver's time further from the clock than this is of another clock

_importing = threading.Lock()


class PinsError(CompanionError, OSError):
    """The pins cannot be had: `reason` says why, `mend` what to do, `pin` which (BCM) if one."""

    def __init__(self, reason: str, mend: str, pin: int | None = None) -> None:
        """Say both in one sentence."""
        super().__init__(f"{reason}: {mend}")
        self.reason = reason
        self.mend = mend
        self.pin = pin

    def __str__(self) -> str:
        """Give the sentence."""
        return f"{self.reason}: {self.mend}"


def not_had(
    number: int, what: str, fault: Exception, holder: Callable[[int], str], section: str
) -> PinsError:
    """Say who has a pin (BCM), else what the library says; `section` of the file names another."""
    user = holder(number)
    held = f'is held by "{user}"' if user else f"cannot be had ({fault})"
    mend = f"`gpioinfo` lists all; free it, or give another in the configuration, [{section}]"
    return PinsError(f"GPIO {number} ({what}) {held}", mend, number)


class Pin(Protocol):
    """What is used of a gpiozero pin."""

    state: Any
    when_changed: Callable[[float, int], None] | None

    def input_with_pull(self, pull: str) -> None:
        """Make it an input with its pull resistor "up", "down" or "floating"."""


class Factory(Protocol):
    """What is used of a gpiozero pin factory."""

    def pin(self, name: int) -> Pin:
        """Give the pin of this BCM number."""

    def close(self) -> None:
        """Give all pins back."""


def claim_input(factory: Factory, number: int, what: str, holder: Callable[[int], str]) -> Pin:
    """Make a pin an input that is pulled up; raises PinsError with who holds it."""
    try:
        pin = factory.pin(number)
        pin.input_with_pull("up")
    except Exception as fault:
        # lgpio's error and gpiozero's have no root in common but this.
        raise not_had(number, what, fault, holder, "buttons") from fault
    return pin


def stamp(ticks: float, now: float) -> float:
    """Take the driver's own time of an edge, unless it is of another clock (seconds)."""
    return min(ticks, now) if abs(now - ticks) < STALE_S else now


def open_factory(chip: int | None = None) -> Factory:
    """Build gpiozero's LGPIOFactory and nothing else; raises PinsError.

    `chip` is the number of /dev/gpiochip<number>; None is the one with the header's pins.
    """
    lgpio = import_lgpio()
    # Late: gpiozero costs as much as the whole start before the first picture.
    from gpiozero.exc import GPIOZeroError  # noqa: PLC0415
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415

    try:
        factory: Factory = LGPIOFactory(chip)
    except GPIOZeroError as fault:
        mend = "the pins work on a Raspberry Pi only, elsewhere start without --config"
        raise PinsError(f"no Raspberry Pi was recognised ({fault})", mend) from fault
    except lgpio.error as fault:
        raise PinsError(f"/dev/gpiochip* cannot be opened ({fault})", _chip_mend()) from fault
    return factory


def import_lgpio() -> Any:
    """Import lgpio where it may write; raises PinsError when it is missing, broken or empty.

    The import makes a FIFO in the working directory, or in $LG_WD, to which it then moves the whole
    process; afterwards the process is where it was, and a folder made for it is gone again (lgpio
    keeps both ends open).
    """
    # Two threads may come here: the display's (for a panel on SPI) and the main one.
    with _importing:
        if "lgpio" not in sys.modules:
            _import_lgpio()
    lgpio = sys.modules["lgpio"]
    if not hasattr(lgpio, "gpiochip_open"):
        mend = f"{own_pip()} uninstall lgpio, then sudo apt install python3-lgpio"
        raise PinsError("the installed lgpio is the empty 0.0.0.2", mend)
    return lgpio


def is_driver_alive() -> bool:
    """Tell whether lgpio's one thread, which calls for every button, still runs."""
    lgpio = sys.modules.get("lgpio")
    return lgpio is not None and bool(lgpio._notify_thread.is_alive())  # noqa: SLF001 - no public way


def holder(pin: int, chip: int | None = None) -> str:
    """Name who holds a pin, as the kernel knows it; "" for nobody or when it cannot be asked."""
    try:
        lgpio = import_lgpio()
        handle = lgpio.gpiochip_open(_chip_number() if chip is None else chip)
    except Exception:  # noqa: BLE001 - lgpio's error has no base of its own
        return ""
    try:
        _, _, _, _, user = lgpio.gpio_get_line_info(handle, pin)
    except Exception:  # noqa: BLE001 - ditto
        return ""
    finally:
        lgpio.gpiochip_close(handle)
    return str(user)


def _import_lgpio() -> None:
    with _somewhere_to_write():
        try:
            import lgpio  # noqa: F401, PLC0415 - see import_lgpio
        except ImportError as fault:
            mend = "sudo apt install python3-lgpio, and a venv with --system-site-packages"
            raise PinsError(f"lgpio is not installed ({fault})", mend) from fault
        except OSError as fault:
            folder = os.environ.get("LG_WD") or Path.cwd()
            mend = f"{folder} must be writable, or set LG_WD to a folder that is"
            raise PinsError(f"lgpio cannot make its pipe ({fault})", mend) from fault


@contextlib.contextmanager
def _somewhere_to_write() -> Iterator[None]:
    """Give lgpio a private folder unless $LG_WD names one, and keep the working directory."""
    own = None
    try:
        here: str | None = str(Path.cwd())
    except FileNotFoundError:
        here = None
    if "LG_WD" not in os.environ:
        own = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="hare-companion-")
    try:
        yield
    finally:
        if here is not None:
            os.chdir(here)
        if own is not None:
            del os.environ["LG_WD"]
            shutil.rmtree(own, ignore_errors=True)


def _chip_number() -> int:
    """Choose the chip as gpiozero does: 4 on a Pi 5 whose kernel still has it, else 0."""
    # Late, as in open_factory.
    from gpiozero.pins.local import get_pi_revision  # noqa: PLC0415

    try:
        is_five = (get_pi_revision() & 0xFF0) >> 4 == 0x17
    except Exception:  # noqa: BLE001 - anything unknown is not a Pi 5
        is_five = False
    return 4 if is_five and Path("/dev/gpiochip4").exists() else 0


def _chip_mend() -> str:
    if not any(Path("/dev").glob("gpiochip*")):
        return "there is none, the kernel has no GPIO driver"
    return f"add the user to its group: sudo usermod -aG gpio {os.environ.get('USER', '<user>')}"
