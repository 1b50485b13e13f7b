"""Alembic migrations of the tables, run by `Store.open`."""
