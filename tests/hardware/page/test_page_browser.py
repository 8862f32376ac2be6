"""The page in a real browser: what the canvas shows and what touch, mouse and keys send."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from yarl import URL

from companion.app.events import Button, Edge, Event, PageAddress, PanelDown, PanelUp
from companion.shell.inbox import EventQueue
from hardware.page.pairing import PairingCode
from hardware.page.server import Page
from tests.hardware.page.chromium import Browser, chromium
from tests.hardware.sample import Clock, SamplePicture, dots, next_event, waiting
from tests.tools import npm_package

if TYPE_CHECKING:
    from collections.abc import Iterator

LINK = "document.querySelector('.device')?.dataset.link"
SCREEN = "document.querySelector('.device')?.dataset.screen"
BITS = """
(() => {
  const canvas = document.querySelector('canvas');
  const data = canvas.getContext('2d').getImageData(0, 0, 128, 64).data;
  return Array.from({length: 8192}, (_, i) => i).filter((i) => data[4 * i] > 128);
})()
"""
STATUS = "document.querySelector('.link').textContent"
ENDED = "ended: start the companion again"
LABEL = 21  # pixels below a button in which its name stands
PICTURE = SamplePicture(dots((0, 0), (127, 0), (64, 31), (5, 63)))


class Table:
    """A page that is served and looked at."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.inbox = EventQueue()
        self.page = Page(self.inbox, port=0)
        self.url = self.page.start()
        self.page.show(PICTURE)
        self._down: set[Button] = set()

    def open(self) -> None:
        self.browser.open(self.url)
        self.browser.wait(f"{LINK} === 'up'")
        assert isinstance(next_event(self.inbox), PanelUp)

    def edges(self, count: int) -> list[tuple[Button, bool]]:
        """Take out what is pressed; nothing else may have happened."""
        found = [_change(self.next()) for _ in range(count)]
        assert self.rest() == []
        return found

    def rest(self) -> list[Event]:
        """Take out what happened until now."""
        return [event for event in waiting(self.inbox) if self._is_news(event)]

    def next(self) -> Event:
        """Wait for the next event."""
        while not self._is_news(event := next_event(self.inbox)):
            pass
        return event

    def _is_news(self, event: Event) -> bool:
        """Return whether it is more than the report that a button is still down."""
        if not isinstance(event, Edge):
            return True
        is_news = event.pressed != (event.button in self._down)
        (self._down.add if event.pressed else self._down.discard)(event.button)
        return is_news

    def settle(self) -> None:
        """Let the server answer, so that whatever was sent before has come in."""
        name = f"after {self.inbox.now()}"
        self.page.show(SamplePicture(name=name))
        self.browser.wait(f"{SCREEN} === '{name}'")


def _change(event: Event) -> tuple[Button, bool]:
    assert isinstance(event, Edge), event
    return event.button, event.pressed


def button(name: str) -> str:
    return f"[data-button={name}]"


@pytest.fixture(scope="module")
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


def test_a_screen_reader_hears_a_new_screen_whole_and_then_what_changed(table: Table) -> None:
    live = "document.querySelector('[aria-live]')"
    whole = "document.querySelector('#says').textContent"
    rows = ("Menü", "Rangliste", "Rennkarte")
    table.open()
    table.page.show(SamplePicture(name="menu", texts=rows, chosen=1, language="de"))
    table.browser.wait(f"{live}.textContent === 'Menü · chosen: Rangliste · Rennkarte'")
    assert table.browser.run(f"{live}.lang") == "de"
    table.page.show(SamplePicture(name="menu", texts=rows, chosen=2, language="de"))
    table.browser.wait(f"{live}.textContent === 'chosen: Rennkarte'")
    assert table.browser.run(whole) == "Menü · Rangliste · chosen: Rennkarte"


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


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        ("ArrowLeft", Button.LEFT),
        ("ArrowRight", Button.RIGHT),
        ("ArrowUp", Button.UP),
        ("ArrowDown", Button.DOWN),
        ("Enter", Button.OK),
        ("Space", Button.OK),
        ("Escape", Button.BACK),
        ("Backspace", Button.BACK),
        ("KeyI", Button.INFO),
    ],
)
def test_a_key_goes_down_and_up_and_its_repeats_are_nothing(
    table: Table, code: str, meaning: Button
) -> None:
    table.open()
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


@pytest.mark.parametrize("loss", ["blur", "pagehide"])
def test_a_window_that_loses_the_focus_releases_every_button(table: Table, loss: str) -> None:
    table.open()
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
    assert _change(table.next()) == (Button.RIGHT, False)
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


