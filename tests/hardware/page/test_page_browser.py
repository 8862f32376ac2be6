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
from tests.hardware.page.table import LINK, SCREEN, button, change
from tests.hardware.sample import Clock, SamplePicture, dots, next_event

if TYPE_CHECKING:
    from tests.hardware.page.chromium import Browser
    from tests.hardware.page.table import Table

BITS = """
(() => {
  const canvas = document.querySelector('canvas');
  const data = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;
  return Array.from({length: 8192}, (_, i) => i).filter((i) => data[4 * i] > 128);
})()
"""
STATUS = "document.querySelector('.link').textContent"
ENDED = "ended: start the companion again"


def test_the_pixels_of_the_picture_are_on_the_canvas(table: Table) -> None:
    table.open()
    assert table.browser.run(BITS) == [0, 127, 31 * 128 + 64, 63 * 128 + 5]


def test_the_next_picture_replaces_it_with_its_light_and_its_texts(table: Table) -> None:
    table.open()
    table.page.show(SamplePicture(dots((1, 1)), 1, "menu", ("Undo: B 7>12", "Ranking")))
    table.browser.wait(f"{SCREEN} === 'menu'")
    assert table.browser.run(BITS) == [129]
    assert table.browser.run("document.querySelector('.device').dataset.light") == "1"
    announced = table.browser.run("document.querySelector('[aria-live]').textContent")
    assert announced == "Undo: B 7>12 · Ranking"


def test_a_dark_panel_shows_nothing(table: Table) -> None:
    table.open()
    table.page.show(SamplePicture(dots((1, 1)), 0, "dark", ()))
    table.browser.wait("getComputedStyle(document.querySelector('canvas')).opacity === '0'")


def test_a_mouse_presses_holds_and_releases_even_outside_the_button(table: Table) -> None:
    table.open()
    table.browser.mouse("mousePressed", table.browser.middle(button("right")))
    assert table.edges(1) == [(Button.RIGHT, True)]
    table.browser.mouse("mouseMoved", (3, 3))
    table.browser.mouse("mouseReleased", (3, 3))
    assert table.edges(1) == [(Button.RIGHT, False)]


def test_two_touches_hold_two_buttons(table: Table) -> None:
    table.browser.resize(360, 740, 2, touch=True)
    table.open()
    left, ok = (table.browser.middle(button(name)) for name in ("left", "ok"))
    table.browser.touch("touchStart", left)
    table.browser.touch("touchStart", left, ok)
    table.browser.touch("touchEnd")
    assert table.edges(4)[:2] == [(Button.LEFT, True), (Button.OK, True)]


def test_a_touch_that_the_system_cancels_is_released(table: Table) -> None:
    table.browser.resize(360, 740, 2, touch=True)
    table.open()
    table.browser.touch("touchStart", table.browser.middle(button("left")))
    table.browser.touch("touchCancel")
    assert table.edges(2) == [(Button.LEFT, True), (Button.LEFT, False)]


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


def test_a_key_goes_down_and_up_and_its_repeats_are_nothing(table: Table) -> None:
    table.open()
    for code, meaning in MEANINGS.items():
        table.browser.key("keyDown", code)
        table.browser.key("keyDown", code, repeat=True)
        table.browser.key("keyDown", code, repeat=True)
        table.browser.key("keyUp", code)
        assert table.edges(2) == [(meaning, True), (meaning, False)]


def test_two_keys_of_one_meaning_are_one_press(table: Table) -> None:
    table.open()
    table.browser.key("keyDown", "Enter")
    table.browser.key("keyDown", "Space")
    table.browser.key("keyUp", "Enter")
    table.settle()
    assert table.edges(1) == [(Button.OK, True)]
    table.browser.key("keyUp", "Space")
    assert table.edges(1) == [(Button.OK, False)]


