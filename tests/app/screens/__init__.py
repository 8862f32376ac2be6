"""A package, since two of its modules have namesakes elsewhere in the tests."""
