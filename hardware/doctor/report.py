"""Run the checks in order, and print their results."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, TextIO

from companion.config.configuration import Config, ConfigError, load_config
from hardware.doctor import computer, libraries, pins, storage, wiring
from hardware.doctor.checked_system import CheckedSystem
from hardware.doctor.finding import Finding, Verdict
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
    system: CheckedSystem | None = None,
    out: TextIO | None = None,
) -> int:
    """Run the checks and print them; return 0 when the box can be played on, else 1.

    `config` None is the default file; `folder` is where the games are saved, with their backup log.
    """
    findings = list(run_checks(config, folder, backup_log, system or CheckedSystem()))
    can_play = all(finding.verdict is not Verdict.FAULT for finding in findings)
    out = out or sys.stdout
    if as_json:
        table = {"can_play": can_play, "checks": [_as_json(finding) for finding in findings]}
        out.write(json.dumps(table, ensure_ascii=False, indent=1) + "\n")
    else:
        out.writelines(_lines(findings, can_play=can_play))
    return 0 if can_play else 1


def run_checks(
    config: Path | None, folder: Path, backup_log: Path, system: CheckedSystem
) -> Iterator[Finding]:
    """Run the checks; without a Raspberry Pi and a configuration, only those of the game itself."""
    yield computer.check_python(system)
    wired, finding = _configuration(config)
    if config is None and not is_pi(system.root):
        what = "this is no Raspberry Pi: hare-companion serves a page here"
        yield Finding("board", Verdict.OK, what)
        yield from libraries.check_packages(system, None)
    else:
        yield finding
        yield computer.check_board(system)
        yield from libraries.check_packages(system, wired)
        if wired is not None:
            yield from _check_wiring(system, wired)
    yield storage.check_saves(system, folder, backup_log)
    yield computer.check_fonts()
    yield computer.check_power(system)


def _check_wiring(system: CheckedSystem, config: Config) -> Iterator[Finding]:
    if system.version("lgpio") is not None:  # a missing one is already reported
        yield libraries.check_lgpio(system)
    if "dc" in config.wiring.pins and system.version("rpi-lgpio") is not None:
        yield libraries.check_rpi_gpio(system)
    yield from pins.check_pins(system, config)
    yield from wiring.check_bus(system, config.wiring)
    yield from wiring.check_ports(system, config)


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
