"""Movement."""
