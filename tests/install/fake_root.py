"""A fake root for install.sh: a small file system, and stubs of programs that change a machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE.parents[1]
# What the script looks for in a clone, and no more: the stubs of pip read nothing else.
PARTS = (
    *(
        "pyproject.toml",
        "LICENSE",
        "README.md",
        "companion/__main__.py",
        "companion/rules/action_list.py",
    ),
    *("companion/locale/build_hook.py", "companion/editions/ravensburger-1978.toml"),
    *("hardware/devices.py", "hardware/profiles/breadboard.toml", "systemd/hare-companion.service"),
    "systemd/phone.conf",
)
STUBS = (
    *("apt-get", "apt-cache", "dpkg", "getent", "groupadd", "groupdel", "useradd", "userdel"),
    *("usermod", "systemctl", "udevadm", "modprobe", "sync", "findmnt", "python3", "in-venv"),
    *("install", "mv", "ln", "rm"),
)
CONFIG_TXT = "# For more options see the manual\ndtparam=audio=on\n\n[pi4]\narm_boost=1\n"


@dataclass(frozen=True, slots=True)
class FakeRoot:
    """One root: `files()` is all that is in it, for comparing before and after."""

    folder: Path

    @property
    def clone(self) -> Path:
        return self.folder / "clone"

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def boot(self) -> Path:
        return self.root / "boot/firmware/config.txt"

    @property
    def settings(self) -> Path:
        return self.root / "etc/hare-companion/config.toml"

    def note(self, name: str, *lines: str) -> None:
        """Return the stubs: what is installed, offered, or that there is no network."""
        (self.folder / name).write_text("".join(f"{line}\n" for line in lines))

    def run(self, *words: str, kill_at: str = "") -> subprocess.CompletedProcess[str]:
        """Run the script; it may be killed at the call of a stand-in with these words."""
        self.note("calls")
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "REAL_PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DESTDIR": str(self.root),
            "FAKE_ROOT": str(self.folder),
            "KILL_AT": kill_at,
            "TMPDIR": str(self.folder / "tmp"),
        }
        return subprocess.run(
            ["bash", str(self.clone / "firmware-config/install.sh"), *words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            start_new_session=True,
        )

    def install(self, *words: str) -> str:
        """Install, well, and give what was said."""
        done = self.run(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def calls(self) -> list[str]:
        """List what was asked of the stubs in the last run."""
        return (self.folder / "calls").read_text().splitlines()

    def files(self) -> dict[str, str]:
        """Map each path below the root to what it holds; a folder holds nothing."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}"
            else:
                found[name] = path.read_bytes().decode() if path.is_file() else ""
        return found


def _clone(folder: Path) -> None:
    shutil.copytree(SOURCE / "firmware-config", folder / "firmware-config")
    for part in PARTS:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCE / part, folder / part)


def make_fake_root(folder: Path) -> FakeRoot:
    """Make a root as Raspberry Pi OS has it, in what matters to the script."""
    fake_root = FakeRoot(folder)
    _clone(fake_root.clone)
    for name in ("bin", "tmp", "root/opt", "root/boot/firmware", "root/etc/systemd/system"):
        (folder / name).mkdir(parents=True)
    for name in ("var/lib", "usr/local/bin", "etc/modules-load.d", "etc/polkit-1/rules.d"):
        (fake_root.root / name).mkdir(parents=True)
    for name in STUBS:
        (folder / "bin" / name).symlink_to(HERE / "stub.sh")
    fake_root.boot.write_text(CONFIG_TXT)
    (fake_root.root / "etc/group").write_text(
        "root:x:0:\ndialout:x:20:\ngpio:x:997:pi\ni2c:x:998:\n"
    )
    (fake_root.root / "etc/passwd").write_text("root:x:0:0:::\n")
    fake_root.note("offered", "python3-lgpio", "python3-gpiozero", "python3-spidev")
    fake_root.note("installed", "python3-venv", "polkitd")
    fake_root.note("architecture", "arm64")
    return fake_root
