"""The device as a page in a browser: `server.Page` is the display, `pairing.PairingLock` its lock.

Importing this package loads no library, so that a pairing code can be drawn and shown before
aiohttp is loaded; but it raises an error where aiohttp is not installed.
"""

from hardware.libraries import require_library

require_library("aiohttp", "the page")
