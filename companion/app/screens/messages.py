"""Pictures with a few words: farewell, faults of the program and of the save, pairing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.app.events import Button
from companion.app.journal_entries import REPORT, Choose, SetValue
from companion.app.message_view import MessageView
from companion.app.next_screen import show_next_screen
from companion.app.session import PairingInfo, SaveFailure, Session, UpdateResult, close_screen
from companion.app.storage_fault import StorageFault
from companion.app.text.icons import OK, RIGHT

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.app.gestures import Press
    from companion.app.states.text_screens import (
        CannotSaveScreen,
        DamagedScreen,
        FarewellScreen,
        FaultScreen,
        NoCompanionScreen,
        PairingScreen,
        SavingScreen,
    )
    from companion.app.text.catalogue import Texts

TRIES: Final = 3  # failures after which the game may go on without saving


def farewell_view(session: Session, screen: FarewellScreen, panel: str = "") -> MessageView:
    """Return the farewell: all is saved, and when it is safe to unplug."""
    del panel
    texts = session.texts
    unplug = texts.gettext("Unplug when the green lamp is out.")
    last = unplug if session.is_box else texts.gettext("Everything is saved.")
    return MessageView(screen.id.value, "farewell", texts.gettext("See you!"), last)


def nothing(session: Session, screen: FarewellScreen | SavingScreen, press: Press) -> UpdateResult:
    """Ignore every press."""
    del screen, press
    return UpdateResult(session)


def closes(
    session: Session, screen: DamagedScreen | PairingScreen | NoCompanionScreen, press: Press
) -> UpdateResult:
    """Close at OK or back."""
    del screen
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(close_screen(session))
    return UpdateResult(session)


def fault_press(session: Session, screen: FaultScreen, press: Press) -> UpdateResult:
    """Return to where the game waits: the screen that failed is closed.

    What could not be saved is still shown.
    """
    del screen
    if press.button in (Button.OK, Button.BACK):
        return UpdateResult(
            close_screen(session) if session.save_failure else show_next_screen(session)
        )
    return UpdateResult(session)


def fault_view(session: Session, screen: FaultScreen, panel: str = "") -> MessageView:
    """Return the message that the program failed and the game is saved."""
    del panel
    texts = session.texts
    return MessageView(
        screen.id.value,
        "fault",
        texts.gettext("Something went wrong"),
        texts.gettext("The game is saved."),
        texts.gettext("Back returns"),
    )


def save_failure_view(session: Session, screen: CannotSaveScreen, panel: str = "") -> MessageView:
    """Return the message why the last decision cannot be saved, and what OK does."""
    del panel
    texts, failure = session.texts, session.save_failure
    foot = f"{OK} {texts.pgettext('OK button', 'try again')}"
    if failure is not None and failure.tries >= TRIES:
        # Translators: the right button: the game goes on, but is no longer kept.
        unsaved = texts.pgettext("right button", "without saving")
        foot = f"{OK} {texts.pgettext('OK button', 'again')}  {RIGHT} {unsaved}"
    cause = cause_text(texts, failure.cause if failure else StorageFault.IO_ERROR)
    return MessageView(screen.id.value, "trouble", texts.gettext("Cannot save"), cause, foot)


def cause_text(texts: Texts, cause: StorageFault) -> str:
    """Return the sentence why something cannot be saved."""
    return _CAUSES[cause](texts)


_CAUSES: Final[dict[StorageFault, Callable[[Texts], str]]] = {
    # Translators: the memory card of the device, not a playing card.
    StorageFault.FULL: lambda t: t.gettext("The card is full."),
    # Translators: the memory card.
    StorageFault.READ_ONLY: lambda t: t.gettext("The card takes no writes."),
    StorageFault.NO_PERMISSION: lambda t: t.gettext("The folder is another user's."),
    StorageFault.GONE: lambda t: t.gettext("The folder is gone."),
    # Translators: a file or a folder that is not the companion's.
    StorageFault.IN_THE_WAY: lambda t: t.gettext("Another file is in the way."),
    # Translators: the memory card.
    StorageFault.IO_ERROR: lambda t: t.gettext("The card answers with errors."),
    StorageFault.LOCKED: lambda t: t.gettext("Another companion is running."),
    StorageFault.NEWER: lambda t: t.gettext("The saves are of a newer version."),
    StorageFault.DAMAGED: lambda t: t.gettext("The save is damaged."),
}


def saving_view(session: Session, screen: SavingScreen, panel: str = "") -> MessageView:
    """Return the message that saving takes long."""
    del panel
    return MessageView(screen.id.value, "saving", session.texts.gettext("Saving…"))


def damaged_view(session: Session, screen: DamagedScreen, panel: str = "") -> MessageView:
    """Return the message that a damaged save was put aside, with the last good turn."""
    del panel
    texts = session.texts
    ok = f"{OK} {texts.pgettext('OK button', 'next')}"
    if not screen.folder:  # nothing was put aside: the store is of a newer version
        newer = cause_text(texts, StorageFault.NEWER)
        return MessageView(screen.id.value, "trouble", texts.gettext("Cannot save"), newer, ok)
    text = texts.gettext("Put aside as {folder}.", folder=screen.folder)
    if screen.turns:
        text += " " + texts.gettext("Good up to turn {n}.", n=screen.turns)
    return MessageView(
        screen.id.value,
        "trouble",
        texts.gettext("A save was damaged"),
        text,
        ok,
    )


def damaged_press(session: Session, screen: DamagedScreen, press: Press) -> UpdateResult:
    """Close the message for good: it is not shown at the next start."""
    step = closes(session, screen, press)
    if step.session is session:
        return step
    return UpdateResult(step.session, (SetValue(REPORT, "null"),))


def no_companion_view(session: Session, screen: NoCompanionScreen, panel: str = "") -> MessageView:
    """Return the message that people play the companion's seats, and why."""
    del panel
    texts, game = session.texts, session.game
    text = texts.gettext("What I know of this board is damaged.")
    if game is not None and any(game.setup.levels):
        text += " " + texts.gettext("Please play for me.")
    return MessageView(
        screen.id.value,
        "trouble",
        texts.gettext("I cannot play along"),
        text,
        f"{OK} {texts.pgettext('OK button', 'next')}",
    )


