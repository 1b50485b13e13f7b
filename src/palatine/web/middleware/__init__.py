"""ASGI middleware and protocol limits that apply before any handler.

`connections` limits time, size and number of connections, `allowed_hosts` checks host names, `security` checks origins,
`rate_limits` limits attempts per address, and `concurrency_limits` limits concurrent requests. docs/security.md
describes them to operators.
"""
