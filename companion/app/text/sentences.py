"""Sentences about the game: what was done, names of squares, why an action is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.app.text.icons import CARROT, FLAG, HARE, HOME, LETTUCE, START, TORTOISE, WAIT, boxed
from companion.app.text.players import seat_label, seat_letter, seat_name
from companion.rules import (
    Answered,
    Ate,
    Banked,
    Chewed,
    Correction,
    Kept,
    Kind,
    Left,
    Missed,
    Moved,
    Paid,
    Passed,
    Reason,
    Restarted,
    Took,
    amounts,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.game import Game, Ply
    from companion.app.text.catalogue import Texts
    from companion.rules import Consequence, Refusal, Setup

KIND_ICON: Final = {
    Kind.START: START,
    Kind.HARE: HARE,
    Kind.CARROT: CARROT,
    Kind.LETTUCE: LETTUCE,
    Kind.TORTOISE: TORTOISE,
    Kind.FLAG: FLAG,
    Kind.HOME: HOME,
}

_KIND_NAME: Final[dict[Kind, Callable[[Texts], str]]] = {
    Kind.START: lambda t: t.pgettext("square", "Start"),
    Kind.HARE: lambda t: t.pgettext("square", "Hare"),
    Kind.CARROT: lambda t: t.pgettext("square", "Carrots"),
    Kind.LETTUCE: lambda t: t.pgettext("square", "Lettuce"),
    Kind.TORTOISE: lambda t: t.pgettext("square", "Tortoise"),
    Kind.TWO: lambda t: t.pgettext("square", "2-square"),
    Kind.THREE: lambda t: t.pgettext("square", "3-square"),
    Kind.FOUR: lambda t: t.pgettext("square", "4-square"),
    Kind.FLAG: lambda _: "1/5/6",
    Kind.HOME: lambda t: t.pgettext("square", "Home"),
}

_ONTO: Final[dict[Kind, Callable[[Texts], str]]] = {
    # Translators: "onto ..." ends a sentence such as "Anna R: 6 back, onto the tortoise".
    Kind.START: lambda t: t.gettext("to the Start"),
    Kind.HARE: lambda t: t.gettext("onto the hare"),
    Kind.CARROT: lambda t: t.gettext("onto the carrots"),
    Kind.LETTUCE: lambda t: t.gettext("onto the lettuce"),
    Kind.TORTOISE: lambda t: t.gettext("onto the tortoise"),
    Kind.TWO: lambda t: t.gettext("onto a 2-square"),
    Kind.THREE: lambda t: t.gettext("onto a 3-square"),
    Kind.FOUR: lambda t: t.gettext("onto a 4-square"),
    Kind.FLAG: lambda t: t.gettext("onto the flag"),
    Kind.HOME: lambda t: t.pgettext("onto", "Home"),
}


def kind_name(texts: Texts, kind: Kind) -> str:
    """Name a kind of square."""
    return _KIND_NAME[kind](texts)


def move_text(texts: Texts, setup: Setup, seat: int, square: int, to: int) -> str:
    """Return a move as a sentence: Anna [R]: 6 back, onto the tortoise."""
    return f"{steps_text(texts, setup, seat, square, to)}, {onto_text(texts, setup, to)}"


def short_move_text(texts: Texts, setup: Setup, square: int, to: int) -> str:
    """Return a move without its piece, which is named elsewhere: 6 back, onto the tortoise."""
    return f"{way_text(texts, square, to)}, {onto_text(texts, setup, to)}"


def stay_text(texts: Texts, by: int) -> str:
    """Return what staying on a carrot square takes, or gives (less than zero)."""
    if by < 0:
        return texts.gettext("Give {n}", n=-by)
    return texts.gettext("Stay and take {n}", n=by)


def way_text(texts: Texts, square: int, to: int) -> str:
    """Return how far a move goes, and which way: 6 back."""
    steps = abs(to - square)
    # Translators: so many squares towards Home, or towards the Start.
    if to > square:
        return texts.gettext("{steps} on", steps=steps)
    return texts.gettext("{steps} back", steps=steps)


def steps_text(texts: Texts, setup: Setup, seat: int, square: int, to: int) -> str:
    """Return how far a piece goes: Anna [R]: 6 back."""
    who = seat_label(texts, setup, seat)
    steps = abs(to - square)
    if to > square:
        # Translators: so many squares towards Home.
        return texts.gettext("{who}: {steps} on", who=who, steps=steps)
    # Translators: so many squares towards the Start.
    return texts.gettext("{who}: {steps} back", who=who, steps=steps)


def onto_text(texts: Texts, setup: Setup, to: int) -> str:
    """Return the square that a piece reaches: onto the tortoise."""
    return _ONTO[setup.edition.board.squares[to]](texts)


def signed(carrots: int) -> str:
    """Write a change with its sign: +10, -15."""
    return f"{carrots:+d}"


def own_consequences(ply: Ply, seat: int) -> tuple[Consequence, ...]:
    """List what a decision did to this seat."""
    return tuple(step for step in ply.consequences if step.seat == seat)


def ply_name(texts: Texts, game: Game, ply: Ply) -> str:
    """Name a decision in a few characters, for undo: [B] 7→12."""
    action = ply.action
    if isinstance(action, Correction):
        return texts.pgettext("undo or redo", "correction")
    names = (_step_name(texts, step) for step in own_consequences(ply, action.seat))
    letter = boxed(seat_letter(texts, game.setup, action.seat))
    return f"{letter} {next((name for name in names if name), '')}".rstrip()


def _step_name(  # noqa: PLR0911 - one case for each kind of step
    texts: Texts, step: Consequence
) -> str:
    """Return a decision's own step in a few characters; empty for what followed from it."""
    match step:
        case Moved() | Restarted():
            return f"{step.square}→{step.to}"
        case Took(carrots=carrots) | Chewed(carrots=carrots):
            return CARROT + signed(carrots)
        case Ate(carrots=carrots) if carrots:
            return f"{LETTUCE} {signed(carrots)}"
        case Ate() | Missed():
            return WAIT
        case Passed():
            return texts.gettext("no move")
        case Answered(carrots=carrots) | Kept(carrots=carrots):
            return signed(carrots) if carrots else texts.pgettext("answer", "neither")
        case Banked():
            return texts.gettext("to the bank")
        case Left():
            return texts.gettext("has left")
        case _:
            return ""


