"""The family book: statistics over the finished games of a family, from their records."""
