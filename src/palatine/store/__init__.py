"""Persistent storage of matches and accounts in SQLite or PostgreSQL."""

from palatine.store.store import Store

__all__ = ["Store"]
