"""A picture in words, as a screen reader says it: what is chosen, and icons by their names."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.app.text import icons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.app.text.catalogue import Texts

# So many letters in common make a name the icon's own: a hare's head before "Hare".
_SAME: Final = 4
_COUNTED: Final = re.compile(rf"(\d+) ?([{icons.CARROT}{icons.LETTUCE}])")
_NO_BOXES: Final = str.maketrans({icons.BOX_OPEN: "", icons.BOX_CLOSE: ""})


class DrawnText(NamedTuple):
    """A string of a picture; it `is_chosen` where OK would take it."""

    text: str
    is_chosen: bool = False


class Spoken(NamedTuple):
    """The lines of a picture in the players' `language`, line `chosen` being what OK would take.

    `chosen_said` is that line with the words that say so.
    """

    language: str
    lines: tuple[str, ...] = ()
    chosen: int | None = None
    chosen_said: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """All lines, the chosen one as such."""
        return tuple(
            self.chosen_said if number == self.chosen else line
            for number, line in enumerate(self.lines)
        )


def speak(texts: Texts, drawn: Sequence[Sequence[DrawnText]]) -> Spoken:
    """Put the drawn lines of a picture into words; all that is chosen becomes one line."""
    chosen = name_icons(
        " ".join(one.text for line in drawn for one in line if one.is_chosen), texts
    ).removesuffix(":")
    lines: list[str] = []
    place: int | None = None
    for line in drawn:
        if place is None and any(one.is_chosen for one in line):
            place = len(lines)
            lines.append(chosen)
        if rest := name_icons(" ".join(one.text for one in line if not one.is_chosen), texts):
            lines.append(rest)
    said = "" if place is None else texts.gettext("chosen: {line}", line=chosen)
    return Spoken(texts.language, tuple(lines), place, said)


def name_icons(text: str, texts: Texts) -> str:
    """Write each icon of a text as its name, and a boxed letter without its box."""
    names = icon_names(texts)
    text = _COUNTED.sub(partial(_count, texts), text)
    said = "".join(_said(char, text[at + 1 :], names) for at, char in enumerate(text))
    return re.sub(r"\s+([:,])", r"\1", " ".join(said.translate(_NO_BOXES).split()))


def _count(texts: Texts, counted: re.Match[str]) -> str:
    """Return a number and its icon as they are said: 1 carrot, 2 carrots."""
    n = int(counted[1])
    if counted[2] == icons.CARROT:
        return texts.ngettext("{n} carrot", "{n} carrots", n)
    return texts.ngettext("{n} lettuce", "{n} lettuces", n)


def _said(char: str, rest: str, names: dict[str, str]) -> str:
    """Return a character as it is said: an icon by its name, unless the `rest` begins with that.

    The globe is a sign for those who read another language: before words it says nothing.
    """
    if char not in names:
        return char
    name = "" if char == icons.GLOBE and rest.strip() else names[char]
    return "" if rest.strip().casefold()[:_SAME] == name.casefold()[:_SAME] else f" {name} "


@cache
def icon_names(texts: Texts) -> dict[str, str]:
    """Return the icons' names in the players' language, "" for one that says nothing."""
    named = {
        "carrot": texts.pgettext("icon read aloud", "carrots"),
        "lettuce": texts.pgettext("icon read aloud", "lettuce"),
        "hare": texts.pgettext("icon read aloud", "hare"),
        "tortoise": texts.pgettext("icon read aloud", "tortoise"),
        "flag": texts.pgettext("icon read aloud", "flag"),
        "home": texts.pgettext("icon read aloud", "Home"),
        "start": texts.pgettext("icon read aloud", "Start"),
        "wait": texts.pgettext("icon read aloud", "waits"),
        "ok": texts.pgettext("icon read aloud", "OK:"),
        "no": texts.pgettext("icon read aloud", "not possible"),
        "left": texts.pgettext("icon read aloud", "left"),
        "right": texts.pgettext("icon read aloud", "right"),
        "up": texts.pgettext("icon read aloud", "up"),
        "down": texts.pgettext("icon read aloud", "down"),
        "lock": texts.pgettext("icon read aloud", "locked"),
        "unsaved": texts.pgettext("icon read aloud", "not saved"),
        "globe": texts.pgettext("icon read aloud", "other letters"),
        "card": texts.pgettext("icon read aloud", "cards"),
        "player": texts.pgettext("icon read aloud", "companion"),
        "shift": texts.pgettext("icon read aloud", "erase"),
    }
    return {glyph: named.get(name, "") for name, glyph in icons.ICON.items()}
