"""Fresh Debian trees for the package: made once by debootstrap, copied for each run.

What plain Debian lacks against Raspberry Pi OS is stood in for, or left out and said so: config.txt
is written here; the groups gpio, i2c and spi do not exist (the package makes them); there is no
python3-lgpio: on Debian 12 its wheel takes its place, for Debian 13 there is none; the board itself
is missing.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.install.base_trees import base_tree
from tests.tools import need

SOURCE = Path(__file__).parents[2]
# One worker has all tests of a suite: they share its tree.
SUITES = [
    pytest.param(suite, marks=pytest.mark.xdist_group(suite)) for suite in ("bookworm", "trixie")
]
CONFIG_TXT = "# For more options see the manual\ndtparam=audio=on\n[cm4]\notg_mode=1\n"
# Where the package puts what, inside.
BOOT = "boot/firmware/config.txt"
SETTINGS = "etc/hare-companion/config.toml"
DROP_INS = "etc/systemd/system/hare-companion.service.d"
WANTED = "etc/systemd/system/multi-user.target.wants/hare-companion.service"
GAMES = "var/lib/hare-companion"
# A file that a family wrote.
FAMILYS = '# ours\nprofile = "rotary" # under the table\n\n[sound]\nbuzzer = 18\n'

# A private network (none) shows that nothing is fetched; private processes end with the run.
_ENTER = """
set -e
mount -t proc proc "$0/proc"
mount -t devpts devpts "$0/dev/pts" 2>/dev/null || true
eval "$BEFORE"
exec chroot "$0" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
"""
# With the network, and with what a terminal and shared memory need.
_LOG_IN = """
set -e
mount -t proc proc "$0/proc"
mount -t devpts devpts "$0/dev/pts"
mount -t tmpfs tmpfs "$0/dev/shm"
exec chroot "$0" runuser -u "$1" -- env -i PATH=/usr/bin:/bin HOME="$2" LC_ALL=C.UTF-8 "${@:4}" \
    sh -c 'cd "$HOME" && eval "$0"' "$3"
"""
# Where this machine reaches a package index by other ways than most.
WAY_OUT = re.compile(r"PIP_\w+|SSL_CERT_FILE|https?_proxy|no_proxy", re.IGNORECASE)
OF_THE_NETWORK = ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt")
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True, slots=True)
class Tree:
    """One copy of a Debian."""

    root: Path
    suite: str

    def command(self, *words: str) -> list[str]:
        """Return the command line that runs these words inside, without a network."""
        private = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
        return [*private, "sh", "-c", _ENTER, str(self.root), *words]

    def user_command(self, user: str, home: str, line: str) -> list[str]:
        """Return the command line that runs a shell's line inside as a user, with the network."""
        private = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        kept = [f"{key}={value}" for key, value in os.environ.items() if WAY_OUT.fullmatch(key)]
        enter = ["bash", "-c", _LOG_IN, str(self.root), user, home, line]
        return [*private, *enter, *kept]

    def let_into_the_network(self) -> None:
        """Give the tree what the user_command needs to reach a package index."""
        for name in OF_THE_NETWORK:
            if Path("/", name).exists():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path("/", name), self.root / name)

    def run(self, *words: str, before: str = "", folder: str = "/") -> Done:
        """Run a command inside; `before` is a line of the shell that prepares the mounts."""
        return subprocess.run(
            self.command("sh", "-c", 'cd "$0" && exec "$@"', folder, *words),
            env=os.environ | {"BEFORE": before},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def tell(self, *words: str, before: str = "", folder: str = "/") -> str:
        """Run a command inside that must succeed, and return what it printed."""
        done = self.run(*words, before=before, folder=folder)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def install(self, deb: Path, *, before: str = "", folder: str = "/") -> str:
        """Install a package by apt, as the README says, and return what was printed."""
        shutil.copy(deb, self.root / "tmp")
        words = ("apt", "install", "-y", "--allow-downgrades", f"/tmp/{deb.name}")
        return self.tell(*words, before=before, folder=folder)

    def preseed(self, **answers: str) -> None:
        """Answer debconf's questions beforehand."""
        kinds = {"profile": "select", "phone": "boolean"}
        lines = [f"hare-companion hare-companion/{k} {kinds[k]} {v}" for k, v in answers.items()]
        self.tell("sh", "-c", 'echo "$0" | debconf-set-selections', "\n".join(lines))

    def reconfigure(self, before: str = "", **answers: str) -> str:
        """Give other answers, as a family does at its terminal."""
        if answers:
            self.preseed(**answers)
        return self.tell("dpkg-reconfigure", "hare-companion", before=before)

    def read(self, name: str) -> str:
        """Read a file inside."""
        return (self.root / name).read_text()

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file inside."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def files(self) -> dict[str, str]:
        """Map each path to its mode and what it holds: outside /etc and /boot the size."""
        return {
            str(path.relative_to(self.root)): _digest(path, self.root)
            for path in sorted(self.root.rglob("*"))
            if not any(path.is_relative_to(self.root / place) for place in UNSEEN)
        }


# Of the kernel, and where apt, dpkg, debconf and shadow keep their own books.
UNSEEN = (
    *("proc", "run", "root", "tmp", "dev", "var/cache", "var/lib/apt", "var/log", "etc/.pwd.lock"),
    *("var/lib/dpkg", "var/lib/systemd/deb-systemd-helper-enabled"),
    *(f"etc/{name}-" for name in ("passwd", "group", "shadow", "gshadow", "subuid", "subgid")),
)


def _digest(path: Path, root: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    status = path.stat()
    known = f"{status.st_mode:o} {status.st_uid}:{status.st_gid}"
    if not path.is_file():
        return known
    if path.is_relative_to(root / "etc") or path.is_relative_to(root / "boot"):
        return f"{known} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return f"{known} {status.st_size}"


def difference(before: dict[str, str], after: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Map each path that differs to what it was and what it is."""
    paths = before.keys() | after.keys()
    return {
        path: (before.get(path, ""), after.get(path, ""))
        for path in sorted(paths)
        if before.get(path) != after.get(path)
    }


def need_root() -> None:
    """Skip where the trees cannot be entered."""
    if os.geteuid() != 0:
        pytest.skip("the trees need root")
    need("debootstrap")
    need("unshare")


def fresh_tree(suite: str, folder: Path) -> Tree:
    """Copy the Debian of this name, and put a config.txt into it."""
    root = folder / suite
    subprocess.run(["cp", "-a", "--reflink=auto", str(base_tree(suite)), str(root)], check=True)
    (root / "boot/firmware").mkdir()
    (root / "boot/firmware/config.txt").write_text(CONFIG_TXT)
    return Tree(root, suite)


def build_package(folder: Path, seconds_earlier: int = 0) -> None:
    """Build the package of this clone, as if it were of an earlier commit."""
    command = ["git", "-C", str(SOURCE), "log", "-1", "--format=%ct"]
    epoch = int(subprocess.run(command, capture_output=True, check=True).stdout) - seconds_earlier
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [str(SOURCE / "firmware-config/build-package"), str(folder)],
        env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def add_lgpio(tree: Tree) -> None:
    """Put the wheel of lgpio where the distribution's package would be."""
    wheels = tree.root / "tmp/lgpio"
    words = ["pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "lgpio>=0.2.2,<1"]
    words += ["--python-version=3.11", "--platform=manylinux_2_34_x86_64", f"--dest={wheels}"]
    subprocess.run([sys.executable, "-m", *words], check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tree.root / "usr/lib/python3/dist-packages")
