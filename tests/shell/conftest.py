from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.shell.saving import Saving

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _writers_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """End the writing threads of the loops that a test leaves in the middle of a game."""
    made: list[Saving] = []
    begin = Saving.__init__

    def noted(saving: Saving, *arguments: object) -> None:
        begin(saving, *arguments)  # type: ignore[arg-type]  # as they were given
        made.append(saving)

    monkeypatch.setattr(Saving, "__init__", noted)
    yield
    for saving in made:
        saving.close()
