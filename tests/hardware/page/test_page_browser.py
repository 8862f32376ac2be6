"""The page in a real browser: what the canvas shows and what touch, mouse and keys send."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import ANY

import pytest
from yarl import URL

from companion.app.events import Button, Edge, PageAddress, PanelDown, PanelUp, Typed
from companion.shell.inbox import EventQueue
from hardware.page.pairing import PairingCode
from hardware.page.server import Page
from tests.hardware.page.browser_tab import LINK, SCREEN, button, change
from tests.hardware.sample import Clock, SamplePicture, dots, next_event

if TYPE_CHECKING:
    from tests.hardware.page.browser_tab import BrowserTab
    from tests.hardware.page.chromium import Browser

BITS = """
(() => {
  const canvas = document.querySelector('canvas');
  const data = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;
  return Array.from({length: 8192}, (_, i) => i).filter((i) => data[4 * i] > 128);
})()
"""
STATUS = "document.querySelector('.link').textContent"
ENDED = "ended: start the companion again"


def test_the_pixels_of_the_picture_are_on_the_canvas(open_tab: BrowserTab) -> None:
    assert open_tab.browser.run(BITS) == [0, 127, 31 * 128 + 64, 63 * 128 + 5]


def test_the_next_picture_replaces_it_with_its_light_and_its_texts(
    open_tab: BrowserTab,
) -> None:
    open_tab.page.show(SamplePicture(dots((1, 1)), 1, "menu", ("Undo: B 7>12", "Ranking")))
    open_tab.browser.wait(f"{SCREEN} === 'menu'")
    assert open_tab.browser.run(BITS) == [129]
    assert open_tab.browser.run("document.querySelector('.device').dataset.light") == "1"
    announced = open_tab.browser.run("document.querySelector('[aria-live]').textContent")
    assert announced == "Undo: B 7>12 · Ranking"


def test_a_dark_panel_shows_nothing(open_tab: BrowserTab) -> None:
    open_tab.page.show(SamplePicture(dots((1, 1)), 0, "dark", ()))
    open_tab.browser.wait("getComputedStyle(document.querySelector('canvas')).opacity === '0'")


def test_a_mouse_presses_holds_and_releases_even_outside_the_button(
    open_tab: BrowserTab,
) -> None:
    open_tab.browser.mouse("mousePressed", open_tab.browser.middle(button("right")))
    assert open_tab.edges(1) == [(Button.RIGHT, True)]
    open_tab.browser.mouse("mouseMoved", (3, 3))
    open_tab.browser.mouse("mouseReleased", (3, 3))
    assert open_tab.edges(1) == [(Button.RIGHT, False)]


def test_two_touches_hold_two_buttons(tab: BrowserTab) -> None:
    tab.browser.resize(360, 740, 2, touch=True)
    tab.open()
    left, ok = (tab.browser.middle(button(name)) for name in ("left", "ok"))
    tab.browser.touch("touchStart", left)
    tab.browser.touch("touchStart", left, ok)
    tab.browser.touch("touchEnd")
    assert tab.edges(4)[:2] == [(Button.LEFT, True), (Button.OK, True)]


def test_a_touch_that_the_system_cancels_is_released(tab: BrowserTab) -> None:
    tab.browser.resize(360, 740, 2, touch=True)
    tab.open()
    tab.browser.touch("touchStart", tab.browser.middle(button("left")))
    tab.browser.touch("touchCancel")
    assert tab.edges(2) == [(Button.LEFT, True), (Button.LEFT, False)]


MEANINGS = {
    "ArrowLeft": Button.LEFT,
    "ArrowRight": Button.RIGHT,
    "ArrowUp": Button.UP,
    "ArrowDown": Button.DOWN,
    "Enter": Button.OK,
    "Space": Button.OK,
    "Escape": Button.BACK,
    "Backspace": Button.BACK,
    "KeyI": Button.INFO,
}


def test_a_key_goes_down_and_up_and_its_repeats_are_nothing(open_tab: BrowserTab) -> None:
    for code, meaning in MEANINGS.items():
        open_tab.browser.key("keyDown", code)
        open_tab.browser.key("keyDown", code, repeat=True)
        open_tab.browser.key("keyDown", code, repeat=True)
        open_tab.browser.key("keyUp", code)
        assert open_tab.edges(2) == [(meaning, True), (meaning, False)]


def test_two_keys_of_one_meaning_are_one_press(open_tab: BrowserTab) -> None:
    open_tab.browser.key("keyDown", "Enter")
    open_tab.browser.key("keyDown", "Space")
    open_tab.browser.key("keyUp", "Enter")
    open_tab.settle()
    assert open_tab.edges(1) == [(Button.OK, True)]
    open_tab.browser.key("keyUp", "Space")
    assert open_tab.edges(1) == [(Button.OK, False)]


def test_the_release_of_meta_releases_every_key_and_no_finger(open_tab: BrowserTab) -> None:
    open_tab.browser.mouse("mousePressed", open_tab.browser.middle(button("ok")))
    open_tab.browser.key("keyDown", "ArrowRight")
    open_tab.browser.key("rawKeyDown", "Meta")
    assert open_tab.edges(2) == [(Button.OK, True), (Button.RIGHT, True)]
    open_tab.browser.key("keyUp", "Meta")
    open_tab.settle()
    assert open_tab.edges(1) == [(Button.RIGHT, False)]
    assert open_tab.rest() == []
    open_tab.browser.mouse("mouseReleased", (3, 3))
    assert open_tab.edges(1) == [(Button.OK, False)]


def test_the_browsers_own_keys_stay_the_browsers(open_tab: BrowserTab) -> None:
    control = 2
    open_tab.browser.key("rawKeyDown", "KeyI", modifiers=control)
    open_tab.browser.key("rawKeyDown", "KeyX")
    open_tab.settle()
    assert open_tab.rest() == []


FIELD = "document.querySelector('#name')"


def name_is_asked_for(tab: BrowserTab, typed: str = "") -> None:
    tab.page.show(SamplePicture(name="spell", typed=typed))
    tab.browser.wait(f"{SCREEN} === 'spell'")


def test_the_field_for_a_name_is_there_only_while_one_is_asked_for(
    open_tab: BrowserTab,
) -> None:
    assert open_tab.browser.run(f"{FIELD}.hidden")
    open_tab.page.show(SamplePicture(name="spell", typed="Be"))
    open_tab.browser.wait(f"!{FIELD}.hidden")
    assert open_tab.browser.run(f"{FIELD}.value") == "Be"
    assert open_tab.browser.run(f"{FIELD}.getAttribute('aria-label')") == "Type a name"
    open_tab.page.show(SamplePicture(name="seat"))
    open_tab.browser.wait(f"{FIELD}.hidden")


def test_letters_of_a_keyboard_go_into_the_name_and_enter_is_ok(open_tab: BrowserTab) -> None:
    name_is_asked_for(open_tab)
    for letter in "Ibž ":
        open_tab.browser.type(letter)
    typed = [open_tab.next() for _ in range(4)]
    assert [event.text for event in typed if isinstance(event, Typed)] == ["I", "b", "ž", " "]
    open_tab.browser.key("keyDown", "Enter")
    open_tab.browser.key("keyUp", "Enter")
    assert open_tab.edges(2) == [(Button.OK, True), (Button.OK, False)]


def test_in_the_list_of_names_a_letter_is_sent_and_arrows_are_buttons(tab: BrowserTab) -> None:
    tab.open()
    tab.page.show(SamplePicture(name="names"))
    tab.browser.wait(f"{SCREEN} === 'names'")
    for letter in "7Ib":
        tab.browser.type(letter)
    assert [tab.next() for _ in range(2)] == [Typed("main", letter, ANY) for letter in "Ib"]
    tab.browser.key("keyDown", "ArrowRight")
    tab.browser.key("keyUp", "ArrowRight")
    assert tab.edges(2) == [(Button.RIGHT, True), (Button.RIGHT, False)]
    assert tab.browser.run(f"{FIELD}.hidden")


def test_a_word_of_a_phones_keyboard_comes_at_once_without_what_no_name_has(
    open_tab: BrowserTab,
) -> None:
    name_is_asked_for(open_tab)
    open_tab.browser.run(f"{FIELD}.focus()")
    open_tab.browser.send("Input.insertText", text="Wil<7>helm")
    assert open_tab.next() == Typed("main", "Wilhelm", ANY)
    open_tab.browser.run(f"{FIELD}.value = 'Wilma'; {FIELD}.dispatchEvent(new Event('input'))")
    off = [(Button.BACK, True), (Button.BACK, False)] * 4
    assert [change(open_tab.next()) for _ in range(8)] == off
    assert open_tab.next() == Typed("main", "ma", ANY)


def test_the_field_follows_what_the_companion_took(open_tab: BrowserTab) -> None:
    name_is_asked_for(open_tab)
    open_tab.browser.type("b")
    assert open_tab.next() == Typed("main", "b", ANY)
    open_tab.page.show(SamplePicture(name="spell", typed="B"))
    open_tab.browser.wait(f"{FIELD}.value === 'B'")
    open_tab.browser.type("e")
    assert open_tab.next() == Typed("main", "e", ANY)


def test_enter_on_a_button_reached_by_tab_presses_that_button(open_tab: BrowserTab) -> None:
    open_tab.browser.run(f"document.querySelector('{button('back')}').focus()")
    open_tab.browser.key("keyDown", "Enter")
    open_tab.browser.key("keyUp", "Enter")
    assert open_tab.edges(2) == [(Button.BACK, True), (Button.BACK, False)]


def test_after_a_click_enter_is_ok_again(open_tab: BrowserTab) -> None:
    for kind in ("mousePressed", "mouseReleased"):
        open_tab.browser.mouse(kind, open_tab.browser.middle(button("left")))
    open_tab.browser.key("keyDown", "Enter")
    open_tab.browser.key("keyUp", "Enter")
    assert open_tab.edges(4)[2:] == [(Button.OK, True), (Button.OK, False)]


def test_a_click_of_a_screen_reader_is_a_press_and_a_release(open_tab: BrowserTab) -> None:
    open_tab.browser.run(f"document.querySelector('{button('info')}').click()")
    assert open_tab.edges(2) == [(Button.INFO, True), (Button.INFO, False)]


def test_a_window_that_loses_the_focus_releases_every_button(open_tab: BrowserTab) -> None:
    for loss in ("blur", "pagehide"):
        open_tab.browser.key("keyDown", "ArrowRight")
        open_tab.browser.mouse("mousePressed", open_tab.browser.middle(button("ok")))
        assert open_tab.edges(2) == [(Button.RIGHT, True), (Button.OK, True)]
        open_tab.browser.run(f"window.dispatchEvent(new Event('{loss}'))")
        assert open_tab.edges(2) == [(Button.RIGHT, False), (Button.OK, False)]
        open_tab.browser.key("keyUp", "ArrowRight")
        open_tab.browser.mouse("mouseReleased", (3, 3))
        open_tab.settle()
        assert open_tab.rest() == []


def test_a_page_that_is_left_releases_its_buttons_and_is_no_panel_any_more(
    tab: BrowserTab,
) -> None:
    tab.open()
    tab.browser.key("keyDown", "ArrowRight")
    assert tab.edges(1) == [(Button.RIGHT, True)]
    tab.browser.open("about:blank")
    assert change(tab.next()) == (Button.RIGHT, False)
    assert isinstance(tab.next(), PanelDown)


def test_the_page_says_that_the_connection_broke_and_finds_a_restarted_server(
    tab: BrowserTab,
) -> None:
    tab.open()
    tab.browser.key("keyDown", "ArrowRight")
    assert tab.edges(1) == [(Button.RIGHT, True)]
    port = URL(tab.url).port or 0
    tab.page.close()
    tab.browser.wait(f"{LINK} !== 'up'")
    assert tab.browser.run(STATUS) in {ENDED, "connecting…"}
    assert tab.browser.run("document.querySelector('.down')") is None
    assert [type(event) for event in tab.rest()] == [Edge, PanelDown]
    tab.page = Page(tab.inbox, port=port)
    tab.page.show(SamplePicture(name="again"))
    tab.page.start()
    tab.browser.wait(f"{LINK} === 'up' && {SCREEN} === 'again'")
    assert tab.browser.run(STATUS) == ""
    assert isinstance(tab.next(), PanelUp)
    tab.browser.key("keyDown", "ArrowRight", repeat=True)
    tab.browser.key("keyUp", "ArrowRight")
    tab.settle()
    assert tab.rest() == []


def test_after_the_server_ends_the_page_says_so_however_often_it_retries(
    tab: BrowserTab,
) -> None:
    tab.open()
    tab.page.show(SamplePicture(name="farewell"))
    tab.browser.wait(f"{SCREEN} === 'farewell'")
    tab.browser.run(
        "window.tries = 0; const before = window.fetch;"
        "window.fetch = (...given) => { window.tries += 1; return before(...given); };"
    )
    tab.page.close()
    tab.browser.wait("window.tries >= 3")
    assert tab.browser.run(STATUS) == ENDED
    assert tab.browser.run(SCREEN) == "farewell"


def test_the_browser_names_its_languages_with_its_first_picture(tab: BrowserTab) -> None:
    agent = tab.browser.run("navigator.userAgent")
    for accepted, languages in (("hu,de", ("hu", "de")), ("en", ("en",))):
        tab.browser.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=accepted)
        tab.browser.open(tab.url)
        up = tab.next()
        assert isinstance(up, PanelUp)
        assert up.languages == languages
        tab.browser.open("about:blank")
        assert isinstance(tab.next(), PanelDown)


def test_after_the_end_a_press_does_not_hide_what_to_do(tab: BrowserTab) -> None:
    tab.open()
    tab.page.close()
    tab.browser.wait(f"{LINK} === 'ended'")
    tab.browser.key("keyDown", "Enter")
    tab.browser.key("keyUp", "Enter")
    assert tab.browser.run(STATUS) == ENDED


def test_the_code_is_asked_for_first_and_again_after_a_restart(browser: Browser) -> None:
    browser.resize(360, 740, 2, touch=True)
    inbox = EventQueue()
    page = Page(inbox, "127.0.0.1", 0, PairingCode("123456"))
    page.show(SamplePicture(name="turn"))
    url = page.start()
    enter = "document.querySelector('#code').value='{}'; document.querySelector('button').click()"
    browser.open(url)
    assert browser.run("document.querySelector('canvas')") is None
    browser.run(enter.format("111111"))
    browser.wait("document.querySelector('[role=alert]').textContent === 'That is not the code.'")
    browser.run(enter.format("123456"))
    browser.wait(f"{LINK} === 'up'")
    assert isinstance(next_event(inbox), PageAddress)
    assert isinstance(next_event(inbox), PanelUp)
    page.close()
    again = Page(inbox, "127.0.0.1", URL(url).port or 0, PairingCode("654321"))
    again.start()
    browser.wait("document.querySelector('#code') !== null")
    assert browser.run("document.cookie") == ""
    browser.open("about:blank")
    again.close()


@pytest.mark.torture
def test_the_wait_after_wrong_codes_counts_down_and_then_a_code_is_taken(browser: Browser) -> None:
    clock = Clock()
    inbox = EventQueue(clock)
    page = Page(inbox, "127.0.0.1", 0, PairingCode("123456"))
    browser.open(page.start())
    browser.run(
        "Date.now = ((real) => { window.later = 0; return () => real() + window.later; })(Date.now)"
    )
    said = "document.querySelector('[role=alert]').textContent"
    shut = "document.querySelector('#code').disabled && document.querySelector('button').disabled"
    wrong = "document.querySelector('#code').value = '111111'; document.querySelector('button')"
    for _ in range(4):
        browser.run(f"document.querySelector('[role=alert]').textContent = ''; {wrong}.click()")
        browser.wait(f"{said} === 'That is not the code.'")
    browser.run(f"{wrong}.click()")
    browser.wait(f"{said}.startsWith('Wait ')")
    assert browser.run(shut)
    browser.wait(f"{said} === 'Wait 28 s.'")
    browser.run("window.later = 20_000")
    browser.wait(f"/^Wait [1-8] s.$/.test({said})")
    browser.run("window.later = 31_000")
    browser.wait(f"{said} === '' && !({shut})")
    assert browser.run("document.activeElement.id") == "code"
    clock.now += 31
    browser.run(wrong.replace("111111", "123456") + ".click()")
    browser.wait(f"{LINK} === 'up'")
    browser.open("about:blank")
    page.close()
