"""The page in a real browser: its layouts, what is read out, and what it does beside the device."""

from __future__ import annotations

import io
import itertools

import pytest
from PIL import Image

from companion.app.events import Button
from companion.shell.inbox import EventQueue
from hardware.page.pairing import PairingCode
from hardware.page.server import Page
from tests.hardware.page.browser_tab import LINK, SCREEN, BrowserTab, button
from tests.hardware.page.chromium import chromium
from tests.hardware.sample import SamplePicture, dots
from tests.tools import npm_package

LABEL = 21  # pixels below a button in which its name stands


def test_a_screen_reader_hears_a_new_screen_whole_and_then_what_changed(
    tab: BrowserTab,
) -> None:
    live = "document.querySelector('[aria-live]')"
    whole = "document.querySelector('#says').textContent"
    rows = ("Menü", "Rangliste", "Rennkarte")
    tab.open()
    tab.page.show(SamplePicture(name="menu", texts=rows, chosen=1, language="de"))
    tab.browser.wait(f"{live}.textContent === 'Menü · chosen: Rangliste · Rennkarte'")
    assert tab.browser.run(f"{live}.lang") == "de"
    tab.page.show(SamplePicture(name="menu", texts=rows, chosen=2, language="de"))
    tab.browser.wait(f"{live}.textContent === 'chosen: Rennkarte'")
    assert tab.browser.run(whole) == "Menü · Rangliste · chosen: Rennkarte"


def test_the_page_speaks_the_games_language_once_a_picture_names_it(tab: BrowserTab) -> None:
    label = "document.querySelector('[data-button=left]').getAttribute('aria-label')"
    sound = "document.querySelector('#sound + span').textContent"
    words = f"[document.documentElement.lang, {label}, {sound}]"
    tab.open()
    assert tab.browser.run(words) == ["en", "Left", "Sounds"]
    for language, left, sounds in (("de", "Links", "Töne"), ("ru", "Влево", "Звуки")):
        tab.page.show(SamplePicture(name="turn", texts=("1",), language=language))
        tab.browser.wait(f"{label} === '{left}'")
        assert tab.browser.run(words) == [language, left, sounds]
    tab.page.show(SamplePicture(name="menu", texts=("1",), language="xx"))
    tab.browser.wait(f"{SCREEN} === 'menu'")
    assert tab.browser.run(words) == ["ru", "Влево", "Звуки"]


# Each differs from the one before it in its size, which the page looks at anew then.
PHONES = [
    (360, 740, 3),
    (360, 640, 1),
    (320, 568, 1),
    (740, 360, 2),
    (360, 740, 2.625),
    (640, 360, 1),
    (800, 277, 1),
    (320, 568, 2),
    (800, 277, 2.625),
    (568, 232, 2),
    (820, 1180, 2),
]
# On its side a phone has room for three pixels where the buttons leave it.
LARGE = {(640, 360, 1), (800, 277, 1)}


def test_on_a_phone_all_is_in_sight_the_buttons_large_and_the_scale_whole(
    tab: BrowserTab,
) -> None:
    tab.open()
    tab.browser.run("document.querySelector('#share').hidden = false")
    for width, height, ratio in PHONES:
        tab.resize(width, height, ratio, touch=True)
        size = (width, height, ratio)
        boxes = {
            name: tab.browser.box(selector)
            for name, selector in {
                "canvas": "canvas",
                **{name: button(name) for name in ("left", "right", "ok", "back", "info")},
                "more": "summary",
                "share": "#share",
            }.items()
        }
        canvas = boxes["canvas"]
        side = canvas["width"] * ratio / 128
        assert side >= (3 if size in LARGE else 2 * min(ratio, 2) - 1), size
        assert side == pytest.approx(round(side), abs=0.01), size
        assert canvas["height"] * ratio / 64 == pytest.approx(side, abs=0.01), size
        for edge in ("left", "top"):
            assert canvas[edge] * ratio == pytest.approx(round(canvas[edge] * ratio), abs=0.05)
        assert min(min(box["width"], box["height"]) for box in boxes.values()) >= 44, size
        assert boxes["left"]["right"] < boxes["right"]["left"], size
        assert boxes["left"]["top"] == boxes["right"]["top"], size
        for name in ("left", "right", "ok", "back", "info"):
            boxes[name]["bottom"] += LABEL
        for name, box in boxes.items():
            assert 0 <= box["left"] < box["right"] <= width, (size, name)
            assert 0 <= box["top"] < box["bottom"] <= height, (size, name)
        for (one, its), (other, others) in itertools.combinations(boxes.items(), 2):
            assert not _overlap(its, others), (size, one, other)
        assert _extent(tab) == [width, height]


