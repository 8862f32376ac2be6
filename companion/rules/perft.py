"""Count game trees, in the manner of chess's perft (spec/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.action_list import legal_actions
from companion.rules.chance import ChanceError, Recorded
from companion.rules.play import apply

if TYPE_CHECKING:
    from companion.rules.state import State


def perft(state: State, depth: int) -> int:
    """Count the entry sequences of this length that begin here, over `legal`.

    A decision that would need a shuffle or a roll counts 1 and is not continued; a sequence that
    the end of the game cuts short is not counted.
    """
    if depth <= 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    nothing = Recorded()
    count = 0
    for action in actions:
        try:
            after = apply(state, action, nothing).state
        except ChanceError:
            count += 1
        else:
            count += perft(after, depth - 1)
    return count
