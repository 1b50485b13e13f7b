"""Observability of the server.

`prometheus` and `collector` (metrics), `readiness` (whether the server can work), `health` (both over HTTP),
`server_status` (the state of the server), `page` (the same for people), `shutdown` (how a process ends), `watchdog`
(what the service manager receives). See docs/operations.md.
"""
