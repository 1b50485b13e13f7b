"""Matches and people in a database."""

from palatine.store.store import Store

__all__ = ["Store"]
