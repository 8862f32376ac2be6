"""Pixels: `picture` draws a View as a 128x64 picture and lists its texts."""
