"""The pairing code of a phone: new at each start, shown on the panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.session import PairingInfo
from hardware.page.address import display_address
from hardware.page.pairing import PairingCode

if TYPE_CHECKING:
    import argparse


def new_pairing_code(options: argparse.Namespace) -> PairingCode | None:
    """Return a new code where other devices can reach the page, else None."""
    return PairingCode.random() if options.listen else None


def pairing_info(
    options: argparse.Namespace, pairing: PairingCode | None, panel: str
) -> PairingInfo | None:
    """Return what `panel` shows for a phone: code and address; None without a code."""
    if pairing is None:
        return None
    return PairingInfo(pairing.code, display_address(options.listen, options.port), panel)
