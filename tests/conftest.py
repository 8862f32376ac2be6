"""What holds for every test: one seed a run, no skip in CI, nothing left open."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.text.catalogue import languages
from tests.left_open import Resources
from tests.tools import CANNOT_RUN_HERE, IS_CI, SEED

if TYPE_CHECKING:
    from collections.abc import Iterator


LONGEST_NAME = 200  # letters of a parameter
GALLERY_TESTS = {
    *("test_gallery.py", "test_gallery_words.py", "test_pixel_faults.py"),
    *("test_gallery_properties.py", "test_pictures.py", "test_edges.py", "test_storyboards.py"),
}


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Refuse to begin where most tests would fail for one reason that has one remedy."""
    if len(languages()) == 1:
        message = "no catalogue is compiled: run .venv/bin/pip install -e '.[dev]' in this folder"
        raise pytest.UsageError(message)
    if IS_CI and os.environ.get("RENEW_GOLDEN", "0") != "0":
        raise pytest.UsageError("RENEW_GOLDEN compares files with themselves: not under CI=true")
    # Each worker and child would compile every module again: a tenth of the processor time.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    gc.disable()  # what is collected here stays: see pytest_collection_finish
    # What starts the tests in the background may ignore these; children would inherit that.
    for number in (signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.option.hypothesis_seed = config.option.hypothesis_seed or str(SEED)
    os.environ["TEST_SEED"] = str(SEED)  # for the workers of pytest-xdist


def pytest_report_header() -> str:
    return f"random tests: TEST_SEED={SEED}"


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a long text by its length: the workers send the name of each test to and fro."""
    is_long = isinstance(val, (str, bytes)) and len(val) > LONGEST_NAME
    return f"{argname} of {len(val)}" if is_long else None


@pytest.hookimpl(tryfirst=True)  # pytest-xdist reads the marks in its own
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave each file to one worker, since its tests share what is made once; the long go first."""
    for item in items:
        if not any(item.get_closest_marker(mark) for mark in ("xdist_group", "torture")):
            item.add_marker(pytest.mark.xdist_group(_group(item)))
    items.sort(key=lambda item: not _is_long(item))


def _group(item: pytest.Item) -> str:
    """Return the browser, the gallery or the file that a test shares with others."""
    if {"browser", "opened"} & set(getattr(item, "fixturenames", ())):
        return "browser"
    return "gallery" if item.path.name in GALLERY_TESTS else item.nodeid.partition("::")[0]


def _is_long(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("xdist_group")
    return mark is not None and mark.args[0] in {"browser", "gallery"}


def pytest_collection_finish() -> None:
    """Have the garbage collector skip the tests themselves: a fifth of the processor time."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report = yield
    return _without_skips(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    report = yield
    return _without_skips(report)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured, in whichever worker."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call":
            for name, text in report.user_properties:
                terminalreporter.write_line(f"{name}: {text}")


def _without_skips(report: pytest.TestReport | pytest.CollectReport) -> object:
    """Turn a skip into a failure where CI is true: there every tool is installed."""
    reason = str(report.longrepr)
    is_skip = report.skipped and not hasattr(report, "wasxfail")
    if IS_CI and is_skip and CANNOT_RUN_HERE not in reason:
        report.outcome = "failed"
        report.longrepr = f"skipped under CI=true: {reason}"
    return report


@pytest.fixture(autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    """Fail a test that leaves a thread, a child process or a file descriptor open."""
    before = Resources.now()
    yield
    left = before.left_open()
    assert not left, f"the test left open: {', '.join(left)}"


@pytest.fixture
def ram() -> Iterator[Path]:
    """A folder in memory where there is one: hundreds of stores and cuts would wear a disk."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
