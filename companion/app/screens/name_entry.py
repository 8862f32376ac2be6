"""Spell a name with left, right and OK, or type it where there is a keyboard.

Back deletes a letter, the globe changes the alphabet. A held arrow jumps, and stops at the check
mark.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from companion.app.events import MOST_TYPED, Button
from companion.app.family_book import count_as
from companion.app.game_setup import draft_of
from companion.app.list_screen import direction
from companion.app.render.fitting import NAME_WIDTH, fits
from companion.app.screens.name_list import named
from companion.app.session import Session, UpdateResult, close_screen, replace_screen
from companion.app.states.lists import NamesScreen
from companion.app.states.setup import NameEntryScreen
from companion.app.text import icons
from companion.app.text.catalogue import languages, texts_in
from companion.app.view import NameEntryView

if TYPE_CHECKING:
    from companion.app.gestures import Press
    from companion.app.text.catalogue import Texts

JUMP: Final = 5  # letters that each step of a held arrow passes
_PAUSES: Final = " -"  # what may stand between the words of a name
_NO_LETTERS: Final = (icons.OK, icons.SHIFT, icons.GLOBE)


def view(session: Session, screen: NameEntryScreen, panel: str = "") -> NameEntryView:
    """Return what is typed and the wheel of letters; the foot says what OK and back do."""
    del panel
    typed, language = screen.typed, _language(session, screen)
    wheel = wheel_for(session, typed, language)
    chosen = screen.letter % len(wheel)
    return NameEntryView(
        screen.id.value,
        session.texts.gettext("Name"),
        typed,
        wheel,
        chosen,
        _foot(session, screen, wheel[chosen]),
        full=_is_full(typed, wheel),
    )


def _is_full(typed: str, wheel: tuple[str, ...]) -> bool:
    """Return whether no further letter fits."""
    return not any(fits(typed + c, NAME_WIDTH) for c in wheel if c not in _NO_LETTERS)


def _foot(session: Session, screen: NameEntryScreen, letter: str) -> str:
    texts, typed, language = session.texts, screen.typed, _language(session, screen)
    if letter not in _NO_LETTERS and not fits(typed + letter, NAME_WIDTH):
        return texts.gettext("No room for this letter")
    match letter:
        case icons.OK if not screen.renames and _is_taken(session, screen.seat, typed):
            return texts.gettext("This name is taken")
        case icons.OK:
            return f"{icons.OK} {texts.pgettext('spelling', 'the name is done')}"
        case icons.GLOBE:
            return f"{icons.OK} {texts_in(next_alphabet(session, language)).own_name}"
        case _:
            return texts.gettext("Back takes one off")


def on_press(session: Session, screen: NameEntryScreen, press: Press) -> UpdateResult:
    """Turn the wheel, add the chosen letter, or delete the last one."""
    typed = screen.typed
    wheel = wheel_for(session, typed, _language(session, screen))
    if by := direction(press):
        letter = _turned(wheel, screen.letter, by, held=press.repeat)
        return UpdateResult(replace_screen(session, replace(screen, letter=letter)))
    match press.button:
        case Button.OK:
            return _take(session, screen, wheel[screen.letter % len(wheel)])
        case Button.BACK if typed:
            return _typed(session, screen, typed[:-1])
        case Button.BACK:
            return UpdateResult(close_screen(session))
        case _:
            return UpdateResult(session)


def _turned(wheel: tuple[str, ...], letter: int, by: int, *, held: bool) -> int:
    """Return the letter that an arrow leads to; the check mark is the wall of a held one."""
    if not held:
        return (letter + by) % len(wheel)
    for _ in range(JUMP):
        if wheel[letter % len(wheel)] == icons.OK:
            break
        letter = (letter + by) % len(wheel)
    return letter


def type_text(session: Session, text: str) -> Session:
    """Add typed characters to the name, without those that are no letters or have no room.

    The wheel then stands on its check mark: OK takes the name. In the list of names the first
    letter begins a new one.
    """
    screen = session.screen
    if isinstance(screen, NamesScreen):
        screen = NameEntryScreen(screen.seat)
    if not isinstance(screen, NameEntryScreen):
        return session
    typed = screen.typed
    for character in normalize("NFC", text[:MOST_TYPED]):
        typed = _with_character(typed, character)
    if typed == screen.typed:
        return session
    done = wheel_for(session, typed, _language(session, screen)).index(icons.OK)
    return _typed(session, screen, typed, done).session


def _with_character(typed: str, character: str) -> str:
    begins = not typed or typed[-1] in _PAUSES
    if character in _PAUSES:
        is_allowed = not begins
    else:
        is_allowed = character.lower() in _all_letters()
        character = character.upper() if begins else character
    longer = typed + character
    return longer if is_allowed and len(character) == 1 and fits(longer, NAME_WIDTH) else typed


@cache
def _all_letters() -> frozenset[str]:
    """Return the small letters of all languages."""
    return frozenset("".join(alphabet(texts_in(code)) for code in languages()))


def wheel_for(session: Session, typed: str, language: str = "") -> tuple[str, ...]:
    """List the signs of the wheel: letters, capital at the beginning of a word, then the others."""
    letters = alphabet(texts_in(language) if language else session.texts)
    globe = (icons.GLOBE,) if len(_alphabets(session)) > 1 else ()
    done = (icons.OK, icons.SHIFT) if typed else ()
    if not typed or typed[-1] in _PAUSES:
        return (*(c.upper() for c in letters if len(c.upper()) == 1), *globe, *done)
    return (*letters, "-", " ", *globe, *done)


def alphabet(texts: Texts) -> str:
    """Return the small letters of a language in the order of its alphabet."""
    # Translators: all small letters of YOUR alphabet in order, accented ones in their places.
    return texts.pgettext("alphabet", "abcdefghijklmnopqrstuvwxyz")


def next_alphabet(session: Session, language: str) -> str:
    """Return the language whose alphabet the globe shows next."""
    codes = _alphabets(session)
    return codes[(codes.index(language) + 1) % len(codes)] if language in codes else codes[0]


def _alphabets(session: Session) -> tuple[str, ...]:
    """List languages with different alphabets, the players' own first."""
    own = session.texts.language
    codes = (own, *(code for code in languages() if code != own))
    different: dict[str, str] = {}
    for code in codes:
        different.setdefault(alphabet(texts_in(code)), code)
    return tuple(different.values())


