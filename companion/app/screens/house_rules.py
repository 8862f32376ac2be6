"""The house rules of the new game: each line of the table as a switch."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.game_setup import draft_of, edition_of, with_draft
from companion.app.list_screen import Choice, choice, press_list, rows_view
from companion.app.session import UpdateResult
from companion.app.text.house_rules import HOUSE_RULES, HouseRule
from companion.rules import offers

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.session import Session
    from companion.app.states.lists import HouseRulesScreen
    from companion.app.text.house_rules import Option
    from companion.app.view import ListView


def view(session: Session, screen: HouseRulesScreen, panel: str = "") -> ListView:
    """List the rules with their values."""
    del panel
    return rows_view(screen, session.texts.gettext("House rules"), _choices(session))


def on_press(session: Session, screen: HouseRulesScreen, press: Press) -> UpdateResult:
    """Switch a rule."""
    return press_list(session, screen, press, _choices(session))


def _choices(session: Session) -> tuple[Choice, ...]:
    texts = session.texts
    edition = edition_of(session)
    return tuple(
        choice(
            rule.label(texts),
            partial(_switch, rule=rule),
            value=" ".join(option.words(texts) for option in _chosen(session, rule)),
            foot=rule.help(texts),
        )
        for rule in HOUSE_RULES
        if any(offers(edition, key) for key in rule.keys)
    )


def rulings_of(session: Session) -> dict[str, Any]:
    """Return the value of each ruling in the drafted game."""
    return {**asdict(edition_of(session).rules), **draft_of(session).rulings}


def changed_lines(session: Session) -> int:
    """Return how many lines of the drafted game differ from its edition."""
    changed = draft_of(session).rulings
    return sum(any(key in changed for key in rule.keys) for rule in HOUSE_RULES)


def _chosen(session: Session, rule: HouseRule) -> tuple[Option, ...]:
    """Return the option that is set; None where the edition's rulings match none."""
    rulings = rulings_of(session).items()
    return tuple(option for option in rule.options if option.rulings.items() <= rulings)


def _switch(session: Session, rule: HouseRule) -> UpdateResult:
    """Set the next option; the draft has only the rulings that differ from the edition."""
    chosen = _chosen(session, rule)
    at = rule.options.index(chosen[0]) if chosen else 0
    option = rule.options[(at + 1) % len(rule.options)]
    own = asdict(edition_of(session).rules)
    rulings = {**draft_of(session).rulings, **option.rulings}
    changed = {key: value for key, value in rulings.items() if value != own[key]}
    return UpdateResult(with_draft(session, rulings=changed))
