"""The installed unit under a systemd of its own in Debian 12 and 13: sandbox, switching off."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.install.trees import SOURCE, Tree, add_lgpio, build_package, fresh_tree, need_root
from tests.tools import CANNOT_RUN_HERE, need

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def tree(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tree]:
    """Make a tree in which the package was installed."""
    need_root()
    need("dh_python3")
    folder = tmp_path_factory.mktemp("boots")
    tree = fresh_tree(request.param, folder)
    if tree.suite == "bookworm":
        add_lgpio(tree)
    tree.install(build_package(folder / "package"))
    shutil.copy(SOURCE / "tests/install/inside.py", tree.root / "srv")
    tree.write(DROP_IN, INSIDE)
    tree.write(f"{STATE}/kept", "of an earlier installation, whose user is gone")
    (tree.root / STATE / "kept").chmod(0o600)
    yield tree
    shutil.rmtree(folder)


def boot(tree: Tree) -> dict[str, Any]:
    """Start the tree's systemd with our unit as it is, but for inside.py in the program's place."""
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
    (tree.root / STATE / "report.json").unlink(missing_ok=True)
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
    report: dict[str, Any] = json.loads(tree.read(f"{STATE}/report.json"))
    return report


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
