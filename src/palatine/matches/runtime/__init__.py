"""A match at a version, and the next version of it.

In memory: `loaded` (the match with its state), `state_views`, `undo` (its undo stack), `projection` (what a reader
sees of it). To be written: `unit_of_work`, `secret_orders`, `system_entries` (the server's journal lines of a record),
`positions` (how every position is kept); `transitions` asks the rules, and `failures` keeps what they fail at.
`context` reads and writes.
"""
