"""The threads, children and file descriptors of this process, compared before and after a test."""

from __future__ import annotations

import gc
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

DESCRIPTORS = "/proc/self/fd"  # paths would cost more than the tests: they are read twice for each
ENDING_S = 5.0  # a thread that was asked to end may still be on its way
# What libraries open once in a process and keep.
KEPT_THREADS = ("ThreadPoolExecutor", "asyncio_")
KEPT_MODULES = ("lgpio", "luma.core.threadpool")  # their threads begin at the import
KEPT_FILES = ("/dev/urandom", "/dev/null")
LGPIO = ".lgd-nfy"  # its pipe, and its thread with it, stay from the import on


@dataclass(frozen=True, slots=True)
class Resources:
    """What is open at one moment: threads, children, and what each descriptor refers to."""

    threads: frozenset[threading.Thread]
    children: frozenset[int]
    descriptors: dict[int, str]

    @classmethod
    def now(cls) -> Self:
        return cls(frozenset(threading.enumerate()), children(), descriptors())

    def left_open(self, ending_s: float = ENDING_S) -> list[str]:
        """Describe what is open now and was not then; threads may still end within `ending_s`."""
        if not self._new_threads() and not self._new_descriptors():
            return self._new_children()
        gc.collect()  # what only a cycle of references holds ends with it
        threads = [thread for thread in self._new_threads() if _stays(thread, ending_s)]
        left = [f"thread {thread.name}" for thread in threads]
        return left + self._new_children() + self._new_descriptors()

    def _new_children(self) -> list[str]:
        return [f"process {child}" for child in sorted(children() - self.children)]

    def _new_threads(self) -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread not in self.threads]

    def _new_descriptors(self) -> list[str]:
        return [
            f"{number} -> {target}"
            for number, target in descriptors().items()
            if self.descriptors.get(number) != target
            and not target.startswith(KEPT_FILES)
            and LGPIO not in target
        ]


def _stays(thread: threading.Thread, ending_s: float) -> bool:
    if thread.name.startswith(KEPT_THREADS) or type(thread).__module__ in KEPT_MODULES:
        return False
    thread.join(ending_s)
    return thread.is_alive()


def children() -> frozenset[int]:
    """Return the process ids of the children, those that nobody waited for included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return frozenset()
    found: set[int] = set()
    for file in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # this thread has ended by now
            found.update(int(word) for word in file.read_text("ascii").split())
    return frozenset(found)


def descriptors() -> dict[int, str]:
    """Map each open descriptor to what it refers to; nothing where there is no /proc."""
    found = {}
    for name in os.listdir(DESCRIPTORS) if os.path.exists(DESCRIPTORS) else ():  # noqa: PTH110, PTH208
        with suppress(OSError):  # the folder's own descriptor is closed by now
            found[int(name)] = os.readlink(f"{DESCRIPTORS}/{name}")  # noqa: PTH115
    return found
