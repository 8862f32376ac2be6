"""One browser for all tests of the page that a process runs, and a page for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hardware.page.chromium import Browser, chromium
from tests.hardware.page.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    browser.resize(1000, 700)
    one = Table(browser)
    yield one
    browser.open("about:blank")
    one.page.close()
