"""Matches in memory at one version, and writing the next version.

In memory: `loaded` (the match with its state), `state_views`, `undo` (the undo stack) and `projection` (what a reader
sees). For writing: `unit_of_work`, `secret_orders`, `system_entries` (the server's journal lines) and
`stored_positions`. `transitions` applies the rules and `failures` records their errors. `context` loads and writes
matches.
"""
