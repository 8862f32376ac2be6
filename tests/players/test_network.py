"""The network's value: what its units hold packed is what plain floats give."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from companion.players.network import FAR, LEAK, Network, pack, unpack
from tests.players.positions import EDITIONS, data_of

NETWORKS = [(name, key) for name in EDITIONS for key in data_of(name).networks]
NEAR = 1e-6  # the next of 16 million steps of an input, at each of its weights


def plain_value(network: Network, inputs: list[tuple[int, float]]) -> float:
    units = list(network.bias)
    for number, value in inputs:
        units = [a + value * b for a, b in zip(units, network.first[number], strict=True)]
    leaky = [unit if unit > 0 else LEAK * unit for unit in units]
    total = network.last_bias + sum(a * b for a, b in zip(leaky, network.last, strict=True))
    return 1 / (1 + exp(-max(-FAR, min(total, FAR))))


@pytest.mark.parametrize(("name", "key"), NETWORKS, ids=str)
def test_packed_units_give_the_value_of_plain_ones(name: str, key: tuple[int, bool]) -> None:
    network, random = data_of(name).networks[key], Random(1)
    for most in (0.1, 1.0, 3.0):
        numbers = random.sample(range(network.inputs), 40)
        inputs = [(number, random.uniform(-1.0, most)) for number in numbers]
        found = network.value(network.units(inputs[:20]) + network.units(inputs[20:]))
        assert found == pytest.approx(plain_value(network, inputs), abs=NEAR)


@pytest.mark.parametrize(("name", "key"), NETWORKS, ids=str)
def test_no_unit_is_too_large_for_its_part(name: str, key: tuple[int, bool]) -> None:
    network, largest = data_of(name).networks[key], 70.0  # turns / 16 with 9,999 carrots
    for sign in (1, -1):
        inputs = [(number, sign * largest) for number in range(network.inputs)]
        assert network.value(network.units(inputs)) == pytest.approx(plain_value(network, inputs))


def test_packed_numbers_add_without_touching_each_other() -> None:
    ones = [(-1) ** n * n / 4 for n in range(32)]
    others = [-1.0 - n for n in range(32)]
    whole = unpack(pack(ones) * 3 - pack(others))
    assert [n / 2**24 for n in whole] == [3 * a - b for a, b in zip(ones, others, strict=True)]
