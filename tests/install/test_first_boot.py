"""The first start of a prepared card, by the cloud-init of Debian 13; its tree is used up."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.install.trees import SOURCE, build_package, fresh_tree, need_root
from tests.tools import need

if TYPE_CHECKING:
    from pathlib import Path

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


def test_cloud_init_does_what_the_imager_wrote_and_installs_the_package(tmp_path: Path) -> None:
    need_root()
    need("dh_python3")
    tree = fresh_tree("trixie", tmp_path)
    boot = tree.root / "boot/firmware"
    (boot / "cmdline.txt").write_text("console=tty1\n")
    (boot / "user-data").write_text(IMAGER)
    (boot / "meta-data").write_text("instance-id: first\n")
    package = build_package(tmp_path / "package")
    script = SOURCE / "firmware-config/prepare_card.py"
    words = [str(boot), str(package), "--profile=rotary"]
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
