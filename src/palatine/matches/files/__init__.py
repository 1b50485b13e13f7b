"""Matches as files: `matchfile` is the format, `verify` checks a file by itself, `exchange` exports and imports."""
