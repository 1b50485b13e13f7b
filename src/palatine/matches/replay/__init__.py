"""Replay of logs: of a record, of past positions and what-ifs, and for audits."""
