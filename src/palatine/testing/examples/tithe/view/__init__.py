"""The output of a seat: `view`, with the board, and `report`."""
