"""install.sh on a stage: every step but the real venv, pip, apt and systemd (see test_trees.py)."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.install.stage import CONFIG_TXT, SOURCE, Stage, set_stage
from tests.tools import need

BEGIN = "# --- hare-companion: begin (made by firmware-config/install.sh) ---"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return set_stage(tmp_path)


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(stage: Stage) -> None:
    before = stage.files()
    said = stage.install("--dry-run", "--profile", "rotary")
    assert stage.files() == before
    assert not list((stage.folder / "tmp").iterdir())
    own = ("python3 -c", "python3 -I", "python3 --version", f"rm -rf {stage.folder / 'tmp'}")
    assert [call for call in stage.calls() if not call.startswith(own)] == []
    for part in ("groupadd --system spi", "systemctl", "+gpio=17,27,22,23,24=ip,pu", "useradd"):
        assert part in said


def test_an_installation_puts_each_file_in_its_place(stage: Stage) -> None:
    said = stage.install("--profile", "adafruit-oled-bonnet")
    assert "Restart the Pi once" in said
    files = stage.files()
    unit = (SOURCE / "systemd/hare-companion.service").read_text()
    assert files["etc/systemd/system/hare-companion.service"] == unit
    assert files["usr/local/bin/hare-companion"] == "-> /opt/hare-companion/venv/bin/hare-companion"
    assert 'profile = "adafruit-oled-bonnet"' in files["etc/hare-companion/config.toml"]
    assert "i2c-dev" in files["etc/modules-load.d/hare-companion.conf"]
    assert "etc/systemd/system/multi-user.target.wants/hare-companion.service" in files
    assert stage.boot.read_text().startswith(CONFIG_TXT + BEGIN + "\n[all]\n")
    assert stage.boot.with_name("config.txt.before-hare-companion").read_text() == CONFIG_TXT
    assert not list((stage.folder / "tmp").iterdir())


def test_a_second_run_changes_nothing_and_installs_nothing(stage: Stage) -> None:
    stage.install()
    before = stage.files()
    assert "up to date" in stage.install()
    assert stage.files() == before
    assert not [call for call in stage.calls() if " pip " in call or call.startswith("apt-get")]


def test_the_clone_is_the_familys_and_gets_no_files_of_roots(stage: Stage) -> None:
    before = sorted(stage.clone.rglob("*"))
    stage.install()
    stage.install("--uninstall", "--purge")
    assert sorted(stage.clone.rglob("*")) == before


INSTALLING = ("useradd", "-m venv", "compileall", "ln -sfn venv", "mv -T", "enable")
UNINSTALLING = ("rm -f", "boot_block.py take", "groupdel", "rm -rf")


def test_killed_anywhere_it_goes_on_when_run_again(tmp_path: Path) -> None:
    whole = set_stage(tmp_path / "whole")
    whole.install()
    for number, step in enumerate(INSTALLING):
        stage = set_stage(tmp_path / str(number))
        assert stage.run(kill_at=step).returncode == -signal.SIGKILL, step
        stage.install()
        assert comparable(stage) == comparable(whole), step


def comparable(stage: Stage) -> dict[str, str]:
    return {
        name: text.replace(str(stage.folder), "").replace("gpio:x:900:", "")
        for name, text in stage.files().items()
    }


def test_an_uninstallation_leaves_nothing_behind(stage: Stage) -> None:
    before = stage.files()
    stage.install()
    assert stage.files() != before
    stage.install("--uninstall")
    assert stage.files() == without_empty_folders(before)


def without_empty_folders(files: dict[str, str]) -> dict[str, str]:
    wants = "etc/systemd/system/multi-user.target.wants"
    return files | {wants: ""}  # systemd's own folder


def test_an_uninstallation_killed_anywhere_goes_on_when_run_again(stage: Stage) -> None:
    before = stage.files()
    for step in UNINSTALLING:
        stage.install()
        assert stage.run("--uninstall", kill_at=step).returncode == -signal.SIGKILL, step
        stage.install("--uninstall")
        assert stage.files() == without_empty_folders(before), step


DROP_IN = "etc/systemd/system/hare-companion.service.d/phone.conf"


def test_phones_are_let_in_when_told_and_stay_until_told_otherwise(stage: Stage) -> None:
    stage.install()
    alone = stage.files()
    assert DROP_IN not in alone
    stage.install("--phone", "on")
    assert stage.files()[DROP_IN] == (SOURCE / "systemd/phone.conf").read_text()
    assert any("[pi,page]" in call for call in stage.calls())
    assert "up to date" in stage.install()
    assert DROP_IN in stage.files()
    stage.install("--phone", "off")
    assert not any("page]" in call for call in stage.calls())
    assert stage.files().keys() == alone.keys()


def test_the_service_may_open_the_devices_of_the_settings_alone(stage: Stage) -> None:
    drop_in = DROP_IN.replace("phone.conf", "devices.conf")
    stage.install("--profile", "waveshare-oled-hat")
    assert (
        "DeviceAllow=\nDeviceAllow=char-gpiochip rw\nDeviceAllow=char-spi rw"
        in stage.files()[drop_in]
    )
    stage.settings.write_text('profile = "breadboard"\n')
    stage.install()
    assert "/dev/char/89:1" in stage.files()[drop_in]
    stage.settings.write_text('profile = "breadboard"\n[display]\naddress = "?"\n')
    assert "has a fault: the service may open all devices of its classes" in stage.install()
    assert drop_in not in stage.files()


def test_an_uninstallation_takes_the_phones_along(stage: Stage) -> None:
    before = stage.files()
    stage.install("--phone", "on")
    stage.install("--uninstall")
    assert stage.files() == without_empty_folders(before)


def test_a_drop_in_of_the_familys_own_stays(stage: Stage) -> None:
    own = (stage.root / DROP_IN).with_name("own.conf")
    own.parent.mkdir()
    own.write_text("[Service]\nNice=-5\n")
    stage.install("--phone", "on")
    stage.install("--phone", "off")
    assert own.exists()
    stage.install("--uninstall", "--purge")
    assert own.exists()


def test_games_and_changed_settings_stay_until_purged(stage: Stage) -> None:
    before = stage.files()
    stage.install()
    stage.settings.write_text(stage.settings.read_text() + "[sound]\nbuzzer = 18\n")
    game = stage.root / "var/lib/hare-companion/store/journal.db"
    game.parent.mkdir(parents=True)
    game.touch()
    said = stage.install("--uninstall")
    assert "kept: " in said
    assert "buzzer" in stage.settings.read_text()
    assert game.exists()
    stage.install("--uninstall", "--purge")
    assert stage.files() == without_empty_folders(before)


def test_a_group_that_others_joined_stays(stage: Stage) -> None:
    stage.install()
    group = stage.root / "etc/group"
    group.write_text(group.read_text().replace("spi:x:900:", "spi:x:900:anna"))
    assert "kept the group spi" in stage.install("--uninstall")
    assert "spi:x:900:anna" in group.read_text()


def test_another_profile_changes_the_line_of_the_settings_and_the_block(stage: Stage) -> None:
    stage.install()
    stage.settings.write_text('# ours\nprofile = "breadboard"\n[sound]\nbuzzer = 18\n')
    stage.install("--profile", "waveshare-oled-hat")
    assert stage.settings.read_text() == (
        '# ours\nprofile = "waveshare-oled-hat"\n[sound]\nbuzzer = 18\n'
    )
    assert stage.boot.read_text().count("hare-companion: begin") == 1
    assert "dtparam=spi=on" in stage.boot.read_text()
    assert "i2c" not in stage.boot.read_text()
    assert any("[pi,spi]" in call or "source[pi,spi]" in call for call in stage.calls())


def test_without_a_word_the_profile_of_the_settings_is_kept(stage: Stage) -> None:
    stage.install("--profile", "rotary")
    assert "profile: rotary" in stage.install()


def test_a_failed_update_leaves_the_environment_that_works(stage: Stage) -> None:
    stage.install()
    (stage.clone / "companion/__main__.py").write_text("print('newer')\n")
    was = (stage.root / "opt/hare-companion/venv").readlink()
    stage.note("no-network")
    done = stage.run()
    assert done.returncode == 1
    assert "is the network there? Run this again to go on" in done.stderr
    assert (stage.root / "opt/hare-companion/venv").readlink() == was
    assert (stage.root / "opt/hare-companion" / was / "complete").exists()
    (stage.folder / "no-network").unlink()
    stage.install()
    assert (stage.root / "opt/hare-companion/venv").readlink() != was
    assert len(list((stage.root / "opt/hare-companion").glob("venv.*"))) == 1


def test_python3_lgpio_is_taken_where_there_is_one(stage: Stage) -> None:
    stage.install()
    assert any("install" in call and "python3-lgpio" in call for call in stage.calls())
    stage.note("offered", "python3-gpiozero")
    stage.note("installed", "python3-venv")
    assert "this distribution has no python3-lgpio" in stage.install()


@pytest.mark.parametrize(("architecture", "is_taken"), [("armhf", True), ("arm64", False)])
def test_pillow_comes_with_its_libraries_where_its_wheel_has_none(
    stage: Stage, architecture: str, is_taken: bool
) -> None:
    stage.note("architecture", architecture)
    stage.note("offered", "python3-lgpio", "python3-gpiozero", "python3-pil")
    stage.install()
    assert any("python3-pil" in call.split() for call in stage.calls()) is is_taken


def test_a_library_that_is_there_and_cannot_be_loaded_is_not_taken_for_whole(stage: Stage) -> None:
    trouble = "libopenjp2.so.7: cannot open shared object file"
    pillow = stage.folder / "broken/PIL"
    pillow.mkdir(parents=True)
    (pillow / "__init__.py").write_text(f"raise ImportError({trouble!r})\n")
    done = stage.run()
    assert done.returncode == 1
    assert trouble in done.stderr
    assert "Where a shared object is missing: sudo apt install python3-pil" in done.stderr
    assert not (stage.root / "opt/hare-companion/venv").exists()


def test_rpi_lgpio_does_not_push_out_another_programs_rpi_gpio(stage: Stage) -> None:
    stage.note("installed", "python3-venv", "polkitd", "python3-rpi.gpio")
    stage.install("--profile", "waveshare-oled-hat")
    assert not [call for call in stage.calls() if "python3-rpi-lgpio" in call]


def test_without_a_network_it_goes_on_from_the_wheels(stage: Stage, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "hare_companion-1-py3-none-any.whl").touch()
    (wheels / "python3-lgpio_1_arm64.deb").touch()
    stage.note("no-network")
    done = stage.run("--wheels", str(wheels))
    assert (
        f"something is missing in {wheels}" in done.stderr
    )  # the stand-in's pip fails without a network
    assert "going on without" in done.stdout
    assert f"dpkg --install {wheels}/python3-lgpio_1_arm64.deb" in stage.calls()
    assert any(f"--no-index --find-links {wheels}" in call for call in stage.calls())


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
    stage: Stage, words: list[str], sentence: str
) -> None:
    before = stage.files()
    done = stage.run(*words)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert stage.files() == before


def test_settings_that_are_no_toml_are_named(stage: Stage) -> None:
    stage.install()
    stage.settings.write_text("profile = breadboard\n")
    done = stage.run()
    assert done.returncode == 1
    assert f"{stage.settings} cannot be read: mend it" in done.stderr


def test_a_copy_that_is_not_whole_is_refused(stage: Stage) -> None:
    (stage.clone / "hardware/devices.py").unlink()
    done = stage.run()
    assert done.returncode == 1
    assert "this copy is not whole, hardware/devices.py is missing: clone it again" in done.stderr


def test_a_block_that_does_not_end_stops_it_and_loses_no_line(stage: Stage) -> None:
    torn = f"{CONFIG_TXT}{BEGIN}\ngpu_mem=64\n"
    stage.boot.write_text(torn)
    done = stage.run()
    assert done.returncode == 1
    assert "line 6 begins a block that does not end: mend its marks by hand" in done.stderr
    assert "run it again: it goes on" in done.stderr
    assert stage.boot.read_text() == torn


def test_the_older_place_of_config_txt_is_known(stage: Stage) -> None:
    older = stage.root / "boot/config.txt"
    stage.boot.rename(older)
    stage.install()
    assert BEGIN in older.read_text()


def test_two_at_once_are_refused(stage: Stage) -> None:
    need("flock")
    holder = ["flock", str(stage.clone / "firmware-config"), "sh", "-c", "echo locked; read _"]
    with subprocess.Popen(holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        done = stage.run()
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
