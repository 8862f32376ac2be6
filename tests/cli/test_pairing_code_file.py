"""The pairing code where neither a panel nor a terminal shows it."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from companion.cli.pairing_code_file import NAME, pairing_code_file

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

CODE = "482913"


def test_the_code_stands_in_a_file_that_only_its_owner_reads_until_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / NAME
    path.write_text("000000")  # left by one that was killed
    path.chmod(0o666)
    with pairing_code_file(tmp_path, CODE):
        assert path.read_text() == "482913\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    said = capsys.readouterr().out
    assert str(path) in said
    assert CODE not in said
    assert not path.exists()


def test_a_link_that_waits_there_is_replaced_and_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / NAME).symlink_to(victim)
    with pairing_code_file(tmp_path, CODE):
        assert not (tmp_path / NAME).is_symlink()
    assert victim.read_text() == "mine"


def test_where_it_cannot_be_written_the_sentence_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pairing_code_file(tmp_path / "missing", CODE):
        pass
    said = capsys.readouterr().err
    assert "start it on a terminal" in said
    assert CODE not in said
