"""Guidance for players: previews, recaps, advice, automatic setup, stories and analysis."""
