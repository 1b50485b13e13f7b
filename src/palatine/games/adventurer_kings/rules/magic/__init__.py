"""Magic."""
