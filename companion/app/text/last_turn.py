"""What the last player did, in words that a guest understands: Red: 2 on, -3, card: 4 back = 28."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from companion.app.text.hare_cards import card_title
from companion.app.text.icons import CARROT, HARE, HOME, LEFT, LETTUCE, RIGHT, boxed
from companion.app.text.players import seat_letter, seat_name
from companion.app.text.sentences import own_consequences, signed, way_text
from companion.rules import (
    Answered,
    Ate,
    Banked,
    CardCarrots,
    CardMoved,
    Chewed,
    Correction,
    Drew,
    Gave,
    Kept,
    Left,
    Missed,
    Moved,
    Paid,
    Passed,
    ReachedHome,
    Restarted,
    Ten,
    Took,
    carrots_before_payments,
    carrots_gained,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.game import Game, Ply
    from companion.app.text.catalogue import Texts
    from companion.rules import Action, Consequence


class _Part(NamedTuple):
    """A part of the sentence; the one that is least needed is left out first, 0 never.

    `short` says it with signs, where the words of a language take too much room. `is_amount` is
    one that changed the stock.
    """

    text: str
    spare: int = 0
    short: str = ""
    is_amount: bool = False


_CARROTS, _EARLIER_WAY, _CARD, _INCOMPLETE_SUM = 1, 2, 3, 4  # how little a part is needed


def last_turn(game: Game) -> Ply:
    """Return the last decision; an answer to the card `ten` together with the move that drew it."""
    ply = game.past[-1]
    if not isinstance(ply.action, Ten):
        return ply
    steps = (step for one in game.past[-2:] for step in one.consequences)
    return replace(ply, consequences=tuple(steps))


def last_turn_lines(texts: Texts, game: Game, ply: Ply, *, secret: bool) -> list[str]:
    """List what a decision did in ever shorter forms; `secret` leaves out what is in hand.

    Who it was, the move, where the cards led and what was left stay in every form.
    """
    action = ply.action
    if isinstance(action, Correction):
        return [texts.gettext("Corrected at the table")]
    parts = _parts(texts, own_consequences(ply, action.seat), secret=secret)
    rest = "" if secret else _rest(ply, action)
    name = f"{seat_name(texts, game.setup, action.seat)}:"
    letter = boxed(seat_letter(texts, game.setup, action.seat))
    forms = [_sentence(who, kept, rest) for kept in _shortened(parts) for who in (name, letter)]
    signs = [part._replace(text=part.short or part.text) for part in parts if not part.spare]
    without_amounts = [part for part in signs if not part.is_amount]
    return [*forms, *(_sentence(letter, kept, rest) for kept in (signs, without_amounts))]


def _shortened(parts: list[_Part]) -> list[list[_Part]]:
    """List the parts, then with one after another left out: of the least needed the last first."""
    spare = max((part.spare for part in parts), default=0)
    if not spare:
        return [parts]
    last = max(index for index, part in enumerate(parts) if part.spare == spare)
    return [parts, *_shortened([*parts[:last], *parts[last + 1 :]])]


def _sentence(who: str, parts: Sequence[_Part], rest: str) -> str:
    return f"{who} {', '.join(part.text for part in parts)} {rest}".rstrip()


def _rest(ply: Ply, action: Action) -> str:
    """Return the stock after the decision, where the decision changed it."""
    own = own_consequences(ply, action.seat)
    after = ply.state.seats[action.seat]
    changed = any(carrots_gained(step, action.seat) for step in own if not isinstance(step, Paid))
    if after.left or not changed:
        return ""
    return f"= {carrots_before_payments(after.carrots, own, action.seat)}{CARROT}"


def _parts(texts: Texts, own: Sequence[Consequence], *, secret: bool) -> list[_Part]:
    ways = [index for index, step in enumerate(own) if isinstance(step, (CardMoved, Restarted))]
    answers = [index for index, step in enumerate(own) if isinstance(step, Answered)]
    parts: list[_Part] = []
    for index, step in enumerate(own):
        if isinstance(step, Drew):
            title = _card(texts, card_title(texts, step.card), _CARD)
            parts += [] if index + 1 in (*ways, *answers) else [title]
        elif isinstance(step, CardMoved):
            way = _way(texts, step)
            spare = 0 if index == ways[-1] else _EARLIER_WAY
            parts.append(_card(texts, way.text, spare)._replace(short=f"{HARE} {way.short}"))
        else:
            parts += _step_parts(texts, step, secret=secret)
    return _without_wrong_sum(parts, own)


def _without_wrong_sum(parts: list[_Part], own: Sequence[Consequence]) -> list[_Part]:
    """Let a price go before the card that changed the stock: "-1 = 68" alone is wrong.

    With the answer to a card it stays as long as the answer does.
    """
    if any(isinstance(step, (CardCarrots, Gave)) for step in own):
        spare = _INCOMPLETE_SUM
    elif any(isinstance(step, Answered) and step.carrots for step in own):
        spare = 0
    else:
        return parts
    return [part._replace(spare=spare) if part.spare == _CARROTS else part for part in parts]


def _way(texts: Texts, step: Moved | CardMoved) -> _Part:
    """Return how far a piece went."""
    sign = RIGHT if step.to > step.square else LEFT
    short = f"{abs(step.to - step.square)}{sign}"
    return _Part(way_text(texts, step.square, step.to), short=short)


def _card(texts: Texts, what: str, spare: int = 0) -> _Part:
    # Translators: what a hare card did, or its title, in the line of what a player did.
    return _Part(texts.gettext("card: {what}", what=what), spare)


def _answer(texts: Texts, carrots: int) -> _Part:
    """Return what a player answered to a hare card."""
    if not carrots:
        return _card(texts, texts.pgettext("answer", "neither"), _CARD)
    short = f"{HARE} {signed(carrots)}"
    return _card(texts, signed(carrots))._replace(short=short, is_amount=True)


def _step_parts(  # noqa: C901, PLR0911 - one return for each kind of step
    texts: Texts, step: Consequence, *, secret: bool
) -> list[_Part]:
    """Return a step of the decision, and what it paid; nothing for one that is left out."""
    match step:
        case Moved(carrots=carrots):
            return [_way(texts, step), *_paid(carrots)]
        case Restarted(carrots=carrots):
            return [_Part(texts.gettext("to the Start")), *_paid(0 if secret else carrots)]
        case Took(carrots=carrots):
            return [_Part(texts.pgettext("what a player did", "stays")), *_paid(carrots)]
        case Ate(carrots=carrots) if carrots:
            return [_eats(texts, LETTUCE), *_paid(carrots)]
        case Ate() | Missed():
            return [_Part(texts.pgettext("what a player did", "misses the turn"))]
        case Chewed(carrots=carrots):
            return [_eats(texts, CARROT), *_paid(carrots)]
        case Passed():
            return [_Part(texts.gettext("no move"))]
        case Answered(carrots=carrots) | Kept(carrots=carrots):
            return [_answer(texts, carrots)]
        case Banked():
            return [_Part(texts.gettext("to the bank"))]
        case ReachedHome(place=place):
            # Translators: the order of arrival, as an ordinal.
            home = texts.pgettext("what a player did", "{n}. at Home", n=place)
            return [_Part(home, short=f"{HOME}{place}")]
        case Left():
            return [_Part(texts.gettext("has left"))]
        case _:
            return []


def _eats(texts: Texts, icon: str) -> _Part:
    # Translators: {icon} is a lettuce or a carrot.
    return _Part(texts.pgettext("what a player did", "eats {icon}", icon=icon))


def _paid(carrots: int) -> list[_Part]:
    return [_Part(signed(carrots), _CARROTS, is_amount=True)] if carrots else []
