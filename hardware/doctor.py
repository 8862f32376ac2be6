"""Examine the box: each check is well, or says what is wrong and the exact mend."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, TextIO

from companion.config.configuration import Config, ConfigError, load_config
from hardware import checks, wiring_checks
from hardware.checks import Finding, Machine, Verdict
from hardware.is_pi import is_pi
from hardware.profiles import load_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def run(
    config: Path | None,
    folder: Path,
    *,
    as_json: bool = False,
    machine: Machine | None = None,
    out: TextIO | None = None,
) -> int:
    """Examine and report; the exit status is 0 when the box can be played on, else 1.

    `config` None is the usual file, `folder` is where the games are kept.
    """
    findings = list(examine(config, folder, machine or Machine()))
    can_play = all(finding.verdict is not Verdict.FAULT for finding in findings)
    out = out or sys.stdout
    if as_json:
        table = {"can_play": can_play, "checks": [asdict(finding) for finding in findings]}
        out.write(json.dumps(table, ensure_ascii=False, indent=1) + "\n")
    else:
        out.writelines(_lines(findings, can_play=can_play))
    return 0 if can_play else 1


def examine(config: Path | None, folder: Path, machine: Machine) -> Iterator[Finding]:
    """Make every check that makes sense here: without a Pi and a wiring only the game's own."""
    yield checks.check_python(machine)
    wired, finding = _configuration(config)
    if config is None and not is_pi(machine.root):
        what = "this is no Raspberry Pi: hare-companion serves a page here"
        yield Finding("board", Verdict.OK, what)
        yield from checks.check_packages(machine, None)
    else:
        yield finding
        yield checks.check_board(machine)
        yield from checks.check_packages(machine, wired)
        if wired is not None:
            yield from _check_wiring(machine, wired)
    yield checks.check_state(machine, folder)
    yield checks.check_fonts()
    yield checks.check_power(machine)


def _check_wiring(machine: Machine, config: Config) -> Iterator[Finding]:
    if machine.version("lgpio") is not None:  # where it is missing, that has been said
        yield checks.check_lgpio(machine)
    if "dc" in config.wiring.pins and machine.version("rpi-lgpio") is not None:
        yield checks.check_rpi_gpio(machine)
    pins = wiring_checks.check_gpio(machine, config)
    yield pins
    if pins.verdict is Verdict.OK:
        yield wiring_checks.check_holders(machine, config)
    yield from wiring_checks.check_bus(machine, config.wiring)
    yield from wiring_checks.check_ports(machine, config)


def _configuration(path: Path | None) -> tuple[Config | None, Finding]:
    try:
        config = load_config(path, load_all())
    except ConfigError as fault:
        return None, Finding("configuration", Verdict.FAULT, str(fault), "correct the file")
    wiring = config.wiring
    return config, Finding("configuration", Verdict.OK, wiring.title or wiring.name)


def _lines(findings: Iterable[Finding], *, can_play: bool) -> Iterator[str]:
    for finding in findings:
        what = finding.what.replace("\n", "\n" + " " * 9)
        yield f"{finding.verdict:8} {finding.check}: {what}\n"
        if finding.mend:
            yield f"{'':8} -> {finding.mend}\n"
    yield "This box can be played on.\n" if can_play else "This box cannot be played on yet.\n"
