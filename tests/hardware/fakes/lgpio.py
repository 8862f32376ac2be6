"""lgpio's module, as far as chips and the use of their pins go."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class FakeLgpio:
    """Chips by number, each with the consumers of its pins; `broken` pins cannot be claimed."""

    class error(Exception):  # noqa: N801, N818 - lgpio's own name
        """lgpio's exception."""

    def __init__(self, chips: Mapping[int, Mapping[int, str]], broken: frozenset[int]) -> None:
        self._chips = chips
        self._broken = broken
        self._notify_thread = SimpleNamespace(is_alive=lambda: True)
        self.claimed: list[int] = []
        self.open_handles: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        if number not in self._chips:
            raise self.error("can not open gpiochip")
        self.open_handles.add(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        self.open_handles.remove(handle)

    def gpio_get_line_info(self, handle: int, pin: int) -> tuple[int, int, int, str, str]:
        return 0, pin, 0, f"GPIO{pin}", self._chips[handle].get(pin, "")

    def gpio_claim_input(self, _handle: int, pin: int) -> None:
        if pin in self._broken:
            raise self.error("bad GPIO number")
        self.claimed.append(pin)

    def gpio_free(self, _handle: int, pin: int) -> None:
        self.claimed.remove(pin)
