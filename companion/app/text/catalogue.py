"""The players' language: gettext at run time, English where a catalogue is missing."""

from __future__ import annotations

import gettext
from functools import cache
from typing import Any

from companion.locale import DOMAIN, FOLDER, SOURCE, languages

__all__ = ["SOURCE", "Texts", "languages", "texts_in"]


class Texts:
    """The texts of one language.

    `gettext`, `ngettext` and `pgettext` look a text up and fill its named placeholders. The
    catalogues are extracted by these names, so their texts must be literals.
    """

    def __init__(self, language: str) -> None:
        """Load the catalogue of a language code ("en", "de", ...); never fails."""
        self.language = language
        self._found = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)

    @property
    def own_name(self) -> str:
        """The language's name in itself, as it is listed on the first screen."""
        # Translators: the name of YOUR language in your language, e.g. Deutsch.
        return self.pgettext("own name of the language", "English")

    def gettext(self, text: str, **places: Any) -> str:
        """Translate a text and fill its placeholders."""
        return self._found.gettext(text).format(**places)

    def ngettext(self, one: str, many: str, n: int, **places: Any) -> str:
        """Translate a text with one counted noun, whose number is the placeholder `n`."""
        return self._found.ngettext(one, many, n).format(n=n, **places)

    def pgettext(self, context: str, text: str, **places: Any) -> str:
        """Translate a text that means different things in different contexts."""
        return self._found.pgettext(context, text).format(**places)


@cache
def texts_in(language: str) -> Texts:
    """Return the texts of a language code, loaded once."""
    return Texts(language)
