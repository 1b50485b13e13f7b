"""Orders: `kinds` (what can be ordered), `text` (grammar, reading, writing)."""
