"""What runs on a clean machine: the README's own line, and every kind of test."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

SOURCE = Path(__file__).parents[2]
RUN = (SOURCE / ".ci/run").read_text()


def test_the_readmes_test_line_is_run_word_by_word() -> None:
    readme = (SOURCE / "README.md").read_text("utf-8")
    (line,) = re.findall(r"^## Test it\n\n```sh\n(.*)\n```", readme, re.MULTILINE)
    assert f"\n  {line}\n" in RUN


def test_every_marked_kind_of_test_is_run() -> None:
    options = tomllib.loads((SOURCE / "pyproject.toml").read_text())["tool"]["pytest"][
        "ini_options"
    ]
    for marker in options["markers"]:
        assert f"pytest -m {marker.split(':')[0]}" in RUN


def test_a_missing_tool_is_a_failure_there() -> None:
    assert "export CI=true" in RUN


def test_the_kernels_packages_are_installed_before_it_is_built() -> None:
    script = (SOURCE / "tests/kernel/kernel.sh").read_text()
    (packages,) = re.findall(r"^readonly PACKAGES=\((.*)\)$", script, re.MULTILINE)
    wanted = packages.replace("$SERIES", "6.1").split()
    assert {package for package in wanted if package not in RUN.split()} == set()


def test_what_builds_the_package_is_installed_and_named_in_the_readme() -> None:
    script = (SOURCE / "firmware-config/build-package").read_text()
    (tools,) = re.findall(r"sudo apt install --no-install-recommends (.*)\"$", script, re.MULTILINE)
    assert (
        f"sudo apt install -y --no-install-recommends {tools}\n"
        in (SOURCE / "README.md").read_text()
    )
    assert set(tools.split()) - {"git"} <= set(RUN.split())  # git: it was cloned


def test_the_part_of_the_test_line_that_runs_on_arm_is_there() -> None:
    named = re.findall(
        r"tests/\w+/test_\w+\.py", (SOURCE / "tests/arm/test_userland.py").read_text()
    )
    assert named
    assert [name for name in named if not (SOURCE / name).exists()] == []
