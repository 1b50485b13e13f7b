"""What transactions are made of: writers in turn, statements made ready, rows that several insert at once."""
