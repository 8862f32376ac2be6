"""Turns of a game as the screen shows them: hand-over, the finger walks, OK, the next player."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from companion.app.render import render
from companion.app.view import Cell, Header, Lines, Mark, No, Strip, Sum, Track, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

KINDS = "SHCH3CHLT42T3CHTF24T3CL2THC432THFCH23TCHC2LT34H2FCTH324CTLHC2HLHG"  # the board of 1978
WORDS = {"H": "Hare", "T": "Tortoise", "C": "Carrots", "L": "Lettuce"}
NAMES = (("R", "Anna"), ("B", "Benedikt"), ("Y", "Clara"), ("G", "Dora"))


def turns(seed: int, count: int) -> Iterator[Image.Image]:
    """Draw `count` turns of four players, each picture that stands on the screen."""
    random = Random(seed)
    squares, carrots, told = [0] * 4, [65] * 4, ""
    for number in range(count):
        seat = number % 4
        steps = 0
        yield _draw(squares, seat, carrots, steps, told)
        reach = random.randrange(1, 9)
        while steps < reach:
            steps += 1
            yield _draw(squares, seat, carrots, steps, told)
        price = steps * (steps + 1) // 2
        carrots[seat] = carrots[seat] - price if carrots[seat] > price else random.randrange(40, 99)
        start, squares[seat] = squares[seat], (squares[seat] + steps) % 60
        told = f"{NAMES[seat][0]} {start}>{squares[seat]} -{price} = {carrots[seat]}"


def _draw(squares: list[int], seat: int, carrots: list[int], steps: int, told: str) -> Image.Image:
    at = squares[seat]
    first = max(0, min(at - 1, 55)) if at + steps < at + 8 else at + steps - 9
    finger = min(at + steps, 64)
    shown = range(first, first + 10)
    cells = tuple(_cell(squares, seat, square, carrots[seat]) for square in shown)
    forbidden = steps > 0 and KINDS[finger] == "T"
    strip = Strip(first, cells, min(finger - first, 9), forbidden)
    header = Header(*NAMES[seat], f"{seat + 1}.", str(carrots[seat]), str(3 - seat % 2))
    track = Track("turn", header, strip, _below(steps, finger, carrots[seat], told))
    return render(View(track)).image


def _cell(squares: list[int], seat: int, square: int, carrots: int) -> Cell:
    marks = tuple(
        Mark(NAMES[other][0], other == seat) for other, at in enumerate(squares) if at == square
    )
    steps = square - squares[seat]
    dot = steps > 0 and steps * (steps + 1) // 2 <= carrots and KINDS[square] != "T"
    return Cell(KINDS[square], marks[:1], max(0, len(marks) - 1), dot)


def _below(steps: int, finger: int, carrots: int, told: str) -> Lines | Sum | No:
    price = steps * (steps + 1) // 2
    if steps == 0:
        return Lines(told, "Carrots +10" if carrots % 2 else "", "tortoise", "1 square")
    if KINDS[finger] == "T":
        return No(steps, "Tortoise squares are entered backwards only")
    word = WORDS.get(KINDS[finger], f"Number {KINDS[finger]}")
    return Sum(steps, True, word, f"{carrots}-{price} =", str(carrots - price))
