"""The terminal, played by Textual's pilot."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest
from textual import events

from companion.app.events import Button, Edge, EdgeSource, Event, PanelUp, Stop, Tap
from companion.shell.inbox import EventQueue
from hardware.terminal.app import NoTerminalError, Terminal, TerminalDrawingError, run_terminal
from hardware.terminal.widgets import DARK, LIT, PictureWidget
from tests.hardware.sample import Clock, SamplePicture, dots, next_event, waiting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rich.style import Style
    from textual.pilot import Pilot

    from companion.ports import Display


class Game:
    """A loop that shows one picture, notes what comes, and ends at a Stop."""

    def __init__(self) -> None:
        self.inbox = EventQueue(Clock())
        self.noted = EventQueue(Clock())
        self.display: Display | None = None
        self.app = Terminal(self.inbox, self.loop)

    def loop(self, display: Display) -> None:
        self.display = display
        display.show(SamplePicture(dots((0, 0), (1, 1))))
        event: Event | None = None
        while not isinstance(event, Stop):
            event = self.inbox.take(None)
            self.noted.put(event)

    async def event(self) -> Event:
        return await asyncio.to_thread(next_event, self.noted)

    def show(self, picture: SamplePicture) -> None:
        assert self.display is not None
        self.display.show(picture)


def mouse_edge(button: Button, *, pressed: bool) -> Edge:
    return Edge("main", button, pressed, 100.0, EdgeSource.POINTER)


def play(
    script: Callable[[Game, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (142, 42)
) -> Game:
    """Run a script on a game in a terminal of this size, from the first picture on."""

    async def run() -> Game:
        game = Game()
        async with game.app.run_test(size=size) as pilot:
            await script(game, pilot)
        await asyncio.to_thread(game.app.wait_for_loop)
        return game

    return asyncio.run(run())


def line(game: Game, row: int) -> list[tuple[str, str, str]]:
    """Return one line of the glass as runs of text, colour and background."""
    segments = game.app.query_one(PictureWidget).render_line(row)
    return [
        (text, str(style.color and style.color.name), str(style.bgcolor and style.bgcolor.name))
        for text, style, _ in segments
        if style is not None
    ]


async def until(condition: Callable[[], bool], pilot: Pilot[None]) -> None:
    for _ in range(2000):
        if condition():
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came true")


def test_a_large_terminal_shows_two_pixels_a_cell() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        lit = LIT[2]
        await until(lambda: len(line(game, 0)) == 3, pilot)
        assert line(game, 0) == [
            ("▀", lit, DARK),
            ("▀", DARK, lit),
            ("▀" * 126, DARK, DARK),
        ]

    play(script)


def test_a_small_terminal_shows_eight_pixels_a_cell() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        await until(lambda: bool(line(game, 0)), pilot)
        assert line(game, 0) == [("⠑" + "⠀" * 63, LIT[2], DARK)]

    play(script, (80, 24))


def test_the_light_of_a_picture_dims_and_darkens_it() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        for light in (1, 0, 2):
            game.show(SamplePicture(dots((0, 0)), light))
            await until(lambda light=light: line(game, 0)[0][1] == LIT[light], pilot)

    play(script)


def test_of_many_pictures_the_newest_is_seen() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        for x in range(128):
            game.show(SamplePicture(dots((x, 0))))
        await until(lambda: line(game, 0)[0][0] == "▀" * 127, pilot)

    play(script)


MEANINGS = {
    "left": Button.LEFT,
    "right": Button.RIGHT,
    "up": Button.UP,
    "down": Button.DOWN,
    "enter": Button.OK,
    "space": Button.OK,
    "escape": Button.BACK,
    "backspace": Button.BACK,
    "i": Button.INFO,
    "I": Button.INFO,
}


def test_a_key_is_a_tap() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        for key, button in MEANINGS.items():
            await pilot.press(key)
            assert await game.event() == Tap("main", button, 100.0), key

    play(script, (80, 24))


def test_other_keys_are_nothing() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        await pilot.press("x", "tab", "f1", "ctrl+p", "left")
        assert await game.event() == Tap("main", Button.LEFT, 100.0)

    play(script)


@pytest.mark.parametrize("size", [(142, 42), (80, 24), (66, 20)])
def test_the_mouse_presses_holds_and_releases(size: tuple[int, int]) -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        for button in (Button.LEFT, Button.RIGHT, Button.OK, Button.BACK, Button.INFO):
            await pilot.mouse_down(f"#{button}")
            assert await game.event() == mouse_edge(button, pressed=True)
            assert waiting(game.noted) == []
            await pilot.mouse_up(f"#{button}")
            assert await game.event() == mouse_edge(button, pressed=False)

    play(script, size)


def test_the_mouse_releases_outside_the_button_too() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        await pilot.mouse_down("#ok")
        await pilot.mouse_up("#glass")
        assert [await game.event() for _ in range(2)] == [
            mouse_edge(Button.OK, pressed=True),
            mouse_edge(Button.OK, pressed=False),
        ]

    play(script)


def test_a_window_that_loses_the_focus_lets_go() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        await pilot.mouse_down("#right")
        game.app.post_message(events.AppBlur())
        assert [await game.event() for _ in range(2)] == [
            mouse_edge(Button.RIGHT, pressed=True),
            mouse_edge(Button.RIGHT, pressed=False),
        ]

    play(script)


def text(game: Game) -> str:
    """Return what is shown in place of a picture."""
    return str(game.app.query_one("#words").render())


def test_a_terminal_too_small_shows_the_texts_of_the_picture_and_stays_a_panel() -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        await pilot.resize_terminal(50, 12)
        await until(lambda: game.app.query_one("#words").display, pilot)
        assert not game.app.query_one("#glass").display
        assert text(game) == "Anna\n38"
        game.show(SamplePicture(texts=("Béla", "[b]41"), chosen=1))
        await until(lambda: text(game) == "Béla\nchosen: [b]41", pilot)
        await pilot.press("left")
        assert await game.event() == Tap("main", Button.LEFT, 100.0)
        await pilot.resize_terminal(66, 20)
        await until(lambda: bool(line(game, 0)) and "⠀" in line(game, 0)[0][0], pilot)
        assert waiting(game.noted) == []

    play(script)


@pytest.mark.parametrize("size", [(142, 42), (80, 24), (20, 5)])
@pytest.mark.parametrize("value", ["1", ""])
def test_it_draws_whatever_the_value_of_no_color(
    value: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", value)

    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        await until(lambda: text(game) == "Anna\n38", pilot)
        await pilot.pause()
        colours = {style.color for style in styles(game) if style}
        assert ({color for color in colours if color and not color.is_default} == set()) == bool(
            value
        )

    assert play(script, size).app.failure is None


def styles(game: Game) -> list[Style | None]:
    """Return the style of every run of characters on the whole screen."""
    strips = game.app.screen._compositor.render_strips()
    return [style for strip in strips for _, style, _ in strip]


def test_without_colours_cells_differ_by_their_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(game: Game, pilot: Pilot[None]) -> None:
        await until(lambda: bool(line(game, 0)), pilot)
        game.show(SamplePicture(dots((0, 0), (1, 1), (2, 0), (2, 1))))
        await until(lambda: "".join(run[0] for run in line(game, 0)).rstrip() == "▀▄█", pilot)

    play(script)


@pytest.mark.parametrize("size", [(142, 42), (130, 36), (140, 37), (80, 24), (66, 20), (66, 22)])
def test_everything_is_in_sight(size: tuple[int, int]) -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        await until(lambda: bool(line(game, 0)), pilot)
        for name in ("#glass", "#left", "#right", "#back", "#ok", "#info", "#hints"):
            region = game.app.query_one(name).region
            assert game.app.screen.region.contains_region(region), name
            assert region.area > 0, name

    play(script, size)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_ending_the_app_stops_the_loop_which_ends_the_app(key: str) -> None:
    async def script(game: Game, pilot: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        await pilot.press(key)
        assert isinstance(await game.event(), Stop)
        await until(lambda: game.app._exit, pilot)

    assert play(script).app.failure is None


def test_a_loop_that_breaks_ends_the_app_and_its_error_is_kept() -> None:
    async def run() -> Terminal:
        def broken(_: Display) -> None:
            raise ZeroDivisionError

        app = Terminal(EventQueue(), broken)
        async with app.run_test() as pilot:
            await until(lambda: app._exit, pilot)
        await asyncio.to_thread(app.wait_for_loop)
        return app

    assert isinstance(asyncio.run(run()).failure, ZeroDivisionError)


def test_when_textual_fails_the_loop_stops_and_one_sentence_is_the_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def script(game: Game, _: Pilot[None]) -> None:
        assert isinstance(await game.event(), PanelUp)
        game.app.panic("Traceback")

    failure = play(script).app.failure
    assert isinstance(failure, TerminalDrawingError)
    assert "\n" not in str(failure)
    assert "Traceback" not in "".join(capfd.readouterr())


def test_the_loop_runs_beside_the_main_thread() -> None:
    threads: list[threading.Thread] = []

    async def run() -> None:
        app = Terminal(EventQueue(), lambda _: threads.append(threading.current_thread()))
        async with app.run_test() as pilot:
            await until(lambda: app._exit, pilot)
        await asyncio.to_thread(app.wait_for_loop)

    asyncio.run(run())
    assert threads[0] is not threading.main_thread()


def test_without_a_terminal_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/null") as nothing:  # noqa: PTH123 - a stream, not a file's text
        monkeypatch.setattr("sys.__stdin__", nothing)
        with pytest.raises(NoTerminalError, match="--terminal needs a terminal"):
            run_terminal(EventQueue(), lambda _: None)
