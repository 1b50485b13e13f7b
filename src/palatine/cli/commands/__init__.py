"""Argument parsers of all commands, each with the function that runs it."""
