"""Run the checks in order, and print their results."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, TextIO

from companion.config.configuration import Config, ConfigError, load_config
from hardware.doctor import computer, libraries, pins, storage, wiring
from hardware.doctor.finding import Finding, Verdict
from hardware.doctor.machine import Machine
from hardware.is_pi import is_pi
from hardware.profiles import load_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def run(
    config: Path | None,
    folder: Path,
    backup_log: Path,
    *,
    as_json: bool = False,
    machine: Machine | None = None,
    out: TextIO | None = None,
) -> int:
    """Run the checks and print them; return 0 when the box can be played on, else 1.

    `config` None is the default file; `folder` is where the games are saved, with their backup log.
    """
    findings = list(run_checks(config, folder, backup_log, machine or Machine()))
    can_play = all(finding.verdict is not Verdict.FAULT for finding in findings)
    out = out or sys.stdout
    if as_json:
        table = {"can_play": can_play, "checks": [_as_json(finding) for finding in findings]}
        out.write(json.dumps(table, ensure_ascii=False, indent=1) + "\n")
    else:
        out.writelines(_lines(findings, can_play=can_play))
    return 0 if can_play else 1


def run_checks(
    config: Path | None, folder: Path, backup_log: Path, machine: Machine
) -> Iterator[Finding]:
    """Run the checks; without a Raspberry Pi and a configuration, only those of the game itself."""
    yield computer.check_python(machine)
    wired, finding = _configuration(config)
    if config is None and not is_pi(machine.root):
        what = "this is no Raspberry Pi: hare-companion serves a page here"
        yield Finding("board", Verdict.OK, what)
        yield from libraries.check_packages(machine, None)
    else:
        yield finding
        yield computer.check_board(machine)
        yield from libraries.check_packages(machine, wired)
        if wired is not None:
            yield from _check_wiring(machine, wired)
    yield storage.check_saves(machine, folder, backup_log)
    yield computer.check_fonts()
    yield computer.check_power(machine)


def _check_wiring(machine: Machine, config: Config) -> Iterator[Finding]:
    if machine.version("lgpio") is not None:  # a missing one is already reported
        yield libraries.check_lgpio(machine)
    if "dc" in config.wiring.pins and machine.version("rpi-lgpio") is not None:
        yield libraries.check_rpi_gpio(machine)
    yield from pins.check_pins(machine, config)
    yield from wiring.check_bus(machine, config.wiring)
    yield from wiring.check_ports(machine, config)


def _configuration(path: Path | None) -> tuple[Config | None, Finding]:
    try:
        config = load_config(path, load_all())
    except ConfigError as error:
        return None, Finding("configuration", Verdict.FAULT, str(error), "correct the file")
    profile = config.wiring
    return config, Finding("configuration", Verdict.OK, profile.title or profile.name)


def _as_json(finding: Finding) -> dict[str, str]:
    """Return the published form of a finding, whose names stay the same between versions."""
    return {
        "check": finding.check,
        "verdict": finding.verdict.value,
        "what": finding.what,
        "mend": finding.fix,
    }


def _lines(findings: Iterable[Finding], *, can_play: bool) -> Iterator[str]:
    for finding in findings:
        what = finding.what.replace("\n", "\n" + " " * 9)
        yield f"{finding.verdict:8} {finding.check}: {what}\n"
        if finding.fix:
            yield f"{'':8} -> {finding.fix}\n"
    yield "This box can be played on.\n" if can_play else "This box cannot be played on yet.\n"
