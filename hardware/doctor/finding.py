"""The result of a check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The result of a check; with a fault the box cannot be played on."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: what was found, and the fix where it is a warning or a fault."""

    check: str
    verdict: Verdict
    what: str
    fix: str = ""
