"""From raw levels to presses: bounce, repeats of a held button, buttons that are stuck.

A pure state machine: time comes in with the events (spec/device.md, Buttons).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from companion.app.events import Button, Edge, EdgeSource, Event, Held, Tap

BOUNCE_S: Final = 0.02  # a level this soon after an edge counts only once it has lasted this long
HOLD_S: Final = 0.35  # a held arrow begins to repeat
STEP_S: Final = 1 / 8  # its first steps
FAST_S: Final = 1 / 16  # its steps after FAST_AFTER of them
FAST_AFTER: Final = 6
STUCK_S: Final = 30.0  # held longer than this is stuck
BURST: Final = 64  # most steps made up for after a long pause: the whole track

Name: TypeAlias = tuple[str, Button]
"""A button of a panel."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a button, or one step of a held one (`repeat`)."""

    panel: str
    button: Button
    at: float
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class ButtonState:
    """One button: the accepted level, the raw one, when each changed and how far a hold has run.

    `edge` is the last raw edge's own time; `heard` is when it arrived, which is later on a busy
    machine; the level counts as unchanged only from then on. `until` is how long the button is
    known to be down: a button on the network until its last edge. `dead` is a button that is
    ignored until it is released: stuck, or its press woke the screen.
    """

    down: bool = False
    raw: bool = False
    changed: float = float("-inf")
    edge: float = float("-inf")
    heard: float = float("-inf")
    steps: int = 0
    dead: bool = False
    stuck: bool = False
    until: float = float("inf")


@dataclass(frozen=True, slots=True)
class Gestures:
    """All buttons of all panels, by panel and button; `bounce_s` is the configured bounce."""

    keys: dict[tuple[str, Button], ButtonState] = field(default_factory=dict)
    now: float = float("-inf")
    bounce_s: float = BOUNCE_S

    def stuck(self) -> tuple[Button, ...]:
        """List the buttons that are ignored until they are released."""
        return tuple(sorted(button for (_, button), key in self.keys.items() if key.stuck))

    def any_down(self) -> bool:
        """Return whether any button is believed to be down."""
        return any(key.down for key in self.keys.values())


def feed(gestures: Gestures, event: Event) -> tuple[Gestures, tuple[Press, ...]]:
    """Return the buttons after an event and the presses that it makes, in order of time.

    An event that is older than the last one is given the time of that one. A panel that is
    lost changes no button: the pins live on without it, and other drivers release theirs first.
    """
    now = max(gestures.now, event.at)
    keys = dict(gestures.keys)
    presses: list[Press] = []
    for name, key in gestures.keys.items():
        if key.down or key.raw:
            keys[name] = _pass_time(name, key, now, presses, gestures.bounce_s)
    match event:
        case Edge(panel, button, pressed, at):
            name = (panel, button)
            key = keys.get(name, ButtonState())
            if event.source is EdgeSource.NETWORK and key.down:
                key = replace(key, until=max(key.until, at))
                key = _pass_time(name, key, now, presses, gestures.bounce_s)
            if pressed != key.raw:
                key = _take_edge(name, key, event, now, presses, gestures.bounce_s)
            keys[name] = key
        case Held(panel, button, _):
            keys[panel, button] = ButtonState(True, True, now, dead=True, stuck=True)
        case Tap(panel, button, _):
            presses.append(Press(panel, button, now))
    return replace(gestures, keys=keys, now=now), tuple(sorted(presses, key=lambda press: press.at))


def mute(gestures: Gestures, press: Press) -> Gestures:
    """Ignore the rest of this press: its button makes no step until it is released."""
    name = (press.panel, press.button)
    if name not in gestures.keys:
        return gestures
    return replace(gestures, keys={**gestures.keys, name: replace(gestures.keys[name], dead=True)})


def due(gestures: Gestures) -> float | None:
    """Return when time alone will next change something, in seconds; None when never."""
    bounce_s = gestures.bounce_s
    times = [_due(button, key, bounce_s) for (_, button), key in gestures.keys.items()]
    return min((time for time in times if time is not None), default=None)


def _take_edge(
    name: Name, key: ButtonState, edge: Edge, now: float, presses: list[Press], bounce_s: float
) -> ButtonState:
    """Accept an edge at once, unless it follows another so soon that it may be bounce."""
    is_quiet = edge.source is not EdgeSource.CONTACT or edge.at - key.edge >= bounce_s
    key = replace(key, raw=not key.raw, edge=edge.at, heard=now)
    if key.raw == key.down or not is_quiet:
        return key
    key = _accept(name, key, edge.at, presses)
    if edge.source is EdgeSource.NETWORK:
        return replace(key, until=edge.at)
    return replace(key, changed=now)


def _accept(name: Name, key: ButtonState, at: float, presses: list[Press]) -> ButtonState:
    if key.raw:
        presses.append(Press(*name, at))
    return ButtonState(key.raw, key.raw, at, key.edge, key.heard)


def _pass_time(
    name: Name, key: ButtonState, now: float, presses: list[Press], bounce_s: float
) -> ButtonState:
    for _ in range(BURST):
        at = _due(name[1], key, bounce_s)
        if at is None or at > now:
            return key
        if key.raw != key.down:
            key = _accept(name, key, at, presses)
        elif at >= key.changed + STUCK_S:
            return replace(key, dead=True, stuck=True)
        else:
            key = replace(key, steps=key.steps + 1)
            presses.append(Press(*name, at, repeat=True))
    return replace(key, dead=True, stuck=now - key.changed >= STUCK_S)


def _due(button: Button, key: ButtonState, bounce_s: float) -> float | None:
    """Return when this button changes by time alone: end of a bounce, next step, stuck."""
    if key.raw != key.down:
        return key.heard + bounce_s
    if not key.down or key.stuck:
        return None
    at = key.changed + STUCK_S
    if not key.dead and button.repeats:
        slow = min(key.steps, FAST_AFTER)
        at = min(at, key.changed + HOLD_S + slow * STEP_S + (key.steps - slow) * FAST_S)
    return at if at <= key.until else None
