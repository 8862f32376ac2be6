"""The games are deleted on demand, all of them; the box goes on, also where that fails."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "firmware-config/debian/bin/hare-companion-purge-games"
# Stand-ins for root, for a running systemd, and for a folder that cannot be deleted.
TOOLS = {
    "id": "echo 0",
    "systemctl": 'echo "$*" >>"$CALLS"',
    "rm": '[ -z "$BUSY" ] || { echo "rm: busy" >&2; exit 1; }; exec /bin/rm "$@"',
}


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "store").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    for name, body in TOOLS.items():
        tool = tmp_path / "bin" / name
        tool.write_text(f"#!/bin/sh\n{body}\n")
        tool.chmod(0o755)
    return folder


def purge(games: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    script = SCRIPT.read_text()
    for place, stand_in in (("/var/lib/hare-companion", games), ("/run/systemd/system", games)):
        assert place in script
        script = script.replace(place, str(stand_in))
    top = games.parent
    path = f"{top}/bin:/usr/bin:/bin"
    return subprocess.run(
        ["/bin/sh", "-c", script, "purge", "--yes"],
        env={"PATH": path, "CALLS": f"{top}/calls", "BUSY": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_games_are_deleted_also_behind_a_link(games: Path) -> None:
    elsewhere = games.rename(games.with_name("stick"))
    games.symlink_to(elsewhere)
    done = purge(games)
    assert (done.returncode, done.stdout) == (0, f"deleted {games}\n")
    assert not games.is_symlink()
    assert not elsewhere.exists()


def test_where_that_fails_it_is_said_and_the_box_goes_on(games: Path) -> None:
    done = purge(games, BUSY="yes")
    assert done.returncode == 1
    assert f"not all of {games} could be deleted: see above" in done.stderr
    assert "deleted" not in done.stdout
    calls = (games.parent / "calls").read_text().splitlines()
    assert calls[-1] == "start hare-companion.service"
