"""The package in fresh Debian 12 and 13 trees, without a network: what is real there, and what not,
stands in trees.py. After each test the package is purged, and the tree must be as it was before.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.install.trees import (
    BOOT,
    CONFIG_TXT,
    DROP_INS,
    FAMILYS,
    GAMES,
    SETTINGS,
    WANTED,
    Tree,
    difference,
)
from tests.tools import need

if TYPE_CHECKING:
    from pathlib import Path

    from tests.install.conftest import Packages

pytestmark = [pytest.mark.chroot, pytest.mark.timeout(900)]


# --- the package itself


def test_two_builds_are_equal_byte_by_byte(packages: Packages) -> None:
    assert packages.new.read_bytes() == packages.again.read_bytes()
    assert packages.new.read_bytes() != packages.older.read_bytes()


def test_it_is_for_every_machine_and_holds_nothing_that_was_compiled_for_one(
    packages: Packages,
) -> None:
    listed = output("dpkg-deb", "--contents", packages.new)
    assert not [line for line in listed.splitlines() if line.endswith((".so", ".pyc", ".a"))]
    assert output("dpkg-deb", "--field", packages.new, "Architecture") == "all\n"


def output(*words: str | Path) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_lintian_finds_no_error(packages: Packages) -> None:
    done = subprocess.run(
        [need("lintian"), "--allow-root", "--fail-on=error", str(packages.new)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "E: " not in done.stdout


# --- installed


def test_every_part_is_in_its_place_and_works(tree: Tree, packages: Packages) -> None:
    tree.preseed(phone="true")
    assert "restart the Pi once" in tree.install(packages.new)
    assert 'profile = "breadboard"' in tree.read(SETTINGS)
    assert tree.read(BOOT).startswith(CONFIG_TXT)
    assert "gpio=17,27,22,23,24=ip,pu" in tree.read(BOOT)
    assert "DeviceAllow=/dev/char/89:1 rw" in tree.read(f"{DROP_INS}/devices.conf")
    assert (tree.root / WANTED).is_symlink()
    assert tree.tell("getent", "passwd", "hare-companion").rstrip().endswith("/nologin")
    library = tree.root / "usr/lib/hare-companion/companion"
    assert list(library.glob("shell/__pycache__/loop.*.pyc"))
    assert list(library.glob("locale/*/LC_MESSAGES/*.mo"))
    assert not list(library.glob("locale/*/LC_MESSAGES/*.po"))
    check_unit(tree)
    check_doctor(tree)
    told = tree.tell("runuser", "-u", "hare-companion", "--", "hare-companion", "editions")
    assert {json.loads(line)["id"] for line in told.splitlines()} == EDITIONS


EDITIONS = {"ravensburger-1978", "ravensburger-2008", "intellect-1974"}


def check_unit(tree: Tree) -> None:
    """Have systemd and udev read the files."""
    unit = "/usr/lib/systemd/system/hare-companion.service"
    done = tree.run("systemd-analyze", "verify", unit)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    if tree.suite == "trixie":  # it came with systemd 254
        tree.tell("udevadm", "verify", "/usr/lib/udev/rules.d/70-hare-companion.rules")


CONFIG = ("--config", f"/{SETTINGS}")


def check_doctor(tree: Tree) -> None:
    """Have the doctor name what plain Debian lacks, with apt as the way to get it."""
    done = tree.run("hare-companion", "doctor", "--json", *CONFIG, "--state", "/tmp/state")
    checks = json.loads(done.stdout)["checks"]
    faults = {check["check"]: check["mend"] for check in checks if check["verdict"] == "fault"}
    missing = faults.pop("package lgpio", None)
    assert faults.keys() == {"board", "pins", "I2C"}
    assert missing == (None if tree.suite == "bookworm" else "sudo apt install python3-lgpio")
    assert " pip " not in json.dumps(checks)


EVIL = "open('/root/it-was-imported', 'w')\nraise SystemExit('imported')\n"


def test_no_module_of_the_current_folder_is_imported(tree: Tree, packages: Packages) -> None:
    names = ("companion", "hardware", "tomllib", "platformdirs", "errno", "PIL", "luma", "re")
    for name in names:
        tree.write(f"root/evil/{name}.py", EVIL)
    tree.write("root/evil/script", "ok\nshot a\n")
    tree.install(packages.new, folder="/root/evil")
    tree.tell("dpkg-reconfigure", "hare-companion", folder="/root/evil")
    tree.tell("hare-companion", "editions", folder="/root/evil")
    words = ("hare-companion", "press", "--state", "/tmp/press", "script")
    assert '"shot": "a"' in tree.tell(*words, folder="/root/evil")
    tree.tell("apt", "remove", "-y", "hare-companion", folder="/root/evil")
    assert not (tree.root / "root/it-was-imported").exists()


# --- what is asked


# Debconf asks a terminal only: script(1) gives it one. Rotary is the second wiring.
TYPED = """
export DEBIAN_FRONTEND=teletype
printf '2\\nno\\n' | script -qec 'dpkg-reconfigure -plow hare-companion' /dev/null
"""


def test_answers_are_taken_and_change_one_line_of_the_familys_file(
    tree: Tree, packages: Packages
) -> None:
    tree.preseed(profile="waveshare-oled-hat", phone="true")
    tree.install(packages.new)
    phone = tree.root / DROP_INS / "phone.conf"
    assert 'profile = "waveshare-oled-hat"' in tree.read(SETTINGS)
    assert "dtparam=spi=on" in tree.read(BOOT)
    assert "char-spi" in tree.read(f"{DROP_INS}/devices.conf")
    assert "--listen 0.0.0.0" in tree.tell("cat", f"/{DROP_INS}/phone.conf")
    tree.write(SETTINGS, FAMILYS)
    phone.unlink()
    tree.reconfigure()
    assert tree.read(SETTINGS) == FAMILYS
    assert not phone.is_symlink()
    assert "# The encoder" in tree.read(BOOT)
    assert tree.read(BOOT).count("hare-companion: begin") == 1
    tree.reconfigure(profile="adafruit-oled-bonnet", phone="true")
    assert tree.read(SETTINGS) == FAMILYS.replace("rotary", "adafruit-oled-bonnet")
    assert phone.is_symlink()
    tree.tell("sh", "-c", TYPED)
    assert tree.read(SETTINGS) == FAMILYS
    assert not phone.is_symlink()


def test_what_cannot_be_used_is_reported_and_left(tree: Tree, packages: Packages) -> None:
    tree.preseed(profile="rotary")
    tree.install(packages.new)
    tree.write(SETTINGS, FAMILYS.replace("rotary", "rotory"))
    tree.tell("dpkg", "-i", f"/tmp/{packages.new.name}")
    assert tree.read(SETTINGS) == FAMILYS
    tree.preseed(profile="bredboard")
    tree.tell("dpkg", "-i", f"/tmp/{packages.new.name}")
    assert 'profile = "breadboard"' in tree.read(SETTINGS)  # debconf takes the first it knows
    for text in (b"profile = breadboard\n", b"\xff", b'profile = "breadboard"\n[gpio]\nx=1\n'):
        tree.write(SETTINGS, text)
        said = tree.reconfigure()
        assert f"/{SETTINGS}" in said
        assert "the service may open every device of its classes until" in said
        assert (tree.root / SETTINGS).read_bytes() == text
        assert not (tree.root / DROP_INS / "devices.conf").exists()
    tree.write(SETTINGS, FAMILYS)
    tree.reconfigure()
    assert (tree.root / DROP_INS / "devices.conf").exists()


# --- config.txt

READ_ONLY = (
    'mount --bind "$0/boot/firmware" "$0/boot/firmware";'
    ' mount -o remount,bind,ro "$0/boot/firmware"'
)
# The file, and no room for a second one.
FULL = (
    'cp "$0/boot/firmware/config.txt" "$0/tmp/c";'
    ' mount -t tmpfs -o size=8k none "$0/boot/firmware";'
    ' mv "$0/tmp/c" "$0/boot/firmware/config.txt";'
    ' cat /dev/zero >"$0/boot/firmware/x" 2>/dev/null || true'
)
LEFT = "was left as it is: correct that, then sudo dpkg-reconfigure hare-companion"


def test_a_boot_partition_that_takes_nothing_is_reported_and_nothing_is_half_written(
    tree: Tree, packages: Packages
) -> None:
    said = tree.install(packages.new, before=READ_ONLY)
    assert "Read-only file system: is it write-protected?" in said
    assert LEFT in said
    said = tree.reconfigure(before=FULL)
    assert "No space left on device: delete what is not needed" in said
    assert LEFT in said
    assert tree.read(BOOT) == CONFIG_TXT
    assert [path.name for path in (tree.root / BOOT).parent.iterdir()] == ["config.txt"]
    (tree.root / BOOT).rename(tree.root / "tmp/aside")
    assert "its lines are in /usr/share/hare-companion/config.txt.d" in tree.reconfigure()
    (tree.root / "tmp/aside").rename(tree.root / BOOT)
    torn = f"{CONFIG_TXT}# --- hare-companion: end ---\n"
    tree.write(BOOT, torn)
    assert "line 5 ends a block that does not begin" in tree.reconfigure()
    assert tree.read(BOOT) == torn
    assert "our block stays in" in tree.tell("apt", "remove", "-y", "hare-companion")
    assert tree.read(BOOT) == torn
    tree.write(BOOT, CONFIG_TXT)


def test_whatever_stands_in_config_txt_stays(tree: Tree, packages: Packages) -> None:
    content = b"# \xfc\r\n[pi4]\r\narm_boost=1"  # a filter, lines of Windows, no last end
    file = tree.root / BOOT
    file.write_bytes(content)
    tree.install(packages.new)
    assert file.read_bytes().startswith(content)
    lines = file.read_bytes().splitlines()
    assert lines.index(b"[all]") < lines.index(b"enable_uart=1")
    tree.tell("apt", "remove", "-y", "hare-companion")
    assert file.read_bytes() == content
    file.write_text(CONFIG_TXT)


# --- removed, upgraded, interrupted


def test_removed_it_leaves_games_and_settings(tree: Tree, packages: Packages) -> None:
    tree.preseed(profile="rotary", phone="true")
    tree.install(packages.new)
    tree.write(SETTINGS, FAMILYS)
    tree.write(f"{GAMES}/store/journal.db", "a game")
    said = tree.tell("apt", "remove", "-y", "hare-companion")
    assert f"settings and games stay, in /etc/hare-companion and /{GAMES}" in said
    assert tree.read(BOOT) == CONFIG_TXT
    tree.install(packages.new)
    assert tree.read(SETTINGS) == FAMILYS
    assert (tree.root / DROP_INS / "phone.conf").is_symlink()
    said = tree.tell("apt", "purge", "-y", "hare-companion")
    assert f"the games are kept in /{GAMES} (to delete them: sudo rm -r /{GAMES})" in said
    game = tree.root / GAMES / "store/journal.db"
    assert game.read_text() == "a game"
    assert (game.stat().st_uid, (tree.root / GAMES).stat().st_uid) == (0, 0)
    tree.install(packages.new)
    assert "nothing was deleted" in tree.run("hare-companion-purge-games").stdout
    assert game.read_text() == "a game"
    assert f"deleted /{GAMES}" in tree.tell("hare-companion-purge-games", "--yes")
    assert not (tree.root / GAMES).exists()


def test_an_upgrade_keeps_what_the_family_wrote_by_hand(tree: Tree, packages: Packages) -> None:
    tree.preseed(profile="breadboard", phone="true")
    tree.install(packages.older)
    tree.write(SETTINGS, FAMILYS)
    (tree.root / DROP_INS / "phone.conf").unlink()
    tree.write(f"{GAMES}/store/journal.db", "a game")
    tree.write("etc/hare-companion/editions/ours.toml", "title = \n")  # faulty
    shutil.copy(packages.new, tree.root / "root")
    full = 'mount -t tmpfs -o size=4k none "$0/tmp"; cat /dev/zero >"$0/tmp/x" 2>/dev/null || true'
    tree.tell("dpkg", "-i", f"/root/{packages.new.name}", before=full)
    assert tree.read(SETTINGS) == FAMILYS
    assert "# The encoder" in tree.read(BOOT)
    assert not (tree.root / DROP_INS / "phone.conf").is_symlink()
    assert tree.read(f"{GAMES}/store/journal.db") == "a game"
    assert "ravensburger-1978" in tree.run("hare-companion", "editions").stdout
    shutil.rmtree(tree.root / GAMES)


def test_groups_that_were_there_or_that_others_joined_stay(tree: Tree, packages: Packages) -> None:
    tree.tell("groupadd", "--system", "hare-companion")  # without its user
    tree.tell("groupadd", "--system", "gpio")
    tree.install(packages.new)
    assert tree.tell("id", "-gn", "hare-companion").strip() == "hare-companion"
    tree.tell("usermod", "--append", "--groups", "spi", "games")
    said = tree.tell("apt", "purge", "-y", "hare-companion")
    assert "kept the group spi: others are in it" in said
    assert "gpio" in tree.tell("getent", "group", "gpio")
    tree.tell("gpasswd", "--delete", "games", "spi")
    for group in ("spi", "gpio"):
        tree.tell("groupdel", group)


# Instead of a program that a maintainer script calls: there the power fails; the next call is real.
CUT = '#!/bin/sh\nrm -f "$0"\nkill -9 0\n'
# In the order in which they are called.
CALLED = ("getent", "mv", "py3compile", "systemd-sysusers", "deb-systemd-helper")


def cut_at(tree: Tree, program: str) -> Path:
    place = f"usr/local/sbin/{program}"
    tree.write(place, CUT)
    (tree.root / place).chmod(0o755)
    return tree.root / place


def test_cut_anywhere_dpkg_goes_on(tree: Tree, packages: Packages) -> None:
    tree.install(packages.new)
    whole = tree.files()
    tree.tell("apt", "purge", "-y", "hare-companion")
    cuts = [cut_at(tree, program) for program in CALLED]
    # dpkg itself: apt would look for programs in other folders.
    command = ["setsid", "--wait", "dpkg", "-i", f"/tmp/{packages.new.name}"]
    for number, cut in enumerate(cuts):
        assert tree.run(*command).returncode != 0
        assert [path.exists() for path in cuts] == [later > number for later in range(len(cuts))]
        assert not cut.exists()
        command = ["setsid", "--wait", "dpkg", "--configure", "-a"]
    tree.tell("dpkg", "--configure", "-a")
    assert "install ok installed" in tree.tell("dpkg", "-s", "hare-companion")
    assert difference(whole, tree.files()) == {}
    cut = cut_at(tree, "userdel")
    assert tree.run("setsid", "--wait", "dpkg", "--purge", "hare-companion").returncode != 0
    assert not cut.exists()
