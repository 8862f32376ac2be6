"""Read who uses the header's pins, and try to claim those that nobody uses (for the doctor)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from hardware.gpio import chip_error, import_lgpio

if TYPE_CHECKING:
    from collections.abc import Iterable

LGPIO_CONSUMER: Final = "lg"
"""The name that lgpio gives as the consumer of every pin it claims."""


@dataclass(frozen=True, slots=True)
class PinUse:
    """The kernel's name of a pin's `consumer`, or the `error` of claiming it; both "" if free."""

    consumer: str = ""
    error: str = ""


def read_pin_uses(chip: int, pins: Iterable[int]) -> dict[int, PinUse]:
    """Open a GPIO chip and return the use of each pin (BCM); raises PinsError for the chip.

    A pin without a consumer is claimed as an input for a moment, which changes no level.
    """
    lgpio = import_lgpio()
    try:
        handle = lgpio.gpiochip_open(chip)
    except lgpio.error as error:
        raise chip_error(chip, error) from error
    try:
        return {pin: _read_use(lgpio, handle, pin) for pin in pins}
    finally:
        lgpio.gpiochip_close(handle)


def _read_use(lgpio: Any, handle: int, pin: int) -> PinUse:
    try:
        _, _, _, _, consumer = lgpio.gpio_get_line_info(handle, pin)
        if consumer:
            return PinUse(consumer=str(consumer))
        lgpio.gpio_claim_input(handle, pin)
        lgpio.gpio_free(handle, pin)
    except lgpio.error as error:
        return PinUse(error=str(error))
    return PinUse()
