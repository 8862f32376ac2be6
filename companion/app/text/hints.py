"""A hint in words: what to do, and why."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from companion.app.text.icons import CARROT
from companion.app.text.players import seat_name
from companion.app.text.sentences import KIND_ICON, kind_name, short_move_text, signed, stay_text
from companion.rules import (
    Back,
    Bank,
    Carrots,
    Chew,
    Eat,
    Forward,
    Keep,
    Miss,
    Pass,
    Restart,
    Ten,
    stock_change,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.app.text.catalogue import Texts
    from companion.app.thought_requests import Advice, AdviceReason
    from companion.rules import Action, Setup, State

SAID_BY_THE_ACTION: Final = frozenset({"take_ten", "give_ten"})
_APART: Final = " · "


def hint_lines(texts: Texts, advice: Advice, *, secret: bool) -> list[tuple[str, str]]:
    """List the two lines of a hint, in ever shorter forms: the action and why.

    The first reason stands beside the action where there are others; without any, the sum follows.
    """
    state, action = advice.request.state, advice.action
    reasons = _reason_texts(texts, advice, secret=secret)
    rests = _shorter(reasons) or [_sum(texts, advice, secret=secret)]
    lines = list(product(action_forms(texts, state, action), rests))
    if len(reasons) < 2:
        return lines
    beside = [f"{head}: {reasons[0]}" for head in _heads(texts, state, action)]
    return [*product(beside, _shorter(reasons[1:])), *lines]


def _reason_texts(texts: Texts, advice: Advice, *, secret: bool) -> list[str]:
    setup = advice.request.state.setup
    return [
        reason_text(texts, setup, reason, secret=secret)
        for reason in advice.reasons
        if reason.code not in SAID_BY_THE_ACTION
    ]


def _shorter(reasons: list[str]) -> list[str]:
    """List the reasons in one line, with ever fewer of them."""
    return [_APART.join(reasons[:count]) for count in range(len(reasons), 0, -1)]


def _heads(texts: Texts, state: State, action: Action) -> list[str]:
    """List what a reason stands beside: a square's number with its kind, or the action."""
    if not isinstance(action, Forward | Back):
        return action_forms(texts, state, action)
    kind = state.setup.edition.board.squares[action.to]
    names = [kind_name(texts, kind), *([KIND_ICON[kind]] if kind in KIND_ICON else [])]
    return [f"#{action.to} {name}" for name in names]


def action_forms(texts: Texts, state: State, action: Action) -> list[str]:
    """List what to do, first with the number of its square where a piece moves."""
    text = _action_text(texts, state, action)
    return [f"{text} #{action.to}", text] if isinstance(action, Forward | Back) else [text]


def _action_text(texts: Texts, state: State, action: Action) -> str:
    """Return what to do, as the screens of a turn call it."""
    match action:
        case Forward(seat, to, piece) | Back(seat, to, piece):
            return short_move_text(texts, state.setup, state.seats[seat].pieces[piece].square, to)
        case Restart(seat, piece):
            return short_move_text(texts, state.setup, state.seats[seat].pieces[piece].square, 0)
        case Carrots(by=by):
            return stay_text(texts, by)
        case Ten(by=by):
            return f"{signed(by)} {CARROT}" if by else texts.pgettext("answer", "neither")
        case _:
            return _ACTIONS[action.verb](texts)


_ACTIONS: Final[dict[str, Callable[[Texts], str]]] = {
    Eat.verb: lambda t: t.gettext("Eat a lettuce"),
    Chew.verb: lambda t: t.gettext("One carrot"),
    Miss.verb: lambda t: t.gettext("Miss a turn"),
    Pass.verb: lambda t: t.gettext("No more move"),
    Keep.verb: lambda t: t.pgettext("answer", "keep"),
    Bank.verb: lambda t: t.pgettext("answer", "bank"),
}


def _sum(texts: Texts, advice: Advice, *, secret: bool) -> str:
    """Return what is left of the carrots; secretly only what a move costs."""
    found = stock_change(advice.request.state, advice.action)
    if not found.change:
        return ""
    if not secret:
        return f"{found.before}{signed(found.change)} = {found.after}{CARROT}"
    return texts.gettext("Costs {cost}", cost=-found.change) if found.change < 0 else ""


def reason_text(texts: Texts, setup: Setup, reason: AdviceReason, *, secret: bool) -> str:
    """Return a reason in a few words; secretly no number that depends on a stock is named."""
    if secret and reason.code in _SECRET:
        return _SECRET[reason.code](texts)
    return REASONS[reason.code](texts, dict(reason.numbers), setup)


def _denies(texts: Texts, numbers: Mapping[str, int], setup: Setup) -> str:
    name = seat_name(texts, setup, numbers["seat"])
    return texts.gettext("{name} does not get {n}", name=name, n=numbers["carrots"])


# A few words each, so that two of them fit into one line; "about": the rank may still change.
REASONS: Final[dict[str, Callable[[Texts, Mapping[str, int], Setup], str]]] = {
    "home": lambda t, n, _: t.gettext("{n}. place", n=n["place"]),
    "lettuce": lambda t, n, _: t.gettext("pays about {n}", n=n["pays"]),
    # Translators: the square with a number will probably pay so many carrots.
    "number": lambda t, n, _: t.gettext("likely pays {n}", n=n["pays"]),
    "place": lambda t, n, _: t.gettext(
        "{rank}. place: {sum} {carrot}", rank=n["place"], sum=signed(n["pays"]), carrot=CARROT
    ),
    # Translators: turns to Home; what is second best goes onto the square #{than}.
    "saves": lambda t, n, _: t.ngettext(
        "{n} turn less than #{than}", "{n} turns less than #{than}", n["turns"], than=n["than"]
    ),
    # Translators: the move after this one, to the lettuce on that square.
    "then_lettuce": lambda t, n, _: t.gettext("then lettuce #{n}", n=n["to"]),
    # Translators: the move after this one.
    "then_home": lambda t, _n, _s: t.gettext("then Home"),
    "back": lambda t, n, _: t.gettext("earns {n}", n=n["earns"]) + f" {CARROT}",
    # Translators: so many carrots more than may be left at Home.
    "surplus": lambda t, n, _: t.gettext("{n} too many for Home", n=n["over"]),
    "denies": _denies,
}
_SECRET: Final[dict[str, Callable[[Texts], str]]] = {
    "surplus": lambda t: t.gettext("too many for Home"),
}
