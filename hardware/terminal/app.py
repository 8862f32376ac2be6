"""The display that is a terminal: Textual on the main thread, the game's loop in another."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.containers import Horizontal
from textual.drivers.linux_driver import LinuxDriver
from textual.widgets import Static

from companion import CompanionError
from companion.app.events import MAIN, Button, Edge, PanelDown, PanelUp, Stop, Tap
from hardware.handover import Handover
from hardware.terminal.cells import SMALLEST, Style, spare_rows, style_for
from hardware.terminal.widgets import DARK, Glass, Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size

    from companion.ports import Display, Inbox, Picture

# The names of keys are Textual's.
KEYS = {
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
LABELS = {
    Button.LEFT: "◀ left",
    Button.RIGHT: "right ▶",
    Button.BACK: "back",
    Button.OK: "OK",
    Button.INFO: "info",
}
HINTS = "← → · Enter: OK · Esc: back · i: info · q: end"
TOO_SMALL = f"Please enlarge the terminal to {SMALLEST[0]}x{SMALLEST[1]}.\n\nThe game waits. q: end"
# Two rows more make buttons that a mouse hits easily, a third sets them apart from the glass.
_ROOMY = 2
_AIRY = 3


class NoTerminalError(CompanionError, OSError):
    """There is no terminal to draw in."""

    def __init__(self) -> None:
        """Say what to do instead."""
        super().__init__(
            "--terminal needs a terminal, and input or output is none: "
            "start it without a pipe, or use the page."
        )


class Keyboard(LinuxDriver):
    """Textual's driver, to which a byte that is no UTF-8 is no key instead of the end of all."""

    def run_input_thread(self) -> None:
        """Read keys until the end; what came in one gulp with such a byte is lost."""
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return


class Terminal(App[None]):
    """A Display in a terminal; keys are Taps, the mouse on the buttons gives Edges.

    `start_loop` runs in a thread of its own with this display; when it returns, the app ends.
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
    Key {{
        width: 11; height: 1; margin: 0 1;
        content-align: center middle;
        background: #efe8d9; color: #33302a;
    }}
    .roomy Key {{ height: 3; }}
    #ok {{ background: #ee8136; color: #fff8ee; text-style: bold; }}
    Key.down {{ background: #8d8676; color: #fff8ee; }}
    #hints {{ height: 1; text-align: center; color: #8fa396; }}
    #small {{ display: none; width: auto; height: auto; text-align: center; color: #e9f1ff; }}
    .none #glass, .none #keys, .none #hints {{ display: none; }}
    .none #small {{ display: block; }}
    """
    panel: ClassVar[str] = MAIN

    def __init__(self, inbox: Inbox, start_loop: Callable[[Display], None]) -> None:
        """Start nothing yet."""
        super().__init__(driver_class=Keyboard)
        self.failure: BaseException | None = None
        self._inbox = inbox
        self._start_loop = start_loop
        self._glass = Glass()
        self._handover = Handover(self._glass.show)
        self._player = threading.Thread(target=self._play, name="loop", daemon=True)
        self._events: asyncio.AbstractEventLoop | None = None
        self._is_seen = False
        self._is_ending = False

    def compose(self) -> ComposeResult:
        """Lay the device out."""
        yield self._glass
        yield Horizontal(*(Key(button, label) for button, label in LABELS.items()), id="keys")
        yield Static(HINTS, id="hints", markup=False)
        yield Static(TOO_SMALL, id="small", markup=False)

    def on_mount(self) -> None:
        """Start the game now that there is something to see it on."""
        self._events = asyncio.get_running_loop()
        self._handover.attach(self._events)
        self._fit(self.size)
        self._player.start()

    def on_resize(self, event: events.Resize) -> None:
        """Draw as large as fits; a terminal that is too small is no panel."""
        self._fit(event.size)  # the app's own size is still the old one

    def on_key(self, event: events.Key) -> None:
        """Turn a key into a press without length: a terminal does not tell when it comes up."""
        if event.key == "q":
            self._end()
        elif (button := KEYS.get(event.key)) is not None:
            event.stop()
            self._inbox.put(Tap(self.panel, button, self._inbox.now()))

    def on_key_turned(self, message: Key.Turned) -> None:
        """Pass the mouse's presses on."""
        edge = Edge(self.panel, message.button, message.pressed, self._inbox.now())
        self._inbox.put(edge)

    def on_app_blur(self) -> None:
        """Let go of everything: the mouse may come up in another window."""
        for key in self.query(Key):
            key.let_go()

    async def action_quit(self) -> None:
        """End the game as the window's own key does."""
        self._end()

    def action_help_quit(self) -> None:
        """End the game by Ctrl+C as well."""
        self._end()

    def play_on(self) -> None:
        """Wait, without a terminal, until the loop has kept what it has and ended."""
        self._inbox.put(Stop(self._inbox.now()))
        if self._player.ident is not None:
            self._player.join()

    def _fit(self, size: Size) -> None:
        style = style_for(*size)
        for other in Style:
            self.screen.set_class(other is style, other.name.lower())
        spare = spare_rows(style, size.height)
        self.screen.set_class(spare >= _ROOMY, "roomy")
        self.screen.set_class(spare >= _AIRY, "airy")
        self._glass.draw_as(style)
        self._tell(is_seen=style is not Style.NONE)

    def _tell(self, *, is_seen: bool) -> None:
        if is_seen is not self._is_seen:
            self._is_seen = is_seen
            now = self._inbox.now()
            news = PanelUp(self.panel, now, upright=True) if is_seen else PanelDown(self.panel, now)
            self._inbox.put(news)

    def _end(self) -> None:
        """Ask the loop to end; whoever asks twice is not made to look at it any longer."""
        if self._is_ending:
            self.exit()
        self._is_ending = True
        self._inbox.put(Stop(self._inbox.now()))

    def _play(self) -> None:
        try:
            self._start_loop(_Screen(self.panel, self._handover))
        except BaseException as error:  # noqa: BLE001 - run_terminal raises it on the main thread
            self.failure = error
        finally:
            with contextlib.suppress(RuntimeError):  # Textual has ended before
                if self._events is not None:
                    self._events.call_soon_threadsafe(self.exit)


class _Screen:
    """What the loop sees of the terminal."""

    def __init__(self, panel: str, handover: Handover) -> None:
        """Know the way."""
        self.panel = panel
        self._handover = handover

    def show(self, picture: Picture) -> None:
        """Show this picture next; never blocks, never raises."""
        self._handover.show(picture)

    def close(self) -> None:
        """Leave the last picture: the terminal goes when the loop has ended."""


def run_terminal(inbox: Inbox, start_loop: Callable[[Display], None]) -> int:
    """Show the device in this terminal until the loop ends, and return the exit status.

    To be called on the main thread.

    Ending the app (q, Ctrl+C, Ctrl+Q) puts a Stop; the loop answers by returning. What the loop
    raises is raised here, once the terminal is itself again.

    Raises:
        NoTerminalError: when there is none.

    """
    if not (_is_terminal(sys.__stdin__) and _is_terminal(sys.__stderr__)):
        raise NoTerminalError
    app = Terminal(inbox, start_loop)
    app.run()
    app.play_on()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def _is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty())
