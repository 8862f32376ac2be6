"""The doctor on healthy systems and on systems with faults."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.doctor import run, run_checks
from hardware.doctor.checked_system import CheckedSystem
from hardware.doctor.computer import check_fonts
from hardware.doctor.finding import Finding, Verdict
from hardware.gpio import PinsError
from hardware.pin_use import PinUse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

VERSIONS = {
    "pillow": "11.1.0",
    "platformdirs": "4.3.6",
    "luma.core": "2.6.0",
    "luma.oled": "3.16.0",
    "smbus2": "0.5.0",
    "gpiozero": "2.0.1",
    "lgpio": "0.2.2.0",
    "rpi-lgpio": "0.6",
    "spidev": "3.6",
    "pyserial": "3.5",
}
SOURCES = {"lgpio": "def gpiochip_open(n): ...", "RPi.GPIO": "import lgpio"}


def healthy(root: Path) -> CheckedSystem:
    """Build a Pi 4 with everything in its place."""
    for folder in ("proc/device-tree/system", "dev", "boot/firmware", "state"):
        (root / folder).mkdir(parents=True)
    (root / "proc/device-tree/system/linux,revision").write_bytes((0xC03111).to_bytes(4, "big"))
    (root / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.1\0")
    (root / "proc/mounts").write_text(f"/dev/root / ext4 rw 0 0\nnone {root}/tmp tmpfs rw 0 0\n")
    (root / "boot/firmware/config.txt").touch()
    for device in ("gpiochip0", "i2c-1", "spidev0.0"):
        (root / "dev" / device).touch()
    speed = root / "sys/bus/i2c/devices/i2c-1/of_node"
    speed.mkdir(parents=True)
    (speed / "clock-frequency").write_bytes((400_000).to_bytes(4, "big"))
    return CheckedSystem(
        root=root,
        python=(3, 11),
        version=VERSIONS.get,
        source=lambda name: SOURCES.get(name, ""),
        output=lambda _: "throttled=0x0\n",
        answers=lambda _, address: address == 0x3C,
        pin_uses=lambda _, pins: dict.fromkeys(pins, PinUse()),
        may_use=lambda _: True,
    )


@pytest.fixture
def pi(tmp_path: Path) -> CheckedSystem:
    return healthy(tmp_path)


def write(system: CheckedSystem, text: str) -> Path:
    path = system.root / "config.toml"
    path.write_text(text)
    return path


def saves(system: CheckedSystem) -> tuple[Path, Path]:
    """Return the folder of the saved games, and their backup log."""
    return system.root / "state", system.root / "state/store/log.jsonl"


def faults(system: CheckedSystem, config: str = "") -> list[Finding]:
    found = run_checks(write(system, config), *saves(system), system)
    return [finding for finding in found if finding.verdict is not Verdict.OK]


def only(system: CheckedSystem, config: str = "") -> Finding:
    (finding,) = faults(system, config)
    assert finding.fix
    return finding


@pytest.mark.parametrize("profile", ["breadboard", "rotary", "waveshare-oled-hat"])
def test_a_healthy_device_has_no_faults(profile: str, pi: CheckedSystem) -> None:
    assert faults(pi, f'profile = "{profile}"') == []


@pytest.mark.parametrize("name", ["pillow", "luma.core", "luma.oled", "smbus2", "gpiozero"])
def test_a_missing_package_is_named_with_its_command(name: str, pi: CheckedSystem) -> None:
    faulty = replace(pi, version=lambda asked: None if asked == name else VERSIONS.get(asked))
    assert only(faulty).check == f"package {name}"
    assert name in only(faulty).fix


def test_a_package_is_installed_into_the_running_environment(
    pi: CheckedSystem,
) -> None:
    without = replace(pi, version=lambda name: None if name == "smbus2" else VERSIONS.get(name))
    assert f"{sys.executable} -m pip install --upgrade smbus2" in only(without).fix
    stub = replace(pi, version=(VERSIONS | {"lgpio": "0.2.2"}).get, source=lambda _: "")
    assert f"{sys.executable} -m pip uninstall lgpio" in only(stub).fix


def test_an_old_package_is_too_old(pi: CheckedSystem) -> None:
    old = VERSIONS | {"luma.core": "2.4.2"}
    assert only(replace(pi, version=old.get)).what == "2.4.2 is too old, 2.6 is needed"


def test_the_empty_lgpio_is_recognised(pi: CheckedSystem) -> None:
    stub = replace(pi, version=(VERSIONS | {"lgpio": "0.0.0.2"}).get, source=lambda _: "")
    assert [finding.check for finding in faults(stub)] == ["package lgpio", "lgpio"]


def test_lgpio_without_a_wheel_comes_from_apt(pi: CheckedSystem) -> None:
    faulty = replace(pi, version=lambda name: None if name == "lgpio" else VERSIONS.get(name))
    assert "sudo apt install python3-lgpio" in only(faulty).fix


@pytest.mark.parametrize("name", ["lgpio", "rpi-lgpio"])
def test_the_content_of_a_missing_package_is_not_checked(name: str, pi: CheckedSystem) -> None:
    faulty = replace(pi, version=lambda asked: None if asked == name else VERSIONS.get(asked))
    found = run_checks(write(pi, 'profile = "waveshare-oled-hat"'), *saves(pi), faulty)
    inside = {"lgpio": "lgpio", "rpi-lgpio": "RPi.GPIO"}[name]
    assert [f.verdict for f in found if f.check in {inside, f"package {name}"}] == ["fault"]


def test_the_old_rpi_gpio_is_detected_where_it_shadows(pi: CheckedSystem) -> None:
    both = replace(pi, version=(VERSIONS | {"RPi.GPIO": "0.7.1"}).get)
    assert only(both, 'profile = "waveshare-oled-hat"').check == "RPi.GPIO"
    assert faults(both) == []  # on I2C nobody asks for it


def test_no_pi_is_a_fault_only_where_pins_are_configured(pi: CheckedSystem) -> None:
    (pi.root / "proc/device-tree/system/linux,revision").unlink()
    (pi.root / "proc/cpuinfo").write_text("vendor_id : GenuineIntel\n")
    assert only(pi).what == "this is no Raspberry Pi"
    found = list(run_checks(None, *saves(pi), pi))
    assert {finding.verdict for finding in found} == {Verdict.OK}


def test_a_bus_that_is_off_names_the_line_and_the_file(pi: CheckedSystem) -> None:
    (pi.root / "dev/i2c-1").unlink()
    assert "dtparam=i2c_arm=on to /boot/firmware/config.txt" in only(pi).fix
    (pi.root / "boot/firmware/config.txt").unlink()
    assert "to /boot/config.txt" in only(pi).fix


def test_a_slow_bus_is_a_warning(pi: CheckedSystem) -> None:
    speed = pi.root / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
    speed.write_bytes((100_000).to_bytes(4, "big"))
    finding = only(pi)
    assert finding.verdict is Verdict.WARNING
    assert finding.what == "100 kHz: a whole picture takes 93 ms"


def test_a_panel_at_its_other_address_is_found(pi: CheckedSystem) -> None:
    other = replace(pi, answers=lambda _, address: address == 0x3D)
    assert only(other).what == "nobody answers at 0x3C, but at 0x3D"
    assert "address = 0x3D" in only(other).fix
    assert faults(other, "[display]\naddress = 0x3D") == []


def test_a_missing_panel_suggests_the_wires(pi: CheckedSystem) -> None:
    assert "wires" in only(replace(pi, answers=lambda *_: False)).fix


@pytest.mark.parametrize(("device", "group"), [("gpiochip0", "gpio"), ("i2c-1", "i2c")])
def test_a_missing_group_is_named(device: str, group: str, pi: CheckedSystem) -> None:
    faulty = replace(pi, may_use=lambda path: path.name != device)
    assert f"usermod -aG {group}" in only(faulty).fix


def used(pin: int, use: PinUse) -> Callable[[int, Iterable[int]], dict[int, PinUse]]:
    """Return the uses of pins of which one is not free."""
    return lambda _, pins: dict.fromkeys(pins, PinUse()) | {pin: use}


def test_a_pin_in_use_names_its_consumer(pi: CheckedSystem) -> None:
    held = replace(pi, pin_uses=used(17, PinUse(consumer="spi0 CS0")))
    assert only(held).what == 'GPIO 17 (left) is held by "spi0 CS0"'


def test_a_pin_that_cannot_be_claimed_is_a_fault_and_never_free(pi: CheckedSystem) -> None:
    broken = replace(pi, pin_uses=used(17, PinUse(error="bad GPIO number")))
    assert only(broken) == Finding(
        "pins in use",
        Verdict.FAULT,
        "GPIO 17 (left): bad GPIO number",
        "choose another pin, or see gpioinfo",
    )


def test_pins_of_the_running_service_are_no_warning(pi: CheckedSystem) -> None:
    def output(command: Sequence[str]) -> str:
        return "active\n" if command[:2] == ["systemctl", "is-active"] else "throttled=0x0\n"

    ours = replace(pi, pin_uses=used(17, PinUse(consumer="lg")), output=output)
    assert faults(ours) == []
    assert only(replace(ours, output=lambda _: "throttled=0x0\n")).check == "pins in use"
    other = used(17, PinUse(consumer="spi0 CS0"))
    assert only(replace(ours, pin_uses=other)).check == "pins in use"


def test_a_chip_that_cannot_be_opened_is_a_fault(pi: CheckedSystem) -> None:
    def refuse(*_: object) -> dict[int, PinUse]:
        raise PinsError("/dev/gpiochip0 cannot be opened (can not open gpiochip)", "correct chip")

    assert only(replace(pi, pin_uses=refuse)) == Finding(
        "pins",
        Verdict.FAULT,
        "/dev/gpiochip0 cannot be opened (can not open gpiochip)",
        "correct chip",
    )


def renumber(system: CheckedSystem, number: int, compatible: bytes) -> None:
    """Renumber the header's chip, as newer kernels of a Pi 5 do."""
    (system.root / "dev/gpiochip0").rename(system.root / f"dev/gpiochip{number}")
    node = system.root / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
    node.mkdir(parents=True)
    (node / "compatible").write_bytes(compatible)


