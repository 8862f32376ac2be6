"""The device drawn in a terminal: Textual in the main thread, the game's loop in another."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.containers import Horizontal
from textual.filter import Monochrome, NoColor
from textual.widgets import Static

from companion import CompanionError
from companion.app.events import MAIN, Button, Edge, EdgeSource, PanelUp, Stop, Tap
from hardware.latest_frame import LatestFrame
from hardware.picture_text import picture_lines
from hardware.stop_signals import stop_signals
from hardware.terminal.cells import CellStyle, spare_rows, style_for
from hardware.terminal.driver import TolerantDriver, terminal_size
from hardware.terminal.forced_end import GONE, ForcedEnd, HangupWatch
from hardware.terminal.widgets import DARK, ButtonWidget, PictureWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.filter import LineFilter
    from textual.geometry import Size

    from companion.ports import Display, Inbox, Picture

BUTTON_OF_KEY = {key: button for button in Button for key in button.keys}
HINTS = "← → · Enter: OK · Esc: back · i: info · q: end"
# With two more rows the buttons are taller, with a third there is a margin above them.
_ROOMY = 2
_AIRY = 3


class NoTerminalError(CompanionError, OSError):
    """There is no terminal to draw in."""

    def __init__(self) -> None:
        """Name what to do instead."""
        super().__init__(
            "--terminal needs a terminal, and input or output is none: "
            "start it without a pipe, or use the page."
        )


class TerminalDrawingError(CompanionError, RuntimeError):
    """Textual has ended the app because of an error of its own."""

    def __init__(self) -> None:
        """Name what to do instead."""
        super().__init__(
            "the terminal could not be drawn any longer: start again, or use --text or the page."
        )


class Terminal(App[None]):
    """A Display in a terminal; keys are Taps, the mouse on the buttons gives Edges.

    `start_loop` runs in a thread of its own with this display; when it returns, the app ends. In a
    terminal that is too small for the picture it is shown in words.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: #16241c; align: center middle; }}
    #glass {{ border: round #565b63; background: {DARK}; }}
    .half #glass {{ width: 130; height: 34; }}
    .braille #glass {{ width: 66; height: 18; }}
    .half #keys, .half #hints {{ width: 130; }}
    .braille #keys, .braille #hints {{ width: 66; }}
    #keys {{ height: auto; align-horizontal: center; }}
    .airy #keys {{ margin-top: 1; }}
    ButtonWidget {{
        width: 11; height: 1; margin: 0 1;
        content-align: center middle;
        background: #efe8d9; color: #33302a;
    }}
    .roomy ButtonWidget {{ height: 3; }}
    #ok {{ background: #ee8136; color: #2a1406; text-style: bold; }}
    ButtonWidget.down {{ background: #5d574a; color: #fff8ee; }}
    #hints {{ height: 1; text-align: center; color: #8fa396; }}
    #words {{ display: none; width: 100%; height: 100%; color: #e9f1ff; }}
    .none #glass, .none #keys, .none #hints {{ display: none; }}
    .none #words {{ display: block; }}
    """
    panel: ClassVar[str] = MAIN

    def __init__(
        self,
        inbox: Inbox,
        start_loop: Callable[[Display], None],
        on_loop_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Start nothing yet; `on_loop_end` is called in the loop's thread when it has ended."""
        super().__init__(driver_class=TolerantDriver)
        self._is_colourless = bool(os.environ.get("NO_COLOR"))  # https://no-color.org
        self._on_loop_end = on_loop_end
        self.failure: BaseException | None = None
        self._inbox = inbox
        self._start_loop = start_loop
        self._picture_widget = PictureWidget(is_colourless=self._is_colourless)
        self._text_widget = Static(id="words", markup=False)
        self._latest_frame = LatestFrame(self._draw)
        self._player = threading.Thread(target=self._play, name="loop", daemon=True)
        self._events: asyncio.AbstractEventLoop | None = None
        self._is_ending = False

    def compose(self) -> ComposeResult:
        """Yield the widgets: picture, buttons, hints, and the texts of small terminals."""
        yield self._picture_widget
        yield Horizontal(*(ButtonWidget(button) for button in Button if button.label), id="keys")
        yield Static(HINTS, id="hints", markup=False)
        yield self._text_widget

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Remove all colours where NO_COLOR says so; Textual would show shades of grey."""
        if self._is_colourless:
            return [NoColor()]
        return [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]

    def on_mount(self) -> None:
        """Start the loop, now that its pictures can be shown."""
        self._events = asyncio.get_running_loop()
        self._latest_frame.attach(self._events)
        self._fit(self.size)
        self._inbox.put(PanelUp(self.panel, self._inbox.now(), upright=True))
        self._player.start()

    def on_resize(self, event: events.Resize) -> None:
        """Draw as large as fits; where nothing does, in words."""
        self._fit(event.size)  # the app's own size is still the old one

    def on_key(self, event: events.Key) -> None:
        """Put a key as a Tap: a terminal does not report the release of a key."""
        if event.key == "q":
            self._end()
        elif (button := BUTTON_OF_KEY.get(event.key)) is not None:
            event.stop()
            self._inbox.put(Tap(self.panel, button, self._inbox.now()))

    def on_button_widget_changed(self, message: ButtonWidget.Changed) -> None:
        """Put the presses and releases of the mouse."""
        edge = Edge(
            self.panel, message.button, message.pressed, self._inbox.now(), EdgeSource.POINTER
        )
        self._inbox.put(edge)

    def on_app_blur(self) -> None:
        """Release every button: the mouse may be released in another window."""
        for key in self.query(ButtonWidget):
            key.release()

    async def action_quit(self) -> None:
        """End the game, as q does."""
        self._end()

    def action_help_quit(self) -> None:
        """End the game by Ctrl+C, too."""
        self._end()

    def wait_for_loop(self) -> None:
        """Wait until the loop has ended, which saves the game."""
        self._inbox.put(Stop(self._inbox.now()))
        if self._player.ident is not None:
            self._player.join()

    def drop_output(self) -> None:
        """Write nothing more: the terminal is gone."""
        if isinstance(self._driver, TolerantDriver):
            self._driver.is_terminal_gone = True

    def _print_error_renderables(self) -> None:
        """Keep that Textual has failed, for run_terminal, in place of printing its traceback."""
        if self._exit_renderables:
            self._exit_renderables.clear()
            self.failure = self.failure or TerminalDrawingError()

    def _fit(self, size: Size) -> None:
        style = style_for(*size)
        for other in CellStyle:
            self.screen.set_class(other is style, other.name.lower())
        spare = spare_rows(style, size.height)
        self.screen.set_class(spare >= _ROOMY, "roomy")
        self.screen.set_class(spare >= _AIRY, "airy")
        self._picture_widget.draw_as(style)

    def _draw(self, picture: Picture) -> None:
        self._picture_widget.show(picture)
        self._text_widget.update("\n".join(picture_lines(picture)))

    def _end(self) -> None:
        """Ask the loop to end; the second time, end the app at once."""
        if self._is_ending:
            self.exit()
        self._is_ending = True
        self._inbox.put(Stop(self._inbox.now()))

    def _play(self) -> None:
        try:
            self._start_loop(_Screen(self.panel, self._latest_frame))
        except BaseException as error:  # noqa: BLE001 - run_terminal raises it on the main thread
            self.failure = error
        finally:
            self._on_loop_end()
            with contextlib.suppress(RuntimeError):  # Textual has ended before
                if self._events is not None:
                    self._events.call_soon_threadsafe(self.exit)


class _Screen:
    """The Display that the loop is given."""

    def __init__(self, panel: str, latest_frame: LatestFrame) -> None:
        """Pass pictures on to this."""
        self.panel = panel
        self._latest_frame = latest_frame

    def show(self, picture: Picture) -> None:
        """Show this picture next; never blocks, never raises."""
        self._latest_frame.show(picture)

    def close(self) -> None:
        """Keep the last picture until the app ends."""


def run_terminal(inbox: Inbox, start_loop: Callable[[Display], None]) -> int:
    """Show the device in this terminal until the loop ends, and return the exit status.

    To be called in the main thread. Ending the app (q, Ctrl+C, Ctrl+Q) puts a Stop, to which the
    loop returns. What the loop raises is raised here, after the
    terminal is restored. SIGHUP and SIGQUIT put a Stop, too. A terminal that is gone, or accepts
    no output, ends the process.

    Raises:
        NoTerminalError: when there is none.
        TerminalDrawingError: when Textual fails.

    """
    if not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stderr__)):
        raise NoTerminalError
    terminal = 0
    forced_end = ForcedEnd(terminal)
    app = Terminal(inbox, start_loop, on_loop_end=forced_end.start)

    def hang_up() -> None:
        app.drop_output()
        forced_end.start(GONE)
        inbox.put(Stop(inbox.now()))

    HangupWatch([terminal, 2], hang_up)
    with stop_signals(inbox):
        app.run(size=terminal_size())
        app.wait_for_loop()
    forced_end.cancel()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def _is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty())
