"""Playing a match: `seating` (new matches, who sits where), `acting` (actions, undo, resigning), `bots`, `stuck`."""
