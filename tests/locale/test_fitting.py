"""Texts in their places: every reason, every event of recorded games, in every language.

`tests/dev/test_gallery.py` holds the same over every state of the gallery.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from planting import message, planted, spoken

from companion.app.presenter import view
from companion.app.render import fitting
from companion.app.render.canvas import LayoutFault
from companion.app.render.picture import render
from companion.app.render.wrapping import measure, wrap
from companion.app.states.game import RankingScreen
from companion.app.states.lists import HistoryScreen, MenuScreen
from companion.app.text.catalogue import texts_in
from companion.app.text.hare_cards import _TITLES, card_text, card_title
from companion.app.text.icons import HARE, LETTUCE, boxed
from companion.app.text.players import GREY_EDITION, colour_letter
from companion.app.text.sentences import refusal_text
from companion.app.view import HeaderView, RefusalView, StripView, TurnView, View
from companion.dev.autoplay import Autoplay
from companion.dev.bench import library
from companion.dev.gallery import menu_screens, picture
from companion.dev.gallery.fixtures import EDITIONS, WIDE
from companion.locale import languages
from companion.rules import COLOURS, Reason, Refusal, Rules, make_setup, parse_record

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet
    from babel.messages.catalog import Catalog

    from companion.app.render.canvas import LayoutProblem
    from companion.app.session import Session

GAMES = Path(__file__).parents[1] / "games"
PLAYED = ("ravensburger-2008-6p-0", "ravensburger-1978-2p-1")
OVER = ((HistoryScreen(),), (MenuScreen(),), (RankingScreen(),))
MENU_LINE = fitting.LIST_WIDTH
MOST = {
    "cost": 2080,
    "hand": 9999,
    "left": 9999,
    "limit": 60,
    "reach": 64,
    "lettuces": 5,
    "square": 63,
}


def reason_problems(language: str) -> list[str]:
    """Draw every reason with the widest name and the largest numbers."""
    texts = texts_in(language)
    edition = EDITIONS[0]
    setup = make_setup(edition, WIDE, COLOURS, edition.deck_list(edition.rules))
    found = []
    for reason in Reason:
        for other in (None, 0):
            for secret in (False, True):
                refusal = Refusal(reason, **MOST, other=other)
                told = refusal_text(texts, setup, refusal, secret=secret)
                below = RefusalView(64, told)
                body = TurnView("turn", HeaderView("R", "Anna"), StripView(0, ()), below)
                found += [f"{reason}: {p}" for p in render(View(body)).problems]
    return found


@pytest.mark.parametrize("language", languages())
def test_every_reason_fits_beside_the_sign(language: str) -> None:
    assert reason_problems(language) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("card", _TITLES)
def test_a_card_fits_with_any_outcome_of_one_line_and_in_large_print(
    language: str, card: str
) -> None:
    texts = texts_in(language)
    for rules in (Rules(), Rules(skip_cards="this-turn", give_ten_to="next-behind")):
        assert len(wrap(card_text(texts, card, rules), 124)) <= 3
    assert measure(f"{HARE} 6: {card_title(texts, card)}") <= 112


def games_and_languages() -> list[ParameterSet]:
    """List the shorter game in each language, the longer one in German; the rest is torture."""
    quick = {(PLAYED[1], language) for language in languages()} | {(PLAYED[0], "de")}
    pairs = product(PLAYED, languages())
    marks = (pytest.mark.torture,)
    return [pytest.param(*pair, marks=() if pair in quick else marks) for pair in pairs]


@pytest.mark.parametrize(("game", "language"), games_and_languages())
def test_all_texts_of_a_played_game_fit(language: str, game: str) -> None:
    record = parse_record((GAMES / f"{game}.jsonl").read_bytes(), library)
    autoplay = Autoplay(record)
    found: set[LayoutProblem] = set()
    autoplay.session = spoken_in(autoplay.session, language)
    for number, _ in enumerate(autoplay.play()):
        for screens in ((), *(OVER if number % 5 == 0 else ())):
            session = replace(autoplay.session, stack=(*autoplay.session.stack, *screens))
            found |= set(render(view(session, "main")).problems)
    assert found == set()


def spoken_in(session: Session, language: str) -> Session:
    """Return the session in a language, its players under the widest names."""
    game = session.game
    if game is None:
        raise LookupError("no game")
    setup = replace(game.setup, names=WIDE[: len(game.setup.names)])
    settings = replace(session.settings, language=language)
    game = replace(game, opening=replace(game.opening, setup=setup))
    return replace(session, settings=settings, game=game)


@pytest.mark.parametrize("language", languages())
def test_undo_and_redo_fit_the_menu_whatever_was_done(language: str) -> None:
    texts = texts_in(language)
    letters = [colour_letter(texts, c, GREY_EDITION) for c in COLOURS]
    done = (
        "57→64",
        f"{LETTUCE} +60",
        texts.gettext("no move"),
        texts.gettext("to the bank"),
        texts.gettext("has left"),
        texts.pgettext("answer", "neither"),
    )
    named = [f"{boxed(max(letters, key=measure))} {told}" for told in done]
    named.append(texts.pgettext("undo or redo", "correction"))
    for turn in named:
        # The icon is left out where the words need its place.
        assert measure(texts.gettext("Undo: {turn}", turn=turn)) <= MENU_LINE
        assert measure(texts.gettext("Redo: {turn}", turn=turn)) <= MENU_LINE


# -- planted faults


def test_a_reason_that_is_too_long_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def chatter(catalogue: Catalog) -> None:
        message(catalogue, "That cannot be done").string = "So etwas geht hier nicht " * 4

    for _ in spoken(planted(tmp_path, chatter), monkeypatch):
        found = reason_problems("de")
        assert found
        assert all("bad-entry" in problem and "tall" in problem for problem in found)


def test_a_title_that_is_too_wide_and_one_with_a_foreign_sign_are_caught_on_the_screens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoil(catalogue: Catalog) -> None:
        message(catalogue, "Settings").string = "Donaudampfschifffahrtseinstellungen"
        message(catalogue, "Help").string = "Hilfe 兎"

    for _ in spoken(planted(tmp_path, spoil), monkeypatch):
        shown = menu_screens.states("de")
        problems = {problem for state in shown for problem in picture(state).problems}
    assert {p.fault for p in problems} == {LayoutFault.WIDE, LayoutFault.GLYPH}
    assert {p.text for p in problems if p.fault is LayoutFault.GLYPH} == {"兎"}