def test_the_release_of_meta_releases_every_key_and_no_finger(table: Table) -> None:
    table.open()
    table.browser.mouse("mousePressed", table.browser.middle(button("ok")))
    table.browser.key("keyDown", "ArrowRight")
    table.browser.key("rawKeyDown", "Meta")
    assert table.edges(2) == [(Button.OK, True), (Button.RIGHT, True)]
    table.browser.key("keyUp", "Meta")
    table.settle()
    assert table.edges(1) == [(Button.RIGHT, False)]
    assert table.rest() == []
    table.browser.mouse("mouseReleased", (3, 3))
    assert table.edges(1) == [(Button.OK, False)]


def test_the_browsers_own_keys_stay_the_browsers(table: Table) -> None:
    table.open()
    control = 2
    table.browser.key("rawKeyDown", "KeyI", modifiers=control)
    table.browser.key("rawKeyDown", "KeyX")
    table.settle()
    assert table.rest() == []


FIELD = "document.querySelector('#name')"


def name_is_asked_for(table: Table, typed: str = "") -> None:
    table.open()
    table.page.show(SamplePicture(name="spell", typed=typed))
    table.browser.wait(f"{SCREEN} === 'spell'")


def test_the_field_for_a_name_is_there_only_while_one_is_asked_for(table: Table) -> None:
    table.open()
    assert table.browser.run(f"{FIELD}.hidden")
    table.page.show(SamplePicture(name="spell", typed="Be"))
    table.browser.wait(f"!{FIELD}.hidden")
    assert table.browser.run(f"{FIELD}.value") == "Be"
    assert table.browser.run(f"{FIELD}.getAttribute('aria-label')") == "Type a name"
    table.page.show(SamplePicture(name="seat"))
    table.browser.wait(f"{FIELD}.hidden")


def test_letters_of_a_keyboard_go_into_the_name_and_enter_is_ok(table: Table) -> None:
    name_is_asked_for(table)
    for letter in "Ibž ":
        table.browser.type(letter)
    typed = [table.next() for _ in range(4)]
    assert [event.text for event in typed if isinstance(event, Typed)] == ["I", "b", "ž", " "]
    table.browser.key("keyDown", "Enter")
    table.browser.key("keyUp", "Enter")
    assert table.edges(2) == [(Button.OK, True), (Button.OK, False)]


def test_a_word_of_a_phones_keyboard_comes_at_once_without_what_no_name_has(table: Table) -> None:
    name_is_asked_for(table)
    table.browser.run(f"{FIELD}.focus()")
    table.browser.send("Input.insertText", text="Wil<7>helm")
    assert table.next() == Typed("main", "Wilhelm", ANY)
    table.browser.run(f"{FIELD}.value = 'Wilma'; {FIELD}.dispatchEvent(new Event('input'))")
    off = [(Button.BACK, True), (Button.BACK, False)] * 4
    assert [change(table.next()) for _ in range(8)] == off
    assert table.next() == Typed("main", "ma", ANY)


def test_the_field_follows_what_the_companion_took(table: Table) -> None:
    name_is_asked_for(table)
    table.browser.type("b")
    assert table.next() == Typed("main", "b", ANY)
    table.page.show(SamplePicture(name="spell", typed="B"))
    table.browser.wait(f"{FIELD}.value === 'B'")
    table.browser.type("e")
    assert table.next() == Typed("main", "e", ANY)


def test_enter_on_a_button_reached_by_tab_presses_that_button(table: Table) -> None:
    table.open()
    table.browser.run(f"document.querySelector('{button('back')}').focus()")
    table.browser.key("keyDown", "Enter")
    table.browser.key("keyUp", "Enter")
    assert table.edges(2) == [(Button.BACK, True), (Button.BACK, False)]


def test_after_a_click_enter_is_ok_again(table: Table) -> None:
    table.open()
    for kind in ("mousePressed", "mouseReleased"):
        table.browser.mouse(kind, table.browser.middle(button("left")))
    table.browser.key("keyDown", "Enter")
    table.browser.key("keyUp", "Enter")
    assert table.edges(4)[2:] == [(Button.OK, True), (Button.OK, False)]


