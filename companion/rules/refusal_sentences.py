"""English sentences for refused records, with the numbers that matter; for terminals and logs.

The device says the same in the players' language from its own catalogue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.replay import RefusedEntry

if TYPE_CHECKING:
    from companion.rules.record import RecordError
    from companion.rules.refusal import Refusal

SENTENCES: dict[str, str] = {
    "game-over": "the game is over: nothing may follow",
    "bad-entry": "this is no action of the table",
    "not-racing": "this player does not race any more",
    "answer-first": "a question is open and must be answered first",
    "not-your-turn": "it is another player's turn",
    "nothing-to-answer": "nothing asks for this answer",
    "too-few-carrots": "giving {cost} carrots needs as many in hand, there are {hand}",
    "must-eat": "a piece waits to eat, which comes first",
    "nothing-to-miss": "no turn has to be missed",
    "piece-home": "this piece is at Home",
    "must-miss": "a turn has to be missed here",
    "must-leave": "the piece that has eaten must leave first",
    "off-board": "square {square} is not ahead on the track",
    "tortoise-forward": "square {square} is a tortoise: it is entered backwards only",
    "no-lettuce": "square {square} is a lettuce, and there is none left to eat",
    "occupied": "a piece stands on square {square}",
    "too-expensive": "this costs {cost} carrots, there are {hand}: {reach} squares at most",
    "finish-lettuces": "Home needs all lettuces eaten, {lettuces} are left",
    "finish-carrots": "at Home at most {limit} carrots may be left: {hand} less {cost} is more",
    "first-lettuce": "the first move may not end on the first lettuce, square {square}",
    "no-tortoise-behind": "no tortoise square lies behind",
    "not-nearest-tortoise": "the nearest tortoise behind is square {square}",
    "tortoise-occupied": "a piece stands on the tortoise, square {square}",
    "not-on-carrot-square": "carrots are taken or given on a carrot square, as the whole turn",
    "nothing-to-eat": "this piece has nothing to eat",
    "not-stuck": "this piece is not stuck, or another goes back",
}
"""A sentence for each reason; the words in braces are fields of Refusal."""


def sentence(error: RecordError) -> str:
    """Return why a line of a record was refused."""
    return refusal_sentence(error.refusal) if isinstance(error, RefusedEntry) else str(error)


def refusal_sentence(why: Refusal) -> str:
    """Return why an action is refused."""
    facts = {name: getattr(why, name) for name in why.__slots__}
    return SENTENCES[why.reason.value].format(**facts)