PHONES = [
    (360, 740, 3),
    (360, 740, 2.625),
    (360, 640, 1),
    (320, 568, 1),
    (320, 568, 2),
    (740, 360, 2),
    (640, 360, 1),
    (800, 277, 1),
    (800, 277, 2.625),
    (568, 232, 2),
    (820, 1180, 2),
]
# On its side a phone has room for three pixels where the buttons leave it.
LARGE = {(640, 360, 1), (800, 277, 1)}


@pytest.mark.parametrize(("width", "height", "ratio"), PHONES)
def test_on_a_phone_all_is_in_sight_the_buttons_large_and_the_scale_whole(
    table: Table, width: int, height: int, ratio: float
) -> None:
    table.browser.resize(width, height, ratio, touch=True)
    table.open()
    canvas = table.browser.box("canvas")
    side = canvas["width"] * ratio / 128
    assert side >= (3 if (width, height, ratio) in LARGE else 2 * min(ratio, 2) - 1)
    assert side == pytest.approx(round(side), abs=0.01)
    assert canvas["height"] * ratio / 64 == pytest.approx(side, abs=0.01)
    table.browser.run("document.querySelector('#share').hidden = false")
    buttons = [table.browser.box(button(n)) for n in ("left", "right", "ok", "back", "info")]
    tools = [table.browser.box(name) for name in ("summary", "#share")]
    assert min(min(box["width"], box["height"]) for box in buttons) >= 44
    named = [*tools, *({**box, "bottom": box["bottom"] + LABEL} for box in buttons)]
    for box in [canvas, *named]:
        assert 0 <= box["left"] < box["right"] <= width
        assert 0 <= box["top"] < box["bottom"] <= height
    for one, other in itertools.combinations([canvas, *named], 2):
        assert not _overlap(one, other)
    shown = "document.documentElement"
    assert table.browser.run(f"[{shown}.scrollWidth, {shown}.scrollHeight]") == [width, height]


@pytest.mark.parametrize(
    ("width", "height", "ratio", "shown"),
    [(360, 740, 2, 320), (390, 844, 3, 341), (1280, 720, 1, 896), (1920, 1080, 1, 1536)],
)
def test_the_glass_uses_the_width_of_a_phone_and_the_height_of_a_desktop(
    table: Table, width: int, height: int, ratio: float, shown: int
) -> None:
    table.browser.resize(width, height, ratio)
    table.open()
    assert table.browser.box("canvas")["width"] == pytest.approx(shown, abs=1)
    root = "document.documentElement"
    assert table.browser.run(f"[{root}.scrollWidth, {root}.scrollHeight]") == [width, height]


@pytest.mark.parametrize(("width", "height", "ratio"), PHONES)
def test_left_is_left_of_right_at_the_same_height(
    table: Table, width: int, height: int, ratio: float
) -> None:
    table.browser.resize(width, height, ratio, touch=True)
    table.open()
    left, right = (table.browser.box(button(name)) for name in ("left", "right"))
    assert left["right"] < right["left"]
    assert left["top"] == right["top"]


@pytest.mark.parametrize("size", [(800, 277), (640, 360), (360, 640), (320, 568), (1000, 700)])
def test_the_words_on_the_connection_leave_the_last_picture_readable(
    table: Table, size: tuple[int, int]
) -> None:
    table.browser.resize(*size)
    table.open()
    table.page.close()
    table.browser.wait(f"{LINK} === 'ended'")
    said, canvas = table.browser.box(".link"), table.browser.box("canvas")
    assert said["height"] >= 16
    assert not _overlap(said, canvas)
    assert not any(
        _overlap(said, table.browser.box(button(name)))
        for name in ("left", "right", "ok", "back", "info")
    )
    assert 0 <= said["left"] < said["right"] <= size[0]
    assert said["bottom"] <= size[1]
    table.browser.wait("getComputedStyle(document.querySelector('canvas')).opacity === '0.6'")


@pytest.mark.parametrize("language", ["en", "de", "hu", "cs", "ru"])
def test_all_that_the_page_says_of_the_line_fits_a_narrow_phone(
    table: Table, language: str
) -> None:
    table.browser.resize(320, 568, 2, touch=True)
    agent = table.browser.run("navigator.userAgent")
    table.browser.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
    table.open()
    for word in ("connecting", "ended", "unreachable", "uncounted"):
        table.browser.run(
            "import('./words.js').then(({ words }) =>"
            f"  document.querySelector('.link').textContent = words['{word}'])"
        )
        said = table.browser.box(".link")
        assert said["left"] >= 8, word
        assert said["right"] <= 320 - 8, word
    table.browser.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="en")


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


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes have more in common than the rounding of their edges."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return min(wide, high) > 0.5


