"""Encounters."""