def test_the_headers_chip_is_found_whatever_its_number(pi: CheckedSystem) -> None:
    renumber(pi, 15, b"raspberrypi,rp1-gpio\0")
    asked: list[int] = []

    def uses(chip: int, pins: Iterable[int]) -> dict[int, PinUse]:
        asked.append(chip)
        return dict.fromkeys(pins, PinUse())

    assert faults(replace(pi, pin_uses=uses)) == []
    assert asked == [15]


def test_a_chip_that_is_not_the_headers_is_a_warning(pi: CheckedSystem) -> None:
    renumber(pi, 15, b"brcm,bcm2711-gpio\0")
    (pi.root / "dev/gpiochip2").touch()
    finding = only(pi, "[gpio]\nchip = 2")
    assert finding.what == "chip = 2 in [gpio], but the header's pins are on gpiochip15"


def test_a_missing_chip_is_a_fault(pi: CheckedSystem) -> None:
    assert only(pi, "[gpio]\nchip = 7").what == f"{pi.root}/dev/gpiochip7 is missing"


@pytest.mark.parametrize("kind", ["tmpfs", "overlay"])
def test_saves_on_a_volatile_file_system_are_a_warning(kind: str, pi: CheckedSystem) -> None:
    (pi.root / "proc/mounts").write_text(f"none / {kind} rw 0 0\n")
    assert f"is on {kind}" in only(pi).what


