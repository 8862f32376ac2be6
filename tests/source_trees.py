"""The program's source files, each parsed once for all tests that read them."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """List the nodes of a file's syntax tree."""
    return tuple(ast.walk(tree_of(path)))


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))
