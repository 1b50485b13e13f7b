"""A sheet in the writing, for its seat: `check` (what is wrong), `suggest` (what could be ordered, and what for)."""
