"""The doctor's checks of the GPIO chip and of each pin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.doctor.access import check_access
from hardware.doctor.finding import Finding, Verdict
from hardware.gpio import PinsError
from hardware.gpio_chip import chip_device, header_chip
from hardware.pin_use import LGPIO_CONSUMER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.config.configuration import Config
    from hardware.doctor.checked_system import CheckedSystem
    from hardware.pin_use import PinUse

SERVICE: Final = "hare-companion.service"


def check_pins(system: CheckedSystem, config: Config) -> Iterator[Finding]:
    """Check that the header's GPIO chip can be opened, and each pin that is wired be claimed."""
    chip = _check_chip(system, config)
    if chip.verdict is Verdict.FAULT:
        yield chip
        return
    roles = _pin_roles(config)
    try:
        uses = system.pin_uses(_chip_number(system, config), roles)
    except (PinsError, ImportError) as error:
        fix = error.fix if isinstance(error, PinsError) else "see package lgpio"
        yield Finding("pins", Verdict.FAULT, getattr(error, "reason", str(error)), fix)
        return
    yield chip
    yield _check_uses(system, roles, uses)


def _check_chip(system: CheckedSystem, config: Config) -> Finding:
    """Check that the device of the chip exists, is the header's, and may be opened."""
    number, headers = _chip_number(system, config), header_chip(system.root)
    device = chip_device(number, system.root)
    if not device.exists():
        fix = "start the kernel of Raspberry Pi OS, or correct chip in [gpio]"
        return Finding("pins", Verdict.FAULT, f"{device} is missing", fix)
    access = check_access(system, "pins", device, "gpio")
    if access.verdict is Verdict.OK and number != headers:
        what = f"chip = {number} in [gpio], but the header's pins are on gpiochip{headers}"
        fix = "leave chip out of [gpio] in the configuration: the header's is found by its driver"
        return Finding("pins", Verdict.WARNING, what, fix)
    return access


def _check_uses(
    system: CheckedSystem, roles: Mapping[int, str], uses: Mapping[int, PinUse]
) -> Finding:
    """Check that no pin failed, and that only our own service uses any."""
    check = "pins in use"
    failed = {pin: use.error for pin, use in uses.items() if use.error}
    if failed:
        what = ", ".join(f"GPIO {pin} ({roles[pin]}): {failed[pin]}" for pin in failed)
        return Finding(check, Verdict.FAULT, what, "choose another pin, or see gpioinfo")
    used = {pin: use.consumer for pin, use in uses.items() if use.consumer}
    if not used:
        return Finding(check, Verdict.OK, f"all {len(roles)} are free")
    if set(used.values()) == {LGPIO_CONSUMER} and _is_service_running(system):
        what = f"{len(used)} of {len(roles)} are used by the running {SERVICE}"
        return Finding(check, Verdict.OK, what)
    what = ", ".join(f'GPIO {pin} ({roles[pin]}) is held by "{used[pin]}"' for pin in used)
    return Finding(check, Verdict.WARNING, what, "end the program that uses it: see gpioinfo")


def _is_service_running(system: CheckedSystem) -> bool:
    return system.output(["systemctl", "is-active", SERVICE]).strip() == "active"


def _chip_number(system: CheckedSystem, config: Config) -> int:
    return header_chip(system.root) if config.gpio_chip is None else config.gpio_chip


def _pin_roles(config: Config) -> dict[int, str]:
    """Return the role of each pin (BCM) that the configuration names."""
    roles = {pin: role for role, pin in config.wiring.pins.items()}
    roles |= {pin: f"lamp {colour}" for colour, pin in config.lights.items()}
    if config.buzzer_pin is not None:
        roles[config.buzzer_pin] = "buzzer"
    return roles
