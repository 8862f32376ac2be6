"""ARM programs on this machine's processor: the kernel gives them to QEMU, also their children."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.arm.build_trees import EMULATORS, build, tree_path
from tests.install.trees import need_root
from tests.tools import CANNOT_RUN_HERE

_BINFMT: Final = Path("/proc/sys/fs/binfmt_misc")
# What a program's first 20 bytes are: ELF, its word length (1: 32 bits), its machine.
_WORDS_AND_MACHINE: Final = {"arm64": (2, 183), "armhf": (1, 40)}
_MASK: Final = bytes((*[255] * 7, 0, *[255] * 8, 254, 255, 255, 255))


def need_emulation(architecture: str) -> None:
    """Skip where the kernel cannot be told to run programs of another processor."""
    need_root()
    if not (_BINFMT / "register").exists():
        command = ["mount", "-t", "binfmt_misc", "binfmt_misc", _BINFMT]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip(f"{CANNOT_RUN_HERE}the kernel has no binfmt_misc")
    _register(architecture)


def _register(architecture: str) -> None:
    """Name QEMU to the kernel; this holds until the machine is restarted."""
    name = f"{architecture}-of-{tree_path('qemu').parent.name}"
    words, machine = _WORDS_AND_MACHINE[architecture]
    magic = bytes((*b"\x7fELF", words, 1, 1, *[0] * 9, 2, 0, machine, 0))
    emulator = build("qemu") / "usr/bin" / EMULATORS[architecture]
    # F: opened now, so that it is found from inside a tree; P: programs see the name they have.
    line = f":{name}:M::{_escaped(magic)}:{_escaped(_MASK)}:{emulator}:PF"
    with suppress(FileExistsError):
        (_BINFMT / "register").write_text(line)


def _escaped(content: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in content)
