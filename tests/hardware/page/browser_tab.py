"""A page that is served and looked at in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.events import Button, Edge, Event, PanelUp
from companion.shell.inbox import EventQueue
from hardware.page.server import Page
from tests.hardware.sample import SamplePicture, dots, next_event, waiting

if TYPE_CHECKING:
    from tests.hardware.page.chromium import Browser

LINK = "document.querySelector('.device')?.dataset.link"
SCREEN = "document.querySelector('.device')?.dataset.screen"
PICTURE = SamplePicture(dots((0, 0), (127, 0), (64, 31), (5, 63)))


class BrowserTab:
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

    def reset(self) -> None:
        """Release every button and show the first picture again."""
        self.browser.run("document.activeElement.blur(); dispatchEvent(new Event('blur'))")
        self.settle()
        self.page.show(PICTURE)
        self.browser.wait(f"{SCREEN} === '{PICTURE.name}'")
        waiting(self.inbox)
        self._down.clear()

    def resize(self, width: int, height: int, ratio: float = 1, *, touch: bool = False) -> None:
        """Change the window and wait until the page has taken that in."""
        self.browser.resize(width, height, ratio, touch=touch)
        self.browser.run(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def edges(self, count: int) -> list[tuple[Button, bool]]:
        """Take out what is pressed; nothing else may have happened."""
        found = [change(self.next()) for _ in range(count)]
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


def change(event: Event) -> tuple[Button, bool]:
    assert isinstance(event, Edge), event
    return event.button, event.pressed


def button(name: str) -> str:
    return f"[data-button={name}]"
