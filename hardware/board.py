"""Build what the configuration describes: the panel first, the pins after the first picture."""

from __future__ import annotations

import functools
import logging
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from companion.app.events import MAIN
from companion.config.configuration import BusKind, Farewell
from companion.ports import Display, Health
from hardware.buzzer import Sound
from hardware.display import OledDisplay
from hardware.oled import COLUMN_OFFSET, CONTRAST, Care, Oled
from hardware.profiles import BUTTON_OF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config.configuration import Config, Profile
    from companion.ports import Inbox
    from hardware.buses import I2c, Spi
    from hardware.buzzer import Buzzer
    from hardware.gpio import Factory
    from hardware.lights import Lights

log = logging.getLogger(__name__)

SPI_HZ = 8_000_000
DIMMED = 0x10


class Panel(Display, Health, Protocol):
    """A display whose thread can die."""


class Closable(Protocol):
    """Whatever is given back at the end."""

    def close(self) -> None:
        """Give it back."""


@dataclass(slots=True)
class Controls:
    """All that stands on pins: buttons, buzzer, lamps; and the watch on the power supply."""

    parts: tuple[Health, ...] = ()
    buzzer: Buzzer | None = None
    lights: Lights | None = None
    closables: list[Closable] = field(default_factory=list)

    def sound(self, name: str) -> None:
        """Let a sound be heard, where there is a buzzer."""
        if self.buzzer is not None:
            self.buzzer.play(Sound(name))

    def turn(self, colour: str | None) -> None:
        """Light the lamp of the colour whose turn it is, where there are lamps."""
        if self.lights is not None:
            self.lights.show(colour)

    def close(self) -> None:
        """Give everything back, the last opened first."""
        while self.closables:
            self.closables.pop().close()


def open_display(config: Config, inbox: Inbox) -> OledDisplay:
    """Open the panel; never raises: one that is missing is looked for until it comes."""
    wiring = config.wiring
    oled = Oled(wiring.chip, bus_of(wiring).open, care_of(config), inbox.now)
    return OledDisplay(
        MAIN,
        oled,
        inbox,
        farewell=config.farewell is Farewell.PICTURE,
        upside_down=wiring.rotation == 180,
    )


def open_panels(config: Config, inbox: Inbox) -> tuple[Panel, ...]:
    """Open the serial panels, where there are any."""
    if not config.panels:
        return ()
    # Late: pyserial is needed by those alone who have such a panel.
    from hardware.serial_panel import open_panels as open_serial  # noqa: PLC0415

    keep = config.farewell is Farewell.PICTURE
    return open_serial(config.panels, inbox, keep=keep)


def open_controls(config: Config, inbox: Inbox, factory: Factory | None = None) -> Controls:
    """Open buttons, buzzer and lamps; raises PinsError when no button can be had.

    `factory` None builds gpiozero's LGPIOFactory, which is when gpiozero is imported.
    """
    from hardware import gpio  # noqa: PLC0415 - with what follows, after the first picture

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


def care_of(config: Config) -> Care:
    """Choose how the panel is driven."""
    wiring = config.wiring
    contrast = CONTRAST[wiring.chip] if config.contrast is None else config.contrast
    offset = wiring.column_offset
    return Care(
        column_offset=COLUMN_OFFSET[wiring.chip] if offset is None else offset,
        contrast=contrast,
        dimmed=min(DIMMED, contrast // 4),
        # Nobody acknowledges on SPI: asking would tell nothing.
        probe_s=Care().probe_s if wiring.bus is BusKind.I2C else 0,
        refresh_s=config.refresh_s,
    )


def bus_of(wiring: Profile) -> I2c | Spi:
    """Name the panel's bus; nothing is opened yet."""
    from hardware.buses import I2c, Spi  # noqa: PLC0415 - a page or a terminal has no bus

    if wiring.bus is BusKind.I2C:
        return I2c(wiring.i2c_port, wiring.address)
    speed = SPI_HZ if wiring.bus_speed_hz is None else wiring.bus_speed_hz
    pins = wiring.pins
    return Spi(wiring.spi_port, wiring.spi_device, speed, pins["dc"], pins.get("reset"))


def _add_buttons(
    controls: Controls, config: Config, inbox: Inbox, factory: Factory, *, is_real: bool
) -> None:
    from hardware import gpio  # noqa: PLC0415 - see open_controls
    from hardware.buttons import Buttons  # noqa: PLC0415 - see open_controls

    pins = config.wiring.pins
    encoder = (pins["encoder_a"], pins["encoder_b"]) if "encoder_a" in pins else None
    buttons = Buttons(
        factory,
        [(BUTTON_OF[role], pin) for role, pin in pins.items() if role in BUTTON_OF],
        inbox,
        encoder=encoder,
        is_driver_alive=gpio.is_driver_alive if is_real else lambda: True,
        holder=functools.partial(gpio.holder, chip=config.gpio_chip),
    )
    controls.parts = (buttons,)
    controls.closables.append(buttons)


def _add_extras(controls: Controls, config: Config, factory: Factory) -> None:
    """Add the buzzer and the lamps, where pins are named for them and can be had."""
    if config.buzzer_pin is not None:
        from gpiozero.output_devices import TonalBuzzer  # noqa: PLC0415 - see open_controls

        from hardware.buzzer import Buzzer  # noqa: PLC0415 - see open_controls

        with _spared(config, config.buzzer_pin, "buzzer", "sound"):
            controls.buzzer = Buzzer(TonalBuzzer(config.buzzer_pin, pin_factory=factory))
            controls.closables.append(controls.buzzer)
    if config.lights:
        from gpiozero.output_devices import LED  # noqa: PLC0415 - see open_controls

        from hardware.lights import Lights  # noqa: PLC0415 - see open_controls

        leds = {}
        for colour, pin in config.lights.items():
            with _spared(config, pin, f"lamp {colour}", "lights"):
                leds[colour] = LED(pin, pin_factory=factory)
        controls.lights = Lights(leds)
        controls.closables.append(controls.lights)


@contextmanager
def _spared(config: Config, pin: int, what: str, section: str) -> Iterator[None]:
    """Play on without what the body opens, where its pin cannot be had, and log why."""
    from hardware import gpio  # noqa: PLC0415 - see open_controls

    try:
        yield
    except Exception as fault:  # noqa: BLE001 - lgpio's and gpiozero's have no root but this
        holder = functools.partial(gpio.holder, chip=config.gpio_chip)
        log.error("%s", gpio.not_had(pin, what, fault, holder, section))  # noqa: TRY400 - a sentence


def _add_voltage(controls: Controls, inbox: Inbox) -> None:
    """Watch the power supply, where the kernel can tell."""
    from hardware.undervoltage import VoltageWatch, alarm_file  # noqa: PLC0415 - see open_controls

    with suppress(OSError):
        alarm = alarm_file()
        if alarm is not None:
            controls.closables.append(VoltageWatch(alarm, inbox))
