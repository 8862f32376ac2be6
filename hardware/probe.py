"""Try the box: a test pattern on the panel, each button by name, and how long it bounces."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from PIL import Image, ImageDraw

from companion.app.events import Button, Edge, Held, PanelDown, PanelUp, Stop, Tap
from companion.config.configuration import Config, load_config
from hardware.board import open_controls, open_display
from hardware.is_pi import need_pi
from hardware.profiles import BUTTON_OF, load_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.app.events import Event
    from companion.ports import Inbox
    from hardware.gpio import Factory

BOUNCE_END_S: Final = 0.05  # edges that follow each other sooner are one bounce
IDLE_S: Final = 60.0  # so long nobody presses: the probe ends
LONG_BOUNCE_S: Final = 0.02  # what the configuration takes unless told otherwise


@dataclass(frozen=True, slots=True)
class Pattern:
    """The test pattern as a picture."""

    image: Image.Image
    brightness: int = 2
    name: str = "probe"
    texts: tuple[str, ...] = ()


def pattern() -> Image.Image:
    """Draw a frame on the outermost pixels, an arrow that points up, a chequered corner.

    A frame that is cut or stands beside the edge wants another column offset; snow wants the other
    chip; an arrow that points down wants rotation = 180.
    """
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 127, 63), outline=1)
    draw.polygon(((64, 8), (84, 32), (44, 32)), fill=1)
    draw.rectangle((58, 32, 70, 55), fill=1)
    for x in range(8, 32):
        for y in range(20, 44):
            if (x + y) % 2:
                image.putpixel((x, y), 1)
    return image


@dataclass(slots=True)
class Meter:
    """Gathers the edges of each button into presses: how many, and how long the contact bounced."""

    first: dict[Button, float] = field(default_factory=dict)
    last: dict[Button, float] = field(default_factory=dict)
    edges: dict[Button, int] = field(default_factory=dict)
    level: dict[Button, bool] = field(default_factory=dict)
    longest: dict[Button, float] = field(default_factory=dict)
    seen: set[Button] = field(default_factory=set)

    def take(self, event: Event) -> Iterator[str]:
        """Take an event in; give what there is to say about it."""
        yield from self.settle(event.at)
        match event:
            case Edge(_, button, pressed, at):
                if self.level.get(button, False) == pressed:
                    return
                self.level[button] = pressed
                self.first.setdefault(button, at)
                self.last[button] = at
                self.edges[button] = self.edges.get(button, 0) + 1
            case Tap(_, button, _):
                self.seen.add(button)
                yield f"{button}: one detent"
            case Held(_, button, _):
                yield f"{button}: is down already, or its pin cannot be had"
            case PanelUp():
                yield "the panel shows the pattern: whole frame, arrow up?"
            case PanelDown():
                yield "the panel does not answer: hare-companion doctor says more"

    def settle(self, now: float) -> Iterator[str]:
        """Give what is said of the contacts that have come to rest by `now` (seconds)."""
        for button, at in list(self.last.items()):
            if now - at >= BOUNCE_END_S:
                yield self._told(button, at - self.first[button], self.edges[button])
                for table in (self.first, self.last, self.edges):
                    table.pop(button)

    def _told(self, button: Button, bounced_s: float, edges: int) -> str:
        word = "pressed" if self.level[button] else "released"
        self.seen.add(button)
        self.longest[button] = max(self.longest.get(button, 0.0), bounced_s)
        if edges == 1:
            return f"{button}: {word}, clean"
        return f"{button}: {word}, bounced {1000 * bounced_s:.1f} ms in {edges} edges"


def run(
    path: Path | None,
    inbox: Inbox,
    *,
    factory: Factory | None = None,
    out: TextIO | None = None,
    idle_s: float = IDLE_S,
    root: Path = Path("/"),
) -> int:
    """Probe until every button was pressed, nobody presses any more, or Ctrl-C.

    The exit status is 0 when panel and all buttons were there; `factory` stands in for the pins of
    a Raspberry Pi. Raises ConfigError, NoPiError, PinsError.
    """
    out = out or sys.stdout
    config = load_config(path, load_all())
    if factory is None:
        need_pi(root)
    display = open_display(config, inbox)
    display.show(Pattern(pattern()))
    try:
        controls = open_controls(config, inbox, factory)
        out.write("Press every button once. Ctrl-C ends.\n")
        try:
            return _listen(config, inbox, out, idle_s)
        finally:
            controls.close()
    finally:
        display.close()


def _listen(config: Config, inbox: Inbox, out: TextIO, idle_s: float) -> int:
    meter, missing = Meter(), _wanted(config)
    has_panel, until = False, inbox.now() + idle_s
    try:
        while missing - meter.seen or meter.last or not has_panel:
            event = inbox.take(min(until, inbox.now() + BOUNCE_END_S))
            if isinstance(event, (Edge, Tap)):
                until = event.at + idle_s
            if isinstance(event, (PanelUp, PanelDown)):
                has_panel = isinstance(event, PanelUp)
            out.writelines(line + "\n" for line in meter.take(event))
            out.flush()
            if isinstance(event, Stop) or event.at >= until:
                break
    except KeyboardInterrupt:
        out.write("\n")
    return _report(meter, missing - meter.seen, out, has_panel=has_panel)


def _wanted(config: Config) -> set[Button]:
    roles = config.wiring.pins
    turning = {Button.LEFT, Button.RIGHT} if "encoder_a" in roles else set()
    return {BUTTON_OF[role] for role in roles if role in BUTTON_OF} | turning


def _report(meter: Meter, missing: set[Button], out: TextIO, *, has_panel: bool) -> int:
    out.writelines(
        f"{button}: never seen: check its wire, and its pin under [buttons]\n"
        for button in sorted(missing)
    )
    longest = max(meter.longest.values(), default=0.0)
    if longest > LONG_BOUNCE_S:
        out.write(f"write bounce_s = {longest * 1.5:.3f} under [gpio] in the configuration\n")
    return 0 if has_panel and not missing else 1
