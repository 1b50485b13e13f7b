"""Coordination of processes that serve the same PostgreSQL database."""
