"""The table of house rules: every ruling has its words, in the setup and in the README."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from companion.app.text.catalogue import texts_in
from companion.app.text.house_rules import HOUSE_RULES
from companion.rules import RULE_VALUES

README = Path(__file__).parents[3] / "README.md"
ENGLISH = texts_in("en")


def test_every_value_of_every_ruling_is_set_by_one_option_of_one_row() -> None:
    found = Counter(
        item for rule in HOUSE_RULES for option in rule.options for item in option.rulings.items()
    )
    assert found == Counter((key, value) for key, values in RULE_VALUES.items() for value in values)
    assert all(
        tuple(option.rulings) == rule.keys for rule in HOUSE_RULES for option in rule.options
    )


def test_the_readme_lists_every_row_with_its_values() -> None:
    text = README.read_text("utf-8")
    for rule in HOUSE_RULES:
        values = ", ".join(option.words(ENGLISH) for option in rule.options)
        assert text.count(f"| {rule.label(ENGLISH)} | {values} |") == 1, rule.label(ENGLISH)
