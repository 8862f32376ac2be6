"""A card is prepared for its first start: what the Imager wrote stays, and ours is added once."""

from __future__ import annotations

import errno
import os
import runpy
import shutil
from email import message_from_bytes
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from email.message import Message

BOARD = Path(__file__).parents[2] / "firmware-config"
card = SimpleNamespace(**runpy.run_path(str(BOARD / "prepare_card.py")))
IMAGER = (
    "#cloud-config\nhostname: hare\nruncmd:\n- [ rfkill, unblock, wifi ]\nusers:\n- name: anna\n"
)
OTHERS = (
    b'Content-Type: multipart/mixed; boundary="x"\n\n'
    b"--x\nContent-Type: text/cloud-config\n\na: 1\n--x--\n"
)


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """Make a boot partition as Raspberry Pi Imager 2 leaves it."""
    boot = tmp_path / "bootfs"
    boot.mkdir()
    for name, text in {
        "config.txt": "dtparam=audio=on\n[pi4]\narm_boost=1\n",
        "cmdline.txt": "console=tty1\n",
        "user-data": IMAGER,
        "meta-data": "instance_id: rpios-image\n",
        "network-config": "version: 2\n",
    }.items():
        (boot / name).write_text(text)
    return boot


@pytest.fixture
def package(tmp_path: Path) -> Path:
    package = tmp_path / "hare-companion_1_all.deb"
    package.write_bytes(b"!<arch>\ndebian-binary")
    return package


def parts(boot: Path) -> list[Message]:
    message = message_from_bytes((boot / "user-data").read_bytes())
    assert message.is_multipart()
    return message.get_payload()  # type: ignore[return-value]


def content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


def test_the_first_start_installs_beside_what_the_imager_wrote(boot: Path, package: Path) -> None:
    assert card.main([str(boot), str(package), "--profile", "rotary", "--phone"]) == 0
    theirs, ours = parts(boot)
    assert content(theirs) == IMAGER
    assert (theirs.get_content_type(), ours.get_content_type()) == (
        "text/plain",
        "text/x-shellscript",
    )
    assert "sh /boot/firmware/hare-companion/first-boot.sh" in content(ours)
    assert {path.name for path in (boot / "hare-companion").iterdir()} == {
        package.name,
        "first-boot.sh",
        "answers",
    }
    answers = (boot / "hare-companion/answers").read_text()
    assert "hare-companion/profile select rotary" in answers
    assert "hare-companion/phone boolean true" in answers


def test_the_panels_bus_is_on_from_the_first_start(boot: Path, package: Path) -> None:
    before = (boot / "config.txt").read_bytes()
    card.main([str(boot), str(package), "--profile", "waveshare-oled-hat"])
    after = (boot / "config.txt").read_bytes()
    assert after.startswith(before)
    assert b"dtparam=spi=on" in after
    assert (boot / "network-config").read_text() == "version: 2\n"


def test_run_again_it_replaces_what_it_did(boot: Path, package: Path, tmp_path: Path) -> None:
    card.main([str(boot), str(package)])
    once = {path: path.read_bytes() for path in boot.rglob("*") if path.is_file()}
    newer = package.rename(tmp_path / "hare-companion_2_all.deb")
    card.main([str(boot), str(newer)])
    again = {path: path.read_bytes() for path in boot.rglob("*") if path.is_file()}
    assert again.keys() - once.keys() == {boot / "hare-companion/hare-companion_2_all.deb"}
    assert once.keys() - again.keys() == {boot / "hare-companion/hare-companion_1_all.deb"}
    assert again[boot / "user-data"] == once[boot / "user-data"]
    assert again[boot / "config.txt"] == once[boot / "config.txt"]


def test_parts_of_others_stay(boot: Path, package: Path) -> None:
    (boot / "user-data").write_bytes(OTHERS)
    card.main([str(boot), str(package)])
    theirs, _ = parts(boot)
    assert (theirs.get_content_type(), content(theirs)) == ("text/cloud-config", "a: 1")


