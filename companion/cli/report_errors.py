"""Turn the errors that a user can do something about into one sentence and an exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion import CompanionError
from companion.cli.streams import describe, flush_output

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 130  # the shell's status of a program that Ctrl-C ended


def report_errors(command: Callable[[], int]) -> int:
    """Call a command and return the exit status; print a known error as one line.

    Errors of the program itself are raised, and SystemExit (argparse), unless the help or the
    version could not be printed.
    """
    try:
        status = command()
    except CompanionError as error:
        print(error, file=sys.stderr)
        status = 1
    except OSError as error:
        status = 1
        # flush_output has reported a standard output that cannot be written.
        if flush_output() and not isinstance(error, BrokenPipeError):
            print(describe(error), file=sys.stderr)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except SystemExit as ended:
        if flush_output() or ended.code:
            raise
        status = 1  # the help or the version could not be printed
    return status if flush_output() else 1
