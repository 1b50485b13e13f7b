"""Realm."""