def test_the_picture_uses_the_width_of_a_phone_and_the_height_of_a_desktop(
    tab: BrowserTab,
) -> None:
    tab.open()
    for width, height, ratio, shown in (
        *((360, 740, 2, 320), (390, 844, 3, 341), (1280, 720, 1, 896)),
        *((1920, 1080, 1, 1536), (1000, 700, 1, 768)),
    ):
        tab.resize(width, height, ratio)
        assert tab.browser.box("canvas")["width"] == pytest.approx(shown, abs=1), width
        assert _extent(tab) == [width, height]


def _extent(tab: BrowserTab) -> list[int]:
    """Return how much room the page takes, width and height."""
    root = "document.documentElement"
    return list(tab.browser.run(f"[{root}.scrollWidth, {root}.scrollHeight]"))


def test_the_words_on_the_connection_leave_the_last_picture_readable(
    tab: BrowserTab,
) -> None:
    tab.open()
    tab.page.close()
    tab.browser.wait(f"{LINK} === 'ended'")
    for width, height in ((800, 277), (640, 360), (360, 640), (320, 568), (1000, 700)):
        tab.resize(width, height)
        said, canvas = tab.browser.box(".link"), tab.browser.box("canvas")
        buttons = [tab.browser.box(button(n)) for n in ("left", "right", "ok", "back", "info")]
        assert said["height"] >= 16
        assert not any(_overlap(said, box) for box in [canvas, *buttons]), (width, height)
        assert 0 <= said["left"] < said["right"] <= width
        assert said["bottom"] <= height
    tab.browser.wait("getComputedStyle(document.querySelector('canvas')).opacity === '0.6'")


def test_all_texts_about_the_connection_fit_a_narrow_phone(tab: BrowserTab) -> None:
    tab.browser.resize(320, 568, 2, touch=True)
    tab.open()
    boxes = tab.browser.run(
        "import('./words.js').then(({ WORDS }) => Object.values(WORDS).flatMap((words) =>"
        "  ['connecting', 'ended', 'unreachable', 'uncounted'].map((name) => {"
        "    const link = document.querySelector('.link');"
        "    link.textContent = words[name];"
        "    return [words[name], link.getBoundingClientRect().toJSON()];"
        "  })))"
    )
    assert len(boxes) == 20
    for said, box in boxes:
        assert box["left"] >= 8, said
        assert box["right"] <= 320 - 8, said


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes have more in common than the rounding of their edges."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return min(wide, high) > 0.5


CHECKS = dots(*((x, y) for x in range(128) for y in range(64) if (x + y) % 2))


def test_every_pixel_of_the_panel_is_a_crisp_square_of_device_pixels(
    tab: BrowserTab,
) -> None:
    tab.page.show(SamplePicture(CHECKS))
    tab.open()
    _look_closely(tab, 1)


@pytest.mark.torture
@pytest.mark.parametrize("ratio", [1.5, 2.625])
def test_every_pixel_is_crisp_where_a_pixel_of_the_page_is_no_whole_number(ratio: float) -> None:
    # An emulated ratio is only a scaled picture: the browser itself must have it.
    with chromium(f"--force-device-scale-factor={ratio}", "--window-size=900,700") as browser:
        tab = BrowserTab(browser)
        tab.page.show(SamplePicture(CHECKS))
        tab.open()
        _look_closely(tab, ratio)
        tab.page.close()


def _look_closely(tab: BrowserTab, ratio: float) -> None:
    browser = tab.browser
    browser.wait("getComputedStyle(document.querySelector('canvas')).opacity === '1'")
    box = browser.box("canvas")
    shot = Image.open(io.BytesIO(browser.screenshot())).convert("L")
    corner = [box[edge] * ratio for edge in ("left", "top")]
    left, top = (round(at) for at in corner)
    assert corner == pytest.approx([left, top], abs=0.05)
    side = round(box["width"] * ratio / 128)
    assert side > 1
    glass = shot.crop((left, top, left + 128 * side, top + 64 * side))
    lit = glass.point(lambda value: 255 if value > 128 else 0).convert("1")
    assert lit.tobytes() == CHECKS.resize(lit.size, Image.Resampling.NEAREST).tobytes()


def test_the_buttons_have_names_for_those_who_do_not_see_them(open_tab: BrowserTab) -> None:
    names = open_tab.browser.run(
        "[...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'))"
    )
    assert names == ["Left", "Right", "Back", "OK", "Info"]
    assert open_tab.browser.run("document.querySelector('canvas').getAttribute('aria-label')")


