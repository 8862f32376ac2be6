"""install.sh on a fake root: every step but the real venv, pip, apt and systemd (test_trees.py)."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.install.fake_root import CONFIG_TXT, SOURCE, FakeRoot, make_fake_root
from tests.tools import need

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

BEGIN = "# --- hare-companion: begin (made by firmware-config/install.sh) ---"


@pytest.fixture
def fake_root(tmp_path: Path) -> FakeRoot:
    return make_fake_root(tmp_path)


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(fake_root: FakeRoot) -> None:
    before = fake_root.files()
    said = fake_root.install("--dry-run", "--profile", "rotary")
    assert fake_root.files() == before
    assert not list((fake_root.folder / "tmp").iterdir())
    own = ("python3 -c", "python3 -I", "python3 --version", f"rm -rf {fake_root.folder / 'tmp'}")
    assert [call for call in fake_root.calls() if not call.startswith(own)] == []
    for part in ("groupadd --system spi", "systemctl", "+gpio=17,27,22,23,24=ip,pu", "useradd"):
        assert part in said


def test_an_installation_puts_each_file_in_its_place(fake_root: FakeRoot) -> None:
    said = fake_root.install("--profile", "adafruit-oled-bonnet")
    assert "Restart the Pi once" in said
    files = fake_root.files()
    unit = (SOURCE / "systemd/hare-companion.service").read_text()
    assert files["etc/systemd/system/hare-companion.service"] == unit
    assert files["usr/local/bin/hare-companion"] == "-> /opt/hare-companion/venv/bin/hare-companion"
    assert 'profile = "adafruit-oled-bonnet"' in files["etc/hare-companion/config.toml"]
    assert "i2c-dev" in files["etc/modules-load.d/hare-companion.conf"]
    assert "etc/systemd/system/multi-user.target.wants/hare-companion.service" in files
    assert fake_root.boot.read_text().startswith(CONFIG_TXT + BEGIN + "\n[all]\n")
    assert fake_root.boot.with_name("config.txt.before-hare-companion").read_text() == CONFIG_TXT
    assert not list((fake_root.folder / "tmp").iterdir())


def test_a_second_run_changes_nothing_and_installs_nothing(fake_root: FakeRoot) -> None:
    fake_root.install()
    before = fake_root.files()
    assert "up to date" in fake_root.install()
    assert fake_root.files() == before
    assert not [call for call in fake_root.calls() if " pip " in call or call.startswith("apt-get")]


@pytest.mark.torture
def test_the_clone_is_the_familys_and_gets_no_files_of_roots(fake_root: FakeRoot) -> None:
    before = sorted(fake_root.clone.rglob("*"))
    fake_root.install()
    fake_root.install("--uninstall", "--purge")
    assert sorted(fake_root.clone.rglob("*")) == before


INSTALLING = ("useradd", "-m venv", "compileall", "ln -sfn venv", "mv -T", "enable")
UNINSTALLING = ("rm -f", "boot_block.py take", "groupdel", "rm -rf")


def one_by_hand(steps: tuple[str, ...], usual: str) -> list[ParameterSet]:
    """Mark all steps but one as torture."""
    marks = {step: () if step == usual else (pytest.mark.torture,) for step in steps}
    return [pytest.param(step, marks=marks[step]) for step in steps]


@pytest.mark.parametrize("step", one_by_hand(INSTALLING, "ln -sfn venv"))
def test_killed_anywhere_it_goes_on_when_run_again(tmp_path: Path, step: str) -> None:
    whole, fake_root = make_fake_root(tmp_path / "whole"), make_fake_root(tmp_path / "killed")
    whole.install()
    assert fake_root.run(kill_at=step).returncode == -signal.SIGKILL
    fake_root.install()
    assert comparable(fake_root) == comparable(whole)


def comparable(fake_root: FakeRoot) -> dict[str, str]:
    return {
        name: text.replace(str(fake_root.folder), "").replace("gpio:x:900:", "")
        for name, text in fake_root.files().items()
    }


def test_an_uninstallation_leaves_nothing_behind(fake_root: FakeRoot) -> None:
    before = fake_root.files()
    fake_root.install()
    assert fake_root.files() != before
    fake_root.install("--uninstall")
    assert fake_root.files() == without_empty_folders(before)


def without_empty_folders(files: dict[str, str]) -> dict[str, str]:
    wants = "etc/systemd/system/multi-user.target.wants"
    return files | {wants: ""}  # systemd's own folder


@pytest.mark.parametrize("step", one_by_hand(UNINSTALLING, "boot_block.py take"))
def test_an_uninstallation_killed_anywhere_goes_on_when_run_again(
    fake_root: FakeRoot, step: str
) -> None:
    before = fake_root.files()
    fake_root.install()
    assert fake_root.run("--uninstall", kill_at=step).returncode == -signal.SIGKILL
    fake_root.install("--uninstall")
    assert fake_root.files() == without_empty_folders(before)


DROP_IN = "etc/systemd/system/hare-companion.service.d/phone.conf"


@pytest.mark.torture
def test_phones_are_let_in_when_told_and_stay_until_told_otherwise(fake_root: FakeRoot) -> None:
    fake_root.install()
    alone = fake_root.files()
    assert DROP_IN not in alone
    fake_root.install("--phone", "on")
    assert fake_root.files()[DROP_IN] == (SOURCE / "systemd/phone.conf").read_text()
    assert any("[pi,page]" in call for call in fake_root.calls())
    assert "up to date" in fake_root.install()
    assert DROP_IN in fake_root.files()
    fake_root.install("--phone", "off")
    assert not any("page]" in call for call in fake_root.calls())
    assert fake_root.files().keys() == alone.keys()


@pytest.mark.torture
def test_the_service_may_open_the_devices_of_the_settings_alone(fake_root: FakeRoot) -> None:
    drop_in = DROP_IN.replace("phone.conf", "devices.conf")
    fake_root.install("--profile", "waveshare-oled-hat")
    assert (
        "DeviceAllow=\nDeviceAllow=char-gpiochip rw\nDeviceAllow=char-spi rw"
        in fake_root.files()[drop_in]
    )
    fake_root.settings.write_text('profile = "breadboard"\n')
    fake_root.install()
    assert "/dev/char/89:1" in fake_root.files()[drop_in]
    fake_root.settings.write_text('profile = "breadboard"\n[display]\naddress = "?"\n')
    assert "has a fault: the service may open all devices of its classes" in fake_root.install()
    assert drop_in not in fake_root.files()


@pytest.mark.torture
def test_an_uninstallation_takes_the_phones_along(fake_root: FakeRoot) -> None:
    before = fake_root.files()
    fake_root.install("--phone", "on")
    fake_root.install("--uninstall")
    assert fake_root.files() == without_empty_folders(before)


@pytest.mark.torture
def test_a_drop_in_of_the_familys_own_stays(fake_root: FakeRoot) -> None:
    own = (fake_root.root / DROP_IN).with_name("own.conf")
    own.parent.mkdir()
    own.write_text("[Service]\nNice=-5\n")
    fake_root.install("--phone", "on")
    fake_root.install("--phone", "off")
    assert own.exists()
    fake_root.install("--uninstall", "--purge")
    assert own.exists()


@pytest.mark.torture
def test_games_and_changed_settings_stay_until_purged(fake_root: FakeRoot) -> None:
    before = fake_root.files()
    fake_root.install()
    fake_root.settings.write_text(fake_root.settings.read_text() + "[sound]\nbuzzer = 18\n")
    game = fake_root.root / "var/lib/hare-companion/store/journal.db"
    game.parent.mkdir(parents=True)
    game.touch()
    said = fake_root.install("--uninstall")
    assert "kept: " in said
    assert "buzzer" in fake_root.settings.read_text()
    assert game.exists()
    fake_root.install("--uninstall", "--purge")
    assert fake_root.files() == without_empty_folders(before)


@pytest.mark.torture
def test_a_group_that_others_joined_stays(fake_root: FakeRoot) -> None:
    fake_root.install()
    group = fake_root.root / "etc/group"
    group.write_text(group.read_text().replace("spi:x:900:", "spi:x:900:anna"))
    assert "kept the group spi" in fake_root.install("--uninstall")
    assert "spi:x:900:anna" in group.read_text()


@pytest.mark.torture
def test_another_profile_changes_the_line_of_the_settings_and_the_block(
    fake_root: FakeRoot,
) -> None:
    fake_root.install()
    fake_root.settings.write_text('# ours\nprofile = "breadboard"\n[sound]\nbuzzer = 18\n')
    fake_root.install("--profile", "waveshare-oled-hat")
    assert fake_root.settings.read_text() == (
        '# ours\nprofile = "waveshare-oled-hat"\n[sound]\nbuzzer = 18\n'
    )
    assert fake_root.boot.read_text().count("hare-companion: begin") == 1
    assert "dtparam=spi=on" in fake_root.boot.read_text()
    assert "i2c" not in fake_root.boot.read_text()
    assert any("[pi,spi]" in call or "source[pi,spi]" in call for call in fake_root.calls())


@pytest.mark.torture
def test_without_a_word_the_profile_of_the_settings_is_kept(fake_root: FakeRoot) -> None:
    fake_root.install("--profile", "rotary")
    assert "profile: rotary" in fake_root.install()


@pytest.mark.torture
def test_a_failed_update_leaves_the_environment_that_works(fake_root: FakeRoot) -> None:
    fake_root.install()
    (fake_root.clone / "companion/__main__.py").write_text("print('newer')\n")
    was = (fake_root.root / "opt/hare-companion/venv").readlink()
    fake_root.note("no-network")
    done = fake_root.run()
    assert done.returncode == 1
    assert "is the network there? Run this again to go on" in done.stderr
    assert (fake_root.root / "opt/hare-companion/venv").readlink() == was
    assert (fake_root.root / "opt/hare-companion" / was / "complete").exists()
    (fake_root.folder / "no-network").unlink()
    fake_root.install()
    assert (fake_root.root / "opt/hare-companion/venv").readlink() != was
    assert len(list((fake_root.root / "opt/hare-companion").glob("venv.*"))) == 1


@pytest.mark.torture
def test_python3_lgpio_is_taken_where_there_is_one(fake_root: FakeRoot) -> None:
    fake_root.install()
    assert any("install" in call and "python3-lgpio" in call for call in fake_root.calls())
    fake_root.note("offered", "python3-gpiozero")
    fake_root.note("installed", "python3-venv")
    assert "this distribution has no python3-lgpio" in fake_root.install()


@pytest.mark.torture
@pytest.mark.parametrize(("architecture", "is_taken"), [("armhf", True), ("arm64", False)])
def test_pillow_comes_with_its_libraries_where_its_wheel_has_none(
    fake_root: FakeRoot, architecture: str, is_taken: bool
) -> None:
    fake_root.note("architecture", architecture)
    fake_root.note("offered", "python3-lgpio", "python3-gpiozero", "python3-pil")
    fake_root.install()
    assert any("python3-pil" in call.split() for call in fake_root.calls()) is is_taken


@pytest.mark.torture
def test_a_library_that_is_there_and_cannot_be_loaded_is_not_taken_for_whole(
    fake_root: FakeRoot,
) -> None:
    trouble = "libopenjp2.so.7: cannot open shared object file"
    pillow = fake_root.folder / "broken/PIL"
    pillow.mkdir(parents=True)
    (pillow / "__init__.py").write_text(f"raise ImportError({trouble!r})\n")
    done = fake_root.run()
    assert done.returncode == 1
    assert trouble in done.stderr
    assert "Where a shared object is missing: sudo apt install python3-pil" in done.stderr
    assert not (fake_root.root / "opt/hare-companion/venv").exists()


@pytest.mark.torture
def test_rpi_lgpio_does_not_push_out_another_programs_rpi_gpio(fake_root: FakeRoot) -> None:
    fake_root.note("installed", "python3-venv", "polkitd", "python3-rpi.gpio")
    fake_root.install("--profile", "waveshare-oled-hat")
    assert not [call for call in fake_root.calls() if "python3-rpi-lgpio" in call]


@pytest.mark.torture
def test_without_a_network_it_goes_on_from_the_wheels(fake_root: FakeRoot, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "hare_companion-1-py3-none-any.whl").touch()
    (wheels / "python3-lgpio_1_arm64.deb").touch()
    fake_root.note("no-network")
    done = fake_root.run("--wheels", str(wheels))
    assert (
        f"something is missing in {wheels}" in done.stderr
    )  # the stand-in's pip fails without a network
    assert "going on without" in done.stdout
    assert f"dpkg --install {wheels}/python3-lgpio_1_arm64.deb" in fake_root.calls()
    assert any(f"--no-index --find-links {wheels}" in call for call in fake_root.calls())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--profile", "bredboard"], "there is no profile 'bredboard': choose one of adafruit"),
        (["--profile", "../breadboard"], "there is no profile"),
        (["--profile"], "--profile takes a name"),
        (["--wheels", "nowhere"], "there is no folder 'nowhere'"),
        (["--wheels", "/usr"], "make the folder with firmware-config/fetch_wheels.py"),
        (["--purge"], "--purge goes with --uninstall"),
        (["--phone"], "--phone takes on or off"),
        (["--phone", "yes"], "--phone takes on or off"),
        (["--phone", "on", "--uninstall"], "--phone does not go with --uninstall"),
        (["--frobnicate"], "unknown word: --frobnicate"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_changed(
    fake_root: FakeRoot, words: list[str], sentence: str
) -> None:
    before = fake_root.files()
    done = fake_root.run(*words)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert fake_root.files() == before


def test_settings_that_are_no_toml_are_named(fake_root: FakeRoot) -> None:
    fake_root.install()
    fake_root.settings.write_text("profile = breadboard\n")
    done = fake_root.run()
    assert done.returncode == 1
    assert f"{fake_root.settings} cannot be read: mend it" in done.stderr


def test_a_copy_that_is_not_whole_is_refused(fake_root: FakeRoot) -> None:
    (fake_root.clone / "hardware/devices.py").unlink()
    done = fake_root.run()
    assert done.returncode == 1
    assert "this copy is not whole, hardware/devices.py is missing: clone it again" in done.stderr


def test_a_block_that_does_not_end_stops_it_and_loses_no_line(fake_root: FakeRoot) -> None:
    torn = f"{CONFIG_TXT}{BEGIN}\ngpu_mem=64\n"
    fake_root.boot.write_text(torn)
    done = fake_root.run()
    assert done.returncode == 1
    assert "line 6 begins a block that does not end: mend its marks by hand" in done.stderr
    assert "run it again: it goes on" in done.stderr
    assert fake_root.boot.read_text() == torn


@pytest.mark.torture
def test_the_older_place_of_config_txt_is_known(fake_root: FakeRoot) -> None:
    older = fake_root.root / "boot/config.txt"
    fake_root.boot.rename(older)
    fake_root.install()
    assert BEGIN in older.read_text()


def test_two_at_once_are_refused(fake_root: FakeRoot) -> None:
    need("flock")
    holder = ["flock", str(fake_root.clone / "firmware-config"), "sh", "-c", "echo locked; read _"]
    with subprocess.Popen(holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        done = fake_root.run()
        other.communicate(b"\n")
    assert "another install.sh is running" in done.stderr


def test_shellcheck_finds_nothing() -> None:
    scripts = [
        SOURCE / "firmware-config/install.sh",
        SOURCE / ".ci/run",
        Path(__file__).with_name("stub.sh"),
    ]
    command = [need("shellcheck"), *map(str, scripts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
