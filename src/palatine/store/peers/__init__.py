"""What processes that serve the same PostgreSQL database need of each other."""
