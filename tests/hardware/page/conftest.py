"""One browser for all tests of the page that a process runs, and a page for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hardware.page.browser_tab import BrowserTab
from tests.hardware.page.chromium import Browser, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="session")
def opened() -> Iterator[BrowserTab]:
    with chromium() as browser:
        browser.resize(1000, 700)
        one = BrowserTab(browser)
        one.open()
        yield one
        one.page.close()


@pytest.fixture
def open_tab(opened: BrowserTab) -> BrowserTab:
    """Lend a page that stays open from test to test: to load it again costs more than they do."""
    opened.reset()
    return opened


@pytest.fixture
def tab(browser: Browser) -> Iterator[BrowserTab]:
    browser.resize(1000, 700)
    one = BrowserTab(browser)
    yield one
    one.page.close()
