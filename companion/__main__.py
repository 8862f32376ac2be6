"""The entry point: find the command's module and call it."""

from __future__ import annotations

import sys
from typing import Final

from companion.cli.command_line import load, parse
from companion.cli.escaping import escape_output
from companion.cli.report_errors import report_errors
from companion.cli.streams import open_missing_streams, use_utf8_output

NO_WINDOWS: Final = (
    "hare-companion does not run on Windows: use Linux, macOS, or the Windows Subsystem for Linux"
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name and return its exit status."""
    if sys.platform == "win32":
        print(NO_WINDOWS, file=sys.stderr)
        return 1
    open_missing_streams()
    use_utf8_output()
    escape_output()
    return report_errors(lambda: _run(arguments))


def _run(arguments: list[str] | None) -> int:
    options = parse(arguments)
    return load(options.command).run(options)


if __name__ == "__main__":
    sys.exit(main())
