"""The program's child as `press` starts it, with a display that prints each picture at once.

printing_child.py STATE SEED
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.app.text.icons import spell_icons
from companion.shell.bootstrap import open_loop
from hardware.press.last_picture import LastPicture
from hardware.press.scripted_inbox import ScriptedInbox

if TYPE_CHECKING:
    from companion.ports import Picture


class Telling(LastPicture):
    """A display whose bytes go out in the moment in which a picture is shown."""

    def show(self, picture: Picture) -> None:
        super().show(picture)
        sys.stdout.write(f"picture {picture.name}\n")
        sys.stdout.flush()


def main(state: str, seed: str) -> None:
    """Play what standard input says."""
    inbox = ScriptedInbox(sys.stdin, sys.stdout, 0.0, Telling(spell_icons))
    with open_loop(state, inbox, [inbox.display], seed=seed) as loop:
        loop.run()
        inbox.answer_until_closed()


if __name__ == "__main__":
    main(*sys.argv[1:])
