"""What the board is told, as data: against the profiles, the README, the unit and the program."""

from __future__ import annotations

import ipaddress
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.config.configuration import _PANEL, _SECTIONS, DEFAULT_PATH, BusKind, parse_config
from hardware.power import COMMAND
from hardware.profiles import load, load_all, names, wiring_table
from tests.tools import need

SOURCE = Path(__file__).parents[2]
BOARD = SOURCE / "firmware-config"
DEBIAN = BOARD / "debian"
UNIT = SOURCE / "systemd/hare-companion.service"
README = (BOARD / "README.md").read_text("utf-8")


def boot_lines(name: str) -> list[str]:
    lines = (BOARD / "config.txt.d" / f"{name}.txt").read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]


def unit_values(key: str) -> list[str]:
    lines = UNIT.read_text().splitlines()
    return [line.split("=", 1)[1] for line in lines if line.startswith(f"{key}=")]


# --- pins: one truth in three places


def test_each_profile_has_its_boot_lines_and_no_other_has() -> None:
    assert sorted(path.stem for path in (BOARD / "config.txt.d").iterdir()) == list(names())


@pytest.mark.parametrize("name", names())
def test_the_boot_lines_pull_up_the_profiles_pins_and_no_other(name: str) -> None:
    (line,) = (line for line in boot_lines(name) if line.startswith("gpio="))
    assert line.endswith("=ip,pu")
    pins = [int(pin) for pin in line.split("=")[1].split(",")]
    inputs = {pin for role, pin in load(name).pins.items() if role not in {"dc", "reset"}}
    assert sorted(pins) == sorted(inputs)


@pytest.mark.parametrize("name", names())
def test_the_boot_lines_switch_the_profiles_bus_on(name: str) -> None:
    wanted = {
        BusKind.I2C: "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        BusKind.SPI: "dtparam=spi=on",
    }
    lines = boot_lines(name)
    assert wanted[load(name).bus] in lines
    assert [line for line in lines if line.startswith("dtparam")] == [wanted[load(name).bus]]


@pytest.mark.parametrize("name", names())
def test_no_line_is_longer_than_the_firmware_reads(name: str) -> None:
    # "config.txt", file format: what stands behind the 98th character is ignored.
    lines = (BOARD / "config.txt.d" / f"{name}.txt").read_text().splitlines()
    assert max(map(len, lines)) <= 98


@pytest.mark.parametrize("name", names())
def test_the_boards_readme_shows_each_profiles_wiring(name: str) -> None:
    assert f"`{name}`" in README
    assert wiring_table(load(name)) in README


def test_the_boards_readme_has_no_other_wiring_table() -> None:
    assert README.count("| what | GPIO (BCM) | header pin |") == len(names())


def test_the_bus_has_its_device_after_a_restart() -> None:
    assert "i2c-dev" in (BOARD / "modules.conf").read_text().splitlines()


# --- settings


@pytest.mark.parametrize("name", names())
def test_the_installed_settings_are_read(name: str) -> None:
    text = (BOARD / "config.toml").read_text().replace("@PROFILE@", name)
    assert parse_config(tomllib.loads(text), "config.toml", load_all()).wiring == load(name)


def test_the_boards_readme_names_every_key_of_the_settings() -> None:
    wanted = {f"{section}.{key}" for section, keys in _SECTIONS.items() for key in keys}
    # Roles and colours stand together, behind the first of them.
    wanted = {key for key in wanted if not key.startswith(("buttons.", "lights."))}
    wanted |= {"profile", "buttons.left", "lights.white", *(f"panel.{key}" for key in _PANEL)}
    wanted |= {*_SECTIONS["buttons"], *_SECTIONS["lights"]}
    assert {key for key in wanted if f"`{key}`" not in README} == set()


KEYS = [
    *(f"{each}.{key}" for each in ("display", "gpio", "sound", "table") for key in _SECTIONS[each]),
    *("buttons.left", "lights.white", "panel.seat"),
]
FILLERS = {"a", "whole", "number", "from", "to", "one", "of", "or", "BCM", "default"}


@pytest.mark.parametrize("key", KEYS)
def test_the_boards_readme_has_the_values_that_a_key_takes(key: str) -> None:
    section, _, name = key.partition(".")
    check = _PANEL[name] if section == "panel" else _SECTIONS[section][name]
    with pytest.raises(ValueError, match="use ") as refused:
        check(object())
    (cell,) = re.findall(rf"^\| `{key}`.*? \| (.*?) \|", README, re.MULTILINE)
    wanted, said = values_in(str(refused.value).rpartition("use ")[2]), values_in(cell)
    assert wanted == said if "one of" in str(refused.value) else wanted <= said


def values_in(text: str) -> set[str]:
    """Return the numbers and words of a text that are values; a number as a decimal."""
    words = set(re.findall(r"[\w.]+", text)) - FILLERS
    return {str(int(word, 0)) if word.startswith("0x") else word for word in words}


