"""Which buttons are down when several browsers press the same device."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.app.events import Button


class Held:
    """One device pressed by many hands: a button is up when the last hand lets go.

    A hand is any hashable thing that stands for one browser.
    """

    def __init__(self) -> None:
        """Start with every button up."""
        self._hands: dict[Button, set[object]] = {}

    def press(self, hand: object, button: Button) -> bool:
        """Put a hand on a button; tell whether the button went down by it."""
        hands = self._hands.setdefault(button, set())
        was_up = not hands
        hands.add(hand)
        return was_up

    def release(self, hand: object, button: Button) -> bool:
        """Take a hand off a button; tell whether the button went up by it."""
        hands = self._hands.get(button, set())
        if hand not in hands:
            return False
        hands.discard(hand)
        return not hands

    def let_go(self, hand: object) -> list[Button]:
        """Take a hand off everything; return the buttons that went up by it."""
        return [button for button in self._hands if self.release(hand, button)]
