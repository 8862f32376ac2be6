"""install.sh in fresh Debian 12 and 13 trees, without a network: what is real there, and what not,
stands in trees.py.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.install.trees import CLONE, CONFIG_TXT, SOURCE, Tree, add_wheels, fresh_tree, need_root
from tests.tools import CANNOT_RUN_HERE, need

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.chroot, pytest.mark.timeout(900)]

OURS = (
    "etc/systemd/system/hare-companion.service",
    "etc/udev/rules.d/70-hare-companion.rules",
    "etc/polkit-1/rules.d/50-hare-companion.rules",
    "etc/modules-load.d/hare-companion.conf",
    "etc/hare-companion/config.toml",
)
INSTALL = f"/{CLONE}/firmware-config/install.sh"


@dataclass(slots=True)
class Box:
    """A tree in which the companion was installed: killed on the way, then twice to the end."""

    tree: Tree
    wheels: str
    before: dict[str, str]
    once: dict[str, str]
    said: list[str]


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def box(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    need_root()
    folder = tmp_path_factory.mktemp("trees")
    tree = fresh_tree(request.param, folder)
    wheels = add_wheels(tree)
    before = tree.files()
    kill_on_the_way(tree, wheels)
    said = [tree.install("--wheels", wheels)]
    once = tree.files()
    said.append(tree.install("--wheels", wheels))
    yield Box(tree, wheels, before, once, said)
    shutil.rmtree(folder)


def kill_on_the_way(tree: Tree, wheels: str) -> None:
    """Pull the plug while pip installs."""
    command = tree.command(INSTALL, "--wheels", wheels)
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line.startswith("installing the companion"):
                break
        deadline = time.monotonic() + 120
        while not list((tree.root / "opt").glob("*/venv.*/lib/python3*/site-packages/luma*")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGKILL)
    assert not (tree.root / "opt/hare-companion/venv").exists()


def test_a_killed_installation_goes_on_and_a_second_one_changes_nothing(box: Box) -> None:
    assert "installing the companion" in box.said[0]
    assert "up to date" in box.said[1]
    after = box.tree.files()
    assert {path for path in after if after[path] != box.once.get(path)} == set()
    assert after.keys() == box.once.keys()


def test_every_file_is_in_its_place_and_anyone_may_read_it(box: Box) -> None:
    for name in OURS:
        path = box.tree.root / name
        assert (path.stat().st_mode & 0o777, path.stat().st_uid) == (0o644, 0), name
    assert 'profile = "breadboard"' in box.tree.read("etc/hare-companion/config.toml")
    (venv,) = (box.tree.root / "opt/hare-companion").glob("venv.*")
    packages = (
        venv / f"lib/python{'3.11' if box.tree.suite == 'bookworm' else '3.13'}/site-packages"
    )
    assert list(packages.glob("companion/shell/__pycache__/loop.*.pyc"))
    assert list(packages.glob("companion/locale/de/LC_MESSAGES/*.mo"))


def test_the_user_may_use_the_devices_and_nothing_else(box: Box) -> None:
    groups = box.tree.tell("id", "-Gn", "hare-companion").split()
    assert set(groups) == {"hare-companion", "gpio", "i2c", "spi", "dialout"}
    assert box.tree.tell("getent", "passwd", "hare-companion").rstrip().endswith("/nologin")


def test_the_unit_is_on_and_systemd_has_nothing_to_say_against_it(box: Box) -> None:
    unit = "hare-companion.service"
    assert box.tree.tell("systemctl", "is-enabled", unit).strip() == "enabled"
    done = box.tree.run("systemd-analyze", "verify", f"/etc/systemd/system/{unit}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    security = ["systemd-analyze", "security", "--offline=true", "--threshold=10"]
    box.tree.tell(*security, f"/etc/systemd/system/{unit}")


def test_systemd_has_nothing_to_say_against_the_drop_in_for_phones(box: Box) -> None:
    drop_in = box.tree.root / "etc/systemd/system/hare-companion.service.d/phone.conf"
    drop_in.parent.mkdir(exist_ok=True)
    shutil.copy(SOURCE / "systemd/phone.conf", drop_in)
    unit = "/etc/systemd/system/hare-companion.service"
    done = box.tree.run("systemd-analyze", "verify", unit)
    drop_in.unlink()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_udev_rules_are_in_order(box: Box) -> None:
    if box.tree.suite == "bookworm":
        pytest.skip(f"{CANNOT_RUN_HERE}udevadm verify came with systemd 254")
    box.tree.tell("udevadm", "verify", "/etc/udev/rules.d/70-hare-companion.rules")


def test_config_txt_has_one_block_behind_the_users_lines(box: Box) -> None:
    text = box.tree.read("boot/firmware/config.txt")
    assert text.startswith(CONFIG_TXT)
    assert text.count("hare-companion: begin") == text.count("hare-companion: end") == 1
    assert "gpio=17,27,22,23,24=ip,pu" in text


def test_the_doctor_runs_inside_and_says_what_is_missing(box: Box) -> None:
    words = ["--json", "--config", "/etc/hare-companion/config.toml", "--state", "/tmp/state"]
    done = box.tree.run("hare-companion", "doctor", *words)
    assert done.returncode == 1
    report = json.loads(done.stdout)
    faults = {check["check"] for check in report["checks"] if check["verdict"] == "fault"}
    has_lgpio = box.tree.suite == "bookworm"  # by wheel; plain Debian 13 has neither
    missing = {"board", "pins", "I2C"} | (set() if has_lgpio else {"package lgpio"})
    assert faults == missing
    assert all(check["mend"] for check in report["checks"] if check["verdict"] == "fault")
    assert ("MISSING: lgpio" in box.said[1]) is not has_lgpio


def test_the_editions_are_there_for_the_services_user(box: Box) -> None:
    told = box.tree.tell("runuser", "-u", "hare-companion", "--", "hare-companion", "editions")
    assert {json.loads(line)["id"] for line in told.splitlines()} == {
        "ravensburger-1978",
        "ravensburger-2008",
        "intellect-1974",
    }


# --- under systemd itself


def boot(box: Box) -> dict[str, Any]:
    """Start the tree's systemd with our unit as it is, but for inside.py in the program's place."""
    tool = need("systemd-nspawn")
    plain = [tool, "--quiet", "--register=no", "--keep-unit", "-D", str(box.tree.root)]
    environment = os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
    able = subprocess.run(
        [*plain, "--pipe", "/bin/true"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if able.returncode != 0:
        pytest.skip(f"{CANNOT_RUN_HERE}{able.stderr.strip()}")
    shutil.copy(SOURCE / "tests/install/inside.py", box.tree.root / "srv")
    drop_in = box.tree.root / "etc/systemd/system/hare-companion.service.d/test.conf"
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(
        "[Unit]\nFailureAction=poweroff-force\n[Service]\nRestart=no\nExecStart=\n"
        "ExecStart=/opt/hare-companion/venv/bin/python /srv/inside.py\n"
    )
    # systemd wants a terminal for its console: script(1) gives it one.
    command = " ".join([*plain, "--private-network", "--boot"])
    subprocess.run(
        [need("script"), "-qec", command, "/dev/null"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    report: dict[str, Any] = json.loads(box.tree.read("var/lib/hare-companion/report.json"))
    shutil.rmtree(drop_in.parent)
    (box.tree.root / "srv/inside.py").unlink()
    return report


def test_the_sandbox_lets_it_play_and_switch_off_and_closes_the_rest(box: Box) -> None:
    report = boot(box)
    assert report["switched_off"] == 0
    assert report["notified"] is True
    assert report["watchdog_s"] == pytest.approx(20 / 3)
    assert report["writable"] == ["/var/lib/hare-companion"]
    assert report["network"] is False
    assert report["user"] is True
    assert report["folder"] == "/run/hare-companion"
    assert "profile" in str(report["settings"])
    libraries = report["libraries"]
    if box.tree.suite == "trixie":
        assert "No module named 'lgpio'" in libraries.pop("lgpio")
    else:
        assert report["fifos"]
    assert set(libraries.values()) == {"ok"}, libraries


def test_without_the_rule_it_could_not_switch_off(box: Box) -> None:
    rule = box.tree.root / OURS[2]
    aside = rule.rename(rule.with_suffix(".aside"))
    assert boot(box)["switched_off"] != 0
    aside.rename(rule)


# --- and back


@pytest.fixture
def leaving(box: Box, tmp_path: Path) -> Iterator[Box]:
    """Copy the tree, with a game in it: the other tests need the companion installed."""
    root = tmp_path / "leaving"
    subprocess.run(["cp", "-a", "--reflink=auto", str(box.tree.root), str(root)], check=True)
    (root / "var/lib/hare-companion/report.json").write_text("{}")
    yield replace(box, tree=Tree(root, box.tree.suite))
    shutil.rmtree(root)


def test_an_uninstallation_leaves_the_games_and_a_purge_nothing(leaving: Box) -> None:
    box = leaving
    assert "kept: /var/lib/hare-companion" in box.tree.install("--uninstall")
    after = box.tree.files()
    left = {path for path in after if path not in box.before}
    booted = {path for path in left if not path.startswith("var/lib/hare-companion")}
    assert booted <= left_by_systemd(left)
    assert "var/lib/hare-companion/report.json" in left
    box.tree.install("--uninstall", "--purge")
    after = box.tree.files()
    assert {path for path in after if path not in box.before} <= left_by_systemd(after)
    assert box.before.keys() - after.keys() == set()
    ours = ("boot", "opt", "usr/local", "etc/udev", "etc/polkit-1", "etc/modules-load.d")
    books = ("etc/passwd", "etc/group", "etc/shadow", "etc/gshadow")
    for path, digest in box.before.items():
        if path.startswith((*ours, *books)):
            assert after[path] == digest, path


def left_by_systemd(paths: Iterable[str]) -> set[str]:
    """Name what the two starts of systemd left: none of it ours."""
    places = (
        "etc/machine-id",
        "var/lib/systemd",
        "var/lib/private",
        "var/tmp",
        "run",
        "etc/.updated",
    )
    more = ("var/.updated", "var/spool", "var/lib/dbus", "etc/resolv.conf", "etc/localtime")
    return {path for path in paths if path.startswith(places + more) and "hare" not in path}
