"""Nothing sorts or decides by date: a Pi may boot with the same date, or an earlier one."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.source_trees import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.xdist_group("source")  # each file is parsed once

ROOT = Path(__file__).parents[1]
WALL_CLOCK = {
    *("time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime", "mktime"),
    *("now", "utcnow", "today", "fromtimestamp", "utcfromtimestamp"),
}
MODULES = {"time", "datetime", "date"}
# Translators' tools are no part of the running program.
TOOLS = {ROOT / "companion/locale/catalogues.py"}
FILES = {path for part in ("companion", "hardware") for path in (ROOT / part).rglob("*.py")} - TOOLS


def wall_clock_uses(tree: ast.Module) -> Iterator[str]:
    """Find what reads a date: time.time(), datetime.now(), `from time import time`, now in SQL."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="CLOCK_REALTIME"):
                yield f"line {node.lineno}: CLOCK_REALTIME"
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in MODULES:
                if name in WALL_CLOCK:
                    yield f"line {node.lineno}: {module}.{name}"
            case ast.Attribute(value=ast.Attribute(attr=kind), attr=name) if kind in MODULES:
                if name in WALL_CLOCK:
                    yield f"line {node.lineno}: {kind}.{name}"
            case ast.Import(names=names):
                renamed = (n for n in names if n.name in MODULES and n.asname)
                yield from (f"{n.name} as {n.asname}" for n in renamed)
            case ast.ImportFrom(module="time" | "datetime" as module, names=names):
                yield from (f"{module}.{n.name}" for n in names if n.name not in _HARMLESS)
            case ast.Constant(value=str(text)) if "CURRENT_TIMESTAMP" in text or "'now'" in text:
                yield f"line {node.lineno}: a date in SQL"


_HARMLESS = {"monotonic", "perf_counter", "sleep", "monotonic_ns"}


def test_no_code_of_the_program_reads_a_date() -> None:
    found = {path: list(wall_clock_uses(tree_of(path))) for path in FILES}
    assert {path: uses for path, uses in found.items() if uses} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.time()",
        "datetime.now()",
        "import datetime\ndatetime.datetime.now()",
        "import time as t\nt.time()",
        "time.clock_gettime(time.CLOCK_REALTIME)",
        "from time import time",
        "x = 'DEFAULT CURRENT_TIMESTAMP'",
    ],
)
def test_a_date_would_be_found(source: str) -> None:
    assert list(wall_clock_uses(ast.parse(source)))
