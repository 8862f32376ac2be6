"""The sources of the Debian package, against the project, the profiles and each other."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from packaging.requirements import Requirement

from companion.locale.catalogues import catalogue_files
from hardware.profiles import names
from tests.tools import need

SOURCE = Path(__file__).parents[2]
BOARD = SOURCE / "firmware-config"
DEBIAN = BOARD / "debian"
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = re.compile(r"([a-z0-9.-]+)==(\S+) --hash=sha256:[0-9a-f]{64}")
# Compiled for each machine, or the distribution's for another reason.
FROM_THE_DISTRIBUTION = {"pillow", "lgpio", "spidev", "rpi-lgpio", "aiohttp"}


def locked() -> dict[str, str]:
    """Map each vendored library to its version; every line has a hash."""
    lines = (BOARD / "vendored.txt").read_text().splitlines()
    found = [LOCK.fullmatch(line) for line in lines if not line.startswith("#")]
    assert None not in found
    return {match[1]: match[2] for match in found if match is not None}


def wanted() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"]
    texts = [*PROJECT["dependencies"], *extras["pi"], *extras["spi"], *extras["page"]]
    return [Requirement(text) for text in texts]


def test_the_vendored_libraries_are_those_that_the_project_asks_for() -> None:
    asked = {one.name: one.specifier for one in wanted() if one.name not in FROM_THE_DISTRIBUTION}
    versions = locked()
    assert asked.keys() - versions.keys() == set()
    assert {name for name in asked if versions[name] not in asked[name]} == set()
    assert versions.keys() - asked.keys() == {"colorzero"}  # gpiozero's


def test_cbor2_needs_no_compiler_on_the_pi() -> None:
    assert locked()["cbor2"].startswith("5.")


@pytest.mark.parametrize("name", ["python3-pil", "polkitd", "udev"])
def test_what_it_cannot_start_without_is_a_dependency(name: str) -> None:
    _, binary = (DEBIAN / "control").read_text().split("\n\n", 1)
    (depends,) = re.findall(r"^Depends: (.*\n(?: .*\n)*)", binary, re.MULTILINE)
    assert name in depends


def test_the_python_of_the_project_is_the_packages() -> None:
    least = PROJECT["requires-python"].removeprefix(">=")
    assert f"python3 (>= {least})" in (DEBIAN / "control").read_text()
    assert f"--python-version {least}" in (BOARD / "build-package").read_text()


def test_the_question_offers_every_wiring() -> None:
    text = (DEBIAN / "hare-companion.templates").read_text()
    (choices,) = re.findall(r"^Choices: (.*)$", text, re.MULTILINE)
    assert sorted(choices.split(", ")) == list(names())
    assert all(f" {name}: " in text for name in names())


def test_the_questions_are_asked_in_every_language_of_the_project() -> None:
    languages = {path.parts[-3] for path in catalogue_files(SOURCE / "companion/locale")}
    assert {path.stem for path in (DEBIAN / "po").glob("*.po")} == languages
    template = translations(DEBIAN / "po/templates.pot")
    for path in (DEBIAN / "po").glob("*.po"):
        found = translations(path)
        assert found.keys() == template.keys(), path
        assert all(found.values()), path


def translations(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id}


def test_the_texts_to_translate_are_those_of_the_questions() -> None:
    text = (DEBIAN / "hare-companion.templates").read_text().replace("\n ", " ")
    assert {one for one in translations(DEBIAN / "po/templates.pot") if one not in text} == set()


def test_every_file_that_the_package_takes_is_there() -> None:
    for line in (DEBIAN / "hare-companion.install").read_text().splitlines():
        name = line.split()[0].replace("debian/", "firmware-config/debian/", 1)
        assert (SOURCE / name).exists(), name


def test_shellcheck_finds_nothing() -> None:
    scripts = ("config", "postinst", "prerm", "postrm")
    files = [DEBIAN / f"hare-companion.{name}" for name in scripts]
    files += [DEBIAN / "bin/hare-companion-purge-games", BOARD / "first-boot.sh"]
    files += [BOARD / "build-package", SOURCE / ".ci/run"]
    # SC1091: debconf's own script is not followed; SC2154, SC2317: what it sets, and calls.
    command = [need("shellcheck"), "--exclude=SC1091", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
