"""Fresh Debian trees for the installer: made once by debootstrap, copied for each run.

What plain Debian lacks against Raspberry Pi OS is stood in for, or left out and said so: config.txt
is written here; the groups gpio, i2c and spi do not exist (install.sh makes them); there is no
python3-lgpio, so buttons cannot work on Debian 13, where no wheel of it exists either; and the
board itself is missing.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tools import need

SOURCE = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hare-companion/trees"
# What is on every Raspberry Pi OS and not in the smallest Debian.
PACKAGES = "python3-venv,systemd,systemd-sysv,dbus,udev,libpam-systemd,polkitd"
PYTHON_OF = {"bookworm": "3.11", "trixie": "3.13"}
CLONE = "root/clone"
CONFIG_TXT = "# For more options see the manual\ndtparam=audio=on\n[cm4]\notg_mode=1\n"

# A private network (none) shows that nothing is fetched; private processes end with the run.
_ENTER = """
set -e
mount -t proc proc "$0/proc"
exec chroot "$0" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LC_ALL=C.UTF-8 "$@"
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
    """One copy of a Debian, with our clone in it."""

    root: Path
    suite: str

    def command(self, *words: str) -> list[str]:
        """Return the command line that runs these words inside, without a network."""
        private = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
        return ["nice", *private, "sh", "-c", _ENTER, str(self.root), *words]

    def user_command(self, user: str, home: str, line: str) -> list[str]:
        """Return the command line that runs a shell's line inside as a user, with the network."""
        private = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        kept = [f"{key}={value}" for key, value in os.environ.items() if WAY_OUT.fullmatch(key)]
        enter = ["bash", "-c", _LOG_IN, str(self.root), user, home, line]
        return ["nice", *private, *enter, *kept]

    def let_into_the_network(self) -> None:
        """Give the tree what the user_command needs to reach a package index."""
        for name in OF_THE_NETWORK:
            if Path("/", name).exists():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path("/", name), self.root / name)

    def run(self, *words: str, timeout: float = 300) -> Done:
        """Run a command inside."""
        return subprocess.run(
            self.command(*words), capture_output=True, text=True, timeout=timeout, check=False
        )

    def tell(self, *words: str) -> str:
        """Run a command inside that must succeed, and give what it printed."""
        done = self.run(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, *words: str) -> str:
        """Run install.sh inside."""
        return self.tell(f"/{CLONE}/firmware-config/install.sh", *words)

    def read(self, name: str) -> str:
        """Read a file inside."""
        return (self.root / name).read_text()

    def files(self) -> dict[str, str]:
        """Map each path to a digest of what it holds and its mode."""
        return {
            str(path.relative_to(self.root)): _digest(path)
            for path in sorted(self.root.rglob("*"))
            if not any(path.is_relative_to(self.root / place) for place in UNSEEN)
        }


# Of the kernel, of the clone, and where apt, dpkg and shadow keep their own books.
UNSEEN = (
    *("proc", "root", "tmp", "dev", "var/cache", "var/lib/apt", "var/log", "etc/.pwd.lock"),
    *(f"etc/{name}-" for name in ("passwd", "group", "shadow", "gshadow", "subuid", "subgid")),
)


def _digest(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    mode = oct(path.stat().st_mode)
    return f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}" if path.is_file() else mode


def need_root() -> None:
    """Skip where the trees cannot be entered."""
    if os.geteuid() != 0:
        pytest.skip("the trees need root")
    need("debootstrap")
    need("unshare")


def fresh_tree(suite: str, folder: Path) -> Tree:
    """Copy the Debian of this name, and put our clone and a config.txt into it."""
    root = folder / suite
    subprocess.run(["cp", "-a", "--reflink=auto", str(_cached(suite)), str(root)], check=True)
    clone = root / CLONE
    clone.mkdir(parents=True)
    for part in ("companion", "hardware", "systemd", "firmware-config"):
        shutil.copytree(SOURCE / part, clone / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(SOURCE / part, clone)
    (root / "boot/firmware").mkdir()
    (root / "boot/firmware/config.txt").write_text(CONFIG_TXT)
    return Tree(root, suite)


def add_wheels(tree: Tree) -> str:
    """Put the wheels for its Python into a tree, and give the folder's name inside."""
    folder = tree.root / "root/wheels"
    script = SOURCE / "firmware-config/fetch_wheels.py"
    words = [str(folder), "--python", PYTHON_OF[tree.suite], "--machine", os.uname().machine]
    subprocess.run([sys.executable, str(script), *words], check=True, capture_output=True)
    return "/root/wheels"


def _cached(suite: str) -> Path:
    """Make the tree when it is missing: about a minute, and 300 MB."""
    tree = CACHE / f"{suite}-{hashlib.sha256(PACKAGES.encode()).hexdigest()[:8]}"
    if not tree.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        new = tree.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        words = ["--variant=minbase", f"--include={PACKAGES}", suite, str(new)]
        done = subprocess.run(
            ["nice", "debootstrap", *words], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            pytest.fail(f"debootstrap failed: {done.stdout[-2000:]}")
        for package in (new / "var/cache/apt/archives").glob("*.deb"):
            package.unlink()
        new.rename(tree)  # whole or not at all
    return tree
