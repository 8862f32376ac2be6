from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal.place import name_aside, state_folder

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("option", "environment", "folder"),
    [
        ("/a", {"STATE_DIRECTORY": "/b"}, "/a"),
        (None, {"STATE_DIRECTORY": "/b"}, "/b"),
        (None, {"STATE_DIRECTORY": "/b:/c"}, "/b"),
    ],
)
def test_the_option_comes_before_what_systemd_says(
    option: str | None, environment: dict[str, str], folder: str
) -> None:
    assert state_folder(option, environment) == Path(folder)


def test_without_either_it_is_the_users_state_folder() -> None:
    assert state_folder(None, {}).name == "hare-companion"


def test_the_start_does_not_pay_for_what_a_given_folder_does_not_need() -> None:
    script = (
        "import sys, companion.journal.store; from companion.journal.place import state_folder;"
        "state_folder('/a', {}); sys.exit('platformdirs' in sys.modules or 'PIL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_stores_put_aside_are_counted(tmp_path: Path) -> None:
    for name in ("damaged-2", "damaged-10", "damaged-old", "store"):
        (tmp_path / name).mkdir()
    assert name_aside(tmp_path) == "damaged-11"
