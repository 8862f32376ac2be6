"""The loop and what it needs: saving, resuming, the inbox."""
