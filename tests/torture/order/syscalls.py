"""Play presses through the real loop and journal under strace; list syncs and what was shown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.press.script import PAUSE_S, PRESS_S

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.app.events import Button

ROOT = Path(__file__).parents[3]
CALLS = "read,write,pwrite64,fsync,fdatasync"
PICTURE, SHOT = "picture", "shot"
CHILD = Path(__file__).with_name("printing_child.py")

_CALL = re.compile(r"(\d+) +(\w+)\((\d+)<([^>]*)>(.*)")
_RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*)")


def script(presses: Iterable[Button]) -> str:
    """Write what the parent of `press` says for these presses, with a shot after each."""
    lines, now = [], 0.0
    for button in presses:
        lines.append(f"down {button}")
        now += PRESS_S
        lines += [f"until {now!r}", f"up {button}"]
        now += PAUSE_S
        lines += [f"until {now!r}", "shot"]
    return "".join(f"{line}\n" for line in lines)


def play(state: Path, presses: Iterable[Button], seed: str) -> list[str]:
    """Play; list, in order of completion: "sync FILE", "picture", "shot"."""
    log = state.with_name("trace")
    strace = ["strace", "-f", "-qq", "-y", "-s", "40", "-e", f"trace={CALLS}", "-o", str(log)]
    subprocess.run(
        [*strace, sys.executable, str(CHILD), str(state), seed],
        input=script(presses),
        stdout=subprocess.DEVNULL,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=100,
    )
    with log.open(encoding="utf-8", errors="replace") as lines:
        return list(_steps(lines))


def _steps(lines: Iterable[str]) -> Iterator[str]:
    begun: dict[tuple[str, str], tuple[str, str]] = {}
    for line in lines:
        if match := _CALL.match(line):
            process, call, handle, path, rest = match.groups()
            if rest.rstrip().endswith("<unfinished ...>"):
                begun[process, call] = (handle, path)
                continue
        elif match := _RESUMED.match(line):
            process, call, rest = match.groups()
            if (process, call) not in begun:
                continue
            handle, path = begun.pop((process, call))
        else:
            continue
        yield from _step(call, handle, path, rest)


def _step(call: str, handle: str, path: str, rest: str) -> Iterator[str]:
    match call:
        case "fsync" | "fdatasync":
            yield f"sync {Path(path).name}"
        case "write" if handle == "1" and '"picture' in rest:
            yield PICTURE
        case "write" if handle == "1" and '"{\\"screen' in rest:
            yield SHOT