def test_a_folder_not_yet_made_is_no_fault(pi: CheckedSystem) -> None:
    folder = pi.root / "state"
    reported = {f.check: f.what for f in run_checks(write(pi, ""), *saves(pi), pi)}
    assert reported["saves"] == f"{folder} on ext4"
    folder.rmdir()
    reported = {f.check: f.what for f in run_checks(write(pi, ""), *saves(pi), pi)}
    assert reported["saves"] == f"none yet: the first start makes {folder} on ext4"


def test_saves_that_cannot_be_written_are_a_fault(pi: CheckedSystem) -> None:
    (pi.root / "state").rmdir()
    (pi.root / "state").touch()
    finding = only(pi)
    assert (finding.check, finding.verdict) == ("saves", Verdict.FAULT)
    assert f"{pi.root / 'state'} is no folder" in finding.what
    assert "chown" not in finding.fix


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_saves_of_which_only_one_copy_is_kept_are_a_warning(
    make: Callable[[Path], None], pi: CheckedSystem
) -> None:
    record = saves(pi)[1]
    record.parent.mkdir()
    record.touch()
    assert all(f.verdict is Verdict.OK for f in run_checks(write(pi, ""), *saves(pi), pi))
    record.unlink()
    make(record)
    assert (only(pi).check, only(pi).verdict) == ("saves", Verdict.WARNING)
    assert "only one copy" in only(pi).what
    assert str(record) in only(pi).fix


