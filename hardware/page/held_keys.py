"""Which buttons are down when several browsers press the same device."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.events import Button


class HeldKeys:
    """The buttons of one device that several clients press: up when the last client releases it.

    A client is any hashable object that stands for one browser.
    """

    def __init__(self) -> None:
        """Start with every button up."""
        self._holders: dict[Button, set[object]] = {}

    def press(self, client: object, button: Button) -> bool:
        """Let a client hold a button; return whether the button went down by it."""
        holders = self._holders.setdefault(button, set())
        was_up = not holders
        holders.add(client)
        return was_up

    def release(self, client: object, button: Button) -> bool:
        """Let a client release a button; return whether the button went up by it."""
        holders = self._holders.get(button, set())
        if client not in holders:
            return False
        holders.discard(client)
        return not holders

    def release_all(self, client: object) -> list[Button]:
        """Release every button of a client; return those that went up by it."""
        return [button for button in self.held_by(client) if self.release(client, button)]

    def held_by(self, client: object) -> list[Button]:
        """Return the buttons that the client holds."""
        return [button for button, holders in self._holders.items() if client in holders]
