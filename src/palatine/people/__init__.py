"""People: who they are, where they sit, what they may do."""
