"""Orders as they are written (3, 11): kinds of order, the grammar that reads them, the text that they make."""
