"""Tools for maintainers: gallery, autoplay, bench, training."""
