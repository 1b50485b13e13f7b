"""What came in the box: tables, titles, records of pieces, the grid of provinces, maps of the real world."""
