"""Open the configured devices on pins: buttons, buzzer, LEDs; and the undervoltage watch.

A board imports this after its first picture.
"""

from __future__ import annotations

import functools
import logging
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from companion.config.configuration import BUTTON_ROLES
from hardware import gpio
from hardware.buttons import Buttons
from hardware.buzzer import Buzzer, BuzzerSound
from hardware.lights import Lights
from hardware.rotary_encoder import EncoderPins
from hardware.undervoltage import VoltageWatch, alarm_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config.configuration import Config
    from companion.ports import Health, Inbox
    from hardware.gpio import Factory
    from hardware.rotary_encoder import RotaryEncoder

log = logging.getLogger(__name__)


class Closable(Protocol):
    """A device that is closed at the end."""

    def close(self) -> None:
        """Close it."""


@dataclass(slots=True)
class Controls:
    """The devices on pins: buttons, buzzer, LEDs; and the undervoltage watch."""

    parts: tuple[Health, ...] = ()
    encoder: RotaryEncoder | None = None
    buzzer: Buzzer | None = None
    lights: Lights | None = None
    closables: list[Closable] = field(default_factory=list)

    def sound(self, name: str) -> None:
        """Play a sound, where there is a buzzer."""
        if self.buzzer is not None:
            self.buzzer.play(BuzzerSound(name))

    def turn(self, colour: str | None) -> None:
        """Switch on the LED of the colour whose turn it is, where there are LEDs."""
        if self.lights is not None:
            self.lights.show(colour)

    def close(self) -> None:
        """Close everything, the last opened first."""
        while self.closables:
            self.closables.pop().close()


def open_controls(config: Config, inbox: Inbox, factory: Factory | None = None) -> Controls:
    """Open buttons, buzzer and LEDs; raise PinsError when no button has a pin.

    `factory` None builds gpiozero's LGPIOFactory, which is when gpiozero is imported.
    """
    is_real = factory is None
    factory = factory or gpio.open_factory(config.gpio_chip)
    controls = Controls(closables=[factory])
    try:
        _add_buttons(controls, config, inbox, factory, is_real=is_real)
        _add_extras(controls, config, factory)
        _add_voltage(controls, inbox)
    except BaseException:
        controls.close()
        raise
    return controls


def _add_buttons(
    controls: Controls, config: Config, inbox: Inbox, factory: Factory, *, is_real: bool
) -> None:
    pins = config.wiring.pins
    encoder = None
    if "encoder_a" in pins:
        per_detent = config.wiring.transitions_per_detent
        encoder = EncoderPins(pins["encoder_a"], pins["encoder_b"], per_detent)
    buttons = Buttons(
        factory,
        [(BUTTON_ROLES[role], pin) for role, pin in pins.items() if role in BUTTON_ROLES],
        inbox,
        encoder=encoder,
        is_driver_alive=gpio.is_driver_alive if is_real else lambda: True,
        consumer=functools.partial(gpio.consumer, chip=config.gpio_chip),
    )
    controls.parts = (buttons,)
    controls.encoder = buttons.encoder
    controls.closables.append(buttons)


def _add_extras(controls: Controls, config: Config, factory: Factory) -> None:
    """Add the buzzer and the LEDs, where they have pins that can be claimed."""
    if config.buzzer_pin is None and not config.lights:
        return
    from gpiozero.output_devices import LED, TonalBuzzer  # noqa: PLC0415 - after the first picture

    if config.buzzer_pin is not None:
        with _optional(config, config.buzzer_pin, "buzzer", "sound"):
            controls.buzzer = Buzzer(TonalBuzzer(config.buzzer_pin, pin_factory=factory))
            controls.closables.append(controls.buzzer)
    if config.lights:
        leds = {}
        for colour, pin in config.lights.items():
            with _optional(config, pin, f"lamp {colour}", "lights"):
                leds[colour] = LED(pin, pin_factory=factory)
        controls.lights = Lights(leds)
        controls.closables.append(controls.lights)


@contextmanager
def _optional(config: Config, pin: int, role: str, section: str) -> Iterator[None]:
    """Go on without the device that the body opens, where it fails, and log why."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - lgpio's and gpiozero's have no other base
        consumer = functools.partial(gpio.consumer, chip=config.gpio_chip)
        log.error("%s", gpio.pin_error(pin, role, error, consumer, section))  # noqa: TRY400 - a sentence


def _add_voltage(controls: Controls, inbox: Inbox) -> None:
    """Watch the power supply, where the kernel reports undervoltage."""
    with suppress(OSError):
        alarm = alarm_file()
        if alarm is not None:
            controls.closables.append(VoltageWatch(alarm, inbox))
