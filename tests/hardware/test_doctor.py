"""The doctor, shown machines that are well and machines that are ill."""

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
from hardware.doctor.computer import check_fonts
from hardware.doctor.finding import Finding, Verdict
from hardware.doctor.machine import Machine
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


def healthy(root: Path) -> Machine:
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
    return Machine(
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
def pi(tmp_path: Path) -> Machine:
    return healthy(tmp_path)


def write(machine: Machine, text: str) -> Path:
    path = machine.root / "config.toml"
    path.write_text(text)
    return path


def saves(machine: Machine) -> tuple[Path, Path]:
    """Return the folder of the saved games, and their backup log."""
    return machine.root / "state", machine.root / "state/store/log.jsonl"


def ills(machine: Machine, config: str = "") -> list[Finding]:
    found = run_checks(write(machine, config), *saves(machine), machine)
    return [finding for finding in found if finding.verdict is not Verdict.OK]


def only(machine: Machine, config: str = "") -> Finding:
    (finding,) = ills(machine, config)
    assert finding.fix
    return finding


@pytest.mark.parametrize("profile", ["breadboard", "rotary", "waveshare-oled-hat"])
def test_a_healthy_box_has_no_ills(profile: str, pi: Machine) -> None:
    assert ills(pi, f'profile = "{profile}"') == []


@pytest.mark.parametrize("name", ["pillow", "luma.core", "luma.oled", "smbus2", "gpiozero"])
def test_a_missing_package_is_named_with_the_way_to_get_it(name: str, pi: Machine) -> None:
    ill = replace(pi, version=lambda asked: None if asked == name else VERSIONS.get(asked))
    assert only(ill).check == f"package {name}"
    assert name in only(ill).fix


def test_a_package_comes_into_the_environment_that_runs_not_into_the_systems(pi: Machine) -> None:
    without = replace(pi, version=lambda name: None if name == "smbus2" else VERSIONS.get(name))
    assert f"{sys.executable} -m pip install --upgrade smbus2" in only(without).fix
    stub = replace(pi, version=(VERSIONS | {"lgpio": "0.2.2"}).get, source=lambda _: "")
    assert f"{sys.executable} -m pip uninstall lgpio" in only(stub).fix


def test_an_old_package_is_too_old(pi: Machine) -> None:
    old = VERSIONS | {"luma.core": "2.4.2"}
    assert only(replace(pi, version=old.get)).what == "2.4.2 is too old, 2.6 is needed"


def test_the_empty_lgpio_is_recognised(pi: Machine) -> None:
    stub = replace(pi, version=(VERSIONS | {"lgpio": "0.0.0.2"}).get, source=lambda _: "")
    assert [finding.check for finding in ills(stub)] == ["package lgpio", "lgpio"]


def test_lgpio_without_a_wheel_comes_from_apt(pi: Machine) -> None:
    ill = replace(pi, version=lambda name: None if name == "lgpio" else VERSIONS.get(name))
    assert "sudo apt install python3-lgpio" in only(ill).fix


@pytest.mark.parametrize("name", ["lgpio", "rpi-lgpio"])
def test_nothing_is_said_of_the_inside_of_a_package_that_is_missing(name: str, pi: Machine) -> None:
    ill = replace(pi, version=lambda asked: None if asked == name else VERSIONS.get(asked))
    found = run_checks(write(pi, 'profile = "waveshare-oled-hat"'), *saves(pi), ill)
    inside = {"lgpio": "lgpio", "rpi-lgpio": "RPi.GPIO"}[name]
    assert [f.verdict for f in found if f.check in {inside, f"package {name}"}] == ["fault"]


def test_the_old_rpi_gpio_is_seen_where_it_shadows(pi: Machine) -> None:
    both = replace(pi, version=(VERSIONS | {"RPi.GPIO": "0.7.1"}).get)
    assert only(both, 'profile = "waveshare-oled-hat"').check == "RPi.GPIO"
    assert ills(both) == []  # on I2C nobody asks for it


def test_no_pi_is_a_fault_only_for_who_wants_the_pins(pi: Machine) -> None:
    (pi.root / "proc/device-tree/system/linux,revision").unlink()
    (pi.root / "proc/cpuinfo").write_text("vendor_id : GenuineIntel\n")
    assert only(pi).what == "this is no Raspberry Pi"
    found = list(run_checks(None, *saves(pi), pi))
    assert {finding.verdict for finding in found} == {Verdict.OK}


def test_a_bus_that_is_off_names_the_line_and_the_file(pi: Machine) -> None:
    (pi.root / "dev/i2c-1").unlink()
    assert "dtparam=i2c_arm=on to /boot/firmware/config.txt" in only(pi).fix
    (pi.root / "boot/firmware/config.txt").unlink()
    assert "to /boot/config.txt" in only(pi).fix


def test_a_slow_bus_is_worth_a_warning(pi: Machine) -> None:
    speed = pi.root / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
    speed.write_bytes((100_000).to_bytes(4, "big"))
    finding = only(pi)
    assert finding.verdict is Verdict.WARNING
    assert finding.what == "100 kHz: a whole picture takes 93 ms"


def test_a_panel_at_its_other_address_is_found(pi: Machine) -> None:
    other = replace(pi, answers=lambda _, address: address == 0x3D)
    assert only(other).what == "nobody answers at 0x3C, but at 0x3D"
    assert "address = 0x3D" in only(other).fix
    assert ills(other, "[display]\naddress = 0x3D") == []


def test_no_panel_at_all_sends_to_the_wires(pi: Machine) -> None:
    assert "wires" in only(replace(pi, answers=lambda *_: False)).fix


@pytest.mark.parametrize(("device", "group"), [("gpiochip0", "gpio"), ("i2c-1", "i2c")])
def test_a_missing_group_is_named(device: str, group: str, pi: Machine) -> None:
    ill = replace(pi, may_use=lambda path: path.name != device)
    assert f"usermod -aG {group}" in only(ill).fix


def used(pin: int, use: PinUse) -> Callable[[int, Iterable[int]], dict[int, PinUse]]:
    """Return the uses of pins of which one is not free."""
    return lambda _, pins: dict.fromkeys(pins, PinUse()) | {pin: use}


def test_a_pin_in_use_names_its_consumer(pi: Machine) -> None:
    held = replace(pi, pin_uses=used(17, PinUse(consumer="spi0 CS0")))
    assert only(held).what == 'GPIO 17 (left) is held by "spi0 CS0"'


def test_a_pin_that_cannot_be_claimed_is_a_fault_and_never_free(pi: Machine) -> None:
    broken = replace(pi, pin_uses=used(17, PinUse(error="bad GPIO number")))
    assert only(broken) == Finding(
        "pins in use",
        Verdict.FAULT,
        "GPIO 17 (left): bad GPIO number",
        "choose another pin, or see gpioinfo",
    )


def test_pins_of_the_running_service_are_no_warning(pi: Machine) -> None:
    def output(command: Sequence[str]) -> str:
        return "active\n" if command[:2] == ["systemctl", "is-active"] else "throttled=0x0\n"

    ours = replace(pi, pin_uses=used(17, PinUse(consumer="lg")), output=output)
    assert ills(ours) == []
    assert only(replace(ours, output=lambda _: "throttled=0x0\n")).check == "pins in use"
    other = used(17, PinUse(consumer="spi0 CS0"))
    assert only(replace(ours, pin_uses=other)).check == "pins in use"


def test_a_chip_that_cannot_be_opened_is_a_fault(pi: Machine) -> None:
    def refuse(*_: object) -> dict[int, PinUse]:
        raise PinsError("/dev/gpiochip0 cannot be opened (can not open gpiochip)", "correct chip")

    assert only(replace(pi, pin_uses=refuse)) == Finding(
        "pins",
        Verdict.FAULT,
        "/dev/gpiochip0 cannot be opened (can not open gpiochip)",
        "correct chip",
    )


def renumber(machine: Machine, number: int, compatible: bytes) -> None:
    """Renumber the header's chip, as newer kernels of a Pi 5 do."""
    (machine.root / "dev/gpiochip0").rename(machine.root / f"dev/gpiochip{number}")
    node = machine.root / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
    node.mkdir(parents=True)
    (node / "compatible").write_bytes(compatible)


def test_the_headers_chip_is_found_whatever_its_number(pi: Machine) -> None:
    renumber(pi, 15, b"raspberrypi,rp1-gpio\0")
    asked: list[int] = []

    def uses(chip: int, pins: Iterable[int]) -> dict[int, PinUse]:
        asked.append(chip)
        return dict.fromkeys(pins, PinUse())

    assert ills(replace(pi, pin_uses=uses)) == []
    assert asked == [15]


def test_a_chip_that_is_not_the_headers_is_a_warning(pi: Machine) -> None:
    renumber(pi, 15, b"brcm,bcm2711-gpio\0")
    (pi.root / "dev/gpiochip2").touch()
    finding = only(pi, "[gpio]\nchip = 2")
    assert finding.what == "chip = 2 in [gpio], but the header's pins are on gpiochip15"


def test_a_missing_chip_is_a_fault(pi: Machine) -> None:
    assert only(pi, "[gpio]\nchip = 7").what == f"{pi.root}/dev/gpiochip7 is missing"


@pytest.mark.parametrize("kind", ["tmpfs", "overlay"])
def test_saves_that_are_forgotten_are_a_warning(kind: str, pi: Machine) -> None:
    (pi.root / "proc/mounts").write_text(f"none / {kind} rw 0 0\n")
    assert f"is on {kind}" in only(pi).what


def test_saves_that_are_not_there_yet_are_well_and_called_so(pi: Machine) -> None:
    folder = pi.root / "state"
    told = {f.check: f.what for f in run_checks(write(pi, ""), *saves(pi), pi)}
    assert told["saves"] == f"{folder} on ext4"
    folder.rmdir()
    told = {f.check: f.what for f in run_checks(write(pi, ""), *saves(pi), pi)}
    assert told["saves"] == f"none yet: the first start makes {folder} on ext4"


def test_saves_that_cannot_be_written_are_a_fault(pi: Machine) -> None:
    (pi.root / "state").rmdir()
    (pi.root / "state").touch()
    finding = only(pi)
    assert (finding.check, finding.verdict) == ("saves", Verdict.FAULT)
    assert f"{pi.root / 'state'} is no folder" in finding.what
    assert "chown" not in finding.fix


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_saves_of_which_only_one_copy_is_kept_are_a_warning(
    make: Callable[[Path], None], pi: Machine
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


def test_saves_behind_a_circle_of_links_are_a_fault(pi: Machine) -> None:
    (pi.root / "state").rmdir()
    (pi.root / "state").symlink_to(pi.root / "state")
    assert "is no folder, nor a link to one" in only(pi).what
    assert "chown" not in only(pi).fix


def test_a_wrong_configuration_is_told_line_by_line(pi: Machine) -> None:
    finding = only(pi, "[buttons]\nleft = 2\nrihgt = 5")
    assert "buttons.left: pin 2 belongs to the panel's I2C bus" in finding.what
    assert "buttons.rihgt" in finding.what


def test_a_serial_panel_that_is_not_there_is_a_warning(pi: Machine) -> None:
    finding = only(pi, '[[panel]]\nport = "/dev/serial/by-id/usb-Pico"')
    assert (finding.check, finding.verdict) == ("panel panel1", Verdict.WARNING)


@pytest.mark.parametrize(
    ("told", "what"),
    [
        ("throttled=0x50005\n", "the voltage is too low now"),
        ("throttled=0x50000\n", "the voltage was too low since the start"),
    ],
)
def test_a_weak_power_supply_is_a_warning(told: str, what: str, pi: Machine) -> None:
    def output(command: Sequence[str]) -> str:
        return told if command == ["vcgencmd", "get_throttled"] else ""

    assert only(replace(pi, output=output)).what == what


def test_the_kernels_alarm_serves_where_vcgencmd_is_missing(pi: Machine) -> None:
    monitor = pi.root / "sys/class/hwmon/hwmon0"
    monitor.mkdir(parents=True)
    (monitor / "name").write_text("rpi_volt\n")
    (monitor / "in0_lcrit_alarm").write_text("1\n")
    assert only(replace(pi, output=lambda _: "")).check == "power"


def test_our_own_fonts_are_whole() -> None:
    assert check_fonts().verdict is Verdict.OK


def test_the_exit_status_says_whether_the_box_can_be_played_on(pi: Machine) -> None:
    out = io.StringIO()
    assert run(write(pi, ""), *saves(pi), machine=pi, out=out) == 0
    assert out.getvalue().endswith("This box can be played on.\n")
    slow = replace(pi, output=lambda _: "throttled=0x50000\n")
    assert run(write(pi, ""), *saves(pi), machine=slow, out=out) == 0
    assert (
        run(write(pi, ""), *saves(pi), machine=replace(pi, answers=lambda *_: False), out=out) == 1
    )


def test_json_has_every_check_and_the_verdict(pi: Machine) -> None:
    out = io.StringIO()
    run(write(pi, ""), *saves(pi), as_json=True, machine=pi, out=out)
    told = json.loads(out.getvalue())
    assert told["can_play"] is True
    assert {"check": "Python", "verdict": "ok", "what": "3.11", "mend": ""} in told["checks"]