def test_a_click_of_a_screen_reader_is_a_press_and_a_release(table: Table) -> None:
    table.open()
    table.browser.run(f"document.querySelector('{button('info')}').click()")
    assert table.edges(2) == [(Button.INFO, True), (Button.INFO, False)]


def test_a_window_that_loses_the_focus_releases_every_button(table: Table) -> None:
    table.open()
    for loss in ("blur", "pagehide"):
        table.browser.key("keyDown", "ArrowRight")
        table.browser.mouse("mousePressed", table.browser.middle(button("ok")))
        assert table.edges(2) == [(Button.RIGHT, True), (Button.OK, True)]
        table.browser.run(f"window.dispatchEvent(new Event('{loss}'))")
        assert table.edges(2) == [(Button.RIGHT, False), (Button.OK, False)]
        table.browser.key("keyUp", "ArrowRight")
        table.browser.mouse("mouseReleased", (3, 3))
        table.settle()
        assert table.rest() == []


def test_a_page_that_is_left_releases_its_buttons_and_is_no_panel_any_more(table: Table) -> None:
    table.open()
    table.browser.key("keyDown", "ArrowRight")
    assert table.edges(1) == [(Button.RIGHT, True)]
    table.browser.open("about:blank")
    assert change(table.next()) == (Button.RIGHT, False)
    assert isinstance(table.next(), PanelDown)


def test_the_page_says_that_the_connection_broke_and_finds_a_restarted_server(table: Table) -> None:
    table.open()
    table.browser.key("keyDown", "ArrowRight")
    assert table.edges(1) == [(Button.RIGHT, True)]
    port = URL(table.url).port or 0
    table.page.close()
    table.browser.wait(f"{LINK} !== 'up'")
    assert table.browser.run(STATUS) in {ENDED, "connecting…"}
    assert table.browser.run("document.querySelector('.down')") is None
    assert [type(event) for event in table.rest()] == [Edge, PanelDown]
    table.page = Page(table.inbox, port=port)
    table.page.show(SamplePicture(name="again"))
    table.page.start()
    table.browser.wait(f"{LINK} === 'up' && {SCREEN} === 'again'")
    assert table.browser.run(STATUS) == ""
    assert isinstance(table.next(), PanelUp)
    table.browser.key("keyDown", "ArrowRight", repeat=True)
    table.browser.key("keyUp", "ArrowRight")
    table.settle()
    assert table.rest() == []


def test_after_the_server_ends_the_page_says_so_however_often_it_retries(
    table: Table,
) -> None:
    table.open()
    table.page.show(SamplePicture(name="farewell"))
    table.browser.wait(f"{SCREEN} === 'farewell'")
    table.browser.run(
        "window.tries = 0; const before = window.fetch;"
        "window.fetch = (...given) => { window.tries += 1; return before(...given); };"
    )
    table.page.close()
    table.browser.wait("window.tries >= 3")
    assert table.browser.run(STATUS) == ENDED
    assert table.browser.run(SCREEN) == "farewell"


def test_the_browser_names_its_languages_with_its_first_picture(table: Table) -> None:
    agent = table.browser.run("navigator.userAgent")
    for accepted, languages in (("hu,de", ("hu", "de")), ("en", ("en",))):
        table.browser.send(
            "Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=accepted
        )
        table.browser.open(table.url)
        up = table.next()
        assert isinstance(up, PanelUp)
        assert up.languages == languages
        table.browser.open("about:blank")
        assert isinstance(table.next(), PanelDown)


def test_after_the_end_a_press_does_not_hide_what_to_do(table: Table) -> None:
    table.open()
    table.page.close()
    table.browser.wait(f"{LINK} === 'ended'")
    table.browser.key("keyDown", "Enter")
    table.browser.key("keyUp", "Enter")
    assert table.browser.run(STATUS) == ENDED


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
