"""A package, since two of its modules have the same names as others in the tests."""
