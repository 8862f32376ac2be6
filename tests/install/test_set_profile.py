"""The wiring in a family's config.toml is set, and not a byte beside it changes."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

BOARD = Path(__file__).parents[2] / "firmware-config"
script = SimpleNamespace(**runpy.run_path(str(BOARD / "set_profile.py")))
TEMPLATE = str(BOARD / "config.toml")

HOSTILE = {
    "plain": ('profile = "rotary"\n', 'profile = "breadboard"\n'),
    "a comment": ("profile = 'rotary' # x\n", 'profile = "breadboard" # x\n'),
    "a quoted key": ('"profile"="rotary"\r\n[sound]\r\n', '"profile"="breadboard"\r\n[sound]\r\n'),
    "in a text": (
        'x = """\nprofile = "rotary"\n"""\nprofile = "rotary"\n',
        'x = """\nprofile = "rotary"\n"""\nprofile = "breadboard"\n',
    ),
    "in a table": (
        '# profile = "rotary"\n[x]\nprofile = "rotary"\n',
        None,
    ),
    "escaped": ('profile = "rot\\u0061ry"\n', 'profile = "breadboard"\n'),
}


@pytest.mark.parametrize(("old", "new"), HOSTILE.values(), ids=HOSTILE)
def test_only_the_value_changes(old: str, new: str | None) -> None:
    # Without the key the profile is breadboard already.
    assert script.with_profile(old, "breadboard") == (old if new is None else new)


def test_without_the_key_it_becomes_the_first_line() -> None:
    assert script.with_profile("[sound]\r\n", "rotary") == 'profile = "rotary"\r\n[sound]\r\n'


def test_a_path_that_cannot_be_found_is_reported() -> None:
    with pytest.raises(script.ProfileError, match='write profile = "rotary" into it by hand'):
        script.with_profile('profile = """x"""\n', "rotary")


def test_a_new_file_is_the_template(tmp_path: Path) -> None:
    file = tmp_path / "etc/config.toml"
    assert script.main([str(file), "rotary", TEMPLATE]) == 0
    assert 'profile = "rotary"' in file.read_text()
    assert script.main([str(file), "rotary", TEMPLATE]) == 3


def test_the_files_mode_and_a_link_to_it_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "real.toml", tmp_path / "config.toml"
    file.write_text('profile = "rotary"\n')
    file.chmod(0o640)
    link.symlink_to(file)
    assert script.main([str(link), "breadboard", TEMPLATE]) == 0
    assert link.is_symlink()
    assert (file.read_text(), file.stat().st_mode & 0o777) == ('profile = "breadboard"\n', 0o640)


def test_a_mark_of_an_editor_on_windows_stays(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('profile = "rotary"\r\n', "utf-8-sig", newline="")
    assert script.main([str(file), "breadboard", TEMPLATE]) == 0
    assert file.read_bytes() == b'\xef\xbb\xbfprofile = "breadboard"\r\n'


@pytest.mark.parametrize("kind", ["FIFO", "loop", "folder", "null"])
def test_what_is_no_file_is_named_and_left(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    if kind == "FIFO":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to(file if kind == "loop" else os.devnull)
    before = file.lstat()
    assert script.main([str(file), "rotary", TEMPLATE]) == 1
    assert "it is no regular file: put one there, or delete it" in capsys.readouterr().err
    after = file.lstat()  # reading a link changes the time of its last access alone
    assert (after.st_ino, after.st_mode, after.st_size) == (
        before.st_ino,
        before.st_mode,
        before.st_size,
    )
    assert (after.st_mtime_ns, after.st_ctime_ns) == (before.st_mtime_ns, before.st_ctime_ns)


@pytest.mark.parametrize(
    "content",
    [b"profile = rotary\n", b"\xff", b"[a]\n[a]\n", b"a=" + b"[" * 5000, b"a=" + b"9" * 5000],
)
def test_a_faulty_file_is_named_and_left(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(content)
    assert script.main([str(file), "rotary", TEMPLATE]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{file}: ")
    assert "sys." not in err  # the mend is not one for programmers
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]
