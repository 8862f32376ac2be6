"""Every hare card that a pile or a chart may name has its words."""

from __future__ import annotations

import pytest

from companion.app.text.catalogue import texts_in
from companion.app.text.hare_cards import card_text, card_title
from companion.rules import CARDS, Rules


@pytest.mark.parametrize("card", sorted(CARDS))
def test_every_card_has_a_title_and_a_text(card: str) -> None:
    texts = texts_in("en")
    assert card_title(texts, card)
    assert card_text(texts, card, Rules())
