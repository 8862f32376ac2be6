"""The installed unit under a systemd of its own in Debian 12 and 13: its sandbox, an upgrade."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.install.test_package_moves import OLD, install_as_before
from tests.install.trees import SOURCE, SUITES, Tree, add_lgpio, fresh_tree
from tests.tools import CANNOT_RUN_HERE, need

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.install.conftest import Packages

pytestmark = [pytest.mark.chroot, pytest.mark.timeout(900)]

STATE = "var/lib/hare-companion"
DROP_IN = "etc/systemd/system/hare-companion.service.d/test.conf"
# The program that is started in the place of ours.
INSIDE = """\
[Unit]
FailureAction=poweroff-force
[Service]
Restart=no
ExecStart=
ExecStart=/usr/bin/python3 -sP /srv/inside.py
Environment=PYTHONPATH=/usr/lib/hare-companion
"""


@pytest.fixture(scope="module", params=SUITES)
def tree(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, packages: Packages
) -> Iterator[Tree]:
    """Make a tree in which the package was installed."""
    folder = tmp_path_factory.mktemp("boots")
    tree = fresh_tree(request.param, folder)
    if tree.suite == "bookworm":
        add_lgpio(tree)
    tree.install(packages.new)
    shutil.copy(SOURCE / "tests/install/inside.py", tree.root / "srv")
    tree.write(DROP_IN, INSIDE)
    tree.write(f"{STATE}/kept", "of an earlier installation, whose user is gone")
    (tree.root / STATE / "kept").chmod(0o600)
    yield tree
    shutil.rmtree(folder)


def boot(tree: Tree) -> dict[str, Any]:
    """Start our unit as it is, but for inside.py in the program's place, and return its report."""
    (tree.root / STATE / "report.json").unlink(missing_ok=True)
    run_systemd(tree)
    report: dict[str, Any] = json.loads(tree.read(f"{STATE}/report.json"))
    return report


def run_systemd(tree: Tree) -> None:
    """Start the tree's systemd, and return when something inside has switched off."""
    tool = need("systemd-nspawn")
    plain = [tool, "--quiet", "--register=no", "--keep-unit", "-D", str(tree.root)]
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


def test_the_sandbox_lets_it_play_and_switch_off_and_closes_the_rest(tree: Tree) -> None:
    report = boot(tree)
    assert report["switched_off"] == 0
    assert report["notified"] is True
    assert report["watchdog_s"] == pytest.approx(20 / 3)
    assert report["writable"] == ["/var/lib/hare-companion"]
    assert report["network"] is False
    assert report["user"] is True
    assert report["kept"] is True
    assert report["folder"] == "/run/hare-companion"
    assert "profile" in str(report["settings"])
    libraries = report["libraries"]
    if tree.suite == "trixie":
        assert "No module named 'lgpio'" in libraries.pop("lgpio")
    else:
        assert report["fifos"]
    assert set(libraries.values()) == {"ok"}, libraries


def test_without_the_rule_it_could_not_switch_off(tree: Tree) -> None:
    rule = tree.root / "usr/share/polkit-1/rules.d/50-hare-companion.rules"
    aside = rule.rename(rule.with_suffix(".aside"))
    assert boot(tree)["switched_off"] != 0
    aside.rename(rule)


# --- upgraded and purged while it plays

# Without a board it serves the page, and says so to nobody: systemd waits for nothing.
ON_THE_PAGE = "[Service]\nType=exec\nWatchdogSec=0\n"
DRIVER_UNIT = """\
[Unit]
After=hare-companion.service
[Service]
Type=oneshot
ExecStart=/bin/sh /srv/driver.sh
ExecStopPost=/bin/systemctl poweroff --force
TimeoutStartSec=120
"""
DRIVER = """
see() {
  until [ -e /var/lib/hare-companion/pairing-code ]; do sleep 0.1; done
  echo "$(systemctl is-active hare-companion) $(systemctl show -P MainPID hare-companion)"
  hare-companion export --state /var/lib/hare-companion
}
exec >/srv/report 2>/srv/errors
see
rm /var/lib/hare-companion/pairing-code
dpkg -i /srv/new.deb >&2
see
dpkg --purge hare-companion >&2
systemctl is-active hare-companion
"""


def add_driver(tree: Tree, script: str) -> None:
    """Let this run once when our unit has started; then the tree switches off."""
    tree.write("srv/driver.sh", script)
    tree.write("etc/systemd/system/driver.service", DRIVER_UNIT)
    tree.tell("systemctl", "add-wants", "multi-user.target", "driver.service")


SCRIPT = "ok\nok\nok\nok\nright 3\nok\nok\n"


@pytest.mark.parametrize("suite", SUITES)
def test_an_upgrade_in_mid_game_restarts_it_and_a_purge_ends_it(
    suite: str, tmp_path: Path, packages: Packages
) -> None:
    tree = fresh_tree(suite, tmp_path)
    tree.preseed(phone="true")
    tree.install(packages.older)
    shutil.copy(packages.new, tree.root / "srv/new.deb")
    tree.write("srv/script", SCRIPT)
    tree.tell("hare-companion", "press", "--state", f"/{STATE}", "--seed", "3", "/srv/script")
    tree.write(DROP_IN, ON_THE_PAGE)
    add_driver(tree, DRIVER)
    run_systemd(tree)
    lines = tree.read("srv/report").splitlines()
    errors = tree.read("srv/errors")
    assert lines[-1] == "inactive", errors
    before, after = lines[: len(lines) // 2], lines[len(lines) // 2 : -1]
    assert before[0].startswith("active ")
    assert after[0].startswith("active ")
    assert before[0] != after[0]  # another process
    assert '"do": "forward"' in before[-1]
    assert before[1:] == after[1:]
    assert f"the games are kept in /{STATE}" in errors
    assert list((tree.root / STATE).glob("store/*"))
    shutil.rmtree(tree.root)


# --- from the installation of earlier versions

OLD_PROGRAM = "#!/bin/sh\nexec sleep infinity\n"
MOVING = """
see() {
  systemctl is-active hare-companion
  systemctl show -P ExecStart hare-companion | grep -o 'path=[^ ]*'
  ls -d /opt/hare-companion || echo gone
}
exec >/srv/report 2>/srv/errors
see
dpkg -i /srv/new.deb >&2
see
"""
OLD_RUNS = ["active", "path=/opt/hare-companion/venv/bin/hare-companion", "/opt/hare-companion"]


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize(
    ("drop_in", "then"),
    [
        (ON_THE_PAGE, ["active", "path=/usr/bin/hare-companion", "gone"]),
        # Without a board nothing tells systemd that it is ready: for the unit it does not run.
        ("[Service]\nTimeoutStartSec=5\n", OLD_RUNS),
    ],
    ids=["runs", "does not run"],
)
def test_an_earlier_installation_goes_when_the_new_one_runs(
    suite: str, drop_in: str, then: list[str], tmp_path: Path, packages: Packages
) -> None:
    tree = fresh_tree(suite, tmp_path)
    install_as_before(tree)
    tree.write(f"{OLD}/venv.1/bin/hare-companion", OLD_PROGRAM)
    (tree.root / OLD / "venv.1/bin/hare-companion").chmod(0o755)
    shutil.copy(packages.new, tree.root / "srv/new.deb")
    tree.write(DROP_IN, drop_in)
    add_driver(tree, MOVING)
    run_systemd(tree)
    lines, errors = tree.read("srv/report").splitlines(), tree.read("srv/errors")
    assert lines[:3] == OLD_RUNS, errors
    assert lines[3:] == then, errors
    shutil.rmtree(tree.root)
