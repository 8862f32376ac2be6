"""Small delights, as a function of time: any press skips them and nothing waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.app.session import Session

POWER_ON_S: Final = 0.9


def due(session: Session) -> float | None:
    """Tell when the running moment changes next, in seconds; None where none runs."""
    ends = session.began + POWER_ON_S
    untouched = session.touched <= session.began
    return ends if untouched and session.now < ends else None


def powering_on(session: Session) -> bool:
    """Tell whether the power-on picture is still shown: until a press, or 0.9 s."""
    return session.touched <= session.began and session.now < session.began + POWER_ON_S
