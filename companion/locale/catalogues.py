"""Extract the texts of the code, and update, check and compile the catalogues.

Needs Babel: for translators, tests and the build alone; the program reads the compiled files with
the standard library. Run `python -m companion.locale.catalogues` with `update`, `check`, `compile`
or `new CODE` (README.md in this folder).
"""

from __future__ import annotations

import argparse
import ast
import sys
from datetime import UTC, datetime
from io import BytesIO
from string import Formatter
from typing import TYPE_CHECKING, Final, NamedTuple

try:
    from babel import Locale, UnknownLocaleError
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po
except ImportError:
    if __name__ == "__main__":
        sys.exit("this needs Babel: .venv/bin/pip install -e '.[dev]'")
    raise

from companion.locale import DOMAIN, FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from babel.messages.catalog import Message

ROOT: Final = FOLDER.parents[1]
TEXTS: Final = ROOT / "companion" / "app"
TEXT_ARGUMENTS: Final = {"gettext": 1, "ngettext": 2, "pgettext": 2}
NOTE: Final = "# Translators:"
_ANY_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)  # the headers' dates say nothing here
_UNSTABLE: Final = (  # headers that would change with every run, and say nothing
    '"POT-Creation-Date:',
    '"PO-Revision-Date:',
    '"Last-Translator:',
    '"Language-Team:',
    '"Report-Msgid-Bugs-To:',
    '"Generated-By:',
)


class ExtractedMessage(NamedTuple):
    """One text of the code: its line, context, one or two forms, and what is noted above it."""

    line: int
    context: str | None
    forms: tuple[str, ...]
    notes: tuple[str, ...]


def extract(folder: Path = TEXTS) -> Catalog:
    """Collect every text of the code, with where it stands and what is noted beside it."""
    found = Catalog(project=DOMAIN, fuzzy=False)
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder.parents[1]).as_posix()
        for said in texts_of(path.read_text("utf-8"), place):
            text = said.forms if len(said.forms) == 2 else said.forms[0]
            notes = list(said.notes)
            found.add(text, None, [(place, said.line)], auto_comments=notes, context=said.context)
    return found


def texts_of(source: str, name: str = "?") -> list[ExtractedMessage]:
    """List the texts of a module, those inside f-strings too (which Babel's reader skips).

    ValueError names a call whose text is no literal: no catalogue could hold it.
    """
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in TEXT_ARGUMENTS
        and ast.unparse(node.func.value) != "self._found"  # Texts' own look-up
    ]
    lines = source.splitlines()
    return [_extracted(call, lines, name) for call in sorted(calls, key=lambda call: call.lineno)]


