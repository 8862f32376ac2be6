"""Set the wiring in a family's config.toml, and change nothing else in it.

usage: set_profile.py FILE PROFILE TEMPLATE

Without the file it is made of TEMPLATE. The exit status is 0 when something changed, 3 when nothing
had to, 1 with a sentence when it cannot be.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHANGED, FAILED, SAME = 0, 1, 3
DEFAULT = "breadboard"
LINE = re.compile(r"^(\s*[\"']?profile[\"']?\s*=\s*)(\"[^\"\r\n]*\"|'[^'\r\n]*')", re.MULTILINE)


class ProfileError(ValueError):
    """No place was found where the wiring can be set."""


def with_profile(text: str, profile: str) -> str:
    """Return the text with this profile; ProfileError or TOMLDecodeError where it cannot be set."""
    old = tomllib.loads(text)
    if old.get("profile", DEFAULT) == profile:
        return text
    wanted = old | {"profile": profile}
    for candidate in _candidates(text, profile):
        if _parsed(candidate) == wanted:
            return candidate
    raise ProfileError(f'write profile = "{profile}" into it by hand')


def _candidates(text: str, profile: str) -> Iterator[str]:
    """Yield the text changed at each place that looks right: parsing tells which one is."""
    for match in LINE.finditer(text):
        yield f'{text[: match.start(2)]}"{profile}"{text[match.end(2) :]}'
    end = "\r\n" if "\r\n" in text else "\n"
    yield f'profile = "{profile}"{end}{text}'


def _parsed(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _write(file: Path, content: bytes) -> None:
    """Write through a file beside it: after a power cut there is the old or the new."""
    new = file.with_name(file.name + ".hare-companion-new")
    try:
        with new.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, new)
        new.replace(file)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _set(file: Path, profile: str, template: Path) -> int:
    if not os.path.lexists(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, template.read_bytes().replace(b"@PROFILE@", profile.encode()))
        return CHANGED
    if not file.is_file():
        raise ProfileError("it is no regular file: put one there, or delete it")
    old = file.read_bytes()
    mark = codecs.BOM_UTF8 if old.startswith(codecs.BOM_UTF8) else b""  # of an editor on Windows
    new = mark + with_profile(_decoded(old.removeprefix(mark)), profile).encode()
    if new == old:
        return SAME
    _write(file, new)
    return CHANGED


def _decoded(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as fault:
        why = f"it is no UTF-8 from byte {fault.start + 1} on: save it as UTF-8"
        raise ProfileError(why) from fault


def main(words: list[str]) -> int:
    """Do what the command line says, and return the exit status."""
    if len(words) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    file = Path(os.path.realpath(words[0]))
    try:
        return _set(file, words[1], Path(words[2]))
    except OSError as fault:
        print(f"{fault.filename or file}: {fault.strerror}", file=sys.stderr)
    except (ProfileError, tomllib.TOMLDecodeError) as fault:
        print(f"{file}: {fault}", file=sys.stderr)
    except ValueError:  # Python's limit on the digits of an integer
        print(f"{file}: it has a number that is too large", file=sys.stderr)
    except RecursionError:
        print(f"{file}: it is nested too deeply", file=sys.stderr)
    return FAILED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
