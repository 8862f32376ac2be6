"""The spellings of names in the family book, as the journal keeps them."""

from __future__ import annotations

from typing import Any

SPELLINGS = "spellings"
"""The journal's key of the spellings: a table of the name under which each counts."""


def spellings_from(table: dict[str, Any]) -> dict[str, str]:
    """Read the saved spellings; what is no name is left out."""
    return {key: value for key, value in table.items() if isinstance(value, str) and value}