def paid_line(texts: Texts, game: Game) -> str:
    """Return what the squares of the seat to move just paid it; empty where nothing was paid."""
    seat = game.state.turn
    steps = game.past[-1].consequences if game.past else ()
    return ", ".join(
        texts.gettext(
            "{rank}. place: {sum} {carrot}",
            rank=step.rank,
            sum=signed(step.carrots),
            carrot=CARROT,
        )
        for step in steps
        if isinstance(step, Paid) and step.seat == seat
    )


def refusal_text(texts: Texts, setup: Setup, refusal: Refusal, *, secret: bool) -> str:
    """Return a short sentence why an action is refused, with its numbers unless secret."""
    if secret and refusal.reason in _SECRET:
        return _SECRET[refusal.reason](texts)
    return _REASONS[refusal.reason](texts, refusal, setup)


_SECRET: Final[dict[Reason, Callable[[Texts], str]]] = {
    Reason.TOO_EXPENSIVE: lambda t: t.gettext("Too dear"),
    Reason.FINISH_CARROTS: lambda t: t.gettext("Too many left for Home"),
    Reason.TOO_FEW_CARROTS: lambda t: t.gettext("Too few to give"),
}


def _occupant(t: Texts, r: Refusal, setup: Setup) -> str:
    """Return whose piece is on the square; empty where none is named."""
    return "" if r.other is None else seat_name(t, setup, r.other)


def _occupied(t: Texts, r: Refusal, setup: Setup) -> str:
    name = _occupant(t, r, setup)
    return t.gettext("{name} is here", name=name)


