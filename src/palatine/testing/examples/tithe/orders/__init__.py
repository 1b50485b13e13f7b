"""Orders: `kinds` (the order types), `text` (grammar, reading, writing)."""