@pytest.mark.parametrize("ratio", [1, 1.5, 2.625])
def test_every_pixel_of_the_panel_is_a_crisp_square_of_device_pixels(ratio: float) -> None:
    checks = dots(*((x, y) for x in range(128) for y in range(64) if (x + y) % 2))
    # An emulated ratio is only a scaled picture: the browser itself must have it.
    with chromium(f"--force-device-scale-factor={ratio}", "--window-size=900,700") as browser:
        table = Table(browser)
        table.page.show(SamplePicture(checks))
        table.open()
        browser.wait("getComputedStyle(document.querySelector('canvas')).opacity === '1'")
        box = browser.box("canvas")
        shot = Image.open(io.BytesIO(browser.screenshot())).convert("L")
        table.page.close()
    corner = [box[edge] * ratio for edge in ("left", "top")]
    left, top = (round(at) for at in corner)
    assert corner == pytest.approx([left, top], abs=0.05)
    side = round(box["width"] * ratio / 128)
    assert side > 1
    glass = shot.crop((left, top, left + 128 * side, top + 64 * side))
    lit = glass.point(lambda value: 255 if value > 128 else 0).convert("1")
    assert lit.tobytes() == checks.resize(lit.size, Image.Resampling.NEAREST).tobytes()


def test_the_buttons_have_names_for_those_who_do_not_see_them(table: Table) -> None:
    table.open()
    names = table.browser.run(
        "[...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'))"
    )
    assert names == ["Left", "Right", "Back", "OK", "Info"]
    assert table.browser.run("document.querySelector('canvas').getAttribute('aria-label')")


AXE = "axe.run().then(({ violations }) => violations.map((one) => one.id))"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_on_the_page_and_on_the_question_for_the_code(
    table: Table, scheme: str
) -> None:
    axe = (npm_package("axe-core", "4.10.3") / "axe.min.js").read_text()
    colours = {"name": "prefers-color-scheme", "value": scheme}
    table.browser.send("Emulation.setEmulatedMedia", features=[colours])
    table.open()
    table.browser.run(axe)
    assert table.browser.run(AXE) == []
    table.browser.run("document.querySelector('details').open = true")
    assert table.browser.run(AXE) == []
    locked = Page(EventQueue(), "127.0.0.1", 0, PairingCode("123456"))
    table.browser.open(locked.start())
    table.browser.run(axe)
    assert table.browser.run(AXE) == []
    locked.close()


def test_what_the_page_is_asked_for_in_its_sheet_is_no_press(table: Table) -> None:
    answer = "document.querySelector('#answer').textContent"
    table.open()
    for kind in ("mousePressed", "mouseReleased"):
        table.browser.mouse(kind, table.browser.middle("summary"))
    assert table.browser.run("document.querySelector('details').open")
    table.browser.run("document.querySelector('#picture').click()")
    table.browser.wait(f"{answer} === 'There is no game yet.'")
    table.browser.key("keyDown", "Escape")
    table.browser.key("keyUp", "Escape")
    assert not table.browser.run("document.querySelector('details').open")
    table.browser.key("keyDown", "Enter")
    table.browser.key("keyUp", "Enter")
    assert table.edges(2) == [(Button.OK, True), (Button.OK, False)]


def test_both_files_go_to_another_app_where_the_browser_can_do_that(table: Table) -> None:
    table.open()
    table.page.show(SamplePicture(name="end"))
    table.browser.wait("!document.querySelector('#share').hidden")
    table.browser.run(
        "navigator.canShare = () => true;"
        "navigator.share = async ({ files }) => { window.shared = files; };"
        "window.fetch = async (name) => new Response(name, { headers: {"
        "  'Content-Type': 'text/plain',"
        "  'Content-Disposition': `attachment; filename=\"${name}.x\"` } });"
        "document.querySelector('#share').click()"
    )
    table.browser.wait("window.shared?.map(({ name }) => name).join() === 'picture.x,record.x'")


def test_sounds_follow_the_game_until_they_are_switched_here(table: Table) -> None:
    box = "document.querySelector('#sound')"
    table.open()
    table.browser.run("localStorage.clear()")
    assert not table.browser.run(f"{box}.checked")
    table.page.play("click", is_on=True)
    table.browser.wait(f"{box}.checked")
    table.browser.run(f"{box}.click()")
    table.page.play("click", is_on=True)
    table.settle()
    assert not table.browser.run(f"{box}.checked")
    table.browser.run("localStorage.clear()")


def test_the_browser_found_nothing_that_the_policy_forbids(table: Table) -> None:
    table.browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="window.refused = [];"
        "document.addEventListener('securitypolicyviolation',"
        "(event) => window.refused.push(event.blockedURI + event.violatedDirective));",
    )
    table.open()
    assert table.browser.run("window.refused") == []


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