def test_saves_behind_a_loop_of_links_are_a_fault(pi: CheckedSystem) -> None:
    (pi.root / "state").rmdir()
    (pi.root / "state").symlink_to(pi.root / "state")
    assert "is no folder, nor a link to one" in only(pi).what
    assert "chown" not in only(pi).fix


def test_each_fault_of_a_configuration_is_reported(pi: CheckedSystem) -> None:
    finding = only(pi, "[buttons]\nleft = 2\nrihgt = 5")
    assert "buttons.left: pin 2 belongs to the panel's I2C bus" in finding.what
    assert "buttons.rihgt" in finding.what


def test_a_serial_panel_that_is_not_there_is_a_warning(pi: CheckedSystem) -> None:
    finding = only(pi, '[[panel]]\nport = "/dev/serial/by-id/usb-Pico"')
    assert (finding.check, finding.verdict) == ("panel panel1", Verdict.WARNING)


@pytest.mark.parametrize(
    ("reported", "what"),
    [
        ("throttled=0x50005\n", "the voltage is too low now"),
        ("throttled=0x50000\n", "the voltage was too low since the start"),
    ],
)
def test_a_weak_power_supply_is_a_warning(reported: str, what: str, pi: CheckedSystem) -> None:
    def output(command: Sequence[str]) -> str:
        return reported if command == ["vcgencmd", "get_throttled"] else ""

    assert only(replace(pi, output=output)).what == what


def test_the_kernels_alarm_is_read_where_vcgencmd_is_missing(pi: CheckedSystem) -> None:
    monitor = pi.root / "sys/class/hwmon/hwmon0"
    monitor.mkdir(parents=True)
    (monitor / "name").write_text("rpi_volt\n")
    (monitor / "in0_lcrit_alarm").write_text("1\n")
    assert only(replace(pi, output=lambda _: "")).check == "power"


def test_our_own_fonts_are_whole() -> None:
    assert check_fonts().verdict is Verdict.OK


def test_the_exit_status_says_whether_the_device_is_playable(pi: CheckedSystem) -> None:
    out = io.StringIO()
    assert run(write(pi, ""), *saves(pi), system=pi, out=out) == 0
    assert out.getvalue().endswith("This box can be played on.\n")
    slow = replace(pi, output=lambda _: "throttled=0x50000\n")
    assert run(write(pi, ""), *saves(pi), system=slow, out=out) == 0
    assert (
        run(write(pi, ""), *saves(pi), system=replace(pi, answers=lambda *_: False), out=out) == 1
    )


def test_json_has_every_check_and_the_verdict(pi: CheckedSystem) -> None:
    out = io.StringIO()
    run(write(pi, ""), *saves(pi), as_json=True, system=pi, out=out)
    reported = json.loads(out.getvalue())
    assert reported["can_play"] is True
    assert {"check": "Python", "verdict": "ok", "what": "3.11", "mend": ""} in reported["checks"]
