"""The words: everything that is said, in the language of the players."""
