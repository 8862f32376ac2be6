"""Catalogues in what is built: compiled for a wheel and an editable install; a folder more."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from planting import message

from companion.locale.catalogues import catalogue_file, catalogue_files, read

ROOT = Path(__file__).parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "companion", "hardware")
LANGUAGES = [path.parts[-3] for path in catalogue_files()]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy what a build needs, as git gives it: nothing is compiled."""
    copy = tmp_path / "checkout"
    copy.mkdir()
    leave = shutil.ignore_patterns("__pycache__", "*.mo")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=leave)
        else:
            shutil.copy(ROOT / part, copy / part)
    return copy


def python(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def build(checkout: Path) -> subprocess.CompletedProcess[str]:
    return python(checkout, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist")


def test_a_wheel_holds_each_language_compiled_and_nothing_for_translators(checkout: Path) -> None:
    built = build(checkout)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(next((checkout / "dist").glob("*.whl"))) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("companion/locale/")]
    compiled = [f"companion/locale/{code}/LC_MESSAGES/hare-companion.mo" for code in LANGUAGES]
    assert sorted(names) == sorted(["companion/locale/__init__.py", *compiled])


@pytest.mark.torture
def test_an_editable_install_finds_the_catalogues_compiled_beside_their_texts(
    checkout: Path,
) -> None:
    hooks = ("-t", "wheel:editable", "--hooks-only")
    assert python(checkout, "-m", "hatchling", "build", *hooks).returncode == 0
    for path in catalogue_files(checkout / "companion" / "locale"):
        assert path.with_suffix(".mo").exists()
    asked = (
        "from companion.app.text.catalogue import *;"
        "print([texts_in(c).own_name for c in languages()])"
    )
    told = python(checkout, "-c", asked)
    assert "'English'" in told.stdout
    assert "'Deutsch'" in told.stdout


def test_a_wrong_place_stops_the_build_and_is_named(checkout: Path) -> None:
    path = catalogue_file("de", checkout / "companion" / "locale")
    text = path.read_text("utf-8")
    good = message(read(path), "Costs {cost}").string
    path.write_text(text.replace(f'"{good}"', '"Kostet {kosten}"'), "utf-8")
    built = build(checkout)
    assert built.returncode != 0
    assert "de: 'Costs {cost}': lacks {cost} in 'Kostet {kosten}'" in built.stderr


def test_a_folder_that_cannot_be_written_is_one_sentence_with_the_fix(checkout: Path) -> None:
    target = catalogue_file("de", checkout / "companion" / "locale").with_suffix(".mo")
    target.mkdir()
    built = build(checkout)
    assert built.returncode == 1
    (line,) = built.stderr.strip().splitlines()
    assert line.startswith(f"{target} cannot be written (")
    assert "copy this folder to where you may write" in line


@pytest.mark.torture
def test_a_build_writes_nothing_into_the_source_that_is_there_already(checkout: Path) -> None:
    assert build(checkout).returncode == 0
    target = catalogue_file("de", checkout / "companion" / "locale").with_suffix(".mo")
    before = target.stat().st_mtime_ns
    assert build(checkout).returncode == 0
    assert target.stat().st_mtime_ns == before


def test_a_checkout_without_compiled_catalogues_has_english_alone(
    checkout: Path,
) -> None:
    told = python(checkout, "-c", "from companion.app.text.catalogue import *; print(languages())")
    assert told.stdout == "('en',)\n"


@pytest.mark.torture
def test_the_tests_of_such_a_checkout_do_not_begin_and_say_what_to_do(checkout: Path) -> None:
    (checkout / "tests").mkdir()
    for name in ("conftest.py", "left_open.py", "tools.py", "test_no_clock.py"):
        shutil.copy(ROOT / "tests" / name, checkout / "tests")
    told = python(checkout, "-m", "pytest", "-n", "0")
    assert told.returncode == 4
    assert "no catalogue is compiled: run .venv/bin/pip install -e '.[dev]'" in told.stderr


CHECKED = """
from companion.locale.catalogues import main
print("checked", main(["check"]), "compiled", main(["compile"]))
"""
SPOKEN = """
from pathlib import Path
from companion.app.screens import language
from companion.app.session import Session
from companion.app.states.lists import LanguageScreen
from companion.config.configuration import load_config
from hardware.profiles import load_all
print([row.text for row in language.view(Session(), LanguageScreen()).rows])
print(load_config(Path("my.toml"), load_all()).table)
"""


def test_a_sixth_language_is_a_folder_and_nothing_else(checkout: Path) -> None:
    assert python(checkout, "-m", "companion.locale.catalogues", "new", "fr").returncode == 0
    path = catalogue_file("fr", checkout / "companion" / "locale")
    text = path.read_text("utf-8")
    entry = 'msgctxt "own name of the language"\nmsgid "English"\nmsgstr "'
    assert entry in text
    path.write_text(text.replace(entry, f"{entry}Français"), "utf-8")
    (checkout / "my.toml").write_text('[table]\nlanguage = "fr"\n')
    assert "checked 1 compiled 0\n" in python(checkout, "-c", CHECKED).stdout
    told = python(checkout, "-c", SPOKEN)
    assert "'Français'" in told.stdout, told.stderr
    assert "'language': 'fr'" in told.stdout
