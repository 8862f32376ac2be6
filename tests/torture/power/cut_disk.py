"""A disk as a power cut finds it: what was synced stays, everything else may or may not.

Data is lost, kept and reordered by sectors of 512 bytes; folder changes are kept as an ordered
prefix, as a journaling file system does. It assumes an honest fsync. A folder's fsync makes only
its own names last: a file whose folder is not yet named on the platter is lost with all in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from pathlib import Path

SECTOR = 512
Names = tuple[str, ...]


@dataclass
class Write:
    """Bytes at an offset; None for `data` is a truncation to `at`."""

    at: int
    data: bytes | None


@dataclass
class File:
    """A file's content now, its content on the platter, and the sectors in between."""

    now: bytearray = field(default_factory=bytearray)
    synced: bytes = b""
    pending: list[Write] = field(default_factory=list)

    def write(self, at: int, data: bytes) -> None:
        apply(self.now, Write(at, data))
        done = 0
        while done < len(data):  # sectors end at multiples of their size, wherever a write begins
            size = SECTOR - (at + done) % SECTOR
            self.pending.append(Write(at + done, data[done : done + size]))
            done += size

    def truncate(self, size: int) -> None:
        apply(self.now, Write(size, None))
        self.pending.append(Write(size, None))

    def sync(self) -> None:
        self.synced, self.pending = bytes(self.now), []


class Folders:
    """Names and what they lead to: files, or None for a folder."""

    def __init__(self) -> None:
        self.tree: dict[Names, File | None] = {(): None}

    def change(self, change: tuple[object, ...]) -> None:
        match change:
            case "create", path, file:
                self.tree[path] = file
            case "remove", path:
                self.tree.pop(path, None)
            case "rename", old, new:
                for path in [p for p in self.tree if p[: len(old)] == old]:
                    self.tree[new + path[len(old) :]] = self.tree.pop(path)


class Disk:
    """The whole of it: do what the trace says, and ask at any time what a cut would leave."""

    def __init__(self) -> None:
        self.now, self.synced = Folders(), Folders()
        self.pending: list[tuple[object, ...]] = []

    @classmethod
    def holding(cls, files: dict[Names, bytes | None]) -> Disk:
        """A disk that already holds these files (None: a folder), all synced."""
        disk = cls()
        for path, content in files.items():
            file = None if content is None else File(bytearray(content), content)
            disk.now.tree[path] = disk.synced.tree[path] = file
        return disk

    def do(self, step: tuple[object, ...]) -> None:
        match step:
            case "open" | "write" | "truncate" | "sync", *_:
                self._do_to_file(step)
            case "mkdir", path:
                self._change("create", path, None)
            case "remove" | "rename", *_:
                self._change(*step)

    def left(self, how: str, chance: random.Random) -> dict[Names, bytes | None]:
        """What stands there when the power comes back.

        `how`: "all" was written, "none" of the unsynced, "names" only (folder changes without the
        data), "random" sectors and a random prefix of the folder changes.
        """
        folders = Folders()
        folders.tree = dict(self.synced.tree)
        count = {"none": 0, "random": chance.randint(0, len(self.pending))}
        for change in self.pending[: count.get(how, len(self.pending))]:
            folders.change(change)
        return {
            path: _content(file, how, chance)
            for path, file in folders.tree.items()
            if all(path[:depth] in folders.tree for depth in range(len(path)))
        }

    def _do_to_file(self, step: tuple[object, ...]) -> None:
        file = self.now.tree.get(step[1])
        match step:
            case "open", path, _ if path not in self.now.tree:
                self._change("create", path, File())
            case "open", _, True:
                file.truncate(0)
            case "write", _, at, data:
                file.write(len(file.now) if at is None else at, data)
            case "truncate", _, size:
                file.truncate(size)
            case "sync", _:
                self._sync_names(step[1]) if file is None else file.sync()

    def _change(self, *change: object) -> None:
        self.now.change(change)
        self.pending.append(change)

    def _sync_names(self, folder: Names) -> None:
        own = [change for change in self.pending if change[1][:-1] == folder]
        for change in own:
            self.synced.change(change)
        self.pending = [change for change in self.pending if change[1][:-1] != folder]


def apply(content: bytearray, write: Write) -> None:
    """Change content as a write or a truncation does."""
    end = write.at if write.data is None else write.at + len(write.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if write.data is None:
        del content[write.at :]
    else:
        content[write.at : end] = write.data


def lay(files: dict[Names, bytes | None], root: Path) -> None:
    """Write such files into a real folder."""
    for path, content in sorted(files.items(), key=lambda item: len(item[0])):
        target = root.joinpath(*path)
        if content is None:
            target.mkdir(parents=True, exist_ok=True)
        elif target.parent.is_dir():
            target.write_bytes(content)


def lift(root: Path) -> dict[Names, bytes | None]:
    """Read a real folder into such files."""
    found: dict[Names, bytes | None] = {(): None}
    for path in sorted(root.rglob("*")):
        names = path.relative_to(root).parts
        found[names] = path.read_bytes() if path.is_file() else None
    return found


def _content(file: File | None, how: str, chance: random.Random) -> bytes | None:
    if file is None:
        return None
    if how == "all":
        return bytes(file.now)
    content = bytearray(file.synced)
    if how == "random":
        some = [write for write in file.pending if chance.random() < 0.5]
        chance.shuffle(some)
        for write in some:
            apply(content, write)
    return bytes(content)
