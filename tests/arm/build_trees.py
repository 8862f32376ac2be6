"""Build the trees of the ARM tests, each once, into a cache outside the repository (root, Debian).

usage: python3 -m tests.arm.build_trees [TREE ...]    without names: all that are missing

qemu: QEMU 10 of Debian 13, which Debian 12 has not, for this machine's processor; unpacked, entered
by chroot for each program.

arm64-trixie, armhf-trixie, arm64-bookworm, armhf-bookworm: the packages of the chroot tests' tree
of the same Debian (tests/install/base_trees.py), for ARM. Emulated, `dpkg --configure` of one such
tree takes four minutes of a processor; here it takes seconds, because nothing is configured: what
maintainer scripts and triggers wrote comes from the tree that this machine configured natively.
So a tree is: every file that no package holds, and the owner and mode of every file, from that
tree; every package's files and dpkg's records of it, from the ARM packages; ld.so.cache made by
ARM's own ldconfig, emulated. `dpkg --verify` finds no difference (test_trees.py).

The arm64 trees also have a kernel with its modules, and a static busybox: unpacked only. Where an
index has a wheel of lgpio, it takes the place of Raspberry Pi OS's python3-lgpio.

The folder's name carries a hash of what is here: change it, and new trees are built beside the old.
ARM_CACHE names another cache folder. A tree is there whole or not at all; who writes in one, copies
it first. The network is needed, and nothing but the standard library.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import zipfile
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.arm.archive import Archive, run
from tests.caches import CACHES, filled
from tests.install import base_trees

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE: Final = Path(__file__).parent
_RECIPE: Final = (Path(__file__), _HERE / "archive.py", Path(base_trees.__file__))
TOOLS: Final = (
    *("qemu-system-arm", "qemu-user", "device-tree-compiler", "cpio"),
    *("kmod", "liblzma5"),  # depmod reads Debian 13's modules by it, and else finds no dependency
)
# By the architecture's name: of libraries' folders, of QEMU's program, of Python's wheels.
TRIPLETS: Final = {"arm64": "aarch64-linux-gnu", "armhf": "arm-linux-gnueabihf"}
EMULATORS: Final = {"arm64": "qemu-aarch64", "armhf": "qemu-arm"}
_OWN_TRIPLET: Final = "x86_64-linux-gnu"
# lgpio's own project has no wheel for Python 3.13, Adafruit's has; nobody has one for 13 on armhf.
_LGPIO: Final = {
    "arm64-bookworm": ("lgpio", "3.11", "manylinux_2_34_aarch64"),
    "armhf-bookworm": ("lgpio", "3.11", "linux_armv7l"),
    "arm64-trixie": ("adafruit-lgpio", "3.13", "manylinux_2_17_aarch64"),
}
ARM_TREES: Final = ("arm64-trixie", "armhf-trixie", "arm64-bookworm", "armhf-bookworm")


def tree_path(name: str) -> Path:
    """Return where a tree is, or will be."""
    recipe = hashlib.sha256(b"".join(path.read_bytes() for path in _RECIPE)).hexdigest()[:12]
    return Path(os.environ.get("ARM_CACHE") or CACHES) / f"arm-{recipe}" / name


def build(name: str) -> Path:
    """Return a tree; make it when it is missing."""
    return filled(tree_path(name), _build_qemu if name == "qemu" else _ArmTree(name).build)


def _build_qemu(tree: Path) -> None:
    _make_merged(tree)
    with tempfile.TemporaryDirectory() as work:
        for package in Archive("trixie", "amd64", Path(work)).download(TOOLS):
            _unpack(package, tree)
    (tree / "mnt").mkdir()


class _ArmTree:
    """One ARM tree in the making."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._architecture, self._suite = name.split("-")
        self._triplet = TRIPLETS[self._architecture]

    def build(self, tree: Path) -> None:
        base = base_trees.base_tree(self._suite)
        run("cp", "-a", "--reflink=auto", f"{base}/.", tree)
        packages = _packages(tree)
        _remove_packaged_files(tree)
        with tempfile.TemporaryDirectory() as work:
            archive = Archive(self._suite, self._architecture, Path(work))
            downloaded = archive.download(packages)
            files = [_unpack(package, tree) for package in downloaded]
            _copy_owners_and_modes(base, tree)
            self._write_records(tree, downloaded, files)
            if self._architecture == "arm64":
                _add_kernel(tree, archive, Path(work))
            if self._name in _LGPIO:
                _add_lgpio(tree, Path(work), *_LGPIO[self._name])
        run(build("qemu") / "usr/bin" / EMULATORS[self._architecture], *_ldconfig(tree))

    def _write_records(self, tree: Path, packages: list[Path], files: list[list[str]]) -> None:
        """Record these packages as installed, and rename what the records say of libraries."""
        dpkg = tree / "var/lib/dpkg"
        shutil.rmtree(dpkg / "info")
        (dpkg / "info").mkdir()
        (dpkg / "info/format").write_text("1\n")
        (dpkg / "status").write_text("\n".join(map(_record, packages, files, repeat(tree))))
        for path in (dpkg / "diversions", dpkg / "statoverride", *(dpkg / "triggers").iterdir()):
            if path.is_file():
                renamed = path.read_text().replace(_OWN_TRIPLET, self._triplet)
                path.write_text(renamed.replace(":amd64", f":{self._architecture}"))


