"""The page in a real browser behind a bad wireless network: presses count as they were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from yarl import URL

from companion.app.events import Button, Event, PanelUp
from companion.app.gestures import Gestures, due, feed
from companion.shell.inbox import EventQueue
from hardware.page.server import Page
from tests.hardware.page.relay import relay
from tests.hardware.sample import SamplePicture, next_event
from tests.tools import quick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.hardware.page.chromium import Browser

LINK = "document.querySelector('.device')?.dataset.link"
STATUS = "document.querySelector('.link').textContent"
UNCOUNTED = "not counted: press again"
STEPS_S = (0.2, 0.0, 0.3, 0.45)  # seconds from delivery to delivery


class Player:
    """A page, and the presses that its events come to in the game's loop."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.inbox = EventQueue()
        self.page = Page(self.inbox, port=0)
        self.port = URL(self.page.start()).port or 0
        self.page.show(SamplePicture(name="turn"))
        self._gestures = Gestures()

    def open(self, url: str) -> None:
        self.browser.open(url)
        self.browser.wait(f"{LINK} === 'up'")
        assert isinstance(next_event(self.inbox), PanelUp)

    def tap(self, code: str, times: int = 1, hold_s: float = 0.08, pause_s: float = 0.12) -> None:
        for _ in range(times):
            self.browser.key("keyDown", code)
            self.browser.pause(hold_s)
            self.browser.key("keyUp", code)
            self.browser.pause(pause_s)

    def presses(self, last: Button) -> list[Button]:
        """Take events and time in, as the loop does, until the last press."""
        found: list[Button] = []
        while last not in found:
            wait_until = due(self._gestures) or self.inbox.now() + 20
            event: Event = self.inbox.take(wait_until)
            self._gestures, new = feed(self._gestures, event)
            found += [press.button for press in new]
        return found

    def say(self, name: str) -> None:
        """Show another picture, and wait until it is seen: what was sent before has come in."""
        self.page.show(SamplePicture(name=name))
        self.browser.wait(f"document.querySelector('.device').dataset.screen === '{name}'")


@pytest.fixture
def player(browser: Browser) -> Iterator[Player]:
    one = Player(browser)
    yield one
    one.page.close()


@pytest.mark.parametrize("step_s", quick(1, STEPS_S))
def test_six_taps_and_ok_are_six_presses_and_ok_however_they_are_delivered(
    player: Player, step_s: float
) -> None:
    with relay(player.port, step_s) as radio:
        player.open(radio.url)
        player.tap("ArrowRight", 6)
        player.tap("Enter")
        assert player.presses(Button.OK) == [Button.RIGHT] * 6 + [Button.OK]
        player.browser.open("about:blank")


def test_quick_taps_are_no_bounce(player: Player) -> None:
    player.open(f"http://127.0.0.1:{player.port}/")
    player.browser.run(
        """
        const tap = (code, at) => ['keydown', 'keyup'].forEach((type) => {
          dispatchEvent(new KeyboardEvent(type, { code, key: code }));
        });
        for (let i = 0; i < 9; i += 1) tap('ArrowRight');
        tap('Enter');
        """
    )
    assert player.presses(Button.OK) == [Button.RIGHT] * 9 + [Button.OK]


def test_a_tap_whose_release_is_held_back_moves_one_square(player: Player) -> None:
    with relay(player.port) as radio:
        player.open(radio.url)
        player.browser.key("keyDown", "ArrowRight")
        assert player.presses(Button.RIGHT) == [Button.RIGHT]
        player.browser.pause(0.03)
        radio.stall()
        player.browser.pause(0.03)
        player.browser.key("keyUp", "ArrowRight")
        player.browser.pause(0.45)
        radio.resume()
        player.tap("Enter")
        assert player.presses(Button.OK) == [Button.OK]
        player.browser.open("about:blank")


@pytest.mark.parametrize("step_s", quick(1, STEPS_S[:3]))
def test_a_hold_runs_as_long_as_the_key_was_down(player: Player, step_s: float) -> None:
    with relay(player.port, step_s) as radio:
        player.open(radio.url)
        player.tap("ArrowRight", hold_s=0.7)
        player.tap("Enter")
        found = player.presses(Button.OK)
        # Steps at 0.35, 0.475, 0.6 and 0.725 s; the browser's own pause may be a little longer.
        assert len(found) in {1 + 3 + 1, 1 + 4 + 1, 1 + 5 + 1}
        assert set(found[:-1]) == {Button.RIGHT}
        player.browser.open("about:blank")


def test_presses_that_come_after_a_stall_decide_nothing_and_the_page_says_so(
    player: Player,
) -> None:
    with relay(player.port) as radio:
        player.open(radio.url)
        player.tap("ArrowRight")
        assert player.presses(Button.RIGHT) == [Button.RIGHT]
        radio.stall()
        player.tap("ArrowRight", 3)
        player.tap("Enter")
        player.browser.pause(1.2)
        radio.resume()
        player.browser.wait(f"{STATUS} === '{UNCOUNTED}'")
        player.browser.wait(f"{STATUS} === ''")
        player.tap("Escape")
        assert player.presses(Button.BACK) == [Button.BACK]
        player.browser.open("about:blank")


@pytest.mark.torture
def test_presses_made_while_the_page_says_connecting_decide_nothing_and_it_says_so(
    player: Player,
) -> None:
    with relay(player.port) as radio:
        player.open(radio.url)
        radio.stall()
        player.browser.wait(f"{LINK} === 'connecting'")
        assert player.browser.run(STATUS) == "connecting…"
        player.tap("ArrowRight", 3)
        player.tap("Enter")
        assert player.browser.run(STATUS) == UNCOUNTED
        radio.resume()
        player.browser.wait(f"{LINK} === 'up'")
        player.say("again")
        player.tap("Escape")
        assert player.presses(Button.BACK) == [Button.BACK]
        player.browser.open("about:blank")


@pytest.mark.torture
def test_a_button_held_through_a_stall_stops_where_it_was_last_known_to_be_down(
    player: Player,
) -> None:
    with relay(player.port) as radio:
        player.open(radio.url)
        player.browser.key("keyDown", "ArrowRight")
        assert player.presses(Button.RIGHT) == [Button.RIGHT]
        radio.stall()
        player.browser.pause(3.0)
        radio.resume()
        player.browser.wait(f"{STATUS} === '{UNCOUNTED}'")
        player.browser.key("keyUp", "ArrowRight")
        player.tap("Escape")
        found = player.presses(Button.BACK)
        assert len(found) <= 3
        player.browser.open("about:blank")
