"""Where a phone finds the page."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from hardware.page.address import in_url, reachable, written


@pytest.mark.parametrize(
    "address", ["192.168.1.7", "127.0.0.1", "::1", "fe80::1%eth0", "box.local"]
)
def test_an_address_that_was_chosen_is_the_one_to_open(address: str) -> None:
    assert reachable(address) == address


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_all_addresses_are_told_as_this_computers_own_or_not_at_all(address: str) -> None:
    found = reachable(address)
    if found:
        assert not ipaddress.ip_address(found).is_unspecified
        family = socket.AF_INET6 if ":" in found else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as own:
            own.bind((found, 0))  # refused for an address of another computer


def test_without_a_network_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nowhere(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, f"Network is unreachable: {address}")

    monkeypatch.setattr(socket, "socket", Nowhere)
    assert written("0.0.0.0", 8128) == ""


def test_it_is_written_as_a_phone_takes_it() -> None:
    assert written("192.168.1.7", 8128) == "192.168.1.7:8128"
    assert written("fd00::7", 80) == "[fd00::7]:80"
    assert in_url("fe80::1%eth0") == "[fe80::1]"
