"""Values of a configuration file: what each key takes, said in a sentence where it does not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Fault = tuple[str, str]
"""A key, and a sentence that says what is wrong with it and how to correct it."""

Check = Callable[[object], Any]
"""Returns the value, or raises ValueError with the sentence."""

Section = Mapping[str, Check]

LAST_PIN = 27  # of the 40-pin header, by BCM numbers


def checked(table: object, name: str, section: Section, faults: list[Fault]) -> dict[str, Any]:
    """Return the values of a table that fit; add a fault for each that does not, or is unknown."""
    if not isinstance(table, Mapping):
        faults.append((name, f"is no table: write [{name}] and its keys below"))
        return {}
    good: dict[str, Any] = {}
    for key, value in table.items():
        check = section.get(key)
        if check is None:
            faults.append((f"{name}.{key}", f"is unknown: use {', '.join(section)}"))
            continue
        try:
            good[key] = check(value)
        except ValueError as error:
            faults.append((f"{name}.{key}", str(error)))
    return good


def whole(low: int, high: int) -> Check:
    """Take a whole number between the two."""

    def check(value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise ValueError(f"{_shown(value)} will not do: use a whole number from {low} to {high}")

    return check


def number(low: float, high: float) -> Check:
    """Take a number between the two, with or without a fraction."""

    def check(value: object) -> float:
        if type(value) in {int, float} and low <= value <= high:  # type: ignore[operator] # narrowed
            return value  # type: ignore[return-value] # narrowed by the line above
        raise ValueError(f"{_shown(value)} will not do: use a number from {low} to {high}")

    return check


def choice(*options: str | int) -> Check:
    """Take one of the options: a text or a whole number, as they are."""

    def check(value: object) -> str | int:
        for option in options:
            if value == option and type(value) in {str, int}:
                return option
        known = ", ".join(map(str, options))
        raise ValueError(f"{_shown(value)} will not do: use one of {known}")

    return check


def pin(value: object) -> int:
    """Take a pin of the header, by its BCM number."""
    if type(value) is int and 0 <= value <= LAST_PIN:
        return value
    raise ValueError(f"{_shown(value)} is no pin: use a BCM number from 0 to {LAST_PIN}")


def pin_or_none(value: object) -> int | None:
    """Take a pin; false removes the profile's."""
    return None if value is False else pin(value)


def text(value: object) -> str:
    """Take a text that is not empty, without characters that a terminal or a log would obey."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{_shown(value)} will not do: use a text in quotes")
    if not value.isprintable():
        raise ValueError(f"{_shown(value)} will not do: use no control characters")
    return value


def flag(value: object) -> bool:
    """Take true or false."""
    if isinstance(value, bool):
        return value
    raise ValueError(f"{_shown(value)} will not do: use true or false")


def _shown(value: object) -> str:
    shown = repr(value).lower() if isinstance(value, bool) else repr(value)  # as TOML has them
    return shown if len(shown) < 60 else f"{shown[:57]}..."
