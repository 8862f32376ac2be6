"""Record with strace what a program writes, syncs, creates, renames and removes in a folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
CALLS = (
    "openat,write,pwrite64,fsync,fdatasync,ftruncate,mkdir,rename,renameat,renameat2,"
    "unlink,unlinkat,rmdir"
)
Step = tuple[object, ...]

_CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_HANDLE = re.compile(r"(\d+)<((?:\\x[0-9a-f]{2})+)>")


def run(script: Path, *arguments: str, strace: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
    """Run a script of this folder, under strace where options for it are given."""
    command = [sys.executable, str(script), *arguments]
    if strace:
        command = ["strace", "-qq", *strace, *command]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=100
    )


def record(script: Path, state: Path, *arguments: str) -> list[Step]:
    """Run it and list what it did below `state` and what it said (("said", line) steps)."""
    log = state.with_name("trace")
    done = run(
        script,
        str(state),
        *arguments,
        strace=("-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-o", str(log)),
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    with log.open(encoding="ascii", errors="replace") as lines:
        steps = [step for line in lines if (step := _step(line, state)) is not None]
    log.unlink()
    return steps


def _step(line: str, state: Path) -> Step | None:
    match = _CALL.match(line)
    if match is None or match[3].startswith("-"):
        return None
    call, arguments, result = match.groups()
    texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
    handle = _HANDLE.match(arguments)
    if call == "write" and handle and handle[1] == "1":
        return ("said", texts[0].decode().strip())
    if handle is not None:
        opened = bytes.fromhex(handle[2].replace("\\x", "")).decode()
        return _on_handle(call, _names(opened, state), arguments, texts, int(result))
    return _on_names(call, [_names(text.decode(), state) for text in texts], arguments)


def _on_handle(
    call: str, path: tuple[str, ...] | None, arguments: str, texts: list[bytes], result: int
) -> Step | None:
    if path is None:
        return None
    match call:
        case "pwrite64":
            return ("write", path, int(arguments.rsplit(",", 1)[1]), texts[0][:result])
        case "write":
            return ("write", path, None, texts[0][:result])
        case "ftruncate":
            return ("truncate", path, int(arguments.rsplit(",", 1)[1]))
        case "fsync" | "fdatasync":
            return ("sync", path)
        case _:
            return None


def _on_names(call: str, paths: list[tuple[str, ...] | None], arguments: str) -> Step | None:
    if not paths or paths[0] is None:
        return None
    match call:
        case "openat" if "O_CREAT" in arguments:
            return ("open", paths[0], "O_TRUNC" in arguments)
        case "mkdir":
            return ("mkdir", paths[0])
        case "rename" | "renameat" | "renameat2":
            return ("rename", *paths)
        case "unlink" | "unlinkat" | "rmdir":
            return ("remove", paths[0])
        case _:
            return None


def _names(text: str, state: Path) -> tuple[str, ...] | None:
    """The path relative to the folder above `state`, None for what lies elsewhere."""
    path = Path(text)
    if path.is_relative_to(state) or path == state.parent:
        return path.relative_to(state.parent).parts
    return None
