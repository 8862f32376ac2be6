"""Read and write one line of JSON strictly: what cannot be kept unchanged is refused."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from companion import CompanionError

if TYPE_CHECKING:
    from collections.abc import Iterable


class JsonError(CompanionError, ValueError):
    """A line that is no JSON object in UTF-8, or one that could not be written back unchanged."""


def read_object(line: bytes) -> dict[str, Any]:
    """Read a JSON object; JsonError says what is wrong.

    Beyond what JSON forbids, a key given twice, a number too large to keep and nesting too deep to
    write back are refused.
    """
    try:
        value = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_refuse_constant,
        )
        if isinstance(value, dict) and any(
            isinstance(each, (dict, list)) for each in value.values()
        ):
            json.dumps(value)
    except UnicodeDecodeError as error:
        raise JsonError(f"this is no UTF-8: byte {error.start + 1} of the line is wrong") from error
    except RecursionError as error:
        raise JsonError("this is nested too deeply") from error
    except JsonError:
        raise
    except ValueError as error:
        raise JsonError(f"this is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise JsonError("this is no JSON object")
    return value


def write_object(value: dict[str, Any]) -> str:
    """Write a JSON object on one line; escapes stand only for what UTF-8 cannot hold."""
    text = json.dumps(value, ensure_ascii=False)
    return text if _is_encodable(text) else json.dumps(value)


def is_text(value: object) -> bool:
    """Return whether this is text that UTF-8 can hold: no half of a surrogate pair."""
    return isinstance(value, str) and _is_encodable(value)


def is_whole(value: object) -> bool:
    """Return whether this is a JSON integer: no true or false, no fraction."""
    return type(value) is int


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise JsonError(f"the key {key!a} stands there twice")
        found[key] = value
    return found


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:  # Python's limit on the digits
        raise JsonError(f"the number {text[:20]} is too large") from error


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise JsonError(f"the number {text[:20]} is too large")
    return number


def _refuse_constant(name: str) -> float:
    raise JsonError(f"{name} is no JSON")
