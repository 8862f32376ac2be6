"""The wirings that are known by name: data files in profiles/, and tables made of them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion import CompanionError
from companion.config.configuration import BusKind, DisplayChip, Profile

# The 40-pin header (the same on every Pi with 40 pins): BCM number -> header pin.
HEADER: Final = MappingProxyType(
    {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19}
    | {9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35}
    | {16: 36, 26: 37, 20: 38, 21: 40}
)

_FOLDER: Final = Path(__file__).parent / "profiles"
_WORDS: Final = {
    "ok": "OK",
    "encoder_a": "encoder A",
    "encoder_b": "encoder B",
    "dc": "panel DC",
    "reset": "panel RST",
}
_SUPPLY: Final = (("3.3 V", None, 1), ("ground", None, 9))
_SIGNALS: Final = {
    BusKind.I2C: (("panel SDA", 2, 3), ("panel SCL", 3, 5)),
    BusKind.SPI: (("panel CLK", 11, 23), ("panel DIN", 10, 19), ("panel CS", 8, 24)),
}


class UnknownProfileError(CompanionError, LookupError):
    """No profile of this `name` exists; `known` lists those that do."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """List the known profiles."""
        super().__init__(f"there is no profile {name!r}: choose one of {', '.join(known)}")
        self.name = name
        self.known = known

    def __str__(self) -> str:
        """Return the sentence as it is (a LookupError may quote it)."""
        return str(self.args[0])


def names() -> tuple[str, ...]:
    """List the profiles, in alphabetical order."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def load(name: str) -> Profile:
    """Read a profile; raises UnknownProfileError."""
    if name not in names():
        raise UnknownProfileError(name, names())
    return _read(name, tomllib.loads((_FOLDER / f"{name}.toml").read_text("utf-8")))


def load_all() -> dict[str, Profile]:
    """Read every profile, by name."""
    return {name: load(name) for name in names()}


def wiring_table(profile: Profile) -> str:
    """Return a profile's wiring as a Markdown table, which the documentation shows."""
    rows = ["| what | GPIO (BCM) | header pin | |", "| --- | --- | --- | --- |"]
    rows += [
        f"| {_WORDS.get(role, role)} | {pin} | {HEADER[pin]} | {profile.notes.get(role, '')} |"
        for role, pin in profile.pins.items()
    ]
    for what, bcm, header in (*_SIGNALS[profile.bus], *_SUPPLY):
        rows.append(f"| {what} | {'' if bcm is None else bcm} | {header} | |")
    return "\n".join(rows) + "\n"


def _read(name: str, table: dict[str, Any]) -> Profile:
    """Return the profile of a file's table; unchecked, since a test reads all our files."""
    table |= {"bus": BusKind(table["bus"]), "chip": DisplayChip(table["chip"])}
    return Profile(name=name, **table)
