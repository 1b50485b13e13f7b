"""Writing transactions: writers, prepared statements and inserts with conflict handling."""