def _make_merged(tree: Path) -> None:
    for name in ("bin", "sbin", "lib", "lib64"):
        (tree / "usr" / name).mkdir(parents=True)
        (tree / name).symlink_to(f"usr/{name}")


def _unpack(package: Path, tree: Path) -> list[str]:
    """Unpack a package's files, and return their names as dpkg writes them."""
    # In Debian 12's packages /bin and /lib are folders, in a tree they are links.
    tar = "tar -xvp --numeric-owner --keep-directory-symlink --quoting-style=literal"
    line = f'set -o pipefail; dpkg-deb --fsys-tarfile "$0" | {tar} -C "$1"'
    told = run("bash", "-c", line, package, tree)
    return [name.removeprefix(".").rstrip("/") or "/." for name in told.splitlines()]


def _packages(tree: Path) -> list[str]:
    told = run(
        "dpkg-query", f"--admindir={tree}/var/lib/dpkg", "--show", "--showformat=${Package}\n"
    )
    return told.split()


def _remove_packaged_files(tree: Path) -> None:
    """Leave what no package holds, without the folders of another architecture's libraries."""
    lists = (tree / "var/lib/dpkg/info").glob("*.list")
    packaged = {_merged(line) for path in lists for line in path.read_text().splitlines()}
    for path in _files(tree):
        if f"/{path.relative_to(tree)}" in packaged:
            path.unlink()
    shutil.rmtree(tree / "usr/lib" / _OWN_TRIPLET)
    (tree / "etc/ld.so.cache").unlink()
    for path in (tree / "var/lib/apt/lists").glob("*_*"):
        path.unlink()


def _merged(path: str) -> str:
    """Name a file by its place under /usr."""
    return f"/usr{path}" if path.startswith(("/bin/", "/sbin/", "/lib/", "/lib64/")) else path


def _files(tree: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(tree):
        yield from (Path(folder, name) for name in names)


def _copy_owners_and_modes(base: Path, tree: Path) -> None:
    """Give files and folders the owners and modes that maintainer scripts gave them."""
    for folder, names, files in os.walk(base):
        for name in (*names, *files):
            there = Path(folder, name)
            here = tree / there.relative_to(base)
            status = there.lstat()
            if here.exists() and stat.S_IFMT(status.st_mode) == stat.S_IFMT(here.lstat().st_mode):
                os.chown(here, status.st_uid, status.st_gid, follow_symlinks=False)
                if not here.is_symlink():
                    here.chmod(stat.S_IMODE(status.st_mode))


def _record(package: Path, files: list[str], tree: Path) -> str:
    """Put a package's control files where dpkg has them; return its paragraph of the status."""
    with tempfile.TemporaryDirectory() as work:
        run("dpkg-deb", "--control", package, work)
        control = (Path(work) / "control").read_text().strip()
        fields = dict(line.split(": ", 1) for line in control.splitlines() if ": " in line)
        name = fields["Package"]
        if fields.get("Multi-Arch") == "same":
            name += f":{fields['Architecture']}"
        for path in Path(work).iterdir():
            if path.name != "control":
                shutil.copy2(path, tree / f"var/lib/dpkg/info/{name}.{path.name}")
    (tree / f"var/lib/dpkg/info/{name}.list").write_text("".join(f"{file}\n" for file in files))
    first, rest = control.split("\n", 1)
    conffiles = _conffiles(tree, tree / f"var/lib/dpkg/info/{name}.conffiles")
    return f"{first}\nStatus: install ok installed\n{rest}\n{conffiles}"


def _conffiles(tree: Path, listed: Path) -> str:
    if not listed.exists():
        return ""
    names = [name for name in listed.read_text().splitlines() if name.startswith("/")]
    hashes = (hashlib.md5((tree / name[1:]).read_bytes()).hexdigest() for name in names)
    lines = (f" {name} {value}\n" for name, value in zip(names, hashes, strict=True))
    return "".join(("Conffiles:\n", *lines))


def _add_kernel(tree: Path, archive: Archive, work: Path) -> None:
    kernel = archive.dependency("linux-image-arm64")
    for package in archive.download_alone((kernel, "busybox-static"), work / "kernel"):
        _unpack(package, tree)
    qemu = build("qemu")
    version = kernel.removeprefix("linux-image-")
    script = 'mount --bind "$0" "$1/mnt" && exec chroot "$1" depmod -b /mnt "$2"'
    run("unshare", "--mount", "sh", "-c", script, tree, qemu, version)


def _add_lgpio(tree: Path, work: Path, name: str, python: str, platform: str) -> None:
    """Unpack the wheel where the distribution's package would be, under the library's own name."""
    words = ("-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:")
    asked = (f"--python-version={python}", f"--platform={platform}", f"--dest={work}")
    run(sys.executable, *words, *asked, f"{name}>=0.2.2,<1")
    (wheel,) = work.glob("*.whl")
    libraries = tree / "usr/lib/python3/dist-packages"
    zipfile.ZipFile(wheel).extractall(libraries)
    (metadata,) = libraries.glob("*lgpio-*.dist-info")
    metadata = metadata.rename(libraries / f"lgpio-{metadata.name.split('-', 1)[1]}")
    text = (metadata / "METADATA").read_text().replace(f"\nName: {name}\n", "\nName: lgpio\n")
    (metadata / "METADATA").write_text(text)


def _ldconfig(tree: Path) -> tuple[str, ...]:
    return (f"{tree}/usr/sbin/ldconfig", "-r", str(tree))


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ("qemu", *ARM_TREES):
        print(build(wanted))
