"""Playing a match: seats, actions, undo, resigning, proposals, timeouts, bots and lessons."""