def _language(session: Session, screen: NameEntryScreen) -> str:
    """Return the language whose alphabet the wheel has."""
    return screen.alphabet or session.texts.language


def _take(session: Session, screen: NameEntryScreen, letter: str) -> UpdateResult:
    typed = screen.typed
    language = _language(session, screen)
    match letter:
        case icons.OK if screen.renames:
            return count_as(close_screen(session), screen.renames, _name(typed))
        case icons.OK:
            return _finish(session, screen.seat, typed)
        case icons.SHIFT:
            return _typed(session, screen, typed[:-1])
        case icons.GLOBE:
            after = next_alphabet(session, language)
            at = wheel_for(session, typed, after).index(icons.GLOBE)
            return UpdateResult(replace_screen(session, replace(screen, letter=at, alphabet=after)))
    if not fits(typed + letter, NAME_WIDTH):
        return UpdateResult(session)
    wheel = wheel_for(session, typed + letter, language)
    at = wheel.index(letter.lower()) if letter.lower() in wheel else 0
    return _typed(session, screen, typed + letter, at)


def _typed(session: Session, screen: NameEntryScreen, typed: str, letter: int = 0) -> UpdateResult:
    return UpdateResult(replace_screen(session, replace(screen, typed=typed, letter=letter)))


def _finish(session: Session, seat: int, typed: str) -> UpdateResult:
    """Set the name; one that another seat already has is not accepted."""
    if _is_taken(session, seat, typed):
        return UpdateResult(session)
    return named(session, seat, _name(typed))


def _name(typed: str) -> str:
    return typed.strip(_PAUSES)


def _is_taken(session: Session, seat: int, typed: str) -> bool:
    others = (p.name for n, p in enumerate(draft_of(session).players) if n != seat)
    return bool(typed) and _name(typed) in others
