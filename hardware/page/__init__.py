"""The device as a page in a browser: `server.Page` is the display, `pairing.PairingLock` its lock.

No library is imported here: a pairing code can be drawn and shown without loading aiohttp. But one
that is missing is told before anything is opened for it.
"""

from hardware.libraries import require_library

require_library("aiohttp", "the page")
