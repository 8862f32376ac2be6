"""The doctor's checks of the bus, the panel and the serial panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.config.configuration import BusKind
from hardware.doctor.access import check_access
from hardware.doctor.finding import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.config.configuration import Config, Profile
    from hardware.doctor.checked_system import CheckedSystem


def check_bus(system: CheckedSystem, wiring: Profile) -> Iterator[Finding]:
    """Check that the panel's bus is enabled, accessible and fast, and that the panel answers."""
    if wiring.bus is BusKind.SPI:
        device = system.device(f"spidev{wiring.spi_port}.{wiring.spi_device}")
        yield _check_device(system, "SPI", device, "spi", "dtparam=spi=on")
        return
    device = system.device(f"i2c-{wiring.i2c_port}")
    found = _check_device(system, "I2C", device, "i2c", "dtparam=i2c_arm=on")
    yield found
    if found.verdict is Verdict.OK:
        yield _check_speed(system, wiring.i2c_port)
        yield _check_panel(system, wiring)


def _check_device(
    system: CheckedSystem, check: str, device: Path, group: str, line: str
) -> Finding:
    if not device.exists():
        # The bus driver is loaded by the device tree, the I2C device files only with their module.
        module = " and the line i2c-dev to /etc/modules" if group == "i2c" else ""
        fix = f"add the line {line} to {_boot_file(system)}{module}, then restart the board"
        return Finding(check, Verdict.FAULT, f"{device} is missing: the bus is off", fix)
    return check_access(system, check, device, group)


def _check_speed(system: CheckedSystem, port: int) -> Finding:
    # Not sys/class/i2c-adapter: kernel 6.12 (Trixie) has it no more (raspberrypi/linux#6713).
    file = system.root / f"sys/bus/i2c/devices/i2c-{port}/of_node/clock-frequency"
    try:
        speed = int.from_bytes(file.read_bytes()[:4], "big")
    except OSError:
        return Finding("I2C speed", Verdict.OK, "the kernel does not report it")
    if speed >= 400_000:
        return Finding("I2C speed", Verdict.OK, f"{speed // 1000} kHz")
    fix = f"add dtparam=i2c_arm_baudrate=400000 to {_boot_file(system)}, then restart the board"
    what = f"{speed // 1000} kHz: a whole picture takes {9 * 1034 * 1000 // max(speed, 1)} ms"
    return Finding("I2C speed", Verdict.WARNING, what, fix)


def _check_panel(system: CheckedSystem, wiring: Profile) -> Finding:
    """Look for the panel at its address, and at the two usual ones."""
    try:
        places = dict.fromkeys((wiring.address, 0x3C, 0x3D))
        there = [place for place in places if system.answers(wiring.i2c_port, place)]
    except (OSError, ImportError) as fault:
        return Finding("panel", Verdict.FAULT, f"the bus cannot be asked: {fault}", "see I2C")
    if wiring.address in there:
        return Finding("panel", Verdict.OK, f"answers at 0x{wiring.address:02X}")
    what = f"nobody answers at 0x{wiring.address:02X}"
    if there:
        found = f"0x{there[0]:02X}"
        what += f", but at {found}"
        fix = f"write address = {found} under [display] in the configuration"
    else:
        fix = "check its four wires, SDA and SCL first: see firmware-config/README.md, Wiring"
    return Finding("panel", Verdict.FAULT, what, fix)


def check_ports(system: CheckedSystem, config: Config) -> Iterator[Finding]:
    """Check that the serial panels are connected, and that this user may open them."""
    for panel in config.panels:
        device = system.root / panel.port.lstrip("/")
        check = f"panel {panel.name}"
        if device.exists():
            yield check_access(system, check, device, "dialout")
        else:
            fix = "plug it in, or correct its port: ls /dev/serial/by-id"
            yield Finding(check, Verdict.WARNING, f"{panel.port} is not plugged in", fix)


def _boot_file(system: CheckedSystem) -> str:
    """Return the path of the boot configuration, which moved with Bookworm."""
    new = system.root / "boot/firmware/config.txt"
    return "/boot/firmware/config.txt" if new.exists() else "/boot/config.txt"
