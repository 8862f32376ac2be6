"""Where others on the network find the page."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

# Addresses of documentation (RFC 5737, RFC 3849): that way out is the network's; nothing is sent.
_FAR: Final = {4: (socket.AF_INET, "192.0.2.1"), 6: (socket.AF_INET6, "2001:db8::1")}


def reachable(address: str) -> str:
    """Return the address that others must open for a page that listens on `address`.

    For all addresses (0.0.0.0, ::) it is this computer's own on the network, "" without a network.
    """
    try:
        asked = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not asked.is_unspecified:
        return address
    family, far = _FAR[asked.version]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((far, 9))
            return str(way.getsockname()[0])
    except OSError:
        return ""


def in_url(address: str) -> str:
    """Write an address as it stands in a URL: IPv6 in brackets, without its zone."""
    bare = address.partition("%")[0]
    return f"[{bare}]" if ":" in bare else bare


def written(address: str, port: int) -> str:
    """Write where the page is for one who types it into a phone; "" where nobody knows yet."""
    found = reachable(address)
    return f"{in_url(found)}:{port}" if found else ""
