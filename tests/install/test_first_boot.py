"""The first start of a prepared card: by its own script, and by the cloud-init of Debian 13."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.install.trees import DROP_INS, SETTINGS, SOURCE, Tree, fresh_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.install.conftest import Packages

pytestmark = [pytest.mark.chroot, pytest.mark.timeout(900)]

# What Raspberry Pi Imager 2 writes is of this kind.
IMAGER = """\
#cloud-config
hostname: hare
write_files:
- path: /root/theirs
  content: of the Imager
runcmd:
- [ touch, /root/runcmd-of-the-imager ]
"""
SEED = "var/lib/cloud/seed/nocloud"
STAGES = """
cloud-init init --local
cloud-init init
cloud-init modules --mode=config
cloud-init modules --mode=final
"""


@pytest.mark.xdist_group("trixie")
def test_cloud_init_does_what_the_imager_wrote_and_installs_the_package(
    tmp_path: Path, packages: Packages
) -> None:
    tree = fresh_tree("trixie", tmp_path)
    boot = tree.root / "boot/firmware"
    (boot / "cmdline.txt").write_text("console=tty1\n")
    (boot / "user-data").write_text(IMAGER)
    (boot / "meta-data").write_text("instance-id: first\n")
    script = SOURCE / "firmware-config/prepare_card.py"
    words = [str(boot), str(packages.new), "--profile=rotary"]
    subprocess.run([sys.executable, str(script), *words], check=True, capture_output=True)
    # Raspberry Pi OS names its boot partition as the seed; here there is no kernel's command line.
    (tree.root / SEED).mkdir(parents=True)
    for name in ("user-data", "meta-data"):
        shutil.copy(boot / name, tree.root / SEED)
    said = tree.run("sh", "-c", STAGES)
    assert 'profile = "rotary"' in tree.read("etc/hare-companion/config.toml"), said.stdout
    assert tree.read("root/theirs") == "of the Imager"
    assert (tree.root / "root/runcmd-of-the-imager").exists()
    assert tree.read("etc/hostname") == "hare\n"
    assert not (boot / "hare-companion").exists()
    shutil.rmtree(tree.root)


FIRST_BOOT = "/boot/firmware/hare-companion/first-boot.sh"
FIRST_BOOT_UNIT = "etc/systemd/system/hare-companion-first-boot.service"
# Another apt is at work for a few seconds.
WITH_A_LOCK = """
python3 -c '
import fcntl, time
file = open("/var/lib/dpkg/lock-frontend", "w")
fcntl.lockf(file, fcntl.LOCK_EX)
open("/tmp/locked", "w")
time.sleep(4)' &
while [ ! -e /tmp/locked ]; do sleep 0.1; done
exec sh "$0"
"""


def test_the_first_start_of_a_prepared_card_installs_it(tree: Tree, packages: Packages) -> None:
    boot = tree.root / "boot/firmware"
    for name in ("cmdline.txt", "user-data"):
        (boot / name).write_text("#cloud-config\n")
    script = SOURCE / "firmware-config/prepare_card.py"
    words = [str(boot), str(packages.new), "--profile=rotary", "--phone"]
    subprocess.run([sys.executable, str(script), *words], check=True, capture_output=True)
    package = boot / "hare-companion" / packages.new.name
    package.rename(tree.root / "tmp/aside")
    package.write_bytes(b"!<arch>\n")  # it cannot be installed now
    assert tree.run("sh", FIRST_BOOT).returncode == 1
    assert FIRST_BOOT in tree.read(FIRST_BOOT_UNIT)
    (tree.root / "tmp/aside").rename(package)
    tree.tell("sh", "-c", WITH_A_LOCK, FIRST_BOOT)
    assert 'profile = "rotary"' in tree.read(SETTINGS)
    assert (tree.root / DROP_INS / "phone.conf").is_symlink()
    assert not (boot / "hare-companion").exists()
    assert not (tree.root / FIRST_BOOT_UNIT).exists()
    for name in ("cmdline.txt", "user-data"):
        (boot / name).unlink()
