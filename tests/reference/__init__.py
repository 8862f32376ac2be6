"""The rules once more, plainly: dicts, lists, and one list of what may be done.

Written from spec/rules.md and spec/record.md alone, to be an oracle for `companion.rules` and the
yardstick of the benchmark. It knows no masks and no tables: every action is checked by membership
in `legal(state)`.
"""

from tests.reference.chance import ChanceError, Drawn, Recorded
from tests.reference.moves import legal, refusal_code
from tests.reference.play import RefusedError, apply, correct
from tests.reference.position import rank, start, state_json
from tests.reference.reading import perft, read_setup, replay

__all__ = [
    "ChanceError",
    "Drawn",
    "Recorded",
    "RefusedError",
    "apply",
    "correct",
    "legal",
    "perft",
    "rank",
    "read_setup",
    "refusal_code",
    "replay",
    "start",
    "state_json",
]
