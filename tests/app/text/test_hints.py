"""The sentences of a hint: each has a form that fits its two lines, in every language."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from companion.app.render.fitting import HINT_WIDTH, fits
from companion.app.text.catalogue import languages, texts_in
from companion.app.text.hints import REASONS as SENTENCES
from companion.app.text.hints import SAID_BY_THE_ACTION, hint_lines
from companion.app.text.tips import tips_for
from companion.app.thought_requests import Advice, ThoughtRequest
from companion.app.turn_header import game_of
from companion.dev.gallery.fixtures import E1974, E2008, WIDE, GameFixture, PlayerFixture, table
from companion.dev.gallery.hint_screens import REASONS
from companion.rules import Back, Carrots, Forward, Kind, Ten

if TYPE_CHECKING:
    from companion.app.thought_requests import AdviceReason
    from companion.rules import Action, State

# From the first square, so that the counts of squares are as wide as they can be.
PLAYERS = tuple(PlayerFixture(1, 9999, 0) for _ in range(6))


@cache
def wide_state() -> State:
    stage = table("en", GameFixture(E2008, WIDE), *PLAYERS)
    return game_of(stage.session).state


def actions(state: State) -> list[Action]:
    """List a move of as many squares as possible onto each kind, and what moves no piece."""
    squares = state.setup.edition.board.squares
    last = {kind: n for n, kind in enumerate(squares) if kind is not Kind.START}
    return [*(Forward(0, n) for n in last.values()), Back(0, 0), Carrots(0, -10), Ten(0, -10)]


def fitting(language: str, action: Action, *reasons: AdviceReason, secret: bool) -> bool:
    advice = Advice(ThoughtRequest(wide_state(), "strong"), action, reasons)
    forms = hint_lines(texts_in(language), advice, secret=secret)
    return any(all(fits(line, HINT_WIDTH) for line in form) for form in forms)


@pytest.mark.parametrize("language", languages())
def test_every_reason_fits_with_every_action(language: str) -> None:
    told = [(), *((reason,) for reason in REASONS), *permutations(REASONS, 2)]
    wide = [
        (action, reasons, secret)
        for action in actions(wide_state())
        for reasons in told
        for secret in (False, True)
        if not fitting(language, action, *reasons, secret=secret)
    ]
    assert wide == []


def test_the_gallery_shows_every_reason() -> None:
    assert {reason.code for reason in REASONS} == set(SENTENCES)
    assert not set(SENTENCES) & SAID_BY_THE_ACTION


@pytest.mark.parametrize("language", languages())
def test_every_edition_has_twelve_tips_without_a_count(language: str) -> None:
    for edition in ("", E2008, E1974):
        fixture = GameFixture(edition) if edition else GameFixture()
        setup = game_of(table(language, fixture, *PLAYERS[:3]).session).setup
        tips = [tip(texts_in(language)) for tip in tips_for(setup)]
        assert len(set(tips)) == 12
        assert not any(letter.isdigit() for tip in tips for letter in tip)
