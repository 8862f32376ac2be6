"""The catalogues against the code: nothing missing, extra, empty, fuzzy or wrongly placed."""

from __future__ import annotations

import gettext
import os
import subprocess
import sys
from string import Formatter
from typing import TYPE_CHECKING

import pytest
from babel import Locale
from babel.messages.pofile import read_po, write_po
from planting import message, planted

from companion.app.text.catalogue import Texts, texts_in
from companion.locale import FOLDER, SOURCE, languages
from companion.locale.catalogues import (
    ROOT,
    begin,
    broken,
    catalogue_file,
    catalogue_files,
    compile_all,
    compiled,
    extract,
    faults,
    main,
    places,
    read,
    texts_of,
    update,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from babel.messages.catalog import Catalog

TRANSLATED = [path.parts[-3] for path in catalogue_files()]
KNOWN = "Not Home yet: {n} lettuce to eat"


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extract()


def test_without_babel_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "babel.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, "-m", "companion.locale.catalogues", "check"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "this needs Babel: .venv/bin/pip install -e '.[dev]'\n"


# -- as they are


def test_every_folder_with_texts_is_offered_and_english_first() -> None:
    assert languages() == (SOURCE, *TRANSLATED), (
        "run `python -m companion.locale.catalogues compile`, or install anew"
    )


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_all_texts_of_the_code(language: str, template: Catalog) -> None:
    assert faults(read(catalogue_file(language)), template) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    path = catalogue_file(language)
    assert path.with_suffix(".mo").read_bytes() == compiled(path), (
        "run `python -m companion.locale.catalogues compile`"
    )


def test_the_template_holds_the_texts_of_the_code(template: Catalog) -> None:
    with (FOLDER / "hare-companion.pot").open("rb") as file:
        written = read_po(file)
    assert {entry.id for entry in written} == {entry.id for entry in template}, (
        "run `python -m companion.locale.catalogues update`"
    )


def test_update_brings_new_texts_empty_and_takes_old_ones_away(
    tmp_path: Path, template: Catalog
) -> None:
    folder = planted(tmp_path, lambda catalogue: (lose(catalogue), invent(catalogue)))
    update(folder)
    found = faults(read(catalogue_file("de", folder)), template)
    assert [one for one in found if "Menu" in one or "Nobody" in one] == ["'Menu': empty"]


# -- numbers and their forms


def counted(catalogue: Catalog) -> list[tuple[str, str]]:
    return [tuple(entry.id) for entry in catalogue if entry.id and entry.pluralizable]


@pytest.mark.parametrize("language", languages())
def test_every_counted_text_has_a_form_for_0_to_200(language: str, template: Catalog) -> None:
    texts = texts_in(language)
    for one, many in counted(template):
        others = {name: "x" for _, name, *_ in Formatter().parse(many) if name and name != "n"}
        for n in range(201):
            said = texts.ngettext(one, many, n, **others)
            assert str(n) in said
            assert "{" not in said


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_number_takes_the_form_that_the_language_gives_it(language: str) -> None:
    """The forms follow Unicode's plural rules, which count as the grammars do."""
    catalogue = read(catalogue_file(language))
    chosen: dict[str, set[int]] = {}
    for n in range(201):
        chosen.setdefault(Locale.parse(language).plural_form(n), set()).add(form(catalogue, n))
    assert all(len(forms) == 1 for forms in chosen.values()), chosen
    assert len(set().union(*chosen.values())) == len(chosen) == catalogue.num_plurals


def form(catalogue: Catalog, n: int) -> int:
    """Ask the catalogue's own rule, as gettext reads it, for the form of a number."""
    return gettext.c2py(catalogue.plural_expr)(n)  # type: ignore[attr-defined]  # its parser


COUNTED = ("{n} carrot", "{n} carrots")
CODE = "texts.ngettext('{n} carrot', '{n} carrots', n)"
FORMS = {
    "cs": (("{n} mrkev", "{n} mrkve", "{n} mrkví"), {1: "mrkev", 2: "mrkve", 5: "mrkví"}),
    "ru": (
        ("{n} морковка", "{n} морковки", "{n} морковок"),
        {1: "морковка", 11: "морковок", 21: "морковка", 22: "морковки", 25: "морковок"},
    ),
    "hu": (("{n} sárgarépa", "{n} sárgarépa"), {1: "sárgarépa", 5: "sárgarépa"}),
}


def code_of_one_text(folder: Path) -> Path:
    """Write a module that says one counted text; return its folder."""
    code = folder / "companion" / "app"
    code.mkdir(parents=True)
    (code / "view.py").write_text(CODE)
    return code


@pytest.mark.parametrize("language", FORMS)
def test_one_two_and_five_carrots_have_their_plural_forms(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms, expected = FORMS[language]
    path = begin(language, tmp_path, code_of_one_text(tmp_path))
    catalogue = read(path)
    catalogue.delete(COUNTED[0])
    catalogue.add(COUNTED, forms)
    write(path, catalogue)
    compile_all(tmp_path)
    monkeypatch.setattr("companion.app.text.catalogue.FOLDER", tmp_path)
    texts = Texts(language)
    assert {n: texts.ngettext(*COUNTED, n) for n in expected} == {
        n: f"{n} {noun}" for n, noun in expected.items()
    }


@pytest.mark.parametrize("code", ["zz9", "qq", "../fr", ""])
def test_no_folder_is_made_for_what_is_no_language(code: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no language"):
        begin(code, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("code", "told"), [("qq", "no language"), ("de", "there already")])
def test_a_language_that_cannot_be_begun_is_reported_in_a_sentence(
    code: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["new", code])
    assert stop.value.code == 2
    assert told in capsys.readouterr().err


def write(path: Path, catalogue: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalogue)


# -- planted faults


def lose(catalogue: Catalog) -> None:
    catalogue.delete("Menu")


def invent(catalogue: Catalog) -> None:
    catalogue.add("Nobody says this", "Das sagt niemand")


def empty(catalogue: Catalog) -> None:
    message(catalogue, "Menu").string = ""


def empty_a_form(catalogue: Catalog) -> None:
    message(catalogue, KNOWN).string = ("noch {n} Salat", " ")


def lose_a_form(catalogue: Catalog) -> None:
    message(catalogue, KNOWN).string = ("noch {n} Salat",)


def doubt(catalogue: Catalog) -> None:
    message(catalogue, "Menu").flags.add("fuzzy")


def lose_a_place(catalogue: Catalog) -> None:
    message(catalogue, "Costs {cost}").string = "Kostet etwas"


def lose_a_counted_place(catalogue: Catalog) -> None:
    message(catalogue, KNOWN).string = ("noch ein Salat", "noch {n} Salate")


def misspell_a_place(catalogue: Catalog) -> None:
    message(catalogue, "Costs {cost}").string = "Kostet {costs}"


def format_a_place(catalogue: Catalog) -> None:
    message(catalogue, "Costs {cost}").string = "Kostet {cost.real}"


def leave_a_brace(catalogue: Catalog) -> None:
    message(catalogue, "Costs {cost}").string = "Kostet {cost"


PLANTED = {
    lose: "'Menu': not in the catalogue",
    invent: "'Nobody says this': no longer in the code",
    empty: "'Menu': empty",
    empty_a_form: f"{KNOWN!r}: empty",
    lose_a_form: f"{KNOWN!r}: empty",
    doubt: "'Menu': fuzzy",
    lose_a_place: "'Costs {cost}': lacks {cost} in 'Kostet etwas'",
    lose_a_counted_place: f"{KNOWN!r}: lacks {{n}} in 'noch ein Salat'",
    misspell_a_place: "'Costs {cost}': lacks {cost} in 'Kostet {costs}'",
    format_a_place: "'Costs {cost}': lacks {cost} in 'Kostet {cost.real}'",
    leave_a_brace: "'Costs {cost}': expected '}' before end of string in 'Kostet {cost'",
}


@pytest.fixture(scope="module")
def unspoilt(template: Catalog) -> list[str]:
    return faults(read(catalogue_file("de")), template)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_named(
    fault: Callable[[Catalog], None], tmp_path: Path, template: Catalog, unspoilt: list[str]
) -> None:
    folder = planted(tmp_path, fault)
    after = faults(read(catalogue_file("de", folder)), template)
    assert [told for told in after if told not in unspoilt] == [PLANTED[fault]]


@pytest.mark.parametrize("fault", [lose_a_place, misspell_a_place, leave_a_brace])
def test_what_would_fail_at_the_table_stops_the_build(
    fault: Callable[[Catalog], None], tmp_path: Path
) -> None:
    folder = planted(tmp_path, fault)
    assert len(broken(read(catalogue_file("de", folder)))) == 1
    assert broken(read(catalogue_file("hu", folder))) == []


def test_a_catalogue_that_is_being_written_does_not_stop_the_build(tmp_path: Path) -> None:
    assert broken(read(begin("fr", tmp_path, code_of_one_text(tmp_path)))) == []


def test_check_names_the_language_and_fails(
    tmp_path: Path,
    template: Catalog,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("companion.locale.catalogues.extract", lambda: template)
    folder = planted(tmp_path, empty)
    monkeypatch.setattr(
        "companion.locale.catalogues.catalogue_files", lambda: [catalogue_file("de", folder)]
    )
    assert main(["check"]) == 1
    assert "de: 'Menu': empty" in capsys.readouterr().out


# -- the reader of the code


def test_a_text_inside_an_f_string_is_found_with_its_note() -> None:
    source = """
        # Translators: on a button.
        foot = f"{OK} {texts.gettext('again')}"
        two = texts.ngettext("{n} card", "{n} cards", number)
        one = texts.pgettext("answer", "no")
        plain = words.count("a")
    """
    said = texts_of("def f():\n" + source)
    assert [(s.context, s.forms, s.notes) for s in said] == [
        (None, ("again",), ("on a button.",)),
        (None, ("{n} card", "{n} cards"), ()),
        ("answer", ("no",), ()),
    ]


def test_a_text_that_is_no_literal_is_refused_with_its_place() -> None:
    with pytest.raises(
        ValueError, match=r"screen\.py, line 1: the text of gettext is not a literal"
    ):
        texts_of("texts.gettext(name)", "screen.py")


def test_places_are_read_with_all_that_hangs_on_them() -> None:
    assert places("{a} and {b!r:>3} {c.d}") == {"a", "b!r:>3", "c.d"}
