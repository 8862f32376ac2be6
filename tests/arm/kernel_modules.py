"""Build the drivers gpio-virtio and i2c-virtio for the ARM trees' kernels, which lack them.

usage: python3 -m tests.arm.kernel_modules [SUITE ...]

Debian's arm64 kernels have no driver for the far ends of the kernel bench. Both are one file of the
kernel's own source; they are compiled against the kernel's headers by a cross compiler, all of it
Debian's, unpacked into a tree of its own (half a minute, 150 MB of them the source). The driver of
the I2C bus is changed as for the kernel bench: it frees messages that the bus has not answered yet,
and an answer that comes later is written into memory that others use by then.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.arm import build_trees
from tests.arm.archive import Archive, run
from tests.arm.build_trees import build, tree_path
from tests.caches import filled

DRIVERS: Final = ("drivers/gpio/gpio-virtio.c", "drivers/i2c/busses/i2c-virtio.c")
PATCH: Final = Path(__file__).parents[1] / "kernel/kernel.patch"
_BUILD_TOOLS: Final = ("make", "dash", "coreutils", "sed", "grep", "mawk", "findutils")


@dataclass(frozen=True, slots=True)
class _Kernel:
    """What a Debian builds its kernel's modules with."""

    compiler: str
    scripts: str
    source: str


_KERNELS: Final = {
    "bookworm": _Kernel("gcc-12", "linux-kbuild-6.1", "linux-source-6.1"),
    "trixie": _Kernel("gcc-14", "linux-kbuild-{version}", "linux-source-6.12"),
}


def kernel_release(suite: str) -> str:
    """Return the release (`uname -r`) of the kernel in this Debian's arm64 tree."""
    (modules,) = (build(f"arm64-{suite}") / "usr/lib/modules").iterdir()
    return modules.name


def kernel_modules(suite: str) -> list[Path]:
    """Return both drivers; build them when they are missing."""
    release = kernel_release(suite)
    recipe = hashlib.sha256(Path(__file__).read_bytes() + PATCH.read_bytes()).hexdigest()[:12]
    folder = tree_path("qemu").parent / f"modules-{release}-{recipe}"
    made = filled(folder, lambda new: _build(suite, release, new))
    return sorted(made.glob("*.ko"))


def _build(suite: str, release: str, target: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        tree = _build_tree(suite, release, Path(work))
        names = [Path(driver).stem for driver in DRIVERS]
        objects = " ".join(f"{name}.o" for name in names)
        (tree / "build/Makefile").write_text(f"obj-m := {objects}\n")
        headers = f"/usr/src/linux-headers-{release}"
        prefix = "aarch64-linux-gnu-"
        chosen = (f"CROSS_COMPILE={prefix}", f"CC={prefix}{_KERNELS[suite].compiler}")
        run("chroot", tree, "make", "-C", headers, "M=/build", "ARCH=arm64", *chosen, "modules")
        for name in names:
            shutil.copy(tree / f"build/{name}.ko", target)


def _build_tree(suite: str, release: str, work: Path) -> Path:
    """Unpack compiler, headers and the two files of the source."""
    kernel, version = _KERNELS[suite], release.removesuffix("-arm64")
    tree = work / "tree"
    build_trees._make_merged(tree)
    host = Archive(suite, "amd64", work / "host")
    scripts = kernel.scripts.format(version=version)
    packages = host.download((*_BUILD_TOOLS, f"{kernel.compiler}-aarch64-linux-gnu", scripts))
    common = (f"linux-headers-{version}-common", kernel.source)
    packages += host.download_alone(common, work / "common")
    board = Archive(suite, "arm64", work / "board")
    packages += board.download_alone((f"linux-headers-{release}",), work / "headers")
    for package in packages:
        build_trees._unpack(package, tree)
    (tree / "usr/bin/sh").unlink(missing_ok=True)
    (tree / "usr/bin/sh").symlink_to("dash")
    (tree / "usr/bin/awk").symlink_to("mawk")
    (tree / "dev").mkdir(exist_ok=True)
    run("cp", "-a", "/dev/null", tree / "dev")
    _add_drivers(tree, kernel.source)
    return tree


def _add_drivers(tree: Path, source: str) -> None:
    (tree / "build").mkdir()
    members = [f"{source}/{driver}" for driver in DRIVERS]
    archive = tree / f"usr/src/{source}.tar.xz"
    run("tar", "-C", tree / "build", "-xf", archive, "--occurrence=1", *members)
    only = [f"--include={driver}" for driver in DRIVERS]
    run("git", "apply", *only, PATCH, folder=tree / "build" / source)
    for member in members:
        (tree / "build" / member).rename(tree / "build" / Path(member).name)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or _KERNELS:
        print(*kernel_modules(wanted))
