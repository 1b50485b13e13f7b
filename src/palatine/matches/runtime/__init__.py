"""A match at a version, and the next version of it.

In memory: `loaded` (the match with its state), `state_views`, `undo` (its undo stack), `projection` (what a reader
sees of it). To be written: `unit_of_work`, `secret_orders`, `house_entries` (what the house says of a record),
`positions` (how every position is kept); `transitions` asks the rules, and `failures` keeps what they fail at.
`context` reads and writes.
"""
