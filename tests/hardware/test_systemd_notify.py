"""sd_notify and the watchdog that is fed only while every part lives."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from hardware.systemd_notify import READY, Watchdog, notify, watchdog_period

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class Part:
    lives: bool = True

    def alive(self) -> bool:
        return self.lives


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.bind(str(tmp_path / "notify"))
        link.setblocking(False)
        yield link, {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000000"}


def test_the_service_manager_gets_the_state(manager: tuple[socket.socket, dict[str, str]]) -> None:
    link, environment = manager
    assert notify(READY, environment)
    assert link.recv(100) == b"READY=1"


def test_an_abstract_socket_is_reached_too() -> None:
    name = f"hare-companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.bind("\0" + name)
        assert notify(READY, {"NOTIFY_SOCKET": "@" + name})
        assert link.recv(100) == b"READY=1"


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_manager_nothing_happens(environment: dict[str, str]) -> None:
    assert not notify(READY, environment)


def test_the_watchdog_is_fed_three_times_in_its_span(
    manager: tuple[socket.socket, dict[str, str]],
) -> None:
    link, environment = manager
    watchdog = Watchdog([Part(), Part()], environment)
    fed = [now for now in range(21) if watchdog.feed(float(now))]
    assert fed == [0, 7, 14]
    assert link.recv(100) == b"WATCHDOG=1"


def test_a_stopped_part_stops_feeding_the_watchdog(
    manager: tuple[socket.socket, dict[str, str]],
) -> None:
    part = Part()
    watchdog = Watchdog([Part(), part], manager[1])
    assert watchdog.feed(0.0)
    part.lives = False
    assert not watchdog.feed(10.0)


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}],
)
def test_a_unit_without_a_watchdog_is_never_fed(environment: dict[str, str]) -> None:
    assert watchdog_period(environment) is None
    assert not Watchdog([], environment).feed(0.0)
