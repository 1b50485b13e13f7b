"""Advice from the captain: what it would do, and why."""