def _extracted(call: ast.Call, lines: list[str], name: str) -> ExtractedMessage:
    keyword = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    wanted = call.args[: TEXT_ARGUMENTS[keyword]]
    texts = [a.value for a in wanted if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    if len(texts) < TEXT_ARGUMENTS[keyword]:
        raise ValueError(f"{name}, line {call.lineno}: the text of {keyword} is not a literal")
    notes = _notes(lines, call.lineno)
    if keyword == "pgettext":
        return ExtractedMessage(call.lineno, texts[0], (texts[1],), notes)
    return ExtractedMessage(call.lineno, None, tuple(texts), notes)


def _notes(lines: list[str], line: int) -> tuple[str, ...]:
    """Return the note to translators that ends on the line above a call; empty without one."""
    found: list[str] = []
    for text in reversed(lines[: line - 1]):
        if not text.strip().startswith("#"):
            return ()
        found.insert(0, text.strip().removeprefix(NOTE).lstrip("# "))
        if text.strip().startswith(NOTE):
            return tuple(found)
    return ()


def catalogue_file(language: str, folder: Path = FOLDER) -> Path:
    """Name the file that holds a language's translations."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue_files(folder: Path = FOLDER) -> list[Path]:
    """List the files of all languages."""
    return sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """Read a catalogue; its language is the name of its folder."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], domain=DOMAIN)


def compiled(path: Path) -> bytes:
    """Return a catalogue in the form that the program reads; the same bytes for the same texts."""
    catalogue = read(path)
    catalogue.creation_date = catalogue.revision_date = _ANY_TIME
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def compile_all(folder: Path = FOLDER) -> list[Path]:
    """Write the compiled file beside each catalogue, where it differs, and return all of them.

    Raises OSError.
    """
    targets = []
    for path in catalogue_files(folder):
        target, content = path.with_suffix(".mo"), compiled(path)
        if not target.is_file() or target.read_bytes() != content:
            target.write_bytes(content)
        targets.append(target)
    return targets


def update(folder: Path = FOLDER, texts: Path = TEXTS) -> None:
    """Bring the template and all catalogues to the code: new texts come empty, old ones go."""
    template = extract(texts)
    _write(folder / f"{DOMAIN}.pot", template)
    for path in catalogue_files(folder):
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        _write(path, catalogue)


def begin(language: str, folder: Path = FOLDER, texts: Path = TEXTS) -> Path:
    """Make the folder of a new language, all its texts empty.

    Raises ValueError where the code names no language, FileExistsError if there is a folder.
    """
    try:
        Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise ValueError(f"{language!r} is no language: give a code such as 'fr'") from error
    path = catalogue_file(language, folder)
    path.parent.mkdir(parents=True, exist_ok=False)
    catalogue = Catalog(locale=language, project=DOMAIN, fuzzy=False)
    catalogue.update(extract(texts), no_fuzzy_matching=True)
    _write(path, catalogue)
    return path


def _write(path: Path, catalogue: Catalog) -> None:
    catalogue.header_comment = "# The texts of hare-companion; companion/locale/README.md says how."
    catalogue.fuzzy = False
    out = BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    lines = out.getvalue().decode("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(_UNSTABLE)), "utf-8")


# -- what can be wrong with a catalogue


def faults(catalogue: Catalog, template: Catalog) -> list[str]:
    """List what is missing, extra, empty, fuzzy or has wrong placeholders in a catalogue."""
    wanted = {_key(message): message for message in template if message.id}
    there = {_key(message): message for message in catalogue if message.id}
    return [
        *(f"{_named(key)}: not in the catalogue" for key in wanted if key not in there),
        *(f"{_named(key)}: no longer in the code" for key in there if key not in wanted),
        *(fault for key, message in there.items() for fault in _message_faults(key, message)),
    ]


def broken(catalogue: Catalog) -> list[str]:
    """List the translations that would fail: their placeholders are not those of the text."""
    there = {_key(message): message for message in catalogue if message.id}
    return [
        f"{_named(key)}: {fault}"
        for key, message in there.items()
        for form in _forms(message)
        if form and (fault := _place_fault(_ids(message), form))
    ]


def _message_faults(key: tuple[str, str], message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield f"{_named(key)}: fuzzy"
    for form in _forms(message):
        if not form.strip():
            yield f"{_named(key)}: empty"
        elif fault := _place_fault(_ids(message), form):
            yield f"{_named(key)}: {fault}"


def _place_fault(texts: tuple[str, ...], form: str) -> str:
    """Say how the places of a translation differ from the text's; empty where they do not."""
    wanted = set().union(*(places(text) for text in texts))
    try:
        found = places(form)
    except ValueError as error:
        return f"{error} in {form!r}"
    if missing := wanted - found:
        return f"lacks {_braced(missing)} in {form!r}"
    if extra := found - wanted:
        return f"has {_braced(extra)}, which the text has not, in {form!r}"
    return ""


def places(text: str) -> set[str]:
    """List the places of a text, `{name}` as `name`; ValueError where a brace stands alone.

    A place with an attribute, an index or a format keeps it, and so is no place of the code's.
    """
    return {
        name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None
    }


def _braced(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _key(message: Message) -> tuple[str, str]:
    return message.context or "", _ids(message)[0]


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _named(key: tuple[str, str]) -> str:
    context, text = key
    return f"{text!r} ({context})" if context else repr(text)


# -- the commands


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m companion.locale.catalogues")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="bring template and catalogues to the code")
    commands.add_parser("check", help="say what a catalogue lacks")
    commands.add_parser("compile", help="write the compiled files")
    commands.add_parser("new", help="begin a language").add_argument("language", metavar="CODE")
    options = parser.parse_args(arguments)
    match options.command:
        case "update":
            update()
        case "new":
            _begin(options.language, parser)
        case "compile":
            compile_all()
        case _:
            return _check()
    return 0


def _begin(language: str, parser: argparse.ArgumentParser) -> None:
    try:
        print(begin(language).relative_to(ROOT))
    except FileExistsError as error:
        parser.error(f"{error.filename} is there already: translate its .po file")
    except ValueError as error:
        parser.error(str(error))


def _check() -> int:
    template = extract()
    found = [
        f"{path.parts[-3]}: {fault}"
        for path in catalogue_files()
        for fault in faults(read(path), template)
    ]
    print("\n".join(found) or "nothing is missing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