def _too_expensive(t: Texts, r: Refusal, _: Setup) -> str:
    return t.gettext(
        "Costs {cost}, you have {hand}: {reach} at most", cost=r.cost, hand=r.hand, reach=r.reach
    )


def _finish_carrots(t: Texts, r: Refusal, _: Setup) -> str:
    return t.gettext(
        "Home: {limit} left at most, now {hand}-{cost} = {left}",
        limit=r.limit,
        hand=r.hand,
        cost=r.cost,
        left=r.left,
    )


def _finish_lettuces(t: Texts, r: Refusal, _: Setup) -> str:
    lettuces = 0 if r.lettuces is None else r.lettuces
    return t.ngettext(
        "Not Home yet: {n} lettuce to eat", "Not Home yet: {n} lettuces to eat", lettuces
    )


def _tortoise_occupied(t: Texts, r: Refusal, setup: Setup) -> str:
    name = _occupant(t, r, setup)
    return t.gettext("{name} is on this tortoise: no skipping", name=name)


_REASONS: Final[dict[Reason, Callable[[Texts, Refusal, Setup], str]]] = {
    Reason.GAME_OVER: lambda t, _r, _s: t.gettext("The game is over"),
    Reason.BAD_ENTRY: lambda t, _r, _s: t.gettext("That cannot be done"),
    Reason.NOT_RACING: lambda t, _r, _s: t.gettext("No longer in the race"),
    Reason.ANSWER_FIRST: lambda t, _r, _s: t.gettext("Answer the question first"),
    Reason.NOT_YOUR_TURN: lambda t, _r, _s: t.gettext("It is another player's turn"),
    Reason.NOTHING_TO_ANSWER: lambda t, _r, _s: t.gettext("There is no question to answer"),
    Reason.TOO_FEW_CARROTS: lambda t, r, _s: t.gettext(
        "You have {hand}, giving takes {n}", hand=r.hand, n=amounts.TAKEN
    ),
    Reason.MUST_EAT: lambda t, _r, _s: t.gettext("A lettuce must be eaten first"),
    Reason.NOTHING_TO_MISS: lambda t, _r, _s: t.gettext("There is no turn to miss"),
    Reason.PIECE_HOME: lambda t, _r, _s: t.gettext("This piece is Home"),
    Reason.MUST_MISS: lambda t, _r, _s: t.gettext("This piece misses a turn"),
    Reason.MUST_LEAVE: lambda t, _r, _s: t.gettext("The piece that has eaten must leave first"),
    Reason.OFF_BOARD: lambda t, _r, _s: t.gettext("That is off the board"),
    Reason.TORTOISE_FORWARD: lambda t, _r, _s: t.gettext("Tortoise: only by moving back"),
    Reason.NO_LETTUCE: lambda t, _r, _s: t.gettext("Lettuce: you have none left to eat"),
    Reason.OCCUPIED: _occupied,
    Reason.TOO_EXPENSIVE: _too_expensive,
    Reason.FINISH_LETTUCES: _finish_lettuces,
    Reason.FINISH_CARROTS: _finish_carrots,
    Reason.FIRST_LETTUCE: lambda t, _r, _s: t.gettext("House rule: not here with the first move"),
    Reason.NO_TORTOISE_BEHIND: lambda t, _r, _s: t.gettext("No tortoise is behind you"),
    Reason.NOT_NEAREST_TORTOISE: lambda t, _r, _s: t.gettext("Only the nearest tortoise behind"),
    Reason.TORTOISE_OCCUPIED: _tortoise_occupied,
    Reason.NOT_ON_CARROT_SQUARE: lambda t, _r, _s: t.gettext("Only on a carrot square"),
    Reason.NOTHING_TO_EAT: lambda t, _r, _s: t.gettext("There is nothing to eat"),
    Reason.NOT_STUCK: lambda t, _r, _s: t.gettext("A move is still possible"),
}
