"""Persistent storage of matches and people in SQLite or PostgreSQL."""

from palatine.store.store import Store

__all__ = ["Store"]
