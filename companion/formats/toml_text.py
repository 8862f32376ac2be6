"""Read a TOML text from outside: a bounded one, in bounded time, with a sentence for each fault."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from companion import CompanionError

MOST_BYTES: Final = 65_536  # ten times the longest edition file
# tomllib takes time by the square of a key's parts (a.b.c...): 40 KB of them cost it ten seconds.
MOST_DOTS: Final = 64


class TomlError(CompanionError, ValueError):
    """A text that is not usable TOML; the message completes a sentence that names the file."""


def parse_toml(content: bytes) -> dict[str, Any]:
    """Read a TOML text of at most 64 KiB; TomlError says what is wrong."""
    if len(content) > MOST_BYTES:
        raise TomlError(f"is larger than {MOST_BYTES} bytes")
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.count(b".") > MOST_DOTS:
            raise TomlError(f"has more than {MOST_DOTS} dots in line {number}")
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise TomlError(f"is no UTF-8: byte {error.start + 1}") from error
    except RecursionError as error:
        raise TomlError("is nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise TomlError(f"is no TOML: {error}") from error
    except ValueError as error:  # Python's limit on the digits of an integer
        raise TomlError("has a number that is too large") from error
