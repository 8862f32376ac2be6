"""The page's colours: its texts and signs contrast with their background, in both schemes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hardware.page

CSS = (Path(hardware.page.__file__).parent / "static" / "page.css").read_text()
DARK, LIGHT = (
    dict(re.findall(r"(--[a-z-]+): ([^;]+);", block))
    for block in re.findall(r":root \{\n(.*?)\}", CSS, re.DOTALL)[:2]
)
SCHEMES = {"dark": DARK, "light": DARK | LIGHT}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("ink", "grounds", "least"),
    [
        ("--text", ("--felt", "--felt-deep"), 4.5),
        ("--label", ("--case", "--case-light", "--case-dark"), 4.5),
        ("--warm", ("--case", "--case-light", "--case-dark"), 4.5),
        ("--ink", ("--key",), 3),
        ("--carrot-ink", ("--carrot",), 3),
        ("--focus", ("--felt", "--felt-deep", "--case", "--case-light", "--case-dark"), 3),
    ],
)
def test_the_contrast_is_large_enough_on_every_colour_of_the_ground(
    scheme: str, ink: str, grounds: tuple[str, ...], least: float
) -> None:
    colours = SCHEMES[scheme]
    behind = [each for name in grounds for each in re.findall("#[0-9a-f]{6}", colours[name])]
    assert behind
    assert min(_contrast(colours[ink], each) for each in behind) >= least


def _contrast(one: str, other: str) -> float:
    """Return the ratio of WCAG 2.2 for two colours."""
    darker, lighter = sorted(_luminance(colour) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
