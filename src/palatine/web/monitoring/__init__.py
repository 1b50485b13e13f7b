"""Observability of the server: metrics, health checks, status page and shutdown.

`prometheus` and `collector` provide metrics, `readiness` checks whether the process can work, `health` serves both over
HTTP, `server_status` reads the state of the server, `page` displays it, `shutdown` ends the process, and `watchdog`
notifies the service manager. See docs/operations.md.
"""
