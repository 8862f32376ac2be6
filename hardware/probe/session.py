"""Listen to the box until every part of it was seen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from companion.app.events import Button, Edge, PanelDown, PanelUp, Stop, Tap
from companion.config.configuration import BUTTON_ROLES, Config, load_config
from hardware.controls import Controls, open_controls
from hardware.devices import open_display, refresh_policy
from hardware.is_pi import require_pi
from hardware.probe.contacts import BOUNCE_END_S, ContactMonitor
from hardware.probe.detents import CLICKS, DetentMonitor
from hardware.probe.pattern import Pattern, draw_pattern, question
from hardware.profiles import load_all

if TYPE_CHECKING:
    from companion.app.events import Event
    from companion.ports import Inbox
    from hardware.gpio import Factory

IDLE_S: Final = 60.0  # without a press for so long the probe ends
NEEDS_PI: Final = "probe tries the panel and the buttons of the box, so run it there"
LONG_BOUNCE_S: Final = 0.02  # the default of bounce_s


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

    Returns 0 when the panel and all buttons were seen, else 1; `factory` replaces the pins of a
    Raspberry Pi. Raises ConfigError, NoPiError, PinsError.
    """
    config = load_config(path, load_all())
    if factory is None:
        require_pi(root, NEEDS_PI)
    display = open_display(config, inbox)
    display.show(Pattern(draw_pattern()))
    try:
        controls = open_controls(config, inbox, factory)
        try:
            return _Probe(config, controls, inbox, out or sys.stdout).listen(idle_s)
        finally:
            controls.close()
    finally:
        display.close()


class _Probe:
    """What was seen so far, and where it is printed."""

    def __init__(self, config: Config, controls: Controls, inbox: Inbox, out: TextIO) -> None:
        self._config = config
        self._controls = controls
        self._inbox = inbox
        self._out = out
        self._contacts = ContactMonitor()
        self._detents = DetentMonitor(config.wiring.transitions_per_detent)
        self._detents.is_done = controls.encoder is None
        self._wanted = _wanted_buttons(config)
        self._has_panel = False

    def listen(self, idle_s: float) -> int:
        """Print what is pressed until all was seen; return the exit status."""
        self._print("Press every button once. Ctrl-C ends.")
        if not self._detents.is_done:
            self._print(f"Then turn the encoder {CLICKS} clicks to the right, without a pause.")
        until = self._inbox.now() + idle_s
        try:
            while not self._is_complete():
                event = self._inbox.take(min(until, self._inbox.now() + BOUNCE_END_S))
                if isinstance(event, Edge | Tap):
                    until = event.at + idle_s
                self._process(event)
                if isinstance(event, Stop) or event.at >= until:
                    break
        except KeyboardInterrupt:
            self._print("")
        return self._report()

    def _is_complete(self) -> bool:
        missing = self._wanted - self._contacts.seen
        return self._has_panel and self._detents.is_done and not (missing or self._contacts.last)

    def _process(self, event: Event) -> None:
        if isinstance(event, PanelUp):
            self._has_panel = True
            offset = refresh_policy(self._config).column_offset
            self._print(question(self._config.wiring.rotation, offset).rstrip())
        elif isinstance(event, PanelDown):
            self._has_panel = False
            self._print("the panel does not answer: hare-companion doctor says more")
        self._print(*self._contacts.take(event))
        if self._controls.encoder is not None:
            self._print(*self._detents.take(self._controls.encoder.position, event.at))

    def _report(self) -> int:
        missing = sorted(self._wanted - self._contacts.seen)
        for button in missing:
            self._print(f"{button}: never seen: check its wire, and its pin under [buttons]")
        longest = max(self._contacts.longest.values(), default=0.0)
        if longest > LONG_BOUNCE_S:
            self._print(f"write bounce_s = {longest * 1.5:.3f} under [gpio] in the configuration")
        return 0 if self._has_panel and not missing else 1

    def _print(self, *lines: str) -> None:
        self._out.writelines(line + "\n" for line in lines)
        self._out.flush()


def _wanted_buttons(config: Config) -> set[Button]:
    roles = config.wiring.pins
    turning = {Button.LEFT, Button.RIGHT} if "encoder_a" in roles else set()
    return {BUTTON_ROLES[role] for role in roles if role in BUTTON_ROLES} | turning
