"""Where the page says that it can be found: on the panel and on the terminal."""

from __future__ import annotations

import argparse
import io
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.app.events import MAIN, PageAddress, PanelUp, Tick
from companion.app.session import PairingInfo
from companion.app.states.text_screens import AboutScreen
from companion.cli.open_page import open_page
from companion.shell.bootstrap import open_loop
from companion.shell.inbox import EventQueue
from hardware.page import event_loop_watch, server
from hardware.page.pairing import PairingCode
from hardware.page.server import Page
from tests.hardware.sample import Clock, next_event

if TYPE_CHECKING:
    from pathlib import Path

    from companion.ports import Picture

CODE = PairingCode("482913")


class FakeNetwork:
    """The network of this computer: `address` is where phones find the page."""

    def __init__(self) -> None:
        self.address = ""

    def display_address(self, address: str, port: int) -> str:
        del address, port
        return self.address


class LastPicture:
    """A display that keeps the texts of its last picture."""

    panel = MAIN

    def __init__(self) -> None:
        self.texts: tuple[str, ...] = ()

    def show(self, picture: Picture) -> None:
        self.texts = picture.texts

    def close(self) -> None:
        """Keep nothing open."""


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_an_address_that_comes_changes_or_goes_after_the_start_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network, inbox = FakeNetwork(), EventQueue()
    monkeypatch.setattr(server, "display_address", network.display_address)
    page = Page(inbox, "127.0.0.1", 0, CODE)
    page.start()
    try:
        for address in ("192.168.1.20:8128", "10.0.0.5:8128", ""):
            network.address = address
            found = next_event(inbox)
            assert isinstance(found, PageAddress)
            assert found.address == address
    finally:
        page.close()


def test_the_address_is_looked_up_several_times_in_five_seconds() -> None:
    assert 2 * event_loop_watch.PERIOD_S <= 5


def test_code_screen_and_about_show_the_address_as_soon_as_it_is_reported(tmp_path: Path) -> None:
    inbox, shown = EventQueue(Clock()), LastPicture()
    info = PairingInfo(CODE.code, "", "page")
    with open_loop(str(tmp_path), inbox, [shown], pairing_info=info) as loop:
        loop.turn(PanelUp(MAIN, inbox.now()))
        loop.turn(Tick(inbox.now() + 5))
        assert CODE.code in shown.texts
        assert not any("192.168.1.20:8128" in text for text in shown.texts)
        loop.turn(PageAddress("192.168.1.20:8128", inbox.now() + 6))
        assert "192.168.1.20:8128" in shown.texts
        session = loop.session
        loop.session = replace(session, stack=(*session.stack, AboutScreen()))
        loop.turn(PageAddress("10.0.0.5:8128", inbox.now() + 7))
        assert "10.0.0.5:8128" in shown.texts


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_code_is_printed_on_a_terminal_and_not_into_a_services_log(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    out = FakeTerminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    options = argparse.Namespace(listen="127.0.0.1", port=0, no_browser=True)
    page = open_page(options, EventQueue(), CODE)
    page.close()
    assert out.getvalue().startswith("Play at http://127.0.0.1:")
    assert (CODE.code in out.getvalue()) is is_terminal
