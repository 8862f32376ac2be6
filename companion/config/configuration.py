"""The configuration: one TOML file that describes the wiring, read into one frozen value.

What the menu sets is kept in the journal and wins over it; `[table]` only says where the menu
starts from. All faults of a file are reported together, each with its key and the fix. The values
are named tuples, since the first picture waits for this module (see `app.events`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from companion import CompanionError
from companion.app.events import Button
from companion.config.bounded_read import OR_A_COPY, printable_name, read_file, without_mark
from companion.config.values import (
    Fault,
    Section,
    checked,
    choice,
    flag,
    number,
    pin,
    pin_or_none,
    text,
    whole,
)
from companion.formats.toml_text import MOST_BYTES, TomlError, parse_toml
from companion.locale import languages

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_PATH: Final = Path("/etc/hare-companion/config.toml")
DEFAULT_PROFILE: Final = "breadboard"
WIDTH, HEIGHT = 128, 64  # pixels of every panel that is supported
COLOURS: Final = ("white", "yellow", "orange", "red", "green", "blue")


_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class BusKind(StrEnum):
    """How the panel is wired."""

    I2C = "i2c"
    SPI = "spi"


class DisplayChip(StrEnum):
    """The panel's controller, by luma's name: the one table of what differs between them.

    `column_offset` is the first visible column in the memory of the usual panels (of some SH1106
    it is 0), `contrast` the usual one (0 to 255). `has_horizontal_addressing`: the chip advances to
    the next page by itself.
    """

    SSD1306 = "ssd1306", 0, 0xCF, True
    SH1106 = "sh1106", 2, 0x7F, False

    column_offset: int
    contrast: int
    has_horizontal_addressing: bool

    def __new__(
        cls,
        name: str,
        column_offset: int = 0,
        contrast: int = 0,
        has_horizontal_addressing: bool = False,
    ) -> Self:
        """Make a member of its row; the defaults only allow the look-up by name."""
        chip = str.__new__(cls, name)
        chip._value_ = name
        chip.column_offset = column_offset
        chip.contrast = contrast
        chip.has_horizontal_addressing = has_horizontal_addressing
        return chip


class Farewell(StrEnum):
    """What the panel is left with when the program ends."""

    PICTURE = "picture"
    DARK = "dark"


class Profile(NamedTuple):
    """One wiring: which pin does what (BCM numbers), and how the panel is reached.

    Roles in `pins`: left, right, ok, press (a joystick's, a second OK), back, info, up, down,
    encoder_a, encoder_b (a rotary encoder for left and right), reset, dc (the panel's).
    `bus_speed_hz` and `column_offset` None mean the bus's and the chip's usual ones. `rotation` is
    0 or 180 degrees. `transitions_per_detent` is the encoder's: 4, 2 or 1.
    """

    name: str
    pins: Mapping[str, int]
    bus: BusKind
    chip: DisplayChip
    title: str = ""
    address: int = 0x3C
    i2c_port: int = 1
    spi_port: int = 0
    spi_device: int = 0
    bus_speed_hz: int | None = None
    column_offset: int | None = None
    rotation: int = 0
    transitions_per_detent: int = 4
    notes: Mapping[str, str] = _NOTHING


class SerialPanelConfig(NamedTuple):
    """A serial panel: its device, the name it has in events, the seat (from 0) it belongs to."""

    port: str
    name: str
    seat: int | None = None


class Config(NamedTuple):
    """The values of the file, with defaults.

    `wiring` is the profile with the file's changes. `contrast` is 0 to 255 (None: the chip's own),
    `refresh_s` the seconds between two full refreshes, `bounce_s` how long a contact may bounce.
    `lights` maps a colour to its pin. `table` holds settings by the names that the menu keeps them
    under (dim and dark in minutes).
    """

    wiring: Profile
    contrast: int | None = None
    refresh_s: float = 60.0
    farewell: Farewell = Farewell.PICTURE
    gpio_chip: int | None = None
    bounce_s: float = 0.02
    buzzer_pin: int | None = None
    lights: Mapping[str, int] = _NOTHING
    panels: tuple[SerialPanelConfig, ...] = ()
    table: Mapping[str, str | int | bool] = _NOTHING


class ConfigError(CompanionError, ValueError):
    """A configuration that cannot be used: `source`, and `faults` as pairs of key and sentence."""

    def __init__(self, source: str, faults: tuple[Fault, ...]) -> None:
        """Write one line for each fault."""
        name = printable_name(source)
        lines = (": ".join(part for part in (name, *fault) if part) for fault in faults)
        super().__init__("\n".join(lines))
        self.source = source
        self.faults = faults


BUTTON_ROLES: Final[Mapping[str, Button]] = MappingProxyType(
    {button.value: button for button in Button} | {"press": Button.OK}
)
"""The roles of pins that are buttons: a joystick's press is a second OK."""
_ENCODER: Final = ("encoder_a", "encoder_b")
_SECTIONS: Final[dict[str, Section]] = {
    "buttons": dict.fromkeys((*BUTTON_ROLES, *_ENCODER), pin_or_none),
    "display": {
        "chip": choice(*DisplayChip),
        "bus": choice(*BusKind),
        "address": whole(0x08, 0x77),
        "i2c_port": whole(0, 31),
        "spi_port": whole(0, 6),
        "spi_device": whole(0, 2),
        "speed_hz": whole(10_000, 40_000_000),
        "column_offset": whole(0, 4),
        "rotation": choice(0, 180),
        "contrast": whole(0, 255),
        "refresh_s": number(1, 86_400),
        "farewell": choice(*Farewell),
        "reset": pin_or_none,
        "dc": pin_or_none,
    },
    "gpio": {
        "chip": whole(0, 31),
        "bounce_s": number(0, 0.2),
        "transitions_per_detent": choice(1, 2, 4),
    },
    "sound": {"buzzer": pin},
    "lights": dict.fromkeys(COLOURS, pin),
    "table": {
        "language": choice(*languages()),
        "secret": flag,
        "learning": flag,
        "large": flag,
        "inverted": flag,
        "sound": flag,
        "dim_minutes": whole(0, 120),
        "dark_minutes": whole(0, 720),
    },
}
_PANEL: Final[Section] = {"port": text, "name": text, "seat": whole(1, 6)}

_ALWAYS_TAKEN: Final = {
    0: "belongs to the HAT's EEPROM",
    1: "belongs to the HAT's EEPROM",
    14: "belongs to the serial console (UART)",
    15: "belongs to the serial console (UART)",
}
_I2C_PINS: Final = (2, 3)
_SPI_PINS: Final = {8: 0, 7: 1, 9: None, 10: None, 11: None}  # pin -> the chip select's device


def load_config(path: Path | None, profiles: Mapping[str, Profile]) -> Config:
    """Read a file; None is the usual one, which may be missing. Raises ConfigError."""
    source = DEFAULT_PATH if path is None else path
    try:
        content = without_mark(read_file(source, MOST_BYTES, OR_A_COPY))
    except FileNotFoundError as error:
        if path is None:
            return parse_config({}, str(source), profiles)
        raise ConfigError(str(source), (("", "there is no such file"),)) from error
    except (OSError, ValueError) as error:  # ValueError: what is no UTF-8
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(str(source), (("", f"cannot be read: {reason}"),)) from error
    return parse_config(_parsed(content, str(source)), str(source), profiles)


def parse_config(
    mapping: Mapping[str, Any], source: str, profiles: Mapping[str, Profile]
) -> Config:
    """Check what a file says against a profile by name. Raises ConfigError with every fault."""
    faults: list[Fault] = []
    said = {
        name: checked(mapping.get(name, {}), name, section, faults)
        for name, section in _SECTIONS.items()
    }
    profile = _profile(mapping.get("profile", DEFAULT_PROFILE), profiles, faults)
    panels = _panels(mapping.get("panel", []), faults)
    known = {"profile", "panel", *_SECTIONS}
    faults += [
        (key, f"is unknown: use {', '.join(sorted(known))}") for key in mapping if key not in known
    ]
    if profile is not None:
        config = _config(_wiring(profile, said), said, panels)
        faults += _pin_faults(config, said)
    if faults or profile is None:
        raise ConfigError(source, tuple(faults))
    return config


def _parsed(content: bytes, source: str) -> dict[str, Any]:
    try:
        return parse_toml(content)
    except TomlError as error:
        raise ConfigError(source, (("", str(error)),)) from error


def _profile(name: object, profiles: Mapping[str, Profile], faults: list[Fault]) -> Profile | None:
    if isinstance(name, str) and name in profiles:
        return profiles[name]
    faults.append(("profile", f"{name!r} is unknown: use one of {', '.join(sorted(profiles))}"))
    return None


def _panels(tables: object, faults: list[Fault]) -> tuple[SerialPanelConfig, ...]:
    if not isinstance(tables, list):
        faults.append(("panel", "write each serial panel as a table of its own: [[panel]]"))
        return ()
    panels: list[SerialPanelConfig] = []
    for index, table in enumerate(tables, 1):
        key = f"panel[{index}]"
        said = checked(table, key, _PANEL, faults)
        if "port" not in said:
            if isinstance(table, Mapping) and "port" not in table:
                faults.append((f"{key}.port", "is missing: name its device in /dev/serial/by-id"))
            continue
        seat = said.get("seat")
        name = said.get("name", f"panel{index}")
        panels.append(SerialPanelConfig(said["port"], name, None if seat is None else seat - 1))
    faults += _twice("panel", [panel.port for panel in panels], "port")
    faults += _twice("panel", ["main", "page", *(panel.name for panel in panels)], "name")
    return tuple(panels)


def _twice(key: str, values: list[str], what: str) -> Iterator[Fault]:
    for value in dict.fromkeys(value for value in values if values.count(value) > 1):
        yield key, f"the {what} {value!r} is taken: give each panel its own"


def _wiring(profile: Profile, said: Mapping[str, Mapping[str, Any]]) -> Profile:
    display = said["display"]
    changed = {**said["buttons"], **{k: display[k] for k in ("reset", "dc") if k in display}}
    pins = {**profile.pins, **changed}
    names = ("chip", "bus", "address", "i2c_port", "spi_port", "spi_device")
    values = {
        name: display[name] for name in (*names, "column_offset", "rotation") if name in display
    }
    if "transitions_per_detent" in said["gpio"]:
        values["transitions_per_detent"] = said["gpio"]["transitions_per_detent"]
    if "speed_hz" in display:
        values["bus_speed_hz"] = display["speed_hz"]
    for name, kind in (("chip", DisplayChip), ("bus", BusKind)):
        if name in values:
            values[name] = kind(values[name])
    wired = {role: number for role, number in pins.items() if number is not None}
    return profile._replace(pins=wired, **values)


def _config(
    wiring: Profile, said: Mapping[str, Mapping[str, Any]], panels: tuple[SerialPanelConfig, ...]
) -> Config:
    display, gpio = said["display"], said["gpio"]
    names = {"dim_minutes": "dim", "dark_minutes": "dark"}
    return Config(
        wiring,
        contrast=display.get("contrast"),
        refresh_s=float(display.get("refresh_s", 60)),
        farewell=Farewell(display.get("farewell", Farewell.PICTURE)),
        gpio_chip=gpio.get("chip"),
        bounce_s=float(gpio.get("bounce_s", 0.02)),
        buzzer_pin=said["sound"].get("buzzer"),
        lights=said["lights"],
        panels=panels,
        table={names.get(key, key): value for key, value in said["table"].items()},
    )


def _pin_faults(config: Config, said: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    wiring = config.wiring
    users: dict[int, str] = {}
    for key, number_ in _pins_in_use(config, said):
        reason = _ALWAYS_TAKEN.get(number_) or _bus_reason(wiring, number_)
        if reason:
            yield key, f"pin {number_} {reason}: choose another"
        elif number_ in users:
            yield key, f"pin {number_} is used by {users[number_]} too: choose another"
        users.setdefault(number_, key)
    roles = wiring.pins
    has_encoder = all(role in roles for role in _ENCODER)
    if any(role in roles for role in _ENCODER) and not has_encoder:
        yield "buttons", "an encoder needs both encoder_a and encoder_b"
    for role, others in (("left", _ENCODER), ("right", _ENCODER), ("ok", ("press",)), ("back", ())):
        if role not in roles and not (others and all(other in roles for other in others)):
            yield f"buttons.{role}", "is missing: the game needs left, right, ok and back"
    if wiring.bus is BusKind.SPI and "dc" not in roles:
        yield "display.dc", "is missing: a panel on SPI needs its DC pin"


def _pins_in_use(
    config: Config, said: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, int]]:
    for role, number_ in config.wiring.pins.items():
        section = "display" if role in {"reset", "dc"} else "buttons"
        own = role in said[section]
        yield f"{section}.{role}" if own else f"profile {config.wiring.name}: {role}", number_
    if config.buzzer_pin is not None:
        yield "sound.buzzer", config.buzzer_pin
    for colour, number_ in config.lights.items():
        yield f"lights.{colour}", number_


def _bus_reason(wiring: Profile, number_: int) -> str:
    if wiring.bus is BusKind.I2C:
        return "belongs to the panel's I2C bus" if number_ in _I2C_PINS else ""
    device = _SPI_PINS.get(number_, -1)
    return "belongs to the panel's SPI bus" if device in {None, wiring.spi_device} else ""
