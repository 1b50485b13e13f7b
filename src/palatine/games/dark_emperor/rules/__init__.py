"""The chapters of the rules."""
