"""What only maintainers run: gallery, autoplay, bench."""