def test_the_example_of_settings_is_read() -> None:
    (text,) = re.findall(r"```toml\n(profile.*?)```", README, re.DOTALL)
    config = parse_config(tomllib.loads(text), "README", load_all())
    assert config.buzzer_pin
    assert config.panels


# --- the unit


def test_the_unit_runs_as_the_package_makes_it() -> None:
    assert unit_values("ExecStart") == ["/usr/bin/hare-companion"]
    assert "debian/bin/hare-companion usr/bin\n" in (DEBIAN / "hare-companion.install").read_text()
    lines = (DEBIAN / "hare-companion.sysusers").read_text().splitlines()
    words = [line.split() for line in lines if not line.startswith("#")]
    assert unit_values("User") == [line[1] for line in words if line[0] == "u"]
    assert unit_values("SupplementaryGroups") == [
        " ".join(line[1] for line in words if line[0] == "g")
    ]
    assert DEFAULT_PATH.is_relative_to(Path("/etc") / unit_values("ConfigurationDirectory")[0])


def test_the_unit_opens_the_devices_it_plays_on_and_no_other() -> None:
    assert unit_values("DevicePolicy") == ["closed"]
    assert unit_values("DeviceAllow") == [
        f"char-{name} rw" for name in ("gpiochip", "i2c", "spi", "ttyACM", "ttyUSB")
    ]


# Which driver, where it is a module, makes each group of devices; gpiochip is the kernel's own.
MODULES = {"i2c": "i2c_dev", "spi": "spidev", "ttyACM": "cdc_acm", "ttyUSB": "usbserial"}


@pytest.mark.parametrize("key", ["Wants", "After"])
def test_the_drivers_are_there_before_systemd_looks_their_devices_up(key: str) -> None:
    allowed = [value.split()[0].removeprefix("char-") for value in unit_values("DeviceAllow")]
    modules = [MODULES[name] for name in allowed if name != "gpiochip"]
    units = [unit for value in unit_values(key) for unit in value.split()]
    assert [unit for unit in units if unit.startswith("modprobe@")] == [
        f"modprobe@{module}.service" for module in modules
    ]


def test_the_unit_leaves_the_boards_revision_to_gpiozero() -> None:
    assert unit_values("ProcSubset") == []


def test_lgpio_may_write_its_fifo() -> None:
    assert "LG_WD=/run/hare-companion" in unit_values("Environment")
    assert unit_values("RuntimeDirectory") == ["hare-companion"]


def test_the_unit_is_closed_to_an_exposure_of_one_or_less() -> None:
    # systemd counts in tenths.
    command = [need("systemd-analyze"), "security", "--offline=true", "--threshold=10", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert "exposure level" in done.stdout, done.stderr
    assert done.returncode == 0, done.stdout


# --- phones


def drop_in_values(key: str) -> list[str]:
    lines = (UNIT.parent / "phone.conf").read_text().splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{key}=")]


def test_phones_are_let_in_from_the_familys_own_network_and_no_other() -> None:
    assert drop_in_values("ExecStart") == ["", f"{unit_values('ExecStart')[0]} --listen 0.0.0.0"]
    assert drop_in_values("PrivateNetwork") == ["no"]
    assert drop_in_values("RestrictAddressFamilies") == ["AF_UNIX AF_INET"]
    assert unit_values("IPAddressDeny") == ["any"]
    (allowed,) = drop_in_values("IPAddressAllow")
    networks = [ipaddress.ip_network(word) for word in allowed.split()[1:]]
    assert allowed.startswith("localhost ")
    assert all(network.is_private for network in networks)
    assert len(networks) == 4


def test_the_drop_in_opens_nothing_else() -> None:
    lines = (UNIT.parent / "phone.conf").read_text().splitlines()
    keys = {line.partition("=")[0] for line in lines if not line.startswith(("#", "["))}
    assert keys == {
        "ExecStart",
        "PrivateNetwork",
        "RestrictAddressFamilies",
        "IPAddressAllow",
    }


# --- switching off


def test_the_rule_allows_what_the_menu_asks_of_logind_and_no_more() -> None:
    text = (BOARD / "50-hare-companion.rules").read_text()
    ids = re.findall(r'"(org\.[a-z0-9.-]+)"', text)
    base = "org.freedesktop.login1.power-off"
    assert ids == [base, f"{base}-multiple-sessions"]
    assert f'"{unit_values("User")[0]}"' in text
    assert COMMAND == ("systemctl", "poweroff")


def test_the_sandbox_lets_the_menu_reach_logind() -> None:
    assert unit_values("RestrictAddressFamilies") == ["AF_UNIX"]
    assert unit_values("NoNewPrivileges") == ["yes"]  # so no sudo: logind alone can do it
