"""What a machine boots from: an initramfs, a device tree, a root disk."""

from __future__ import annotations

import lzma
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.arm.archive import run
from tests.arm.build_trees import build, tree_path
from tests.arm.emulator import program
from tests.arm.kernel_modules import kernel_release
from tests.caches import filled

if TYPE_CHECKING:
    from collections.abc import Iterable

_HERE: Final = Path(__file__).parent
_DISK_SIZE: Final = "2G"  # an SD card's must be a power of two


def kernel(suite: str) -> Path:
    """Return the kernel of this Debian's tree."""
    return build(f"arm64-{suite}") / f"boot/vmlinuz-{kernel_release(suite)}"


def root_disk(suite: str) -> Path:
    """Return an ext4 image of the tree; make it when it is missing: ten seconds, 500 MB."""
    tree = build(f"arm64-{suite}")

    def make(folder: Path) -> None:
        run("mke2fs", "-q", "-t", "ext4", "-d", tree, folder / "root.img", _DISK_SIZE)

    return filled(tree_path("qemu").parent / f"disk-{suite}", make) / "root.img"


def initramfs(
    suite: str, modules: Iterable[str], drivers: Iterable[Path], files: Path, target: Path
) -> Path:
    """Write an initramfs that loads modules and copies `files` onto the root disk.

    `modules` are names of the tree's kernel, loaded with what they need; `drivers` come after them.
    """
    folder = target.with_suffix(".d")
    for name in ("bin", "modules", "root", "proc", "sys", "dev"):
        (folder / name).mkdir(parents=True)
    shutil.copy(build(f"arm64-{suite}") / "usr/bin/busybox", folder / "bin")
    shutil.copy(_HERE / "initramfs_init.sh", folder / "init")
    (folder / "init").chmod(0o755)
    for place, module in enumerate((*_with_dependencies(suite, modules), *drivers)):
        content = module.read_bytes()
        packed = module.suffix == ".xz"
        loaded = folder / "modules" / f"{place:02}-{module.name.split('.')[0]}.ko"
        loaded.write_bytes(lzma.decompress(content) if packed else content)
    shutil.copytree(files, folder / "files", symlinks=True)
    names = "\n".join(str(path.relative_to(folder)) for path in sorted(folder.rglob("*")))
    with target.open("wb") as archive:
        command = [*program("cpio"), "--create", "--format=newc", "--quiet", "--owner=0:0"]
        subprocess.run(command, cwd=folder, input=names.encode(), stdout=archive, check=True)
    return target


def _with_dependencies(suite: str, modules: Iterable[str]) -> list[Path]:
    """Return the files of these modules, each after what it needs."""
    folder = build(f"arm64-{suite}") / "usr/lib/modules" / kernel_release(suite)
    lines = (folder / "modules.dep").read_text().splitlines()
    needs = {file: after.split() for file, _, after in (line.partition(":") for line in lines)}
    files = {Path(file).name.split(".")[0]: file for file in needs}
    builtin = (folder / "modules.builtin").read_text()
    order: dict[str, None] = {}
    for module in modules:
        if f"/{module}.ko\n" in builtin:
            continue
        # modprobe loads the last of a list first.
        order |= dict.fromkeys((*reversed(needs[files[module]]), files[module]))
    return [folder / file for file in order]


class DeviceTree:
    """A compiled device tree that is edited in place."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def set_text(self, node: str, name: str, *values: str) -> None:
        self._put("-t", "s", self.file, node, name, *values)

    def set_cells(self, node: str, name: str, *values: int) -> None:
        self._put("-t", "x", self.file, node, name, *(f"{value:x}" for value in values))

    def add(self, node: str) -> None:
        """Add a node, and those above it."""
        self._put("-cp", self.file, node)

    def remove(self, nodes: Iterable[str]) -> None:
        run(*program("fdtput"), "-r", self.file, *nodes)

    def _put(self, *words: str | Path) -> None:
        run(*program("fdtput"), *words)
