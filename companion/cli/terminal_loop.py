"""The loop of a play in a terminal, which the terminal's view starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cli.play_common import finish, inbox_with_signals
from companion.shell.bootstrap import open_loop

if TYPE_CHECKING:
    import argparse

    from companion.app.session import Session
    from companion.ports import Display


class TerminalLoop:
    """The inbox, the loop, and the sessions in which it ended."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Make the inbox; the loop starts with `run`."""
        self.inbox = inbox_with_signals()
        self._options = options
        self._ended: list[Session] = []

    def run(self, display: Display) -> None:
        """Run the loop on this display until the session ends."""
        with open_loop(self._options.state, self.inbox, [display]) as loop:
            self._ended.append(loop.run())

    def finish(self) -> int:
        """Print where the games are and how to go on, and return the exit status."""
        return max((finish(session, self._options) for session in self._ended), default=0)
