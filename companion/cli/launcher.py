#!/bin/sh
# fmt: off
''':'
python="$(dirname "$(readlink -f "$0")")/python3"
[ -x "$python" ] && exec "$python" "$0" "$@"
echo "hare-companion: $python is missing: install hare-companion again (README.md)" >&2
exit 1
'''
# The command `hare-companion`, as a shell script that starts the Python beside it, and as Python.
# The script that pip would write fails with a traceback when an update of the system has replaced
# its Python; this one names the fix.

import sys

try:
    from companion.__main__ import main
except ModuleNotFoundError as error:
    if error.name != "companion":
        raise
    version = ".".join(map(str, sys.version_info[:2]))
    sys.exit(
        f"hare-companion is not installed for Python {version}, which the system has now:"
        " install it again (README.md)"
    )

if __name__ == "__main__":
    sys.exit(main())