@pytest.mark.parametrize(
    "text", ["#cloud-config\nname: Bøb\n", "#cloud-config\nFrom x\n--==\n", ""]
)
def test_each_byte_of_theirs_comes_through(text: str) -> None:
    message = message_from_bytes(card.merge(text.encode()))
    *theirs, _ = message.get_payload()
    assert [content(part) for part in theirs] == ([text] if text else [])


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        (["cmdline.txt"], "is no boot partition of Raspberry Pi OS"),
        (["user-data", "meta-data"], "with Raspberry Pi Imager 2, or install by hand"),
    ],
)
def test_a_folder_that_is_no_such_card_is_refused_and_left(
    boot: Path, package: Path, missing: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in missing:
        (boot / name).unlink()
    before = sorted(boot.rglob("*"))
    assert card.main([str(boot), str(package)]) == 1
    assert sentence in capsys.readouterr().err
    assert sorted(boot.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("hare-companion_1_all.deb", b"PK", "is no Debian package"),
        ("python3-pil_1_arm64.deb", b"!<arch>\n", "is not among the packages"),
        ("hare-companion_1_all.deb", None, "there is no file"),
    ],
)
def test_what_is_no_package_is_refused(
    boot: Path,
    tmp_path: Path,
    name: str,
    data: bytes | None,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    assert card.main([str(boot), str(tmp_path / name)]) == 1
    assert sentence in capsys.readouterr().err
    assert not (boot / "hare-companion").exists()


def test_a_faulty_block_or_user_data_is_reported_before_anything_is_written(
    boot: Path, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (boot / "user-data").write_bytes(b"\x1f\x8bzip")
    assert card.main([str(boot), str(package)]) == 1
    assert "user-data is compressed" in capsys.readouterr().err
    (boot / "user-data").write_text(IMAGER)
    (boot / "config.txt").write_text("# --- hare-companion: end ---\n")
    assert card.main([str(boot), str(package)]) == 1
    err = capsys.readouterr().err
    assert f"{boot}/config.txt: line 1 ends a block that does not begin: mend" in err
    assert not (boot / "hare-companion").exists()


@pytest.mark.parametrize(
    ("user_data", "sentence"),
    [
        (
            b"#cloud-config\n\xff",
            "user-data is no UTF-8 from byte 15 on: save it as UTF-8, or write",
        ),
        *(
            (header.encode(), "user-data has a faulty MIME header: write the card again")
            for header in (
                'Content-Type: multipart/mixed; boundary="ä"\n\n--ä\n\nA\n--ä--\n',
                "MIME-Version: 1.0\x0cContent-Type: text/plain\n\nx\n",
                "MIME-Version: 1.0\nContent-Disposition: attachment; filename*=u\0tf-8''%e4\n\nx\n",
            )
        ),
    ],
)
def test_user_data_that_cannot_be_kept_is_reported_with_the_fix(
    boot: Path, package: Path, user_data: bytes, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (boot / "user-data").write_bytes(user_data)
    before = sorted(boot.rglob("*"))
    assert card.main([str(boot), str(package)]) == 1
    assert sentence in capsys.readouterr().err
    assert sorted(boot.rglob("*")) == before
    assert (boot / "user-data").read_bytes() == user_data


def test_a_package_on_the_card_itself_is_not_lost(boot: Path, package: Path) -> None:
    assert card.main([str(boot), str(package)]) == 0
    inside = boot / "hare-companion" / package.name
    assert card.main([str(boot), str(inside), "--phone"]) == 0
    assert inside.read_bytes() == package.read_bytes()
    assert "phone boolean true" in (boot / "hare-companion/answers").read_text()


def test_a_full_card_keeps_what_was_prepared(
    boot: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card.main([str(boot), str(package)])
    before = {path: path.read_bytes() for path in boot.rglob("*") if path.is_file()}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfile", full)
    assert card.main([str(boot), str(package), "--phone"]) == 1
    assert {path: path.read_bytes() for path in boot.rglob("*") if path.is_file()} == before


def test_a_file_where_the_folder_goes_is_named(
    boot: Path, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (boot / "hare-companion").write_text("theirs")
    assert card.main([str(boot), str(package)]) == 1
    assert "hare-companion is no folder: give it another name" in capsys.readouterr().err
    assert (boot / "hare-companion").read_text() == "theirs"
