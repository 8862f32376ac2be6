"""The addresses of the page, and who may come to them."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if sys.platform == "linux":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator

# Addresses of documentation (RFC 5737, RFC 3849) stand for the internet; nothing is sent there.
_REMOTE: Final = {4: (socket.AF_INET, "192.0.2.1"), 6: (socket.AF_INET6, "2001:db8::1")}
_INTERFACES: Final = Path("/sys/class/net")
_GET_ADDRESS: Final = 0x8915  # SIOCGIFADDR, netdevice(7)
# As in the service's unit (systemd/): RFC 1122, 1918, 3927; for IPv6 RFC 4291 and 4193.
_LOCAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)


def is_loopback(address: str) -> bool:
    """Return whether only this computer reaches the address."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def is_local_peer(address: str) -> bool:
    """Return whether a connection comes from this computer or a private network."""
    try:
        peer = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(peer, ipaddress.IPv6Address) and peer.ipv4_mapped is not None:
        peer = peer.ipv4_mapped
    return any(peer in network for network in _LOCAL)


def reachable_address(address: str) -> str:
    """Return the address that others must open for a page that listens on `address`.

    For all addresses (0.0.0.0, ::) it is this computer's own on the network, "" without a network.
    """
    try:
        wanted = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not wanted.is_unspecified:
        return address
    return _routed_address(wanted.version) or next(_interface_addresses(), "")


def machine_names() -> frozenset[str]:
    """Return the names by which the home network knows this computer."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"})


def url_host(address: str) -> str:
    """Return an address as it stands in a URL: IPv6 in brackets, without its zone."""
    bare = address.partition("%")[0]
    return f"[{bare}]" if ":" in bare else bare


def display_address(address: str, port: int) -> str:
    """Return where the page is, as a person types it into a phone; "" while it is unknown."""
    reachable = reachable_address(address)
    return f"{url_host(reachable)}:{port}" if reachable else ""


def _routed_address(version: int) -> str:
    """Return the own address on the way to the internet, "" without such a way."""
    family, remote = _REMOTE[version]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((remote, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _interface_addresses() -> Iterator[str]:
    """Yield the IPv4 addresses of a network that has no way to the internet (on Linux)."""
    if sys.platform != "linux":
        return
    names = sorted(path.name for path in _INTERFACES.glob("*"))
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for name in names:
            request = struct.pack("256s", name.encode()[:15])
            with contextlib.suppress(OSError):  # this one has none
                answer = fcntl.ioctl(probe.fileno(), _GET_ADDRESS, request)
                address = socket.inet_ntoa(answer[20:24])
                if not is_loopback(address):
                    yield address
