"""The program as it plays on a board whose pins and panel are not there; ends with a Stop.

board_child.py STATE CONFIG [more options]
"""

from __future__ import annotations

import sys

from companion.__main__ import main
from hardware import controls, is_pi


def run(state: str, config: str, *options: str) -> int:
    """Play; then say which of the libraries that open sockets were imported."""
    is_pi.require_pi = lambda: None
    controls.open_controls = lambda *_: controls.Controls()
    status = main(["--state", state, "--config", config, *options])
    print(" ".join(name for name in ("aiohttp", "asyncio", "textual") if name in sys.modules))
    return status


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
