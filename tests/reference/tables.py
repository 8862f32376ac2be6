"""Set up a position to try one sentence of the rules on."""

from __future__ import annotations

from typing import Any

from tests.reference.compare import EDITIONS, Pair
from tests.reference.reading import COLOURS

Pieces = int | tuple[int | str, str] | list[Any]
"""A square, a square with its debt, or (two players) a list of two of these; "home" is Home."""


def table(
    *pieces: Any,
    edition: str = "ravensburger-1978",
    carrots: tuple[int, ...] = (),
    lettuces: tuple[int, ...] = (),
    turn: int = 0,
    top: tuple[str, ...] = (),
    **more: Any,
) -> Pair:
    """Lay out one seat for each of `pieces`, with the cards `top` on top of the pile.

    `more` are keys of the setup line; rulings go in as `rules`.
    """
    pair = Pair(_line(len(pieces), edition, top, more))
    homes = [
        (seat, n)
        for seat, mine in enumerate(pieces)
        for n, p in enumerate(_listed(mine))
        if p == "home"
    ]
    for seat, number in homes:
        pair.send_home(seat, number)
    for seat, mine in enumerate(pieces):
        for number, place in enumerate(_listed(mine)):
            if place not in ("home", 0):
                pair.put(seat, number, place)
    for seat, count in enumerate(carrots):
        pair.correct(seat=seat, carrots=count)
    for seat, count in enumerate(lettuces):
        pair.correct(seat=seat, lettuces=count)
    if pair.json["turn"]["seat"] != turn:
        pair.correct(turn=turn)
    return pair


def _listed(mine: Any) -> list[Any]:
    return mine if isinstance(mine, list) else [mine]


def _line(players: int, edition: str, top: tuple[str, ...], more: dict[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {"record": 1, "edition": edition}
    line["seats"] = [{"name": f"P{n}", "colour": COLOURS[n]} for n in range(players)]
    hare = more.get("edition_data", EDITIONS.get(edition, {}))["hare"]
    if "deck" in hare:
        rest = [card for card, count in hare["deck"].items() for _ in range(count)]
        for card in top:
            rest.remove(card)
        line["deck"] = [*top, *rest]
    return line | more