def pairing_view(session: Session, screen: PairingScreen, panel: str = "") -> MessageView:
    """Return the message with the page's address and the code to type on the phone."""
    del panel
    texts, pairing_info = session.texts, session.pairing_info or PairingInfo("")
    asked = texts.gettext("Type this code on the phone.")
    return MessageView(screen.id.value, "pairing", pairing_info.code, asked, pairing_info.at)


def save_failure_press(session: Session, screen: CannotSaveScreen, press: Press) -> UpdateResult:
    """Try again to save the decision; after three failures the right button goes on without saving.

    Back drops the decision, which no screen has shown yet.
    """
    del screen
    failure = save_failure_of(session)
    if press.button is Button.OK:
        return UpdateResult(_wanted(session), failure.entries, reload=not failure.entries)
    if press.button is Button.RIGHT and failure.tries >= TRIES and not press.repeat:
        # The choice of another game cannot wait for saving: it is dropped.
        entries = tuple(entry for entry in failure.entries if not isinstance(entry, Choose))
        return UpdateResult(replace(_wanted(session), unsaved=(*session.unsaved, *entries)))
    if press.button is Button.BACK and failure.entries:
        return UpdateResult(close_screen(replace(session, save_failure=None)))
    return UpdateResult(session)


def save_failure_of(session: Session) -> SaveFailure:
    """Return the entries that could not be saved and why; raises LookupError where all is saved."""
    if session.save_failure is None:
        raise LookupError("nothing failed")
    return session.save_failure


def _wanted(session: Session) -> Session:
    """Return the session that the decision led to, at this moment and with these panels."""
    return replace(
        save_failure_of(session).wanted,
        gestures=session.gestures,
        panels=session.panels,
        notices=session.notices,
        now=session.now,
        last_press_at=session.last_press_at,
    )
