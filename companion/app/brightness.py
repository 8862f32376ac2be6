"""How bright the panel is, and when it changes: dim, idle pictures, dark (spec/device.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.app.session import Session

DARK: Final = 0
DIM: Final = 1
FULL: Final = 2
IDLE_AFTER_S: Final = 60.0  # seconds from dimming to the first idle picture
IDLE_CHANGE_S: Final = 20.0  # seconds that each idle picture is shown
MINUTE_S: Final = 60.0


def level(session: Session) -> int:
    """Return how bright the panels are now."""
    quiet = session.now - session.last_press_at
    if session.settings.dark and quiet >= session.settings.dark * MINUTE_S:
        return DARK
    return DIM if session.settings.dim and quiet >= session.settings.dim * MINUTE_S else FULL


def idle(session: Session) -> int | None:
    """Return which idle picture is shown (counting up), None where the game's screen is."""
    if level(session) != DIM or session.game is None:
        return None
    quiet = session.now - session.last_press_at - session.settings.dim * MINUTE_S - IDLE_AFTER_S
    return None if quiet < 0 else int(quiet // IDLE_CHANGE_S)


def due(session: Session) -> float | None:
    """Return when time alone will next change the brightness or the idle picture, in seconds."""
    settings = session.settings
    times = []
    if settings.dark:
        times.append(session.last_press_at + settings.dark * MINUTE_S)
    if settings.dim:
        dimmed = session.last_press_at + settings.dim * MINUTE_S
        shown = idle(session)
        changes = IDLE_AFTER_S + (0 if shown is None else (shown + 1) * IDLE_CHANGE_S)
        times += [dimmed, dimmed + changes]
    return min((time for time in times if time > session.now), default=None)
