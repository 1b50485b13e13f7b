"""Handlers of mail commands, which act through the match services."""
