"""Where a phone finds the page."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING

import pytest

from hardware.page import address as address_module
from hardware.page.address import (
    display_address,
    is_local_peer,
    is_loopback,
    reachable_address,
    url_host,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "address", ["192.168.1.7", "127.0.0.1", "::1", "fe80::1%eth0", "box.local"]
)
def test_an_address_that_was_chosen_is_the_one_to_open(address: str) -> None:
    assert reachable_address(address) == address


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_for_all_addresses_this_computers_own_is_shown_or_none(address: str) -> None:
    found = reachable_address(address)
    if found:
        assert not ipaddress.ip_address(found).is_unspecified
        family = socket.AF_INET6 if ":" in found else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as own:
            own.bind((found, 0))  # refused for an address of another computer


class NoRoute(socket.socket):
    def connect(self, address: object) -> None:
        raise OSError(101, f"Network is unreachable: {address}")


def test_without_a_network_there_is_no_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(socket, "socket", NoRoute)
    monkeypatch.setattr(address_module, "_INTERFACES", tmp_path)
    assert display_address("0.0.0.0", 8128) == ""


def test_a_network_without_a_way_to_the_internet_has_an_address_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "socket", NoRoute)
    if not reachable_address("0.0.0.0"):
        pytest.skip("no interface of this computer has an IPv4 address")
    assert ipaddress.ip_address(reachable_address("0.0.0.0")).version == 4
    assert not is_loopback(reachable_address("0.0.0.0"))


def test_an_address_is_shown_as_a_phone_takes_it() -> None:
    assert display_address("192.168.1.7", 8128) == "192.168.1.7:8128"
    assert display_address("fd00::7", 80) == "[fd00::7]:80"
    assert url_host("fe80::1%eth0") == "[fe80::1]"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.9.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.178.20"),
        *("169.254.3.4", "::1", "fe80::1%eth0", "fd00::7", "::ffff:192.168.1.7"),
    ],
)
def test_this_computer_and_private_networks_are_served(address: str) -> None:
    assert is_local_peer(address)


@pytest.mark.parametrize(
    "address",
    [
        *("8.8.8.8", "172.32.0.1", "192.169.0.1", "11.0.0.1", "100.64.0.1", "192.0.2.1"),
        *("2001:db8::1", "::ffff:8.8.8.8", "::", "0.0.0.0", "", "x"),
    ],
)
def test_the_internet_is_not_served(address: str) -> None:
    assert not is_local_peer(address)


@pytest.mark.parametrize(
    ("address", "only_here"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.7", False),
        ("hare.local", False),
    ],
)
def test_loopback_is_what_no_other_computer_reaches(address: str, only_here: bool) -> None:
    assert is_loopback(address) is only_here
