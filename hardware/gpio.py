"""Open the pins: lgpio behind gpiozero, chosen explicitly, with the true reason when it fails.

gpiozero's own choice falls back from library to library and hides why (gpiozero#1106, #1136).
gpiozero is imported only by `open_factory`: it takes longer than the first picture may.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion import CompanionError
from hardware.gpio_chip import chip_device, header_chip
from hardware.libraries import pip_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


STALE_S: Final = 5.0  # a driver's time further from our clock than this is of another clock

_importing = threading.Lock()


class PinsError(CompanionError, OSError):
    """The pins cannot be used: `reason` says why, `fix` what to do, `pin` which (BCM) if one."""

    def __init__(self, reason: str, fix: str, pin: int | None = None) -> None:
        """Join reason and fix to one sentence."""
        super().__init__(f"{reason}: {fix}")
        self.reason = reason
        self.fix = fix
        self.pin = pin

    def __str__(self) -> str:
        """Return the sentence."""
        return f"{self.reason}: {self.fix}"


def pin_error(
    number: int, role: str, error: Exception, consumer: Callable[[int], str], section: str
) -> PinsError:
    """Return the error of a pin (BCM) with its consumer; `section` of the file names the pin."""
    user = consumer(number)
    held = f'is held by "{user}"' if user else f"cannot be claimed ({error})"
    fix = f"`gpioinfo` lists all; free it, or give another in the configuration, [{section}]"
    return PinsError(f"GPIO {number} ({role}) {held}", fix, number)


class Pin(Protocol):
    """What is used of a gpiozero pin."""

    state: Any
    when_changed: Callable[[float, int], None] | None

    def input_with_pull(self, pull: str) -> None:
        """Make it an input with its pull resistor "up", "down" or "floating"."""


class Factory(Protocol):
    """What is used of a gpiozero pin factory."""

    def pin(self, name: int) -> Pin:
        """Return the pin of this BCM number."""

    def close(self) -> None:
        """Release all pins."""


def claim_input(factory: Factory, number: int, role: str, consumer: Callable[[int], str]) -> Pin:
    """Make a pin an input with pull-up; raises PinsError, which names the pin's consumer."""
    try:
        pin = factory.pin(number)
        pin.input_with_pull("up")
    except Exception as error:
        # lgpio's error and gpiozero's have no base class in common but this.
        raise pin_error(number, role, error, consumer, "buttons") from error
    return pin


def edge_time(ticks: float, now: float) -> float:
    """Return the driver's time of an edge, or `now` where it is of another clock (seconds)."""
    return min(ticks, now) if abs(now - ticks) < STALE_S else now


def open_factory(chip: int | None = None) -> Factory:
    """Build gpiozero's LGPIOFactory and no other; raises PinsError.

    `chip` is the number of /dev/gpiochip<number>; None is the one with the header's pins.
    """
    lgpio = import_lgpio()
    # After the first picture: its import takes as long as the whole start before.
    import gpiozero.pins.lgpio  # noqa: PLC0415 - see above

    number = header_chip() if chip is None else chip
    try:
        factory: Factory = gpiozero.pins.lgpio.LGPIOFactory(number)
    except gpiozero.exc.GPIOZeroError as error:
        fix = "the pins work on a Raspberry Pi only, elsewhere start without --config"
        raise PinsError(f"no Raspberry Pi was recognised ({error})", fix) from error
    except lgpio.error as error:
        raise chip_error(number, error) from error
    return factory


def chip_error(number: int, error: Exception) -> PinsError:
    """Return the error of a GPIO chip that cannot be opened, with the fix."""
    device = chip_device(number)
    if not any(Path("/dev").glob("gpiochip*")):
        fix = "there is no GPIO chip, the kernel has no driver for it"
    elif not device.exists():
        fix = "leave chip out of [gpio] in the configuration, or correct it: `gpiodetect` lists all"
    else:
        fix = f"add the user to its group: sudo usermod -aG gpio {os.environ.get('USER', '<user>')}"
    return PinsError(f"{device} cannot be opened ({error})", fix)


def import_lgpio() -> Any:
    """Import lgpio where it may write; raises PinsError when it is missing, broken or empty.

    The import makes a FIFO in the working directory, or in $LG_WD, and changes to that directory.
    Afterwards the working directory is the old one, and a folder made for the FIFO is deleted
    (lgpio keeps both ends open).
    """
    # Two threads may come here: the display's (for a panel on SPI) and the main one.
    with _importing:
        if "lgpio" not in sys.modules:
            _import_lgpio()
    lgpio = sys.modules["lgpio"]
    if not hasattr(lgpio, "gpiochip_open"):
        fix = f"{pip_command()} uninstall lgpio, then sudo apt install python3-lgpio"
        raise PinsError("the installed lgpio is the empty 0.0.0.2", fix)
    return lgpio


def is_driver_alive() -> bool:
    """Return whether lgpio's one thread, which calls back for every button, still runs."""
    lgpio = sys.modules.get("lgpio")
    return lgpio is not None and bool(lgpio._notify_thread.is_alive())  # noqa: SLF001 - no public way


def consumer(pin: int, chip: int | None = None) -> str:
    """Return the kernel's name of who uses a pin; "" for nobody, or when it cannot be read."""
    try:
        lgpio = import_lgpio()
        handle = lgpio.gpiochip_open(header_chip() if chip is None else chip)
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
    with _writable_folder():
        try:
            importlib.import_module("lgpio")
        except ImportError as error:
            fix = "sudo apt install python3-lgpio, and a venv with --system-site-packages"
            raise PinsError(f"lgpio is not installed ({error})", fix) from error
        except OSError as error:
            folder = os.environ.get("LG_WD") or Path.cwd()
            fix = f"{folder} must be writable, or set LG_WD to a folder that is"
            raise PinsError(f"lgpio cannot make its pipe ({error})", fix) from error


@contextlib.contextmanager
def _writable_folder() -> Iterator[None]:
    """Set a private folder for lgpio unless $LG_WD names one, and keep the working directory."""
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
