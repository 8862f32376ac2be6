"""One browser for the tests of a file, and a page for each of them.

It ends with the file: one that stays open costs processor time while nothing happens in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hardware.page.browser_tab import BrowserTab
from tests.hardware.page.chromium import Browser, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
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
