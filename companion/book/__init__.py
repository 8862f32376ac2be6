"""The family book: what the finished games of a family come to, from their records."""
