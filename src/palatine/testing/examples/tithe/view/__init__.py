"""What a seat sees and is told: `view`, with the board, and `report`."""
