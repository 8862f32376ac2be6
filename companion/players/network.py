"""A small network that values a position: one hidden layer of 32 leaky units, a value 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HIDDEN = 32
LEAK = 0.1
FAR = 60.0  # of the output's sum: beyond it a value is 0 or 1

Sums = tuple[float, ...]
"""What some inputs add to each hidden unit."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights: `first[input][unit]`, the units' bias, the output's weights and bias."""

    first: tuple[Sums, ...]
    bias: Sums
    last: Sums
    last_bias: float

    @staticmethod
    def of(
        first: Sequence[float],
        bias: Sequence[float],
        last: Sequence[float],
        last_bias: Sequence[float],
    ) -> Network:
        """Make a network of its parts as flat lists of numbers."""
        rows = tuple(tuple(first[n : n + HIDDEN]) for n in range(0, len(first), HIDDEN))
        return Network(rows, tuple(bias), tuple(last), last_bias[0])

    @property
    def inputs(self) -> int:
        """Count the inputs."""
        return len(self.first)

    def parts(self) -> tuple[Sequence[float], ...]:
        """Return the parts that `of` takes."""
        flat = [weight for row in self.first for weight in row]
        return flat, self.bias, self.last, (self.last_bias,)

    def scaled(self, number: int, value: float) -> Sums:
        """Return what one input with this value adds to the hidden units."""
        return tuple([value * weight for weight in self.first[number]])

    def value(self, sums: Iterable[Sums]) -> float:
        """Return the value of a position from all that its inputs add to the hidden units."""
        units = map(sum, zip(self.bias, *sums, strict=True))
        total = self.last_bias + sum(
            [
                (unit if unit > 0 else LEAK * unit) * weight
                for unit, weight in zip(units, self.last, strict=True)
            ]
        )
        return 1 / (1 + exp(-max(-FAR, min(total, FAR))))


NO_NETWORK = Network((), (), (), 0.0)
"""Where a board has none: nothing is valued by it."""


def add(sums: Iterable[Sums]) -> Sums:
    """Return the sum of several inputs' contributions."""
    return tuple(map(sum, zip(*sums, strict=True)))