AXE = "axe.run().then(({ violations }) => violations.map((one) => one.id))"


def test_axe_finds_nothing_on_the_page_and_on_the_question_for_the_code(
    tab: BrowserTab,
) -> None:
    axe = (npm_package("axe-core", "4.10.3") / "axe.min.js").read_text()
    tab.open()
    tab.browser.run("document.querySelector('#share').hidden = false")
    _run_axe(tab, axe)
    tab.browser.run("document.querySelector('details').open = true")
    _run_axe(tab, axe)
    tab.page.show(SamplePicture(name="spell", typed="Anna"))
    tab.browser.wait(f"{SCREEN} === 'spell'")
    tab.browser.run("document.querySelector('details').open = false")
    tab.page.close()
    tab.browser.wait(f"{LINK} === 'ended'")
    _run_axe(tab, axe)
    locked = Page(EventQueue(), "127.0.0.1", 0, PairingCode("123456"))
    tab.browser.open(locked.start())
    _run_axe(tab, axe)
    locked.close()


def _run_axe(tab: BrowserTab, axe: str) -> None:
    tab.browser.run(axe)
    for scheme in ("light", "dark"):
        colours = {"name": "prefers-color-scheme", "value": scheme}
        tab.browser.send("Emulation.setEmulatedMedia", features=[colours])
        assert tab.browser.run(AXE) == []


def test_what_the_page_is_asked_for_in_its_sheet_is_no_press(tab: BrowserTab) -> None:
    answer = "document.querySelector('#answer').textContent"
    tab.open()
    for kind in ("mousePressed", "mouseReleased"):
        tab.browser.mouse(kind, tab.browser.middle("summary"))
    assert tab.browser.run("document.querySelector('details').open")
    tab.browser.run("document.querySelector('#picture').click()")
    tab.browser.wait(f"{answer} === 'There is no game yet.'")
    tab.browser.key("keyDown", "Escape")
    tab.browser.key("keyUp", "Escape")
    assert not tab.browser.run("document.querySelector('details').open")
    tab.browser.key("keyDown", "Enter")
    tab.browser.key("keyUp", "Enter")
    assert tab.edges(2) == [(Button.OK, True), (Button.OK, False)]


def test_both_files_go_to_another_app_where_the_browser_can_do_that(
    tab: BrowserTab,
) -> None:
    tab.open()
    tab.page.show(SamplePicture(name="end"))
    tab.browser.wait("!document.querySelector('#share').hidden")
    tab.browser.run(
        "navigator.canShare = () => true;"
        "navigator.share = async ({ files }) => { window.shared = files; };"
        "window.fetch = async (name) => new Response(name, { headers: {"
        "  'Content-Type': 'text/plain',"
        "  'Content-Disposition': `attachment; filename=\"${name}.x\"` } });"
        "document.querySelector('#share').click()"
    )
    tab.browser.wait("window.shared?.map(({ name }) => name).join() === 'picture.x,record.x'")


def test_sounds_follow_the_game_until_they_are_switched_here(tab: BrowserTab) -> None:
    box = "document.querySelector('#sound')"
    tab.open()
    tab.browser.run("localStorage.clear()")
    assert not tab.browser.run(f"{box}.checked")
    tab.page.play("click", is_on=True)
    tab.browser.wait(f"{box}.checked")
    tab.browser.run(f"{box}.click()")
    tab.page.play("click", is_on=True)
    tab.settle()
    assert not tab.browser.run(f"{box}.checked")
    tab.browser.run("localStorage.clear()")


def test_where_nothing_may_be_kept_the_page_plays_all_the_same(tab: BrowserTab) -> None:
    refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    added = tab.browser.send("Page.addScriptToEvaluateOnNewDocument", source=refuse)
    tab.open()
    tab.browser.run("document.querySelector('#awake').click()")
    tab.browser.send("Page.removeScriptToEvaluateOnNewDocument", **added)
    tab.browser.key("keyDown", "Enter")
    tab.browser.key("keyUp", "Enter")
    assert tab.edges(2) == [(Button.OK, True), (Button.OK, False)]


def test_the_browser_found_nothing_that_the_policy_forbids(tab: BrowserTab) -> None:
    tab.browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="window.refused = [];"
        "document.addEventListener('securitypolicyviolation',"
        "(event) => window.refused.push(event.blockedURI + event.violatedDirective));",
    )
    tab.open()
    assert tab.browser.run("window.refused") == []
