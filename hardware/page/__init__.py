"""The device as a page in a browser: `server.Page` is the display, `pairing.Pairing` its lock.

Nothing is imported here: a pairing code can be drawn and shown without loading aiohttp.
"""
