"""The players' language: gettext at run time, English where a catalogue is missing."""

from __future__ import annotations

import gettext
from functools import cache
from importlib import resources
from typing import Any, Final

DOMAIN: Final = "hare-companion"


class Texts:
    """The texts of one language.

    `say`, `count` and `pick` look a text up and fill its named places; they are the keywords by
    which the catalogues are extracted.
    """

    def __init__(self, language: str) -> None:
        """Load the catalogue of a language code ("en", "de", ...); never fails."""
        self.language = language
        with resources.as_file(resources.files("companion") / "locale") as folder:
            self._found = gettext.translation(DOMAIN, str(folder), [language], fallback=True)

    def say(self, text: str, **places: Any) -> str:
        """Translate a text and fill its places."""
        return self._found.gettext(text).format(**places)

    def count(self, one: str, many: str, n: int, **places: Any) -> str:
        """Translate a text with one counted noun, whose number is the place `n`."""
        return self._found.ngettext(one, many, n).format(n=n, **places)

    def pick(self, context: str, text: str, **places: Any) -> str:
        """Translate a text that means different things in different contexts."""
        return self._found.pgettext(context, text).format(**places)


@cache
def texts_in(language: str) -> Texts:
    """Give the texts of a language code, loaded once."""
    return Texts(language)
